"""Patterns over classes of tokens."""

from __future__ import annotations

import pytest

from privtool.text.detection.view import TextView
from privtool.text.rules.token_patterns import TokenPatterns


def _found(pattern: str, text: str) -> list[str]:
    view, patterns = TextView(text), TokenPatterns([pattern])
    encoded = patterns.encoded(view.tokens, view.plain)
    places = (match.span() for match in patterns.pattern(0).finditer(encoded))
    return [text[view.tokens.start[a // 2] : view.tokens.end[b // 2 - 1]] for a, b in places]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("{at|to}", ["to", "at"]),
        ("{DIGITS2-6}", ["12"]),
        ("{DIGITS}{LETTER & GLUED}", ["7B"]),
        ("{WORD & CAPITAL}{streets.plain_suffixes}", ["Elm Street"]),
        ("{WORD & !at|to|is|numbers.unit & !CAPITAL}", ["send"]),
        ("{DIGITS|numbers.unit}", ["12", "seven", "7"]),
        ("{,}{ANY}", [", seven"]),
        ("{WORD & FIRST}", ["at"]),
        ("(?<={12|send}){to}{1,2}", ["to"]),
        ("{WORD & DIGITS}", []),
    ],
)
def test_a_class_is_what_all_its_conditions_allow(pattern: str, found: list[str]) -> None:
    assert _found(pattern, "send to 12 Elm Street, seven\nat 7B") == found


def test_what_a_match_needs_is_derived() -> None:
    patterns = TokenPatterns(["{DIGITS} {WORD}{1,3}? {at|to}", "{WORD}? {in}"])
    assert patterns.words == frozenset(("at", "to", "in"))
    assert TokenPatterns(["{DIGITS}"]).words is None


def test_what_is_found_already_matches_no_other_class() -> None:
    assert _found("{ANY}", "\0\0\0") == []
    assert len(_found("{HIDDEN}", "a \0\0\0")) > 0
