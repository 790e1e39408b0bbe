"""Words with a digit that nothing else matched."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, FAINT, POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_sets import word_set

DATE = Label.DATE.value
ID = Label.ID.value
NUMBER = Label.NUMBER.value

_WORD = Regex(r"[a-z\d]+(?:[-_/.:#][a-z\d]+|,\d{3}(?!\d))*")
_YEAR = Regex(r"(?<![\w.,:/$-])(?:'\d{2}(?!\d)|(?:1[6-9]|20)\d{2})'?s?(?!\w|[,.:/-]\d)")
_BEFORE_YEAR = word_set("in since of from until till by year circa during before after")
_LAST_WORD = Regex(r"([a-z]+(?: the)?)\W{0,3}\Z")


def find_years(view: TextView) -> list[Span]:
    """Find bare years: "2019", "'69", "the 1980s"."""
    spans = []
    for start, end in view.digit_words:
        match = _YEAR.search(view.lower, start, end + 1)
        if match is None or match.end() > end:
            continue
        before = _LAST_WORD.search(view.lower[max(0, match.start() - 12) : match.start()])
        cued = before is not None and before.group(1).removesuffix(" the") in _BEFORE_YEAR
        spans.append(Span(*match.span(), DATE, POSSIBLE if cued else DOUBTFUL))
    return spans


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
