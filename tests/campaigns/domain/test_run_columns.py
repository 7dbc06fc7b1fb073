from campaigns.domain.run_columns import (
    ColumnChoice,
    ColumnUse,
    check_columns,
    guess_columns,
    guess_mark,
    status_words,
)
from campaigns.domain.run_csv import Separator, read_table
from campaigns.domain.run_values import DecimalMark

TABLE = read_table(
    "experiment,started_at,total_seconds,learning_rate,test_accuracy,train_loss,status,seed,gpu\n"
    "one,2026-07-14T13:26:19Z,10.5,0.0001,0.5,1.2,success,0,L40S\n"
    "two,2026-07-14T14:26:19Z,11.5,0.001,0,1.1,FAILED,0,L40S\n",
    Separator.COMMA,
)


def test_r7_5_columns_are_guessed_from_their_names_and_the_campaigns_own_words() -> None:
    guessed = guess_columns(TABLE, DecimalMark.POINT, metrics=["accuracy"], factors=["learning rate"])
    assert guessed == (
        ColumnChoice(ColumnUse.NAME),
        ColumnChoice(ColumnUse.STARTED),
        ColumnChoice(ColumnUse.SECONDS),
        ColumnChoice(ColumnUse.CONFIGURATION, "learning rate"),
        ColumnChoice(ColumnUse.METRIC, "accuracy"),
        ColumnChoice(ColumnUse.METRIC, "train_loss"),
        ColumnChoice(ColumnUse.STATUS),
        ColumnChoice(ColumnUse.SEED),
        ColumnChoice(ColumnUse.IGNORE),
    )


def test_r7_5_second_column_of_a_use_that_is_unique_is_left_to_the_person() -> None:
    table = read_table("status,state\nok,COMPLETED\n", Separator.COMMA)
    guessed = guess_columns(table, DecimalMark.POINT)
    assert [choice.use for choice in guessed] == [ColumnUse.STATUS, ColumnUse.IGNORE]


def test_r7_5_choice_of_columns_is_refused_with_what_is_wrong() -> None:
    wrong = (
        ColumnChoice(ColumnUse.ENDED),
        ColumnChoice(ColumnUse.HOURS),
        ColumnChoice(ColumnUse.STATUS),
        ColumnChoice(ColumnUse.STATUS),
        ColumnChoice(ColumnUse.METRIC, "loss"),
        ColumnChoice(ColumnUse.METRIC, "loss"),
    )
    assert [str(message) for message in check_columns(wrong)] == [
        "More than one column is said to be “status”. Choose one.",
        "Choose either the end or one total time, not both.",
        "Say which column holds the start of each run.",
        "Two columns are called “loss”. Give each its own name.",
    ]


def test_r7_5_words_of_the_status_column_are_listed_once() -> None:
    columns = guess_columns(TABLE, DecimalMark.POINT)
    assert status_words(TABLE, columns) == ("success", "FAILED")


def test_r7_5_decimal_mark_is_the_one_that_more_numbers_have() -> None:
    assert guess_mark(TABLE) is DecimalMark.POINT
    assert guess_mark(read_table("a;b\n1,5;x\n2,5;y\n", Separator.SEMICOLON)) is DecimalMark.COMMA
