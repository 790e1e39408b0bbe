"""Further mentions of private phrases: where a text says again what entities elsewhere cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import unescape
from itertools import pairwise
from typing import NamedTuple

import regex

from privtool.core.spans import Span
from privtool.text.known_names import person_names
from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import words
from privtool.text.surrogates.cues import MANY
from privtool.text.surrogates.generator import PrivatePhrase
from privtool.text.surrogates.name_lists import SURNAME
from privtool.text.surrogates.name_parts import TITLES, cued_parts, cued_role, full_names
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.spelled import spelled_words
from privtool.text.surrogates.value_index import (
    ASCII_PART,
    LONGEST,
    LOWER_PART,
    PART,
    ValueIndex,
    is_ordinary,
    is_uncommon,
    key_of,
)
from privtool.text.unicode import drawn_letters

_WITH_NAMES = frozenset((Label.PERSON, Label.EMAIL, Label.USERNAME))
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019\u02bc]*+")
# What a name is if it has several labels. The surrogates of the first ones fit most places, but no
# person is one whose names are in no list: "Hakuna Matata".
_ORDER = (Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC)
_RANKS = {label: rank for rank, label in enumerate(_ORDER)}
_SIGNS = regex.compile(r"['\u2019\u02bc]")
_SENTENCE_END = regex.compile(r"[.!?:;\n\"\u201c\u201d([{-]\s*+\Z|\A\s*+\Z")
# Capitalized at the start of a sentence, these are more often words than names.
_FUNCTION_WORDS, _AUXILIARIES = words("sentences.functions"), words("sentences.auxiliaries")
_SUBJECTS = words("sentences.subjects")  # after an auxiliary in a question: "Will you"
_GREETINGS = words("sentences.greetings")
_BEFORE = frozenset(
    (("name", "is"), ("name", "s"), ("names", "is"), ("this", "is"), ("i", "m"), ("i", "am"))
)


class MentionIndex:
    """The private phrases of a scope, to find their further mentions in linear time."""

    def __init__(self) -> None:
        self._values = ValueIndex()
        self.roles: dict[str, str] = {}  # of the parts of full names: given or surname
        self._cues: dict[tuple[str, str], set[str]] = {}  # of phrases, in lower case
        self._cued: dict[str, set[str]] = {}  # what the words around names say of their parts
        self._labels: dict[str, set[str]] = {}  # of names

    def __len__(self) -> int:
        return len(self._values)

    def add(self, phrase: str, label: str, cues: Iterable[str] = ()) -> None:
        """Add a private phrase with cues around it. The order of calls does not matter."""
        plain = _plain(phrase, label)
        if canonical_label(label) in _RANKS:
            self._labels.setdefault(normalized(plain), set()).add(label)
        self._values.add(plain, label)
        if plain != phrase:
            self._values.add(phrase, label)
        if canonical_label(label) is Label.PERSON:
            for part, role in full_names(plain):
                self.roles[part] = min(role, self.roles.get(part, role))
        if cues:
            self._add_cues(plain, label, cues)

    def _add_cues(self, phrase: str, label: str, cues: Iterable[str]) -> None:
        if canonical_label(label) is Label.PERSON:
            for part in cued_parts(phrase):
                self._cued.setdefault(part, set()).update(cues)
            cues = {MANY}.intersection(cues)
        if cues:
            self._cues.setdefault((normalized(phrase), label), set()).update(cues)

    def private_phrase(self, phrase: str, label: str) -> PrivatePhrase:
        """Return a private phrase with what its record and scope say of it and its words."""
        phrase = _plain(phrase, label)
        label = self._label_of(phrase, label)
        cues = self._cues.get((normalized(phrase), label)) if self._cues else None
        return PrivatePhrase(
            phrase, label, self.roles_in(phrase, label), tuple(sorted(cues)) if cues else ()
        )

    def _label_of(self, phrase: str, label: str) -> str:
        """Return the label under which a name that has this label gets its surrogate."""
        key = normalized(phrase)
        labels = self._labels.get(key, ()) if canonical_label(label) in _RANKS else ()
        first = min(labels, key=partial(_rank, key)) if len(labels) > 1 else label
        return label if canonical_label(first) is canonical_label(label) else first

    def roles_in(self, phrase: str, label: str) -> tuple[tuple[str, str], ...]:
        """Return the roles of the words of a name or address, from full names and from cues."""
        if not (self.roles or self._cued) or canonical_label(label) not in _WITH_NAMES:
            return ()
        said = _NAME.findall(normalized(phrase))
        keys = {one + two for one, two in pairwise(said)}  # "o connor"
        for word in (*said, *spelled_words(phrase)):
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
            if not self._values.may_be_in(LOWER_PART.findall(outside.lower())):
                return []  # nearly all texts
        spans: list[Span] = []
        pattern = ASCII_PART if plain else PART
        for start, end in sections:
            keys = [key_of(part) for part in pattern.findall(shown, start, end)]
            if not self._values.may_be_in(keys):
                continue
            parts = list(pattern.finditer(shown, start, end))
            caseless = text.islower() or text.isupper()
            at = 0
            while at < len(keys):
                length, label = self._values.at(keys, at)
                if not length:
                    length, label = self._name_at(_Word(text, parts, keys, at, caseless), keys[at])
                if not length:
                    length, label = self._values.longer(keys[at])
                if length:
                    spans.append(Span(parts[at].start(), parts[at + length - 1].end(), label))
                at += max(1, length)
        return spans

    def _name_at(self, word: _Word, key: str) -> tuple[int, str]:
        """Return 1 and the label for a name that is a common word, or a nickname."""
        name, nickname = self._values.name(key), self._values.nickname(key)
        if name is not None and word.is_name(self.roles):
            return 1, name
        if nickname is None:
            return 0, ""
        plain = is_uncommon(key) and not is_ordinary(key)
        return (1, nickname) if plain or word.is_name(self.roles, exact=False) else (0, "")


def _plain(phrase: str, label: str) -> str:
    """Return a name with letters for the references of HTML: "Ren&eacute;e"."""
    return unescape(phrase) if "&" in phrase and canonical_label(label) in _RANKS else phrase


def _rank(name: str, label: str) -> tuple[bool, int, str]:
    kind = canonical_label(label)
    unknown = kind is Label.PERSON and person_names().keys().isdisjoint(name.split())
    return unknown, _RANKS[kind], label


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


class _Word(NamedTuple):
    """The word `at` a place among the parts of a text and their keys.

    In a `caseless` text capitals tell nothing.
    """

    text: str
    parts: Sequence[regex.Match[str]]
    keys: Sequence[str]
    at: int
    caseless: bool

    def is_name(self, roles: Mapping[str, str], exact: bool = True) -> bool:
        """Return whether the word is a name here: by its capital, or by what stands around it.

        `roles` are those of the parts of full names. A nickname is not `exact`: a capital at the
        start of a sentence is not enough if the word is common.
        """
        key = self.keys[self.at]
        if self._is_part_of_full_name(roles) or self._follows_cue():
            return True
        if self.caseless:
            return is_uncommon(key)
        word = self.parts[self.at][0]
        if not (word[0].isupper() and (len(word) == 1 or not word.isupper())):
            return False
        if not self._starts_sentence():
            return True
        if key in _AUXILIARIES:
            return self._neighbor(1) not in _SUBJECTS
        return key not in _FUNCTION_WORDS and (exact or is_uncommon(key))

    def _is_part_of_full_name(self, roles: Mapping[str, str]) -> bool:
        """Return whether a surname follows, or a given name stands before."""
        before = roles.get(self._neighbor(-1))
        return roles.get(self._neighbor(1)) == SURNAME or before not in (None, SURNAME)

    def _follows_cue(self) -> bool:
        """Return whether a title or a greeting stands before, or "my name is"."""
        key, before = self.keys[self.at], self._neighbor(-1)
        if key in _FUNCTION_WORDS and key not in _AUXILIARIES:
            return False
        if before in TITLES or before in _GREETINGS:
            return True
        return (self._neighbor(-2), before) in _BEFORE and self._neighbor(1) not in _SUBJECTS

    def _starts_sentence(self) -> bool:
        start = self.parts[self.at].start()
        return _SENTENCE_END.search(self.text, max(0, start - 8), start) is not None

    def _neighbor(self, distance: int) -> str:
        """Return a word near this one, "" beyond an end or a private phrase."""
        at = self.at + distance
        return self.keys[at] if 0 <= at < len(self.keys) else ""
