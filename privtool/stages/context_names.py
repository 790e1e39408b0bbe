"""Names of a conversation: found in one record, private in all records with the same field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import blake2b
from typing import NamedTuple
from unicodedata import combining, normalize

from privtool.core.fields import group_of
from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.name_set import NameSet
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.handles import is_handle
from privtool.text.detection.names.lexicon import PARTICLES, lexicon
from privtool.text.labels import Label
from privtool.text.unicode import fold_to_ascii
from privtool.text.words import overlapping_words, words

_PERSON = Label.PERSON.value
_CAPITAL = "^"  # before a common word, which is private only with a capital
_SHORTEST = 2
_SHORT = 60  # characters
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
        """Return the words of a text that are names elsewhere in the context of its record."""
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
        return spans

    def _knows(self, contexts: Sequence[str], name: str) -> bool:
        """Return whether a name is known in one of the contexts."""
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
                if name not in function and name not in PARTICLES and name.isalpha():
                    yield name


def is_short(text: str) -> bool:
    """Return whether a text may be an answer that needs its question to be understood."""
    return len(text) <= _SHORT


def context_of_turn(group: str, text: str) -> str:
    """Return the context of names that are private in records with this text alone."""
    return f"{group}\0{text}"


def name_hash(context: str, name: str) -> int:
    """Return the hash of a name in a context, of 128 bits."""
    digest = blake2b(f"{context}\0{name}".encode("utf-8", "surrogatepass"), digest_size=16)
    return int.from_bytes(digest.digest(), "little")


def _parts(key: str) -> Iterator[str]:
    """Yield the parts of a word key that can be a name."""
    plain = fold_to_ascii(key).translate(_APOSTROPHES)
    if not plain.isascii():
        plain = "".join(c for c in normalize("NFKD", plain) if not combining(c))
    return (part for part in plain.split("-") if len(part) >= _SHORTEST)


def _has_telling_capital(cased: CasedWords, index: int) -> bool:
    return cased.capital(index) and not cased.opens(index)
