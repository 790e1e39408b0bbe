"""The values of private phrases, which give them away where they are mentioned again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, takewhile
from typing import TypeVar

import regex

from privtool.text.english.nicknames import other_names
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.common_words import frequent_words
from privtool.text.surrogates.common_words import is_uncommon as is_uncommon_word
from privtool.text.surrogates.name_parts import full_names, identifying_words
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.spelled import spelled_words

T = TypeVar("T")
Value = tuple[str, ...]
_STEM = 6  # letters of a value that gives a longer word away
LONGEST = 24  # parts of a value, such as the letters of a spelled name
FEWEST_SPELLED = 4  # letters of a name that is spelled
_FEWEST_LETTERS = 3
_FEWEST_DIGITS = 4
# In scripts without spaces each character is a part.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
PART = regex.compile(
    rf"[{_UNSPACED}]\p{{M}}*+|(?:(?![{_UNSPACED}])\p{{L}}[\p{{M}}\p{{Cf}}]*+)++|\p{{N}}++"
)
ASCII_PART = regex.compile(r"[A-Za-z]++|[0-9]++")
LOWER_PART = re.compile(r"[a-z]+|[0-9]+")
_INVISIBLE = regex.compile(r"\p{Cf}+")
# Letters of other scripts that look like Latin ones, as in words that have both.
_LATIN = regex.compile(r"[a-z]")
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһкмтвԛԝοαερτυικνχ", "aeopcyxijsdhkmtbqwoaeptuikvx")
_NUMERIC = frozenset(
    (
        *(Label.PHONE, Label.CARD, Label.IBAN, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.ZIP),
        *(Label.ADDRESS, Label.IP, Label.DATE),
    )
)
_TOO_COMMON = frozenset((Label.DATE, Label.TIME, Label.AGE, Label.MONEY, Label.NUMBER))


class ValueIndex:
    """What gives private phrases away, with their labels: in any letter case, or as names.

    Values are found in linear time. Labels do not depend on the order in which phrases are added.
    """

    def __init__(self) -> None:
        self._words: dict[str, str] = {}  # the labels of values of one part
        self._phrases: dict[Value, str] = {}  # those of several
        self._as_names: dict[str, str] = {}  # those of common words
        self._people: dict[str, str] = {}  # those of given names with nicknames, or nicknames
        self._lengths: dict[str, set[int]] = {}  # of the phrases that start with a part
        self._stems: set[str] = set()  # how long words start

    def __len__(self) -> int:
        return len(self._words) + len(self._phrases) + len(self._as_names) + len(self._people)

    def add(self, phrase: str, label: str) -> None:
        """Add a private phrase."""
        kind = canonical_label(label)
        value = parts_of(phrase)
        if 0 < len(value) <= LONGEST and _says_enough(phrase, value, kind):
            self._add(value, label)
        if kind is not Label.PERSON:
            return
        lower = phrase.islower()  # case may mean nothing in such a text
        for name in _names_of(phrase):
            word = name[0]
            if len(name) == 1 and word in other_names():
                _label(self._people, word, label)
            if len(name) > 1 or (is_uncommon(word) and (lower or not is_ordinary(word))):
                for form in _forms(name):
                    self._add(form, label)
            elif len(word) > 1:
                _label(self._as_names, word, label)
        for word in _glued([part for part, _ in full_names(phrase)]):
            self._add((word,), label)

    def _add(self, value: Value, label: str) -> None:
        if len(value) > 1:
            _label(self._phrases, value, label)
            self._lengths.setdefault(value[0], set()).add(len(value))
            return
        word = value[0]
        _label(self._words, word, label)
        if len(word) >= _STEM:
            self._stems.add(word[:_STEM])

    def may_be_in(self, keys: Sequence[str]) -> bool:
        """Return whether a mention may start with one of some parts."""
        known = self._words, self._lengths, self._as_names
        if not all(each.keys().isdisjoint(keys) for each in known):
            return True
        if self._people and not other_names().keys().isdisjoint(keys):
            return True
        if not self._stems.isdisjoint([key[:_STEM] for key in keys if len(key) >= _STEM]):
            return True
        return sum(len(key) == 1 for key in keys) >= FEWEST_SPELLED

    def at(self, keys: Sequence[str], at: int) -> tuple[int, str]:
        """Return the number of parts of the longest value at a place, 0 for none, and its label."""
        for length in sorted(self._lengths.get(keys[at], ()), reverse=True):
            value = tuple(keys[at : at + length])
            if value in self._phrases:
                return length, self._phrases[value]
        if keys[at] in self._words:
            return 1, self._words[keys[at]]
        if len(keys[at]) == 1:  # a spelled name
            letters = "".join(takewhile(lambda key: len(key) == 1, keys[at : at + LONGEST]))
            for length in range(len(letters), FEWEST_SPELLED - 1, -1):
                label = self._words.get(letters[:length]) if letters.isascii() else None
                if label is not None:
                    return length, label
        return 0, ""

    def name(self, key: str) -> str | None:
        """Return the label of a common word that is a name where the words around it say so."""
        return self._as_names.get(key)

    def nickname(self, key: str) -> str | None:
        """Return the label of a person whose nickname, or full name, a word is."""
        others = other_names().get(key, frozenset()) if self._people else ()
        return min((self._people[name] for name in others if name in self._people), default=None)

    def longer(self, key: str) -> tuple[int, str]:
        """Return 1 and the label for an uncommon word that a value starts: "kowalskigate"."""
        if key[:_STEM] in self._stems and is_uncommon(key):
            for end in range(min(len(key) - 1, 2 * LONGEST), _STEM - 1, -1):
                label = self._words.get(key[:end])
                if label is not None:
                    return 1, label
        return 0, ""


def _label(labels: dict[T, str], value: T, label: str) -> None:
    """Give a value a label, unless it has one that comes before it."""
    if labels.setdefault(value, label) > label:
        labels[value] = label


def _names_of(phrase: str) -> set[Value]:
    """Return the parts of each name in a phrase."""
    names: set[Value] = set()
    for name in (*identifying_words(phrase), *spelled_words(phrase)):
        names.add(parts_of(name))
        if " " in name:
            names.update(map(parts_of, name.split()))
    names.discard(())
    return names


def _says_enough(phrase: str, value: Value, kind: Label) -> bool:
    """Return whether the phrase as a whole is private wherever it occurs."""
    if kind in _NUMERIC:
        digits = sum(len(part) for part in value if part.isdigit())
        if digits >= _FEWEST_DIGITS:
            return True
    if kind in _TOO_COMMON:
        return False
    if kind is Label.PERSON:
        return bool(full_names(phrase))
    return any(is_uncommon(part) for part in value)


def is_uncommon(word: str) -> bool:
    """Return whether a word is not in common use; words of other scripts never are."""
    return is_uncommon_word(word) or (not word.isascii() and word.isalpha())


def is_ordinary(word: str) -> bool:
    """Return whether a word is more than a name, such as "mark" or "grace"."""
    return word in frequent_words() and not classes_of(word)


def _forms(name: Value) -> set[Value]:
    """Return a name, in one piece and in the plural, and its uncommon parts."""
    joined = "".join(name)
    forms = {name, (joined,)}
    if len(name) > 1:
        forms.update((part,) for part in name if len(part) >= _FEWEST_LETTERS and is_uncommon(part))
    if len(joined) >= _FEWEST_LETTERS and joined.isascii() and is_uncommon(joined + "s"):
        forms |= {(*name[:-1], name[-1] + "s"), (joined + "s",)}
    return forms


def _glued(names: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a full name in one piece, as in "annakowalski" and "akowalski"."""
    bare = ["".join(filter(str.isalnum, part)) for part in names[:4]]
    for one, two in permutations(bare, 2):
        yield from (form for form in (one + two, one[0] + two) if is_uncommon(form))


def key_of(part: str) -> str:
    """Return what the same part has in any case, with and without accents or invisible signs."""
    if part.isascii():
        return part.lower()
    key = normalized(_INVISIBLE.sub("", part))
    return key.translate(_LOOKALIKES) if _LATIN.search(key) else key


def parts_of(phrase: str) -> Value:
    """Return the parts of a phrase."""
    if phrase.isascii():
        return tuple(LOWER_PART.findall(phrase.lower()))
    return tuple(key_of(match[0]) for match in PART.finditer(phrase))
