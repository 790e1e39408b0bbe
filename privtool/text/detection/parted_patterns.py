"""Many patterns of one stage, of which few are searched for in a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from privtool.text.lazy_regex import Regex


class PartedPatterns:
    """Patterns with parts, one of which each of its matches has: a quick test before the search."""

    def __init__(self, patterns: Iterable[tuple[Sequence[str], str]]) -> None:
        sources = list(patterns)
        self._patterns = [Regex(source) for _, source in sources]
        self._parts = [(part, at) for at, (parts, _) in enumerate(sources) for part in parts]

    def possible_in(self, text: str) -> list[Regex]:
        """Return the patterns, in order, that have a part in a text."""
        found = {at for part, at in self._parts if part in text}
        return [self._patterns[at] for at in sorted(found)] if found else []
