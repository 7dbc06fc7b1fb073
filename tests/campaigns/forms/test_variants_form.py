"""What the form of a variant proposes before anybody typed (R1.4)."""

import pytest

from campaigns.forms.variants import VariantForm
from campaigns.models import Campaign


@pytest.mark.django_db
def test_r1_4_the_control_starts_as_essential_and_a_variant_after_it_as_useful(
    campaign: Campaign, worked_campaign: Campaign
) -> None:
    first = VariantForm(campaign=campaign, variant=None)
    assert (first["role"].value(), first["priority"].value()) == ("control", "essential")
    later = VariantForm(campaign=worked_campaign, variant=None)
    assert (later["role"].value(), later["priority"].value()) == ("variant", "useful")
