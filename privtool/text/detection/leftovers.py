"""Words with a digit that nothing else matched."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

ID = Label.ID.value
NUMBER = Label.NUMBER.value

_WORD = Regex(r"[a-z\d]+(?:[-_/.:#][a-z\d]+|,\d{3}(?!\d))*")


def find(view: TextView) -> list[Span]:
    """Find every other word with a digit, so that a threshold of 0 leaves no digit behind."""
    spans = []
    for start, end in view.digit_words:
        for match in _WORD.finditer(view.lower, start, end):
            word = match.group()
            if any(map(str.isdigit, word)):
                label = ID if any(map(str.isalpha, word)) else NUMBER
                spans.append(Span(*match.span(), label, FAINT))
    return spans
