"""A tagger that a caller of the Python API brings: nothing that it gets wrong is passed over."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from privtool.core.errors import PrivtoolError
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.text.labels import canonical_label


class OwnTagger:
    """Checks the spans of a tagger and maps its labels. Its exceptions stop the run."""

    def __init__(self, tagger: Tagger) -> None:
        self._tagger = tagger

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text. Raise `PrivtoolError` for any that are not of the text."""
        found = list(self._tagger.tag(texts))
        if len(found) != len(texts):
            raise PrivtoolError(
                f"the tagger returned {len(found)} lists of spans for {len(texts)} texts"
            )
        return [
            [_checked(each, len(text)) for each in spans]
            for text, spans in zip(texts, found, strict=True)
        ]


def _checked(span: Sequence[object], length: int) -> Span:
    try:
        made = Span(*span)  # type: ignore[arg-type]
        start, end = index(made.start), index(made.end)
        label = canonical_label(made.label).value
    except (TypeError, AttributeError):
        raise PrivtoolError("the tagger returned what is no span") from None
    if not 0 <= start < end <= length:
        raise PrivtoolError("the tagger returned a span that is empty or outside its text")
    return made._replace(start=start, end=end, label=label)
