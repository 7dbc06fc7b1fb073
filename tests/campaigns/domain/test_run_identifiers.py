from campaigns.domain.run_identifiers import next_number, run_identifier


def test_r7_1_third_run_of_variant_two_in_campaign_seven_is_c7_v2_r03() -> None:
    assert run_identifier("C7", "V2", 3) == "C7-V2-R03"


def test_r7_1_hundredth_run_keeps_all_its_digits() -> None:
    assert run_identifier("C7", "V0", 100) == "C7-V0-R100"


def test_r7_1_numbers_start_at_one_and_never_fill_a_gap() -> None:
    assert next_number([]) == 1
    assert next_number([1, 4]) == 5
