"""Names of accounts that are spoken: "kite underscore runner"."""

from __future__ import annotations

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.internet.spoken_addresses import CARRIERS
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.tokens import Tokens

UNDERSCORE = "underscore"
_JOINTS = frozenset((UNDERSCORE, "dot", "dash", "hyphen"))
_MOST_PARTS = 8  # on each side


def find(view: TextView) -> list[Span]:
    """Find words around "underscore", with further words joined by "dot" and the like."""
    tokens = view.tokens
    spans = [
        tokens.span(first, stop, Label.USERNAME.value, LIKELY)
        for index in tokens.places({UNDERSCORE})
        for first, stop in [(_end(tokens, index, -1), _end(tokens, index, 1) + 1)]
        if first < index < stop - 1
    ]
    return merge_overlapping(spans)


def _end(tokens: Tokens, joint: int, step: int) -> int:
    """Return the last token in a direction of the name that has a joint at `joint`."""
    end = joint
    for _ in range(_MOST_PARTS):
        word = tokens.at(joint + step)
        if not word.isalnum() or word in CARRIERS or word in _JOINTS:
            break
        end = joint + step
        joint = end + step
        if tokens.at(joint) not in _JOINTS:
            break
    return end
