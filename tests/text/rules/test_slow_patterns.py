"""Patterns that take much longer than their text is long."""

from __future__ import annotations

import re

import pytest

from privtool.text.rules.slow_patterns import is_slow


@pytest.mark.parametrize("pattern", [r"(a+)+b", r"(?:x|xx)+y", r"(\d+ ?)+x", r"[\w ]+\d", ".*foo"])
def test_a_pattern_that_explodes_is_slow(pattern):
    assert is_slow(re.compile(pattern))


@pytest.mark.parametrize("pattern", [r"=(?:[.:]|\.:)+!", r"=(?:\W|, )+!", "=(?:z|[^a-z=]|#;)+!"])
def test_a_pattern_that_explodes_on_two_signs_in_turn_is_slow(pattern):
    assert is_slow(re.compile(pattern))


@pytest.mark.parametrize(
    "pattern",
    [r"ACME-\d+", r"[A-Z]{2}\d{4}", r"\d{1,3}(?:[.,]\d{3})*", r"(?:ab|a)+?c", r"(?<!x)[^\W_]"],
)
def test_others_are_not(pattern):
    assert not is_slow(re.compile(rf"(?<![^\W_]){pattern}", re.IGNORECASE))
