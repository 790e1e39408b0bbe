"""Markers as other tools write them."""

import pytest
from msgspec import UNSET

from privtool.core.record import Record
from privtool.text.filling.slots import split_slots
from privtool.text.markers import foreign_marker, markers_left


@pytest.mark.parametrize(
    ("marker", "found"),
    [
        ("<PERSON>", ("PERSON", False)),
        ("<DATE_TIME>", ("DATE", False)),
        ("{{PHONE_NUMBER}}", ("PHONE", False)),
        ("[NAME_1]", ("PERSON", True)),
        ("<LOCATION-12>", ("LOCATION", True)),
        ("((EMAIL ADDRESS))", ("EMAIL", False)),
        ("[MASK]", None),
        ("<b>", None),
        ("[SIC]", None),
    ],
)
def test_what_a_marker_names(marker, found):
    assert foreign_marker(marker) == found


def test_one_number_is_one_entity_of_a_record():
    text = "<PERSON_1> met <PERSON_2>, and <PERSON_1> left"
    named = ["<PERSON_1>", "<PERSON_2>"]
    first, second, third = split_slots(Record(id="a", text=text), named, False).masks
    assert first.link == third.link != second.link
    assert first.label == "PERSON"
    assert split_slots(Record(id="b", text=text), named, False).masks[0].link != first.link
    assert split_slots(Record(id="b", text="<PERSON>"), ["<PERSON>"], False).masks[0].link is UNSET


def test_markers_that_are_left_are_counted():
    assert markers_left("<PERSON> in {{CITY}} [MASK] at [3] <br> [sic] [NOTE]") == 3
    assert markers_left("a < b and {x}") == 0
