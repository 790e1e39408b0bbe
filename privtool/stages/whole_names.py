"""What a tagger finds, and what must not stay beside it."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.text.detection.names.scripts import other_script_words
from privtool.text.detection.names.widening import widened


class WholeNames:
    """A tagger whose spans of persons extend to the rest of their names.

    With `other_scripts` it also finds words in other scripts than Latin: taggers of English text
    do not know them.
    """

    def __init__(self, tagger: Tagger, *, other_scripts: bool = True) -> None:
        self._tagger, self._other_scripts = tagger, other_scripts

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, those of the tagger first; they may overlap."""
        found = map(widened, texts, self._tagger.tag(texts))
        if not self._other_scripts:
            return list(found)
        return [
            [*spans, *other_script_words(text)] for text, spans in zip(texts, found, strict=True)
        ]
