"""Loading taggers by name, alone or combined."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.language_marks import ENGLISH
from privtool.core.model_options import Runtime
from privtool.interfaces.tagging import Tagger
from privtool.models.taggers.load import ResolvedTagger, load_models
from privtool.stages.own_tagger import OwnTagger
from privtool.stages.tagging_steps import Step, Stepped, joined


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

    Raise what `load_models` raises.
    """
    if resolved and resolved[0].own is not None:
        return Stepped(OwnTagger(resolved[0].own), first)
    parts = load_models(resolved, runtime, language, threshold=threshold, careful=careful)
    return joined(
        parts, all_dates=all_dates, careful=careful, first=first, off=off, language=language
    )
