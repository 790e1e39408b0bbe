"""Further mentions of private phrases: where a text says again what entities elsewhere cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import regex

from privtool.core.spans import Span
from privtool.text.english.nicknames import other_names
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.generator import PrivatePhrase
from privtool.text.surrogates.mention_values import (
    ASCII_PART,
    LONGEST,
    LOWER_PART,
    PART,
    Value,
    is_ordinary,
    is_uncommon,
    key_of,
    values_of,
)
from privtool.text.surrogates.name_cues import Word, is_caseless
from privtool.text.surrogates.name_forms import MANY
from privtool.text.surrogates.names.cued_names import cued_parts, cued_role
from privtool.text.surrogates.names.name_parts import full_names
from privtool.text.surrogates.names.name_words import plain_names
from privtool.text.surrogates.names.spelled import spelled_words
from privtool.text.surrogates.one_label import NameLabels
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.unread import untorn
from privtool.text.unicode import drawn_letters

T = TypeVar("T")
_STEM = 6  # letters of a value that gives a longer word away
_WITH_NAMES = frozenset((Label.PERSON, Label.EMAIL, Label.USERNAME))
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019\u02bc]*+")
_SIGNS = regex.compile(r"['\u2019\u02bc]")


class MentionIndex:
    """The values of private phrases with their labels, found in linear time."""

    def __init__(self) -> None:
        self._words: dict[str, str] = {}  # labels of values of one part, and of several
        self._phrases: dict[Value, str] = {}
        self._as_names: dict[str, str] = {}
        self._people: dict[str, str] = {}
        # Of the phrases that start with a part: bit `n` is set for a phrase of `n` parts.
        self._lengths: dict[str, int] = {}
        self._stems: set[str] = set()  # how long words start
        self.roles: dict[str, str] = {}  # of the parts of full names: given or surname
        self._cues: dict[tuple[str, str], set[str]] = {}  # of phrases, in lower case
        self._cued: dict[str, set[str]] = {}  # what the words around names say of their parts
        self._labels = NameLabels()

    def __len__(self) -> int:
        values = self._words, self._phrases, self._as_names, self._people
        return sum(len(each) for each in values)

    def __bool__(self) -> bool:
        return bool(self._words or self._phrases or self._as_names or self._people)

    def add(self, phrase: str, label: str, cues: Iterable[str] = ()) -> None:
        """Add a private phrase with cues around it. The order of calls does not matter."""
        plain = untorn(phrase, label)
        self._labels.add(plain, label)
        self._add_values(plain, label)
        if plain != phrase:
            self._add_values(phrase, label)
        if canonical_label(label) is Label.PERSON:
            for part, role in full_names(plain):
                self.roles[part] = min(role, self.roles.get(part, role))
        if cues:
            self._add_cues(plain, label, cues)

    def _add_values(self, phrase: str, label: str) -> None:
        values = values_of(phrase, label)
        _add(values.words, label, self._words)
        _add(values.phrases, label, self._phrases)
        self._stems.update([word[:_STEM] for word in values.words if len(word) >= _STEM])
        for value in values.phrases:
            self._lengths[value[0]] = self._lengths.get(value[0], 0) | 1 << len(value)
        if canonical_label(label) is Label.PERSON:
            _add(values.as_names, label, self._as_names)
            _add(values.people, label, self._people)

    def _add_cues(self, phrase: str, label: str, cues: Iterable[str]) -> None:
        if canonical_label(label) is Label.PERSON:
            for part in cued_parts(phrase):
                self._cued.setdefault(part, set()).update(cues)
            cues = {MANY}.intersection(cues)
        if cues:
            self._cues.setdefault((normalized(phrase), label), set()).update(cues)

    def private_phrase(self, phrase: str, label: str) -> PrivatePhrase:
        """Return a private phrase with what its record and scope say of it and its words."""
        phrase = untorn(phrase, label)
        label = self._labels.label_of(phrase, label)
        cues = self._cues.get((normalized(phrase), label)) if self._cues else None
        return PrivatePhrase(
            phrase, label, self.roles_in(phrase, label), tuple(sorted(cues)) if cues else ()
        )

    def roles_in(self, phrase: str, label: str) -> tuple[tuple[str, str], ...]:
        """Return the roles of the words of a name or address, from full names and from cues."""
        if not (self.roles or self._cued) or canonical_label(label) not in _WITH_NAMES:
            return ()
        words = plain_names(phrase)
        spelled = () if words else spelled_words(phrase)
        words = words or tuple(_NAME.findall(normalized(phrase)))
        keys = {one + two for one, two in pairwise(words)}  # "o connor"
        for word in (*words, *spelled):
            if word in self.roles or word in self._cued:
                keys.add(word)
            else:
                keys.update(_pieces(word))
        known = keys & self.roles.keys()
        if self._cued:
            known |= keys & self._cued.keys()
        roles = [(key, role) for key in known if (role := self._role(key))]
        return tuple(sorted(roles))

    def _role(self, key: str) -> str:
        """Return the role of a part of a name, "" if it has none."""
        role = self.roles.get(key, "")
        cues = self._cued.get(key)
        return role if cues is None else cued_role(key, role, cues)

    def spans(self, text: str, covered: Sequence[tuple[int, int]]) -> list[Span]:
        """Return the mentions in a text outside the covered ranges, which are sorted."""
        shown = drawn_letters(text)  # pictures of letters as letters
        sections = list(_sections(text, covered))
        plain = shown.isascii()
        if plain:
            outside = " ".join([shown[start:end] for start, end in sections])
            if not self._may_be_in(LOWER_PART.findall(outside.lower())):
                return []  # nearly all texts
        spans: list[Span] = []
        pattern = ASCII_PART if plain else PART
        for start, end in sections:
            keys = [key_of(part) for part in pattern.findall(shown, start, end)]
            if not self._may_be_in(keys):
                continue
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

    def _may_be_in(self, keys: list[str]) -> bool:
        """Return whether a mention may start with one of some parts."""
        if not (
            self._words.keys().isdisjoint(keys)
            and self._lengths.keys().isdisjoint(keys)
            and self._as_names.keys().isdisjoint(keys)
        ):
            return True
        if self._people and not other_names().keys().isdisjoint(keys):
            return True
        return not self._stems.isdisjoint([key[:_STEM] for key in keys if len(key) >= _STEM])

    def _at(self, keys: Sequence[str], at: int) -> tuple[int, str]:
        """Return the number of parts of the longest value at a place, 0 for none, and its label."""
        lengths = self._lengths.get(keys[at], 0)
        while lengths:
            length = lengths.bit_length() - 1  # the longest
            label = self._phrases.get(tuple(keys[at : at + length]))
            if label is not None and at + length <= len(keys):
                return length, label
            lengths ^= 1 << length
        label = self._words.get(keys[at])
        return (0, "") if label is None else (1, label)

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
                label = self._words.get(key[:end])
                if label is not None:
                    return 1, label
        return 0, ""


def _add(values: Iterable[T], label: str, labels: dict[T, str]) -> None:
    """Give values a label, unless they have one that comes before it."""
    for value in values:
        if labels.setdefault(value, label) > label:
            labels[value] = label


def _sections(text: str, covered: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each section of the text that is not covered."""
    done = 0
    for start, end in [*covered, (len(text), len(text))]:
        if done < start:
            yield done, start
        done = end


def _pieces(word: str) -> Iterator[str]:
    """Yield what a word may start or end with, and the word: "annakowalski", "kowalskis"."""
    bare = _SIGNS.sub("", word)
    yield bare
    if len(bare) <= LONGEST:
        for at in range(1, len(bare)):
            yield bare[:at]
            yield bare[at:]
