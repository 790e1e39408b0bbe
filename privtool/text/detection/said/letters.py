"""Letters outside of spellings: with an accent or an example, "Y at the end, as in yellow"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.said.items import SPELLING_ALPHABET
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

SIGN_NAME = (
    r"(?:accent|acute|caron|cedilla|circumflex|comma|dot|grave|hat|hook|line|ring|stroke|tail|tilde"
    r"|umlaut|squiggle|curl|dash|slash|circle)s?"
)
SIGN = rf"(?:an?|the|two|no) (?:[a-z]+ )?{SIGN_NAME}"
PLACE = r"(?:,? (?:at|on|in) the (?:end|start|beginning|front|middle))?"
PAUSE = r"(?:,? (?:um|uh|er|erm|well|oh|like))?,?"

_ACCENT = Regex(
    rf"(?<![^\W_])(?:[a-z] with {SIGN}(?: on (?:it|top|the [a-z]))?|with {SIGN} on the [a-z])"
    r"(?![^\W_])"
)
_EXAMPLE = Regex(
    rf"(?<![^\W_])(?:([a-z]),? (?=\1(?![^\W_])))?(?P<letter>[a-z]){PLACE},? "
    rf"(?:(?:as|like) in{PAUSE} (?P=letter)[a-z]+"
    rf"|(?:for|like){PAUSE} (?=(?P=letter))(?:{'|'.join(sorted(SPELLING_ALPHABET))}))(?![^\W_])"
)
_NEAR = 2  # characters between a value and its letter
_OF_VALUES = frozenset((Label.ADDRESS.value, Label.EMAIL.value, Label.ID.value))


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find them, with the label of the value before them, else as spelled names."""
    lower = view.original
    ends = {span.end: span.label for span in spans}
    found: list[Span] = []
    for pattern, hints in ((_ACCENT, (" with ",)), (_EXAMPLE, (" in ", " for ", " like "))):
        for match in pattern.finditer(lower) if any(map(lower.__contains__, hints)) else ():
            places = range(match.start() - _NEAR, match.start() + 1)
            labels = (ends[at] for at in places if ends.get(at) in _OF_VALUES)
            label = ends.get(match.start() + 1) or next(labels, Label.PERSON.value)
            found.append(Span(*match.span(), label, POSSIBLE))
    return merge_overlapping(sorted(found))
