"""House numbers in words without a street: "at number thirty", "House number? Thirty."."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
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
_AFTER_STREET = Regex(
    rf"(?<=[^\W\d_]), number ((?:{_LARGE})(?:[ -](?:{'|'.join(UNITS)}))?)(?=[,.;?!]|\Z)"
)
_NEIGHBOR = Regex(
    r"(?<![^\W_])(?:neighbou?rs?|lady|woman|man|guy|bloke|couple|family|people|lot|folks) "
    rf"(?:from|at|in) ((?:{_LARGE})(?:[ -](?:{'|'.join(UNITS)}))?)(?=[,.;?!\n]|\Z)"
)
_ANSWER = Regex(
    r"(?<![^\W_])(?:house|door|flat|apartment) number(?:[^\w]|is(?![^\W_]))+"
    rf"(?:[^\W_]+: |(?:it's|that's|just|uh|um) )*({_WORD}(?:[ -]{_WORD}){{0,3}})"
)

# With what a text must contain.
_TOLD = (
    ((", number ",), _AFTER_STREET),
    ((" from ", " at ", " in "), _NEIGHBOR),
    (("house number", "door number", "flat number", "apartment number"), _ANSWER),
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
        for parts, pattern in _TOLD
        if any(part in view.lower for part in parts)
        for match in pattern.finditer(view.lower)
    )
