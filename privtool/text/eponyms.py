"""Diseases, signs and devices that are named after people: "Parkinson's disease"."""

from __future__ import annotations

import re
from functools import cache

from privtool.core.spans import Span
from privtool.text.lexicon import words
from privtool.text.unicode import fold_to_ascii


class EponymFinder:
    """Finds eponyms: a listed name, perhaps a word for its kind, and what it names."""

    def find(self, text: str) -> list[Span]:
        """Return the spans of eponyms with the words that they name, sorted and disjoint."""
        plain = fold_to_ascii(text)
        return [Span(*match.span(), "") for match in _pattern().finditer(plain)]


@cache
def _pattern() -> re.Pattern[str]:
    names = "|".join(
        re.escape(name).replace(r"\ ", r"\s")
        for name in sorted(words("eponyms.names"), key=_longest)
    )
    heads, between = (
        "|".join(sorted(words(f"eponyms.{part}"), key=_longest)) for part in ("heads", "between")
    )
    name = rf"(?i:(?:{names}))(?:[ -](?i:(?:{names})))?"
    return re.compile(
        rf"(?<!\w){name}(?:'s|'|s)?[\s-]+(?i:(?:(?:{between})[\s-]+){{0,2}}(?:{heads}))(?!\w)"
    )


def _longest(word: str) -> tuple[int, str]:
    return -len(word), word
