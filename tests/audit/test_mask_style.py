"""Masking held-out records like the others."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from privtool.audit.mask_style import MaskStyle
from privtool.core.errors import DataError
from privtool.core.record import Entity, Mask, Record

HELD = Record(id=9, text="ask Anna of Rome", entities=(Entity(4, 8, "PERSON"), Entity(12, 16, "X")))


def test_markers_methods_and_lists_are_those_of_the_masked_records():
    style = MaskStyle()
    masks = (Mask(0, 8, "PERSON", "a+b"), Mask(9, 15, "DATE", "b"), Mask(16, 22, "DATE", "b"))
    style.learn(Record(text="[PERSON] [DATE] [MASK]", masks=masks, word_lists={"a": "list@1"}))
    made = style.masked(HELD)
    assert made.text == "ask [PERSON] of [X]"
    assert made.masks == (Mask(4, 12, "PERSON", "a+b"), Mask(16, 19, "X", "b"))
    assert made.word_lists == {"a": "list@1"}


def test_plain_markers_stay_plain():
    style = MaskStyle()
    style.learn(Record(text="[MASK]", masks=(Mask(0, 6, "WORD", "a"),)))
    assert style.masked(HELD).text == "ask [MASK] of [MASK]"


def test_wrong_records_are_refused():
    with pytest.raises(DataError, match="masks"):
        MaskStyle().learn(Record(text="a"))
    with pytest.raises(DataError, match="--annotate"):
        MaskStyle().masked(Record(id=1, text="a", entities=UNSET))
