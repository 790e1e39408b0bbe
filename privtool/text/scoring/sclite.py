"""The markup of references that NIST's sclite knows, and that of transcribers.

| markup | what it is |
| -- | -- |
| `<laugh>`, `[noise]`, `%hesitation`, `(%uh)` | no words |
| `(uh)`, `(i mean)` | words that may be left out |
| `{a b / c / @}` | alternatives; `@` is no word |
| fillers (`data/en/hesitations.txt`) | no words, in hypotheses, too |
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from privtool.text import lexicon
from privtool.text.scoring.normalization import PLAIN, ScoredWord, scored_words
from privtool.text.scoring.verbalized import SpokenItem, Words

_MARKUP = regex.compile(
    r"(?P<tag><[^<>\s]{1,40}>)|(?P<noise>\[[^\[\]{}]{0,60}\]|\(?%[\w-]+\)?)"
    r"|\{(?P<either>[^{}]{0,400})\}|\((?P<maybe>[^(){}%]{1,100})\)"
)
_NOTED = regex.compile(r"\[[\p{Ll}_ -]{1,60}\]|\(?%[\w-]+\)?|\{[^{}/]{0,200}/[^{}]{0,200}\}|<unk>")


def fillers() -> frozenset[str]:
    """Return the words that are not scored."""
    return lexicon.words("hesitations.pauses")


def markup_in(text: str) -> int:
    """Return how much of the markup of a reference would be scored as words."""
    return sum(1 for _ in _NOTED.finditer(text))


def sclite_items(
    text: str, roles: frozenset[str] = frozenset(), role: str | None = None
) -> list[SpokenItem]:
    """Return the words of a text, each with its readings; `roles` are as for `scored_words`."""
    return list(_items(text, roles, role))


def _items(text: str, roles: frozenset[str], role: str | None) -> Iterator[SpokenItem]:
    end = 0
    for match in [*_MARKUP.finditer(text), None]:
        start = len(text) if match is None else match.start()
        for one in _words(text[end:start]):
            yield one._replace(start=one.start + end, end=one.end + end, role=role), [(one.word,)]
        if match is None:
            return
        end = match.end()
        tag = (match["tag"] or "")[1:-1].lower()
        role = tag if tag in roles else role
        readings = _readings(match["either"], match["maybe"])
        if any(readings):
            yield ScoredWord("", match.start(), end, role), readings


def _words(text: str) -> list[ScoredWord]:
    return [one for one in scored_words(text, PLAIN) if one.word not in fillers()]


def _readings(either: str | None, maybe: str | None) -> list[Words]:
    """Return the readings of a choice, or of words that may be left out."""
    parts = [maybe, ""] if maybe is not None else (either or "").split("/")
    found = [tuple(one.word for one in _words(part.replace("@", " "))) for part in parts]
    return list(dict.fromkeys(found))
