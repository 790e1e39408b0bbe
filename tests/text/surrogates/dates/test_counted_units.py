"""Days and months with an ordinal get other ordinals."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dates.counted_units import other_nth
from privtool.text.surrogates.prf import Key

KEY = Key(b"0123456789abcdef")


@pytest.mark.parametrize("scope", ["a", "b", "c", "d", "e"])
def test_every_ordinal_changes(scope):
    made = other_nth("ninth day of the eleventh month", Context(KEY, scope))
    match = re.fullmatch(r"(\w+) day of the (\w+) month", made)
    assert match is not None
    assert match[1] != "ninth"
    assert match[2] != "eleventh"


def test_other_forms_are_left_to_others():
    assert other_nth("the third of May", Context(KEY, "a")) is None
