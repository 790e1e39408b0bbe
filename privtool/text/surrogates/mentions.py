"""Further mentions of private phrases: where a text says again what entities elsewhere cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import regex

from privtool.core.spans import Span
from privtool.text.english.nicknames import other_names
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.generator import PrivatePhrase
from privtool.text.surrogates.mention_values import (
    ASCII_PART,
    LONGEST,
    PART,
    Value,
    is_ordinary,
    is_uncommon,
    key_of,
    values_of,
)
from privtool.text.surrogates.name_cues import Word, is_caseless
from privtool.text.surrogates.names.cued_names import cued_parts, cued_role
from privtool.text.surrogates.names.name_parts import full_names
from privtool.text.surrogates.names.spelled import spelled_words
from privtool.text.surrogates.prf import normalized
from privtool.text.unicode import drawn_letters

_STEM = 6  # letters of a value that gives a longer word away
_WITH_NAMES = frozenset((Label.PERSON, Label.EMAIL, Label.USERNAME))
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019\u02bc]*+")
_SIGNS = regex.compile(r"['\u2019\u02bc]")


class MentionIndex:
    """The values of private phrases with their labels, found in linear time."""

    def __init__(self) -> None:
        self._labels: dict[Value, str] = {}
        self._as_names: dict[str, str] = {}
        self._people: dict[str, str] = {}
        # Of the values that start with a part: bit `n` is set for a value of `n` parts.
        self._lengths: dict[str, int] = {}
        self._stems: set[str] = set()  # how long values of one part start
        self.roles: dict[str, str] = {}  # of the parts of full names: given or surname
        self._cues: dict[tuple[str, str], set[str]] = {}  # of phrases, in lower case
        self._cued: dict[str, set[str]] = {}  # what the words around names say of their parts

    def __len__(self) -> int:
        return len(self._labels) + len(self._as_names) + len(self._people)

    def add(self, phrase: str, label: str, cues: Iterable[str] = ()) -> None:
        """Add a private phrase with cues around it. The order of calls does not matter."""
        values = values_of(phrase, label)
        labels, lengths, stems = self._labels, self._lengths, self._stems
        for value in values.anywhere:
            if labels.setdefault(value, label) > label:
                labels[value] = label
            first, length = value[0], len(value)
            lengths[first] = lengths.get(first, 0) | 1 << length
            if length == 1 and len(first) >= _STEM:
                stems.add(first[:_STEM])
        for word in values.as_names:
            self._as_names[word] = min(label, self._as_names.get(word, label))
        for word in values.people:
            self._people[word] = min(label, self._people.get(word, label))
        if canonical_label(label) is Label.PERSON:
            for part, role in full_names(phrase):
                self.roles[part] = min(role, self.roles.get(part, role))
        if cues:
            self._add_cues(phrase, label, cues)

    def _add_cues(self, phrase: str, label: str, cues: Iterable[str]) -> None:
        if canonical_label(label) is Label.PERSON:
            for part in cued_parts(phrase):
                self._cued.setdefault(part, set()).update(cues)
        else:
            self._cues.setdefault((normalized(phrase), label), set()).update(cues)

    def private_phrase(self, phrase: str, label: str) -> PrivatePhrase:
        """Return a private phrase with what its record and scope say of its words."""
        cues = self._cues.get((normalized(phrase), label)) if self._cues else None
        return PrivatePhrase(
            phrase, label, self.roles_in(phrase, label), tuple(sorted(cues)) if cues else ()
        )

    def roles_in(self, phrase: str, label: str) -> tuple[tuple[str, str], ...]:
        """Return the roles of the words of a name or address, from full names and from cues."""
        if not (self.roles or self._cued) or canonical_label(label) not in _WITH_NAMES:
            return ()
        words = _NAME.findall(normalized(phrase))
        keys: set[str] = set()
        for word in (*words, *spelled_words(phrase)):
            keys.update(self._forms(word))
        keys |= {one + two for one, two in pairwise(words)}  # "o connor"
        known = ((key, self._role(key)) for key in keys)
        return tuple(sorted((key, role) for key, role in known if role))

    def _role(self, key: str) -> str:
        """Return the role of a part of a name, "" for an unknown one."""
        role = self.roles.get(key, "")
        cues = self._cued.get(key)
        return role if cues is None else cued_role(key, role, cues)

    def _forms(self, word: str) -> Iterable[str]:
        """Return a word that is a part of a full name, or what another may start or end with."""
        return (word,) if word in self.roles or word in self._cued else _pieces(word)

    def spans(self, text: str, covered: Sequence[tuple[int, int]]) -> list[Span]:
        """Return the mentions in a text outside the covered ranges, which are sorted."""
        if not self:
            return []
        spans: list[Span] = []
        shown = drawn_letters(text)  # pictures of letters as letters
        pattern = ASCII_PART if shown.isascii() else PART
        for start, end in _sections(text, covered):
            keys = [key_of(part) for part in pattern.findall(shown, start, end)]
            if not any(map(self._may_start, keys)):
                continue  # nearly all sections
            parts = list(pattern.finditer(shown, start, end))
            caseless = is_caseless(text)
            at = 0
            while at < len(keys):
                length, label = self._at(keys, at)
                if not length and self._may_be_name(keys[at]):
                    word = Word(text, parts, keys, at, caseless)
                    length, label = self._name_at(word, keys[at])
                if not length:
                    length, label = self._longer(keys[at])
                if length:
                    spans.append(Span(parts[at].start(), parts[at + length - 1].end(), label))
                at += max(1, length)
        return spans

    def _may_start(self, key: str) -> bool:
        """Return whether a mention may start with a part."""
        return key in self._lengths or key[:_STEM] in self._stems or self._may_be_name(key)

    def _at(self, keys: Sequence[str], at: int) -> tuple[int, str]:
        """Return the number of parts of the longest value at a place, 0 for none, and its label."""
        lengths = self._lengths.get(keys[at], 0)
        while lengths:
            length = lengths.bit_length() - 1  # the longest
            label = self._labels.get(tuple(keys[at : at + length]))
            if label is not None and at + length <= len(keys):
                return length, label
            lengths ^= 1 << length
        return 0, ""

    def _name_at(self, word: Word, key: str) -> tuple[int, str]:
        """Return 1 and the label for a name that is a common word, or a nickname."""
        label = self._as_names.get(key)
        if label is not None and word.is_name(self.roles):
            return 1, label
        label = self._nickname(key)
        if label is not None:
            plain = is_uncommon(key) and not is_ordinary(key)
            if plain or word.is_name(self.roles, exact=False):
                return 1, label
        return 0, ""

    def _may_be_name(self, key: str) -> bool:
        return key in self._as_names or (bool(self._people) and key in other_names())

    def _nickname(self, key: str) -> str | None:
        """Return the label of a person whose nickname, or full name, a word is."""
        if not self._people:
            return None
        others = other_names().get(key, frozenset())
        return min((self._people[name] for name in others if name in self._people), default=None)

    def _longer(self, key: str) -> tuple[int, str]:
        """Return the label of an uncommon word that a value is the start of: "kowalskigate"."""
        if key[:_STEM] in self._stems and is_uncommon(key):
            for end in range(min(len(key) - 1, 2 * LONGEST), _STEM - 1, -1):
                label = self._labels.get((key[:end],))
                if label is not None:
                    return 1, label
        return 0, ""


def _sections(text: str, covered: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each section of the text that is not covered."""
    done = 0
    for start, end in [*covered, (len(text), len(text))]:
        if done < start:
            yield done, start
        done = end


def _pieces(word: str) -> Iterator[str]:
    """Yield a word, and what it may start or end with: "annakowalski", "kowalskis"."""
    bare = _SIGNS.sub("", word)
    yield bare
    if len(bare) <= LONGEST:
        for at in range(1, len(bare)):
            yield bare[:at]
            yield bare[at:]
