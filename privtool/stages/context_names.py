"""Names of a conversation: found in one record, private in all records with the same field.

The same is known of turns that are parts of a dictated value (`stages/dictated_turns.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple
from unicodedata import combining, normalize

from privtool.core.fields import group_of
from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.dictated_turns import is_dictated
from privtool.stages.name_set import NameSet, context_of_turn, is_short, name_hash
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.kinds import is_handle
from privtool.text.detection.said.turns import read_turn
from privtool.text.labels import Label
from privtool.text.lexicon import words as listed
from privtool.text.name_lexicon import lexicon
from privtool.text.unicode import fold_to_ascii
from privtool.text.words import overlapping_words, words

_PERSON = Label.PERSON.value
_CAPITAL = "^"  # before a common word, which is private only with a capital
_SHORTEST = 2
_APOSTROPHES = str.maketrans("", "", "'\u2019\u02bc`")


class ContextNames(NamedTuple):
    """The names of each context, as hashes in bounded memory."""

    field: str
    known: NameSet

    def check(self, record: Record) -> None:
        """Raise `DataError` if the value of the field cannot be a context."""
        group_of(record, self.field)

    def extended(
        self, batch: Sequence[tuple[Record, str]], found: Sequence[Sequence[Span]]
    ) -> list[list[Span]]:
        """Return the spans of each text, and the names of its context after them."""
        return [
            [*spans, *self.spans(record, text)]
            for (record, text), spans in zip(batch, found, strict=True)
        ]

    def spans(self, record: Record, text: str) -> list[Span]:
        """Return the words of a text that are private in the context of its record.

        These are names elsewhere in the context, and dictated digits and letters.
        """
        group = group_of(record, self.field)
        if group is None:
            return []
        cased = CasedWords(text)
        capitals = {cased.start[i] for i in range(len(cased)) if _has_telling_capital(cased, i)}
        contexts = [group, context_of_turn(group, text)] if is_short(text) else [group]
        spans: list[Span] = []
        for start, end, key in words(text):
            names = [*_parts(key)]
            if start in capitals:
                names += [_CAPITAL + name for name in names]
            if any(self._knows(contexts, name) for name in names) or any(
                self._is_handle(contexts, name) for name in names
            ):
                spans.append(Span(start, end, _PERSON, LIKELY))
        return spans + self.dictated(record, text)

    def dictated(self, record: Record, text: str) -> list[Span]:
        """Return the digits and letters of a turn that is a part of a dictated value."""
        group = group_of(record, self.field)
        dictated = group is not None and is_dictated(self.known, group, text)
        return list(read_turn(text).items) if dictated else []

    def _knows(self, contexts: Sequence[str], name: str) -> bool:
        return any(name_hash(each, name) in self.known for each in contexts)

    def _is_handle(self, contexts: Sequence[str], word: str) -> bool:
        """Return whether a word in no list is made of names of the contexts: "annakowalski"."""
        return word not in lexicon().known and is_handle(word, partial(self._knows, contexts))


def names_of(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the words of names of persons, in lower case.

    Common words that are no listed names, and very frequent ones, have a sign before them.
    """
    lists = lexicon()
    for name in plain_names_of(text, spans):
        plain = name not in lists.common or (name in lists.listed and name not in lists.frequent)
        yield name if plain else _CAPITAL + name


def plain_names_of(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the words of names of persons, in lower case and without accents and apostrophes."""
    function = lexicon().function
    found = words(text)
    persons = [(span.start, span.end) for span in spans if span.label == _PERSON]
    for numbers in overlapping_words(found, persons):
        for number in numbers:
            for name in _parts(found[number].key):
                if (
                    name not in function
                    and name not in listed("name_neighbors.particles")
                    and name.isalpha()
                ):
                    yield name


def _parts(key: str) -> Iterator[str]:
    """Yield the parts of a word key that can be a name."""
    plain = fold_to_ascii(key).translate(_APOSTROPHES)
    if not plain.isascii():
        plain = "".join(c for c in normalize("NFKD", plain) if not combining(c))
    return (part for part in plain.split("-") if len(part) >= _SHORTEST)


def _has_telling_capital(cased: CasedWords, index: int) -> bool:
    return cased.capital(index) and not cased.opens(index)
