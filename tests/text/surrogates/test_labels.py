"""Surrogates by label: labels of other tools, unknown labels, relative dates, other names."""

from __future__ import annotations

import pytest

from privtool.text.labels import Label, canonical_label, is_known_label
from privtool.text.surrogates.places.countries import world


@pytest.mark.parametrize(
    ("phrase", "form"),
    [
        ("two weeks ago", "# weeks ago"),
        ("in 10 days", "in # days"),
        ("the last two years", "the last # years"),
    ],
)
def test_a_relative_date_gets_another_number(surrogate, phrase, form):
    made = surrogate("DATE", phrase).text
    before, after = form.split("#")
    assert made != phrase
    assert made.startswith(before)
    assert made.endswith(after)


@pytest.mark.parametrize("phrase", ["yesterday", "last year", "daily", "next week", "one day"])
def test_a_relative_date_without_a_number_stays(surrogate, phrase):
    assert surrogate("DATE", phrase).text == phrase


@pytest.mark.parametrize(
    ("phrase", "same"),
    [
        ("14-Mar-19", "14 March 2019"),
        ("the week of March 14", "March 14"),
        ("end of March 2019", "March 2019"),
    ],
)
def test_dates_in_other_forms_move_by_the_same_days(surrogate, phrase, same):
    made, plain = surrogate("DATE", phrase).text, surrogate("DATE", same).text
    if phrase[0].isdigit():
        day, month, year = plain.split()
        plain = f"{day:0>2}-{month[:3]}-{year[-2:]}"
    assert made == phrase.removesuffix(same) + plain if phrase.endswith(same) else made == plain


@pytest.mark.parametrize(
    ("name", "label"),
    [
        *(("DATE_TIME", "DATE"), ("NRP", "MISC"), ("US_DRIVER_LICENSE", "NATIONAL_ID")),  # Presidio
        *(("CRYPTO", "ID"), ("UK_NHS", "NATIONAL_ID"), ("US_BANK_NUMBER", "ID")),
        *(("GPE", "LOCATION"), ("NORP", "MISC"), ("WORK_OF_ART", "MISC")),  # OntoNotes
        *(("MEDICALRECORD", "ID"), ("LOCATION-OTHER", "LOCATION"), ("PROFESSION", "MISC")),  # i2b2
        *(("FIRSTNAME", "PERSON"), ("CREDITCARDNUMBER", "CARD"), ("BUILDINGNUMBER", "ADDRESS")),
        *(("IPV4", "IP"), ("TELEPHONENUM", "PHONE"), ("SOCIALNUM", "SSN")),  # AI4Privacy
    ],
)
def test_labels_of_other_tools(name, label):
    assert canonical_label(name) is Label(label)


def test_phrases_of_unknown_labels_keep_a_form_that_is_known(surrogate):
    assert surrogate("WHEN", "2/16/1942").text == surrogate("DATE", "2/16/1942").text
    assert surrogate("odd", "anna@zagreb.hr").text.partition("@")[2].startswith("example.")
    assert surrogate("odd", "8.8.8.8").text == surrogate("IP", "8.8.8.8").text
    assert surrogate("DATE_TIME", "10:30 am").text.endswith(" am")
    assert surrogate("DATE", "Q3 2025").text[:2] in {"Q1", "Q2", "Q4"}


def test_a_large_city_becomes_one(surrogate):
    assert surrogate("GPE", "London").text in world().cities.phrases
    assert surrogate("LOC", "london, Ohio").text.split(",")[0].title() not in world().cities.phrases


@pytest.mark.parametrize(
    ("label", "phrase"),
    [
        ("EVENT", "jamboree"),
        ("PROFESSION", "nurse"),
        ("PRODUCT", "sofa"),
        ("LAW", "Sunday"),
    ],
)
def test_a_label_tells_the_kind_of_other_names(surrogate, label, phrase):
    first = surrogate(label, phrase).text
    assert first != phrase
    assert first.islower() == phrase.islower()


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("surname", "PERSON"),
        ("birth date", "DATE"),
        ("Zip-Code", "ZIP"),
        ("B-PER", "PERSON"),
        ("hospital", "ORGANIZATION"),
        ("MRN", "ID"),
        ("whatever", "MISC"),
    ],
)
def test_labels_of_manifests_are_known(name, label):
    assert canonical_label(name).value == label
    assert is_known_label(name) == (name != "whatever")
