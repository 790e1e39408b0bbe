"""Loading taggers by name, alone or combined, or that of a caller of the Python API."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from operator import index

from privtool.core.device import Runtime
from privtool.core.errors import PrivtoolError
from privtool.core.language_marks import ENGLISH
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.models.taggers.load import ResolvedTagger, load_models
from privtool.stages.tagging_steps import Step, Stepped, joined
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
        label, finite = canonical_label(made.label).value, isfinite(made.score)
    except (TypeError, AttributeError):
        raise PrivtoolError(
            "the tagger returned an item that is not a span (start, end, label)"
        ) from None
    if not finite:
        raise PrivtoolError("the tagger returned a score that is not a number")
    if not 0 <= start < end <= length:
        raise PrivtoolError("the tagger returned a span that is empty or outside its text")
    return made._replace(start=start, end=end, label=label, score=float(made.score))


def load_tagger(
    resolved: Sequence[ResolvedTagger],
    runtime: Runtime,
    language: str = ENGLISH,
    *,
    threshold: float | None = None,
    all_dates: bool = False,
    careful: bool = False,
    first: tuple[Step, ...] = (),
    off: frozenset[str] = frozenset(),
) -> Tagger:
    """Load and join taggers. The options are those of `load_models` and `joined`.

    All that a caller's own tagger finds counts, but for what `first` changes.
    """
    if resolved and resolved[0].own is not None:
        return Stepped(OwnTagger(resolved[0].own), first)
    parts = load_models(resolved, runtime, language, threshold=threshold, careful=careful)
    return joined(parts, all_dates=all_dates, first=first, off=off, language=language)
