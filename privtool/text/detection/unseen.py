"""Text that nobody sees: tag characters, selectors and runs of invisible characters."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import SURE
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

# Copies of ASCII, and selectors that can encode bytes: one is enough. Of the other invisible
# characters a few have their place in a word; a longer run can encode anything.
_CARRIERS = "\U000e0020-\U000e007f\U000e0100-\U000e01ef"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
)
_UNSEEN = Regex(rf"[^\s\0]{{0,64}}(?:[{_CARRIERS}]|[{_INVISIBLE}]{{4}})[^\s\0]{{0,64}}")
_LABEL = Label.MISC.value


def find_unseen(text: str) -> list[Span]:
    """Find the words that hold invisible text."""
    if text.isascii():
        return []
    return [Span(*match.span(), _LABEL, SURE) for match in _UNSEEN.finditer(text)]
