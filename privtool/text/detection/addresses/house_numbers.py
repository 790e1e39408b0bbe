"""House numbers in words without a street: "at number thirty", "House number? Thirty."."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.parted_patterns import PartedPatterns
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, TEENS, TENS, UNITS
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_WORD = f"(?:{'|'.join(sorted(CARDINALS))})(?![^\\W_])"
# "At number five in the charts" is a rank, and so is "at number one".
_HOUSE = Regex(
    r"(?<![^\W_])(?:at|from|opposite|outside|behind|beside) number "
    rf"(?!one(?![^\W_])(?! {_WORD}))({_WORD}(?:[ -]{_WORD}){{0,3}})"
    r"(?! (?:in|on|of|overall|seed|spot|position|with)(?![^\W_]))"
)
_LARGE = "|".join([*TEENS, *TENS])
_TOLD = PartedPatterns(
    (
        (
            (", number ",),
            rf"(?<=[^\W\d_]), number ((?:{_LARGE})(?:[ -](?:{'|'.join(UNITS)}))?)(?=[,.;?!]|\Z)",
        ),
        (
            (" from ", " at ", " in "),
            r"(?<![^\W_])(?:neighbou?rs?|lady|woman|man|guy|bloke|couple|family|people|lot|folks) "
            rf"(?:from|at|in) ((?:{_LARGE})(?:[ -](?:{'|'.join(UNITS)}))?)(?=[,.;?!\n]|\Z)",
        ),
        (
            ("house number", "door number", "flat number", "apartment number"),
            r"(?<![^\W_])(?:house|door|flat|apartment) number(?:[^\w]|is(?![^\W_]))+"
            rf"(?:[^\W_]+: |(?:it's|that's|just|uh|um) )*({_WORD}(?:[ -]{_WORD}){{0,3}})",
        ),
    )
)


def find(view: TextView) -> list[Span]:
    """Find house numbers that follow "at number", "from number" and the like."""
    if " number " not in view.lower:
        return []
    matches = _HOUSE.finditer(view.lower)
    return [Span(*match.span(1), Label.ADDRESS.value, POSSIBLE) for match in matches]


def find_told(view: TextView) -> list[Span]:
    """Find numbers after a street, or after a question for one: after what is dictated."""
    return sorted(
        Span(*match.span(1), Label.ADDRESS.value, POSSIBLE)
        for pattern in _TOLD.possible_in(view.lower)
        for match in pattern.finditer(view.lower)
    )
