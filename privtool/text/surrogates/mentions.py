"""Further mentions of private phrases: where a text says again what entities elsewhere cover."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import unescape
from itertools import pairwise, permutations, takewhile
from typing import NamedTuple, TypeVar

import regex

from privtool.core.spans import Span
from privtool.text.filling.words import classes_of
from privtool.text.known_names import other_names, person_names
from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import words
from privtool.text.surrogates import common_words, name_parts
from privtool.text.surrogates.codes import CODES
from privtool.text.surrogates.context import normalized
from privtool.text.surrogates.generator import VALUES, PrivatePhrase
from privtool.text.surrogates.name_lists import SURNAME
from privtool.text.surrogates.spelled import spelled_words
from privtool.text.unicode import drawn_letters

T = TypeVar("T")
Value = tuple[str, ...]
_STEM = 6  # letters of a value that gives a longer word away
_LONGEST = 24  # parts of a value, such as the letters of a spelled name
_FEWEST_SPELLED = 4  # letters of a name that is spelled
_FEWEST_LETTERS = 3
_NO_PART = "--"  # beyond an end of a text or a private phrase
_FEWEST_DIGITS = 4
# In scripts without spaces each character is a part.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_PART = regex.compile(
    rf"[{_UNSPACED}]\p{{M}}*+|(?:(?![{_UNSPACED}])\p{{L}}[\p{{M}}\p{{Cf}}]*+)++|\p{{N}}++"
)
_ASCII_PART = regex.compile(r"[A-Za-z]++|[0-9]++")
_LOWER_PART = re.compile(r"[a-z]+|[0-9]+")
_INVISIBLE = regex.compile(r"\p{Cf}+")
# Letters of other scripts that look like Latin ones, as in words that have both.
_LATIN = regex.compile(r"[a-z]")
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһкмтвԛԝοαερτυικνχ", "aeopcyxijsdhkmtbqwoaeptuikvx")
_NUMERIC = CODES | {Label.IBAN, Label.IP, Label.ADDRESS, Label.DATE}
_WITH_NAMES = frozenset((Label.PERSON, Label.EMAIL, Label.USERNAME))
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019\u02bc]*+")
# What a name is if it has several labels. The surrogates of the first ones fit most places, but no
# person is one whose names are in no list: "Hakuna Matata".
_RANKS = {Label.PERSON: 0, Label.LOCATION: 1, Label.ORGANIZATION: 2, Label.MISC: 3}
_SIGNS = regex.compile(r"['\u2019\u02bc]")
_SENTENCE_END = regex.compile(r"[.!?:;\n\"\u201c\u201d([{-]\s*+\Z|\A\s*+\Z")
# Capitalized at the start of a sentence, these are more often words than names.
_FUNCTION_WORDS, _AUXILIARIES = words("sentences.functions"), words("sentences.auxiliaries")
_SUBJECTS = words("sentences.subjects")  # after an auxiliary in a question: "Will you"
_GREETINGS = words("sentences.greetings")
_INTRODUCTIONS = words("sentences.introductions")


class MentionIndex:
    """The private phrases of a scope in any order, to find further mentions in linear time."""

    def __init__(self) -> None:
        self.roles: dict[str, str] = {}  # of the parts of full names: given or surname
        self._cues: dict[tuple[str, str], set[str]] = {}  # of phrases but persons, in lower case
        self._cued: dict[str, set[str]] = {}  # what the words around names say of their parts
        self._labels: dict[str, set[str]] = {}  # of names
        # What gives phrases away, with their labels: values; common words that are names; full
        # names and nicknames of given names.
        self._values: dict[Value, str] = {}
        self._as_names: dict[str, str] = {}
        self._nicknames: dict[str, str] = {}
        self._lengths: dict[str, set[int]] = {}  # of the values that start with a part
        self._stems: set[str] = set()  # how long words start

    def add(self, phrase: str, label: str, cues: Iterable[str] = ()) -> None:
        """Add a private phrase with cues around it."""
        plain, kind = _plain(phrase, label), canonical_label(label)
        if kind in _RANKS:
            self._labels.setdefault(normalized(plain), set()).add(label)
        for each in {plain, phrase}:
            self._add_values(each, label, kind)
        if kind is Label.PERSON:
            for part, role in name_parts.full_names(plain):
                _keep_first(self.roles, part, role)
            for part in name_parts.cued_parts(plain) if cues else ():
                self._cued.setdefault(part, set()).update(cues)
        elif cues:
            self._cues.setdefault((normalized(plain), label), set()).update(cues)

    def _add_values(self, phrase: str, label: str, kind: Label) -> None:
        value = _parts_of(phrase)
        if 0 < len(value) <= _LONGEST and _says_enough(phrase, value, kind):
            self._add_value(value, label)
        if kind is not Label.PERSON:
            return
        lower = phrase.islower()  # case may mean nothing in such a text
        words_of = {*name_parts.identifying_words(phrase), *spelled_words(phrase)}
        words_of.update(*(name.split() for name in words_of if " " in name))
        for name in {*map(_parts_of, words_of)} - {()}:
            word = name[0]
            for other in other_names().get(word, ()) if len(name) == 1 else ():
                _keep_first(self._nicknames, other, label)
            if len(name) > 1 or (_is_uncommon(word) and (lower or not _is_ordinary(word))):
                for form in _forms(name):
                    self._add_value(form, label)
            elif len(word) > 1:
                _keep_first(self._as_names, word, label)
        bare = ["".join(filter(str.isalnum, part)) for part, _ in name_parts.full_names(phrase)[:4]]
        for one, two in permutations(bare, 2):  # "annakowalski", "akowalski"
            for joined in filter(_is_uncommon, (one + two, one[0] + two)):
                self._add_value((joined,), label)

    def _add_value(self, value: Value, label: str) -> None:
        _keep_first(self._values, value, label)
        self._lengths.setdefault(value[0], set()).add(len(value))
        if len(value) == 1 and len(value[0]) >= _STEM:
            self._stems.add(value[0][:_STEM])

    def private_phrase(self, phrase: str, label: str) -> PrivatePhrase:
        """Return a private phrase with what its record and scope say of it and its words."""
        phrase = _plain(phrase, label)
        key, labels = normalized(phrase), self._labels.get(normalized(phrase), ())
        if len(labels) > 1 and canonical_label(label) in _RANKS:  # one surrogate for all
            first = min(labels, key=partial(_rank, key))
            label = label if canonical_label(first) is canonical_label(label) else first
        cues = tuple(sorted(self._cues.get((key, label), ())))
        return PrivatePhrase(phrase, label, self.roles_in(phrase, label), cues)

    def roles_in(self, phrase: str, label: str) -> tuple[tuple[str, str], ...]:
        """Return the roles of the words of a name or address, from full names and from cues."""
        if not (self.roles or self._cued) or canonical_label(label) not in _WITH_NAMES:
            return ()
        said = _NAME.findall(normalized(phrase))
        keys = {one + two for one, two in pairwise(said)}  # "o connor"
        for word in (*said, *spelled_words(phrase)):
            known = word in self.roles or word in self._cued
            keys.update((word,) if known else _pieces(word))
        found: list[tuple[str, str]] = []
        for key in keys:
            role, cues = self.roles.get(key, ""), self._cued.get(key)
            role = role if cues is None else name_parts.cued_role(role, cues)
            found += [(key, role)] if role else []
        return tuple(sorted(found))

    def spans(self, text: str, covered: Sequence[tuple[int, int]]) -> list[Span]:
        """Return the mentions in a text outside the covered ranges, which are sorted."""
        shown = drawn_letters(text)  # pictures of letters as letters
        ends = [0, *(end for _, end in covered)], [*(start for start, _ in covered), len(text)]
        sections = [(start, end) for start, end in zip(*ends, strict=True) if start < end]
        outside = " ".join([shown[start:end] for start, end in sections])
        if not self._may_be_in(_parts_of(outside)):
            return []  # nearly all texts
        spans: list[Span] = []
        pattern = _ASCII_PART if shown.isascii() else _PART
        caseless = text.islower() or text.isupper()
        for start, end in sections:
            parts = list(pattern.finditer(shown, start, end))
            keys = [*(_key_of(part[0]) for part in parts), _NO_PART, _NO_PART]
            at = 0
            while at < len(parts):
                length, label = self._at(_Word(text, parts, keys, at, caseless))
                if length:
                    spans.append(Span(parts[at].start(), parts[at + length - 1].end(), label))
                at += max(1, length)
        return spans

    def _may_be_in(self, keys: Sequence[str]) -> bool:
        """Return whether a mention may start with one of some parts."""
        starts = self._lengths, self._as_names, self._nicknames
        if not all(each.keys().isdisjoint(keys) for each in starts):
            return True
        if not self._stems.isdisjoint([key[:_STEM] for key in keys if len(key) >= _STEM]):
            return True
        return sum(len(key) == 1 for key in keys) >= _FEWEST_SPELLED

    def _at(self, word: _Word) -> tuple[int, str]:
        """Return the number of parts of the longest mention at a place, 0 for none, its label."""
        keys, at, key = word.keys, word.at, word.keys[word.at]
        for length in sorted(self._lengths.get(key, ()), reverse=True):
            value = tuple(keys[at : at + length])
            if value in self._values:
                return len(value), self._values[value]
        if len(key) == 1:  # a spelled name
            letters = "".join(takewhile(lambda key: len(key) == 1, keys[at : at + _LONGEST]))
            length, label = self._start_of(letters, _FEWEST_SPELLED)
            if length and letters.isascii():
                return length, label
        return self._name_at(word, key)

    def _start_of(self, letters: str, fewest: int) -> tuple[int, str]:
        """Return the length and the label of the longest value that some letters start with."""
        for length in range(len(letters), fewest - 1, -1):
            label = self._values.get((letters[:length],))
            if label is not None:
                return length, label
        return 0, ""

    def _name_at(self, word: _Word, key: str) -> tuple[int, str]:
        """Return 1 and the label of a common word that is a name, a nickname or a long word."""
        name, nickname = self._as_names.get(key), self._nicknames.get(key)
        if name is not None and word.is_name(self.roles):
            return 1, name
        if nickname is not None:
            plain = _is_uncommon(key) and not _is_ordinary(key)
            if plain or word.is_name(self.roles, exact=False):
                return 1, nickname
        if key[:_STEM] in self._stems and _is_uncommon(key):  # "kowalskigate"
            length, label = self._start_of(key[:-1][: 2 * _LONGEST], _STEM)
            return min(length, 1), label
        return 0, ""


def _plain(phrase: str, label: str) -> str:
    """Return a name with letters for the references of HTML: "Ren&eacute;e"."""
    return unescape(phrase) if "&" in phrase and canonical_label(label) in _RANKS else phrase


def _rank(name: str, label: str) -> tuple[bool, int, str]:
    kind = canonical_label(label)
    unknown = kind is Label.PERSON and person_names().keys().isdisjoint(name.split())
    return unknown, _RANKS[kind], label


def _pieces(word: str) -> Iterator[str]:
    """Yield what a word may start or end with, and the word: "annakowalski", "kowalskis"."""
    bare = _SIGNS.sub("", word)
    yield bare
    for at in range(1, len(bare)) if len(bare) <= _LONGEST else ():
        yield bare[:at]
        yield bare[at:]


class _Word(NamedTuple):
    """The word `at` a place of a text; in a `caseless` one, capitals tell nothing.

    The keys end with two of no part, which are also those before the first word, at -1 and -2.
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
        before, key, following = (self.keys[self.at + near] for near in (-1, 0, 1))
        named = roles.get(following) == SURNAME or roles.get(before, SURNAME) != SURNAME
        if named or self._follows_cue():
            return True
        if self.caseless:
            return _is_uncommon(key)
        word = self.parts[self.at]
        if not (word[0][0].isupper() and (len(word[0]) == 1 or not word[0].isupper())):
            return False
        if _SENTENCE_END.search(self.text, max(0, word.start() - 8), word.start()) is None:
            return True
        if key in _AUXILIARIES:
            return following not in _SUBJECTS
        return key not in _FUNCTION_WORDS and (exact or _is_uncommon(key))

    def _follows_cue(self) -> bool:
        """Return whether a title or a greeting stands before, or "my name is"."""
        earlier, before, key, following = (self.keys[self.at + near] for near in range(-2, 2))
        if key in _FUNCTION_WORDS and key not in _AUXILIARIES:
            return False
        if before in name_parts.TITLES or before in _GREETINGS:
            return True
        return f"{earlier} {before}" in _INTRODUCTIONS and following not in _SUBJECTS


