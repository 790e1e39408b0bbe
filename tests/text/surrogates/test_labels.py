"""Surrogates by label: labels of other tools, unknown labels, relative dates, other names."""

import pytest

from privtool.text.surrogates.gazetteer import world
from tests.support.tables import cases


@pytest.mark.parametrize(
    ("phrase", "same"), cases("text", "dates in other forms move by the same days")
)
def test_dates_in_other_forms_move_by_the_same_days(surrogate, phrase, same):
    made, plain = surrogate("DATE", phrase).text, surrogate("DATE", same).text
    if phrase[0].isdigit():
        day, month, year = plain.split()
        plain = f"{day:0>2}-{month[:3]}-{year[-2:]}"
    assert made == phrase.removesuffix(same) + plain if phrase.endswith(same) else made == plain


def test_phrases_of_unknown_labels_keep_a_form_that_is_known(surrogate):
    assert surrogate("WHEN", "2/16/1942").text == surrogate("DATE", "2/16/1942").text
    assert surrogate("odd", "anna@zagreb.hr").text.partition("@")[2].startswith("example.")
    assert surrogate("odd", "8.8.8.8").text == surrogate("IP", "8.8.8.8").text
    assert surrogate("DATE_TIME", "10:30 am").text.endswith(" am")
    assert surrogate("DATE", "Q3 2025").text[:2] in {"Q1", "Q2", "Q4"}


def test_a_large_city_becomes_one(surrogate):
    assert surrogate("GPE", "London").text in world().cities.phrases
    assert surrogate("LOC", "london, Ohio").text.split(",")[0].title() not in world().cities.phrases
