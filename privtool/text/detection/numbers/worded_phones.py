"""Phone numbers after a "+" that are partly in words: "(+sixty-four) 21-five five five-0182"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import SURE
from privtool.text.detection.numbers.phones import FEWEST_DIGITS
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import REPEATS, SMALL
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

PHONE = Label.PHONE.value

_WORDS = SMALL.keys() | REPEATS.keys()
_PART = rf"(?:\d{{1,15}}(?!\d)|(?:{'|'.join(sorted(_WORDS))})(?![^\W_]))"
_NUMBER = Regex(rf"\(?\+ ?\(?{_PART}(?:[ \-./()~]{{1,3}}{_PART}){{1,19}}")
_WORD = Regex(r"[a-z]+|\d")


def find(view: TextView) -> list[Span]:
    """Find them: a number word at least, and as many digits and words as a phone number has."""
    if "+" not in view.lower:
        return []
    spans = []
    for match in _NUMBER.finditer(view.lower):
        parts = _WORD.findall(match.group())
        if len(parts) >= FEWEST_DIGITS and any(part in _WORDS for part in parts):
            spans.append(Span(*match.span(), PHONE, SURE))
    return spans
