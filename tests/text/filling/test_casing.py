from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Mask, Record
from privtool.text import known_names
from privtool.text.filling.agreement import fits_neighbors, takes_an
from privtool.text.filling.slots import split_slots
from privtool.text.filling.words import (
    CaseStyle,
    case_style_of,
    classes_of,
    fits_class,
    is_acronym,
    is_capitalized,
    match_case,
    starts_sentence,
)
from privtool.text.labels import Label
from privtool.text.markers import foreign_marker, markers_left
from privtool.text.word_lists import LISTS
from tests.support.tables import tabled


@tabled("text", "style texts")
def test_style_of_a_text(style, texts):
    for text in texts:
        assert case_style_of(text) is CaseStyle[style], text


@tabled("text", "texts starts")
def test_sentences_start_after_their_ends(texts, starts):
    assert [starts_sentence(before) for before in texts] == [starts] * len(texts)


@tabled("text", "word before after style is_name expected")
def test_a_word_takes_the_case_of_its_context(word, before, after, style, is_name, expected):
    assert match_case(word, before, after, CaseStyle[style], is_name) == expected


def test_the_time_does_not_depend_on_the_length_of_the_text():
    before = "so it goes " * 1_000_000
    started = time.process_time()
    for _ in range(1000):
        match_case("word", before, before, CaseStyle.MIXED, False)
    assert time.process_time() - started < 2


@tabled("text", "word an")
def test_an_stands_before_vowel_sounds(word, an):
    assert takes_an(word) is an


FITTING = (
    "an <apple> a day; harsh and <soft> words; he had <had> it; harsh, <harsh>; <word>; "
    "<It>'s a good day; when is <she>'s good at it; my <mother>'s presence; and <I> was there; "
    "<they> always break; and <she> breaks it"
)
RULED_OUT = (
    "a <apple>; in the <the> end; harsh and <harsh> words; so <harsh> or harsh; was <a> apple; "
    "saying <it>'s presence was; Having <she>'s $'s made; and <I> breaks it"
)


@pytest.mark.parametrize(("texts", "fits"), [(FITTING, True), (RULED_OUT, False)])
def test_neighbors_rule_words_out(texts, fits):
    for text in texts.split("; "):
        before, word, after = re.split("[<>]", text)
        assert fits_neighbors(word, before, after) is fits, text


def test_acronyms():
    assert is_acronym("nfl", False)
    assert is_acronym("US", True)
    assert not is_acronym("us", False)


@pytest.fixture
def few_names(tmp_path, monkeypatch):
    """A small list of names in place of the embedded one."""
    lines = "# word\tlabel\nanna\tPERSON\njordan\tLOCATION\njordan\tPERSON\nmay\tDATE\njune\tDATE\n"
    (tmp_path / "names-en.tsv").write_text(lines + "seven\tNUMBER\nfrench\tMISC\n")
    monkeypatch.setattr(known_names, "LISTS", tmp_path)
    caches = (known_names.class_names, known_names.rows_of)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("few_names")
@tabled("text", "labels fitting others")
def test_words_fit_the_classes_that_the_list_or_their_form_gives_them(labels, fitting, others):
    for label in labels.split():
        assert all(fits_class(word, label) for word in fitting.split())
        assert not any(fits_class(word, label) for word in others.split())


@pytest.mark.usefixtures("few_names")
def test_a_word_has_all_classes_of_the_list():
    assert classes_of("jordan") == {"LOCATION", "PERSON"}
    assert classes_of("table") == frozenset()


@pytest.mark.usefixtures("few_names")
def test_names_are_capitalized():
    for word in ("anna", "Jordan", "french", "june"):
        assert is_capitalized(word)
    for word in ("may", "seven", "table", "42"):
        assert not is_capitalized(word)


def test_every_line_of_the_embedded_list_is_a_lower_case_word_and_a_label():
    lines = (LISTS / "names-en.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            word, label = line.split("\t")
            assert word == word.lower().strip()
            assert label in Label.__members__
            assert fits_class(word, label)


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


@tabled("text", "text masks merge segments")
def test_consecutive_masks_are_one_slot_with_merge(text, masks, merge, segments):
    assert split_slots(record(text, *masks), ("[MASK]",), merge).segments == tuple(segments)


@tabled("text", "text markers segments")
def test_a_marker_text_is_literal_and_a_whole_word(text, markers, segments):
    assert split_slots(Record(text=text), markers, False).segments == tuple(segments)


def test_masks_can_be_found_by_their_text():
    text = "<NAME> met ___ on [DATE]; ____"
    found = split_slots(Record(text=text), ("___", "____", "<NAME>", "[DATE]", "<NAME>"), True)
    assert found.segments == ("", " met ", " on ", "; ", "")
    assert found.classes == ("PERSON", "WORD", "DATE", "WORD")
    assert {mask.method for mask in found.masks} == {""}


def test_without_masks_and_marker_texts_the_remedy_is_named():
    with pytest.raises(DataError, match=r"field 'masks' is missing; run `privtool mask` first"):
        split_slots(Record(text="a"), (), True)
    with pytest.raises(DataError, match="field 'text' is missing"):
        split_slots(Record(masks=()), (), True)


@tabled("text", "masks")
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
@tabled("text", "marker found")
def test_what_a_marker_names(marker, found):
    assert foreign_marker(marker) == (found and tuple(found))


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
