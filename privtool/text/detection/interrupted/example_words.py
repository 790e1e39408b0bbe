"""Letters with an example outside of spellings: "Y at the end, as in yellow", "B for bravo"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.numbers.dictated_items import SPELLING_ALPHABET
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

PLACE = r"(?:,? (?:at|on|in) the (?:end|start|beginning|front|middle))?"
PAUSE = r"(?:,? (?:um|uh|er|erm|well|oh|like))?,?"
_KNOWN = "|".join(sorted(SPELLING_ALPHABET))
_EXAMPLE = Regex(
    rf"(?<![^\W_])(?:([a-z]),? )?(?P<letter>[a-z]){PLACE},? "
    rf"(?:(?:as|like) in{PAUSE} (?P=letter)[a-z]+"
    rf"|(?:for|like){PAUSE} (?=(?P=letter))(?:{_KNOWN}))(?![^\W_])"
)
_NEAR = 2  # characters between an address and its letter
_OF_VALUES = frozenset((Label.ADDRESS.value, Label.EMAIL.value, Label.ID.value))


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find them, with the label of the address or code before them, else as spelled names."""
    lower = view.original
    if not any(map(lower.__contains__, (" in ", " for ", " like "))):
        return []
    ends = {span.end: span.label for span in spans if span.label in _OF_VALUES}
    found: list[Span] = []
    for match in _EXAMPLE.finditer(lower):
        start = match.start() if match[1] == match["letter"] else match.start("letter")
        labels = (ends[end] for end in range(start - _NEAR, start + 1) if end in ends)
        label = next(labels, Label.PERSON.value)
        found.append(Span(start, match.end(), label, POSSIBLE))
    return found
