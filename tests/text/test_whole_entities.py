"""Entities of other tools: units of offsets, their own text, and words that they cut."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Entity, Record
from privtool.core.spans import CUT, READ, cut_summary, refuse_cut
from privtool.text.whole_entities import read_given
from privtool.text.words import words
from tests.support.tables import tabled

PIECES = ["Anna", "Lee", "Jo\u0301", "'s", "-", " ", " ", "\n", "💩", "👩\u200d👧", "ﬀ", "é",
          "25kg", "[PERSON_1]", "a@b.org", "can't", "𝒜nna", "."]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=20)


@st.composite
def annotated(draw):
    text = draw(texts)
    places = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = list(zip(places[::2], places[1::2], strict=False))
    return text, tuple(Entity(start, end, f"L{n}") for n, (start, end) in enumerate(pairs))


def in_unit(text, entities, unit):
    """The same entities as another tool writes them, by what Python encodes."""

    def length(part):
        if unit == "utf16":
            return len(part.encode("utf-16-le", "surrogatepass")) // 2
        return len(part.encode("utf-8", "surrogatepass"))

    return tuple(
        Entity(length(text[: e.start]), length(text[: e.end]), e.label, text=text[e.start : e.end])
        for e in entities
    )


def read(text, entities, unit=None):
    counts = Counter()
    return read_given(Record(text=text, entities=entities), counts, unit).entities, counts[CUT]


def is_plain(char):
    return char.isascii() and char.isalnum()


def spans(entities):
    return [(entity.start, entity.end) for entity in entities]


@given(annotated(), st.sampled_from(["utf16", "bytes"]))
def test_every_unit_gives_the_same_entities(given_text, unit):
    text, entities = given_text
    assert read(text, in_unit(text, entities, unit), unit) == read(text, entities)


@given(annotated(), st.sampled_from(["utf16", "bytes"]), st.data())
@example(("a💩", ()), "utf16", None)
def test_an_offset_inside_a_character_takes_all_of_it(given_text, unit, data):
    text, entities = given_text
    if data is None:
        assert read("a💩", (Entity(0, 2, "X"),), "utf16") == ((Entity(0, 2, "X"),), 1)
        return
    shifted = []
    for entity in in_unit(text, entities, unit):
        start = entity.start - data.draw(st.integers(0, 3))
        shifted.append(Entity(start, entity.end + data.draw(st.integers(0, 3)), "X"))
    try:
        found, _ = read(text, tuple(shifted), unit)
    except DataError:
        assume(False)
    for entity in entities:
        inside = {at for new in found for at in range(new.start, new.end)}
        own = range(entity.start, entity.end)
        assert inside >= {at for at in own if not text[at].isspace()}


@given(annotated())
def test_nothing_of_a_cut_word_is_outside_entities(given_text):
    text, entities = given_text
    found, cut = read(text, entities)
    assert bool(cut) == (spans(found) != spans(entities))
    assert all(before.end <= after.start for before, after in pairwise(found))
    inside = {at for entity in found for at in range(entity.start, entity.end)}
    given = {at for entity in entities for at in range(entity.start, entity.end)}
    assert inside >= {at for at in given if not text[at].isspace()}
    for word in words(text):
        edges = [at for entity in entities for at in (entity.start, entity.end)]
        edges = [at for at in edges if word.start < at < word.end]
        if any(is_plain(text[at - 1]) and is_plain(text[at]) for at in edges):
            assert inside >= set(range(word.start, word.end))


@given(annotated())
def test_reading_twice_changes_nothing(given_text):
    found, _ = read(*given_text)
    assert read(given_text[0], found) == (found, 0)


@tabled("text", "text entity whole")
def test_what_cuts_a_word(text, entity, whole):
    found, cut = read(text, (Entity(*entity, "PERSON"),))
    assert (found, cut) == ((Entity(*whole, "PERSON"),), int(entity != whole))


def test_entities_of_one_word_become_one():
    parts = (Entity(0, 3, "PERSON", 0.5), Entity(3, 5, "CITY"), Entity(6, 9, "DATE", 0.5))
    assert read("Smith May", parts) == ((Entity(0, 5, "PERSON"), parts[2]), 2)
    parts = (Entity(4, 7, "A"), Entity(9, 11, "B"))
    assert read("Ann-Lee-Smith", parts) == ((Entity(0, 13, "A"),), 1)


def test_the_own_text_of_an_entity_must_be_at_its_offsets():
    good = Entity(0, 4, "PERSON", text="Anna")
    assert read("Anna Lee", (good,)) == ((Entity(0, 4, "PERSON"),), 0)
    assert read("Anna Lee", (Entity(0, 5, "PERSON", text="Anna"),))[1] == 0  # white space
    other = (good, Entity(5, 7, "PERSON", text="SECRET"))
    with pytest.raises(DataError, match=r"^entities\[1\]\.text does not match") as raised:
        read("Anna Lee", other)
    assert "SECRET" not in str(raised.value)
    assert read("Anna", (Entity(0, 4, "PERSON", text=[1]),))[0][0].text is UNSET


@pytest.mark.parametrize("unit", [None, "utf16", "bytes"])
@pytest.mark.parametrize("entity", [(-1, 1), (0, 9), (2, 2), (3, 2)])
def test_offsets_outside_the_text_are_refused(unit, entity):
    with pytest.raises(DataError, match="outside the text"):
        read("💩 Anna"[:3], (Entity(*entity, "X"),), unit)


@tabled("text", "cut of refused")
def test_most_entities_cut_words(cut, of, refused):
    counts = Counter({CUT: cut, READ: of})
    if refused:
        with pytest.raises(DataError, match="5 of 9 entities begin or end inside a word"):
            refuse_cut(counts)
    else:
        refuse_cut(counts)
    assert bool(cut_summary(counts)) == bool(cut)


def test_characters_given_explicitly_are_certain():
    counts = Counter()
    record = Record(text="Annas", entities=(Entity(0, 4, "X"),))
    for _ in range(9):
        read_given(record, counts, "characters")
    refuse_cut(counts)
    assert counts[CUT] == 9
