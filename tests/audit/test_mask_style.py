"""Masking held-out records like the others."""

from itertools import islice
from pathlib import Path

import pytest
from msgspec import UNSET

from privtool.audit.mask_style import MaskStyle
from privtool.core.errors import DataError
from privtool.core.record import Entity, Mask, Record, decode, encode
from privtool.text.word_list_registry import WordListRegistry
from privtool.text.word_lists import make_word_list

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample/raw.jsonl"
HELD = Record(id=9, text="ask Anna of Rome", entities=(Entity(4, 8, "PERSON"), Entity(12, 16, "X")))


def test_markers_methods_and_lists_are_those_of_the_masked_records():
    style = MaskStyle()
    masks = (Mask(0, 8, "PERSON", "a+b"), Mask(9, 15, "DATE", "b"), Mask(16, 22, "DATE", "b"))
    style.learn(Record(text="[PERSON] [DATE] [MASK]", masks=masks, word_lists={"a": "list@1"}))
    made = style.masked(HELD, lambda reference: make_word_list("list", ["of"]))
    assert made.text == "ask [PERSON] of [X]"
    assert made.masks == (Mask(4, 12, "PERSON", "a+b", 1), Mask(16, 19, "X", "a+b", 2))
    assert made.word_lists == {"a": "list@1"}


def test_plain_markers_stay_plain():
    style = MaskStyle()
    style.learn(Record(text="[MASK]", masks=(Mask(0, 6, "WORD", "a"),)))
    assert style.masked(HELD, NO_LIST).text == "ask [MASK] of [MASK]"


NO_LIST = WordListRegistry(())
PHRASE = Record(id=9, text="ask Anna Lee-Li, 5 now", entities=(Entity(4, 19, "PERSON"),))


@pytest.mark.parametrize(
    ("learned", "expected"),
    [
        ("[MASK] [MASK]", "ask [MASK] [MASK], [MASK] now"),  # a marker for each word
        ("[MASK] to [MASK]", "ask [MASK], [MASK] now"),  # merged, but for punctuation
    ],
)
def test_consecutive_words_have_as_many_markers_as_in_the_masked_records(learned, expected):
    style = MaskStyle()
    masks = (Mask(0, 6, "PERSON", "a"), Mask(len(learned) - 6, len(learned), "PERSON", "a"))
    style.learn(Record(text=learned, masks=masks))
    made = style.masked(PHRASE, NO_LIST)
    assert made.text == expected
    marked = [made.text[mask.start : mask.end] for mask in made.masks]
    assert marked == ["[MASK]"] * expected.count("[MASK]")


def test_the_control_is_masked_as_mask_masks(call):
    raw = map(decode, SAMPLE.read_bytes().splitlines())
    lines = [encode(Record(id=each.id, text=each.text)) + b"\n" for each in islice(raw, 60)]
    method = ("mask", "-q", "--method", "allowList+entityTagger", "--tagger", "patterns")
    masked = call(*method, input=b"".join(lines)).out.splitlines()
    annotated = call(*method, "--annotate", input=b"".join(lines)).out.splitlines()
    style = MaskStyle()
    for line in masked:
        style.learn(decode(line))
    pairs = zip(map(decode, masked), map(decode, annotated), strict=True)
    known = WordListRegistry(())
    for safe, raw in pairs:
        made = style.masked(raw, known)
        assert (made.text, made.masks) == (safe.text, safe.masks or ())


def test_wrong_records_are_refused():
    with pytest.raises(DataError, match="masks"):
        MaskStyle().learn(Record(text="a"))
    with pytest.raises(DataError, match="--annotate"):
        MaskStyle().masked(Record(id=1, text="a", entities=UNSET), NO_LIST)
