"""Titles, ranks and other words around the names of persons: they stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import regex

from privtool.text.known_names import person_names
from privtool.text.lexicon import entries, sections, words
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import normalized
from privtool.text.word_lists import load_allow_list

TITLES, SUFFIXES = words("titles.all"), words("titles.suffixes")
PREFIXES, CONJUNCTIONS = words("titles.prefixes"), words("titles.conjunctions")
PARTICLES = words("titles.particles")
# Words that are read in their own way in or around the name of a person.
WORDS_AROUND_NAMES = frozenset().union(*(words(f"titles.{name}") for name in sections("titles")))
_RELATIONS = words("titles.relations")
_DEGREE = "|".join(r"\.?".join(map(regex.escape, each)) for each in entries("titles.degrees"))
# After a full name, and a comma or a space.
_DEGREES = regex.compile(rf"(?:\s*,\s*\(?(?:{_DEGREE})\.?\)?)+\s*\Z|(?:\s+(?:M\.D|Ph\.D)\.?)+\s*\Z")
_SIGNS = ("-", "\u2013", "\u2014", ":", "(")  # "Wife - Anna"
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
PART = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")  # of a name
_PLAIN = re.compile("[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?|[a-z]{2,}(?: [a-z]{2,})?")


@lru_cache(maxsize=1 << 12)
def plain_names(phrase: str) -> tuple[str, ...]:
    """Return one or two names in lower case if a phrase is nothing else: "Anna Kowalski".

    Nothing for any other phrase, such as one with a title, a particle or a sign.
    """
    if _PLAIN.fullmatch(phrase) is None:
        return ()
    names = tuple(phrase.lower().split(" "))
    return names if WORDS_AROUND_NAMES.isdisjoint(names) else ()


def end_of_names(phrase: str) -> int:
    """Return where the names end before degrees: "Anna Smith, M.D., Ph.D.".

    After a single name, letters such as "MD" may be initials.
    """
    degrees = _DEGREES.search(phrase) if "," in phrase or "." in phrase else None
    named = degrees is not None and len(phrase[: degrees.start()].split()) > 1
    return degrees.start() if degrees is not None and named else len(phrase)


def count_titles(phrase: str, found: Sequence[regex.Match[str]]) -> int:
    """Return how many words stand before the name of one person in some words of a phrase.

    "Detective Inspector", "Secretary of State", "Estate of", "my brother,"; no word before a
    comma that may be the surname. The last word is a name.
    """
    count = 0
    listed = phrase.isupper() or len(found[-1][0]) == 1  # "BISHOP ANNA M": a name
    names = words("titles.given") | (words("titles.surnames") if listed else frozenset())
    for number, (match, following) in enumerate(pairwise(found)):
        key, gap = normalized(match[0]), phrase[match.end() : following.start()].strip()
        lower = match[0].islower() and not phrase.islower()
        if "," in gap and not (lower and key in _RELATIONS):
            break
        owned = key in words("titles.owners") and gap.startswith("of")
        if (
            (key in TITLES and key not in names)
            or key == "the"
            or (key in _RELATIONS and (gap in _SIGNS or "," in gap))
            or (lower and key in words("titles.before-names"))
            or (0 < count == number and key in words("titles.after"))
            or owned
        ):
            count = number + 1
        elif key not in words("titles.before"):
            break
    return count


def is_suffix(key: str, gap: str, alone: bool) -> bool:
    """Return whether a word after a name is a suffix, or a title that also follows names.

    After one name `alone` and a comma, a title that is a name, too, is one: "Kowalski, Earl".
    """
    name = alone and (key in name_pools().roles or key in person_names())
    title = key in TITLES and "," in gap and not name
    related = key in _RELATIONS and "(" in gap  # "Anna Smith (sister)"
    return title or related or key in SUFFIXES or key in words("titles.after-name")


def is_plain_word(phrase: str, match: regex.Match[str]) -> bool:
    """Return whether a word in lower case among capitalized ones is an ordinary one.

    "the Parker family", "Anna and the twins"; not "hope Smith".
    """
    if not match[0].islower() or phrase.islower():
        return False
    key = normalized(match[0])
    names = key in person_names() or key in name_pools().roles
    return key in load_allow_list().words and not names


def title_words(text: str) -> list[str]:
    """Return the titles in the text before a name, normalized."""
    if not text or text.isspace():
        return []
    return [word for each in _WORD.findall(text) if (word := normalized(each)) in TITLES]


def gender_of_title(text: str) -> str:
    """Return the gender that the titles in a text show, "" for none or for both."""
    titles = set(title_words(text))
    shown = [each for each in ("male", "female") if not titles.isdisjoint(words(f"titles.{each}"))]
    return shown[0] if len(shown) == 1 else ""  # "Mr. and Mrs." show both
