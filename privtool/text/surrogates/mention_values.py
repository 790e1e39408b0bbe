"""The values of a private phrase: what gives it away where it is mentioned again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import regex

from privtool.text.english.nicknames import other_names
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.common_words import frequent_words
from privtool.text.surrogates.common_words import is_uncommon as is_uncommon_word
from privtool.text.surrogates.names.name_parts import full_names, identifying_words
from privtool.text.surrogates.names.spelled import spelled_words
from privtool.text.surrogates.prf import normalized

Value = tuple[str, ...]
LONGEST = 24  # parts of a value, such as the letters of a spelled name
_FEWEST_LETTERS = 3
_FEWEST_DIGITS = 4
# In scripts without spaces each character is a part.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
PART = regex.compile(
    rf"[{_UNSPACED}]\p{{M}}*+|(?:(?![{_UNSPACED}])\p{{L}}[\p{{M}}\p{{Cf}}]*+)++|\p{{N}}++"
)
ASCII_PART = regex.compile(r"[A-Za-z]++|[0-9]++")
_ASCII_PART = re.compile(r"[a-z]+|[0-9]+")
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


class Values(NamedTuple):
    """What gives a phrase away: values in any letter case, and words that only do as names.

    `people` are the given names that have nicknames, or are nicknames.
    """

    anywhere: frozenset[Value]
    as_names: frozenset[str]
    people: frozenset[str] = frozenset()


@lru_cache(maxsize=1 << 14)
def values_of(phrase: str, label: str) -> Values:
    kind = canonical_label(label)
    value = parts_of(phrase)
    anywhere: set[Value] = set()
    if 0 < len(value) <= LONGEST and _says_enough(phrase, value, kind):
        anywhere.add(value)
    if kind is not Label.PERSON:
        return Values(frozenset(anywhere), frozenset())
    words: set[Value] = set()
    for name in (*identifying_words(phrase), *spelled_words(phrase)):
        words.add(parts_of(name))
        if " " in name:
            words.update(map(parts_of, name.split()))
    words.discard(())
    as_names: set[str] = set()
    lower = phrase.islower()  # case may mean nothing in such a text
    for word in words:
        if len(word) > 1 or (is_uncommon(word[0]) and (lower or not is_ordinary(word[0]))):
            anywhere.update(_forms(word))
        elif len(word[0]) > 1:
            as_names.add(word[0])
    anywhere |= _glued(phrase)
    people = {word[0] for word in words if len(word) == 1 and word[0] in other_names()}
    return Values(frozenset(anywhere), frozenset(as_names), frozenset(people))


def _says_enough(phrase: str, value: Value, kind: Label) -> bool:
    """Return whether the phrase as a whole is private wherever it occurs."""
    digits = sum(len(part) for part in value if part.isdigit())
    if kind in _NUMERIC and digits >= _FEWEST_DIGITS:
        return True
    if kind in _TOO_COMMON:
        return False
    if kind is Label.PERSON:
        return bool(full_names(phrase))
    return any(is_uncommon(part) for part in value)


def is_uncommon(word: str) -> bool:
    return is_uncommon_word(word) or (not word.isascii() and word.isalpha())


def is_ordinary(word: str) -> bool:
    """Return whether a word is more than a name, such as "mark" or "grace"."""
    return word in frequent_words() and not classes_of(word)


def _forms(word: Value) -> Iterator[Value]:
    """Yield a name, in one piece, in the plural and spelled."""
    joined = "".join(word)
    yield word
    if len(word) > 1:
        yield (joined,)
        yield from ((part,) for part in word if len(part) >= _FEWEST_LETTERS and is_uncommon(part))
    if len(joined) >= _FEWEST_LETTERS and joined.isascii() and is_uncommon(joined + "s"):
        yield (joined + "s",)
        yield (*word[:-1], word[-1] + "s")
    if _FEWEST_LETTERS < len(joined) <= LONGEST:
        yield tuple(joined)


def _glued(phrase: str) -> set[Value]:
    """Return the parts of full names in one piece, as in "annakowalski" and "akowalski"."""
    names = [
        part if part.isalnum() else "".join(filter(str.isalnum, part))
        for part, _ in full_names(phrase)
    ]
    pairs: Mapping[str, None] = dict.fromkeys(
        form for one, two in permutations(names[:4], 2) for form in (one + two, one[0] + two)
    )
    return {(form,) for form in pairs if is_uncommon(form)}


def key_of(part: str) -> str:
    """Return what the same part has in any case, with and without accents or invisible signs."""
    if part.isascii():
        return part.lower()
    key = normalized(_INVISIBLE.sub("", part))
    return key.translate(_LOOKALIKES) if _LATIN.search(key) else key


def parts_of(phrase: str) -> Value:
    if phrase.isascii():
        return tuple(_ASCII_PART.findall(phrase.lower()))
    return tuple(key_of(match[0]) for match in PART.finditer(phrase))
