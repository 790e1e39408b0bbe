"""Codes in groups: a letter or two, then digits: "AB 7719 402 K", "box number B 217"."""

from __future__ import annotations

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY, POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_sets import word_set

_ID = Label.ID.value
_LETTER_GROUP = Regex(r"[A-Z] \d")
_GROUPS = Regex(r"(?<![\w-])([A-Z]{1,3})(?: \d{2,5}){2,5}(?: [A-Z]{1,2})?(?!\w|[.,]\d)")
_CUED = Regex(
    r"(?<![^\W_])(?:number|no\.?|nr\.?|box|locker|badge|file)(?: is|:| #)? "
    r"([b-hj-np-z] \d{2,6})(?!\w)"
)
_UNITS = word_set("usd eur gbp chf cad aud inr jpy cny rs fy q pp no")


def find(view: TextView) -> list[Span]:
    """Find capitals with two or more groups of digits, and a letter that a cue announces."""
    spans: list[Span] = []
    if not view.plain.isupper() and _LETTER_GROUP.search(view.plain):
        spans = [
            Span(*match.span(), _ID, POSSIBLE)
            for match in _GROUPS.finditer(view.plain)
            if match.group(1).lower() not in _UNITS
        ]
    spans += [Span(*match.span(1), _ID, LIKELY) for match in _CUED.finditer(view.lower)]
    return merge_overlapping(spans)
