"""What the browser posts of pages that show what is saved, with changes."""

from typing import Any

from campaigns.forms.goal import GoalForms
from campaigns.models import Campaign


def goal_post(campaign: Campaign, **changes: Any) -> dict[str, Any]:
    """The goal page's form as a browser sends it, untouched but for the changes."""
    campaign.refresh_from_db()
    forms = GoalForms(campaign, None)
    data: dict[str, Any] = {"revision": str(campaign.revision)}
    for part in (forms.main, *(row for rows in forms.lists for row in rows)):
        for field in part:
            value = field.value()
            if field.name != "DELETE" and value is not True:
                data[field.html_name] = (
                    "" if value in (None, False) else str(field.field.prepare_value(value))
                )
            elif value is True:
                data[field.html_name] = "on"
    for rows in forms.lists:
        data[f"{rows.prefix}-TOTAL_FORMS"] = str(rows.total_form_count())
        data[f"{rows.prefix}-INITIAL_FORMS"] = str(rows.initial_form_count())
    data |= changes
    return {name: value for name, value in data.items() if not (name.endswith("none_meets") and not value)}
