from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Mask, Record
from privtool.text.filling.slots import split_slots
from privtool.text.markers import foreign_marker, markers_left


def record(text: str, *masks: tuple[int, int, str]) -> Record:
    return Record(id=1, text=text, masks=tuple(Mask(*mask, "allowList") for mask in masks))


def test_the_text_is_split_at_its_masks():
    found = split_slots(record("a [MASK], [PERSON]", (2, 8, "WORD"), (10, 18, "PERSON")), (), False)
    assert found.segments == ("a ", ", ", "")
    assert [mask.label for mask in found.masks] == ["WORD", "PERSON"]
    assert found.classes == ("WORD", "PERSON")


def test_a_generic_marker_takes_a_word_or_anything_for_a_number():
    assert split_slots(record("[MASK]", (0, 6, "PERSON")), (), True).classes == ("WORD",)
    assert split_slots(record("[WORD]", (0, 6, "WORD")), (), True).classes == ("WORD",)
    assert split_slots(record("[MASK]", (0, 6, "MONEY")), (), True).classes == (None,)
    assert split_slots(record("[MASK]", (0, 6, "DATE")), (), True).classes == (None,)


def test_consecutive_masks_are_one_slot_with_merge():
    masked = record("[MASK] [MASK] x", (0, 6, "WORD"), (7, 13, "PERSON"))
    assert split_slots(masked, (), True).segments == ("", " x")
    assert split_slots(masked, (), False).segments == ("", " ", " x")


def test_class_markers_merge_with_equal_ones_only():
    masked = record("[DATE] [DATE] [AGE]", (0, 6, "DATE"), (7, 13, "DATE"), (14, 19, "AGE"))
    found = split_slots(masked, (), True)
    assert found.segments == ("", " ", "")
    assert found.classes == ("DATE", "AGE")


def test_markers_in_the_text_are_not_slots_when_there_are_masks():
    assert split_slots(record("[MASK] [MASK]", (7, 13, "WORD")), ("[MASK]",), False).segments == (
        "[MASK] ",
        "",
    )


def test_masks_can_be_found_by_their_text():
    text = "<NAME> met ___ on [DATE]; ____"
    found = split_slots(Record(text=text), ("___", "____", "<NAME>", "[DATE]", "<NAME>"), True)
    assert found.segments == ("", " met ", " on ", "; ", "")
    assert found.classes == ("PERSON", "WORD", "DATE", "WORD")
    assert {mask.method for mask in found.masks} == {""}


def test_a_marker_text_is_literal():
    assert split_slots(Record(text="a.b axb"), (".",), False).segments == ("a", "b axb")


def test_a_marker_text_is_a_whole_word():
    found = split_slots(
        Record(text="MASK MASKED unMASK (MASK) NAME_ NAME."), ("MASK", "NAME"), False
    )
    assert found.segments == ("", " MASKED unMASK (", ") NAME_ ", ".")
    assert split_slots(Record(text="_x_ a_x_ _x"), ("_x",), False).segments == ("_x_ a_x_ ", "")


def test_a_text_without_markers_has_one_segment():
    assert split_slots(Record(text="a b"), ("[MASK]",), True) == (("a b",), (), ())
    assert split_slots(record(""), (), True) == (("",), (), ())


def test_without_masks_and_marker_texts_the_remedy_is_named():
    with pytest.raises(DataError, match=r"field 'masks' is missing; run `privtool mask` first"):
        split_slots(Record(text="a"), (), True)
    with pytest.raises(DataError, match="field 'text' is missing"):
        split_slots(Record(masks=()), (), True)


@pytest.mark.parametrize(
    "masks",
    [
        [(0, 7, "WORD")],  # not over a marker
        [(1, 7, "WORD")],
        [(0, 6, "WORD"), (7, 15, "DATE")],  # over another class's marker
        [(0, 6, "WORD"), (4, 8, "WORD")],  # overlapping
        [(7, 15, "PERSON"), (0, 6, "WORD")],  # out of order
        [(0, 0, "WORD")],  # empty
        [(-6, 6, "WORD")],
        [(7, 99, "PERSON")],  # outside
    ],
)
def test_masks_that_do_not_fit_the_text_are_refused(masks):
    with pytest.raises(DataError, match=r"masks\[\d\]") as caught:
        split_slots(record("[MASK] [PERSON] canary", *masks), (), True)
    assert "canary" not in str(caught.value)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["[MASK]", "[DATE]", "a", " ", "\n", ", "])), st.booleans())
def test_segments_and_markers_make_up_the_text(parts, merge):
    text = "".join(parts)
    found = split_slots(Record(text=text), ("[MASK]", "[DATE]"), merge)
    assert len(found.segments) == len(found.masks) + 1 == len(found.classes) + 1
    rebuilt = found.segments[0]
    for mask, segment in zip(found.masks, found.segments[1:], strict=True):
        assert mask.start == len(rebuilt)
        rebuilt += "[DATE]" if mask.label == "DATE" else "[MASK]"
        assert mask.end == len(rebuilt)
        rebuilt += segment
    if not merge:
        assert rebuilt == text
    unmarked = re.compile(r"\[MASK\]|\[DATE\]")
    assert unmarked.sub(" ", rebuilt).split() == unmarked.sub(" ", text).split()


# Markers as other tools write them.
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
