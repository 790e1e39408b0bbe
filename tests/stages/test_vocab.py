from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.blocks import Format, first_error
from privtool.core.reading import Block
from privtool.core.record import Entity, Record, UnknownFields, encode
from privtool.stages.vocab import (
    CountBlock,
    GatherBlock,
    may_release,
    may_release_word,
    vocabulary_lines,
)
from privtool.text.labels import Label
from privtool.text.word_lists import load_vocabulary, read_vocabulary
from privtool.text.words import words
from tests.support.tables import cases, tabled

PIECES = ["Anna's", "the", "The", "don't", "[MASK]", "a@b.org", ",", "\x1c", "\n", "\u00a0", " "]
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
unhurried = settings(deadline=None)


def count(lines, input="jsonl", keep_going=False):
    return CountBlock(Format(input), keep_going)(Block("file", 1, lines))


def as_lines(*texts):
    return [encode(Record(text=text)) for text in texts]


@unhurried
@given(st.lists(texts, max_size=5))
def test_counting_equals_counting_word_by_word(some):
    tally = count(as_lines(*some))
    assert tally.words == Counter(word.key for text in some for word in words(text))
    assert (tally.records, tally.rejects) == (len(some), [])


def test_plain_text_is_counted_too():
    tally = count([b"Anna's the", b"", b"\xe2\x80\x9cThe\xe2\x80\x9d\r"], "text")
    assert tally.words == {"anna": 1, "the": 2}
    assert tally.records == 3


def test_what_is_remembered_is_bounded_and_emptied_without_harm():
    counter = CountBlock(Format(), False)
    counter._keys._half = 3
    long = "x" * 100
    lines = as_lines(*[f"a{n % 5} b {long}" for n in range(40)])
    tally = counter(Block("file", 1, lines))
    assert tally.words == {**{f"a{n}": 8 for n in range(5)}, "b": 40, long: 40}
    assert len(counter._keys) <= 3
    assert long not in counter._keys


def test_the_first_bad_line_ends_the_count_unless_lines_are_set_aside():
    lines = [*as_lines("a"), b"{canary", *as_lines("b"), b'{"id": 7}', None]
    stopped = count(lines)
    assert stopped.words == {"a": 1}
    assert str(first_error(stopped.rejects)) == "file:2: not valid JSON"
    assert len(stopped.rejects) == 1
    going = count(lines, keep_going=True)
    assert going.words == {"a": 1, "b": 1}
    assert going.records == 2
    assert [reject.number for reject in going.rejects] == [2, 4, 5]


def test_a_line_that_is_too_long_is_bad_in_every_format():
    for kind in ("jsonl", "text"):
        assert "longer than" in str(first_error(count([None], kind).rejects))
        assert [reject.number for reject in count([None], kind, keep_going=True).rejects] == [1]


def test_lines_are_sorted_by_count_then_by_word():
    counts = Counter({"b": 2, "a": 2, "é": 2, "rare": 1, "the": 9})
    assert vocabulary_lines(counts, None, 1).decode() == "the\t9\na\t2\nb\t2\né\t2\nrare\t1\n"
    assert vocabulary_lines(counts, 2, 1) == b"the\t9\na\t2\n"
    assert vocabulary_lines(counts, None, 2).count(b"\n") == 4
    assert vocabulary_lines(Counter(), 5, 1) == b""


def test_mask_keeps_the_words_that_were_counted(tmp_path):
    counted = count(as_lines("Don't wait, Anna's e-mail is @RENE\u0301E's U.S. one")).words
    file = tmp_path / "vocab.tsv"
    file.write_bytes(vocabulary_lines(counted, None, 1))
    assert dict(read_vocabulary(file)) == counted
    assert load_vocabulary(file).words == set(counted)


def record(unit, text, *entities):
    found = tuple(
        Entity(text.index(phrase), text.index(phrase) + len(phrase), label)
        for phrase, label in entities
    )
    extra = UnknownFields() if unit is None else UnknownFields(doc=unit)
    return encode(Record(id=1, text=text, entities=found, extra=extra))


def gather(*lines, keep_going=False):
    block = GatherBlock(("doc",), Format(unknown_fields=True), keep_going)
    return block(Block("file", 1, list(lines)))


ANNA = record("d1", "Anna Smith met Bob.", ("Anna Smith", "PERSON"), ("Bob", "PERSON"))


def test_each_word_of_an_entity_counts_once_per_unit():
    again = record("d1", "Anna called", ("Anna", "PER"))
    found = gather(ANNA, again, record("d2", "nobody"))
    person = {("PERSON", "anna"), ("PERSON", "smith"), ("PERSON", "bob")}
    assert found.units == {"str:d1": person, "str:d2": set()}
    assert found.records == 3


@pytest.mark.parametrize(
    ("text", "entities", "words"),
    [
        # whole words where an entity covers a part
        ("in Annaville", [("Anna", "GPE")], {("LOCATION", "annaville")}),
        # labels are those of privtool alone
        ("Anna", [("Anna", "MYSTERY")], {("MISC", "anna")}),
        # identifying words are left out
        ("to a@b.org 123456", [("a@b.org", "EMAIL"), ("123456", "NUMBER")], set()),
        ("k o w a l s k i", [("k o w a l s k i", "PERSON")], set()),
    ],
)
def test_words_are_gathered_with_their_labels(text, entities, words):
    assert gather(record(7, text, *entities)).units == {"int:7": words}


def test_a_record_without_its_unit_or_entities_is_bad():
    missing = gather(record(None, "Anna"))
    assert "field 'doc' is missing: `unit` needs it" in str(first_error(missing.rejects))
    raw = gather(encode(Record(id=1, text="x", extra=UnknownFields(doc=1))))
    assert "field 'entities' is missing" in str(first_error(raw.rejects))
    going = gather(record(None, "Anna"), ANNA, keep_going=True)
    assert (list(going.units), len(going.rejects)) == (["str:d1"], 1)


@pytest.mark.parametrize(("label", "phrase"), cases("name_rules", "never released"))
def test_phrases_of_which_no_word_is_released(label, phrase):
    assert not may_release(Label(label), phrase)


@pytest.mark.parametrize(("label", "phrase"), cases("name_rules", "may be released"))
def test_phrases_whose_words_may_be_released(label, phrase):
    assert may_release(Label(label), phrase)


@tabled("stages", "word")
def test_words_that_may_be_released(word):
    assert may_release_word(word)


@tabled("stages", "word")
def test_words_that_are_never_released(word):
    assert not may_release_word(word)
