"""What a tagger finds, and what must not stay beside it."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.text.detection.names.firms import firms
from privtool.text.detection.names.relabeling import relabeled
from privtool.text.detection.names.scripts import other_script_words
from privtool.text.detection.names.widening import widened
from privtool.text.detection.unseen import find_unseen


class WholeNames:
    """A tagger whose spans of persons and firms extend to the rest of their names.

    It also finds invisible text, whatever the tagger. With `other_scripts` it finds words in other
    scripts than Latin, too: taggers of English text do not know them.
    """

    def __init__(self, tagger: Tagger, *, other_scripts: bool = True) -> None:
        self._tagger, self._other_scripts = tagger, other_scripts

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, firms and those of the tagger first; they may overlap."""
        found = map(widened, texts, self._tagger.tag(texts))
        return [
            [
                *(*firms(text, spans), *spans, *find_unseen(text)),
                *(other_script_words(text) if self._other_scripts else ()),
            ]
            for text, spans in zip(texts, found, strict=True)
        ]


class TextLabels:
    """A tagger whose labels are those that the text shows; it finds the same.

    Names are collected without it: as a person, a name counts in all records of a conversation.
    """

    def __init__(self, tagger: Tagger) -> None:
        self._tagger = tagger

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, in the order of the tagger."""
        return list(map(relabeled, texts, self._tagger.tag(texts)))
