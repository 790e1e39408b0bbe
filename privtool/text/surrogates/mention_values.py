"""The values of a private phrase: what gives it away where it is mentioned again."""

from __future__ import annotations

import re
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
from privtool.text.surrogates.names.titles import plain_names
from privtool.text.surrogates.prf import normalized

Value = tuple[str, ...]
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


class Values(NamedTuple):
    """What gives a phrase away in any letter case, and words that do as names.

    `people` are the given names that have nicknames, or are nicknames.
    """

    anywhere: frozenset[Value]
    as_names: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()


@lru_cache(maxsize=1 << 14)
def values_of(phrase: str, label: str) -> Values:
    """Return the values of a private phrase."""
    kind = canonical_label(label)
    plain = plain_names(phrase) if kind is Label.PERSON else ()
    value = plain or parts_of(phrase)
    found: set[Value] = set()
    if 0 < len(value) <= LONGEST and _says_enough(phrase, value, kind):
        found.add(value)
    if kind is not Label.PERSON:
        return Values(frozenset(found))
    names = {(name,) for name in plain} if plain else _names_of(phrase)
    lower = phrase.islower()  # case may mean nothing in such a text
    common = {
        name
        for name in names
        if len(name) == 1 and not (is_uncommon(name[0]) and (lower or not is_ordinary(name[0])))
    }
    found.update(form for name in names - common for form in _forms(name))
    found |= _glued(phrase)
    people = other_names().keys() & {name[0] for name in names if len(name) == 1}
    as_names = frozenset(name for (name,) in common if len(name) > 1)
    return Values(frozenset(found), as_names, frozenset(people))


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
    """Return a name, in one piece, in the plural and spelled, and its uncommon parts."""
    joined = "".join(name)
    forms = {name, (joined,)}
    forms.update((part,) for part in name if len(part) >= _FEWEST_LETTERS and is_uncommon(part))
    if len(joined) >= _FEWEST_LETTERS and joined.isascii() and is_uncommon(joined + "s"):
        forms |= {(*name[:-1], name[-1] + "s"), (joined + "s",)}
    if FEWEST_SPELLED <= len(joined) <= LONGEST:
        forms.add(tuple(joined))
    return forms


def _glued(phrase: str) -> set[Value]:
    """Return the parts of full names in one piece, as in "annakowalski" and "akowalski"."""
    names = ["".join(filter(str.isalnum, part)) for part, _ in full_names(phrase)]
    pairs = permutations(names[:4], 2)
    forms = (form for one, two in pairs for form in (one + two, one[0] + two))
    return {(form,) for form in forms if is_uncommon(form)}


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