def _keep_first(labels: dict[T, str], value: T, label: str) -> None:
    """Give a value a label or role, unless it has one that comes before it."""
    labels[value] = min(label, labels.get(value, label))


def _says_enough(phrase: str, value: Value, kind: Label) -> bool:
    """Return whether the phrase as a whole is private wherever it occurs."""
    digits = sum(len(part) for part in value if part.isdigit())
    if kind in _NUMERIC and digits >= _FEWEST_DIGITS:
        return True
    if kind is Label.PERSON:
        return bool(name_parts.full_names(phrase))
    return kind not in VALUES and any(map(_is_uncommon, value))


def _is_uncommon(word: str) -> bool:
    """Return whether a word is not in common use; words of other scripts never are."""
    return common_words.is_uncommon(word) or (not word.isascii() and word.isalpha())


def _is_ordinary(word: str) -> bool:
    """Return whether a word is more than a name, such as "mark" or "grace"."""
    return word in common_words.frequent_words() and not classes_of(word)


def _forms(name: Value) -> set[Value]:
    """Return a name, in one piece and in the plural, and its uncommon parts."""
    joined = "".join(name)
    long = (part for part in name if len(part) >= _FEWEST_LETTERS)
    forms = {name, (joined,), *((part,) for part in long if _is_uncommon(part))}
    if len(joined) >= _FEWEST_LETTERS and joined.isascii() and _is_uncommon(joined + "s"):
        forms |= {(*name[:-1], name[-1] + "s"), (joined + "s",)}
    return forms


def _key_of(part: str) -> str:
    """Return what the same part has in any case, with and without accents or invisible signs."""
    if part.isascii():
        return part.lower()
    key = normalized(_INVISIBLE.sub("", part))
    return key.translate(_LOOKALIKES) if _LATIN.search(key) else key


def _parts_of(phrase: str) -> Value:
    if phrase.isascii():
        return tuple(_LOWER_PART.findall(phrase.lower()))
    return tuple(map(_key_of, _PART.findall(phrase)))
