"""Titles, ranks and other words around the names of persons: they stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

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
_BEFORE, _AFTER, _OFFICES = (words(f"titles.{name}") for name in ("before", "after", "offices"))
_RELATIONS = words("titles.relations")
_REIGN = regex.compile(r"\b[IVX]{1,5}\Z")  # "Elizabeth II"
_DEGREE = "|".join(r"\.?".join(map(regex.escape, each)) for each in entries("titles.degrees"))
# After a full name, and a comma or a space.
_DEGREES = regex.compile(rf"(?:\s*,\s*\(?(?:{_DEGREE})\.?\)?)+\s*\Z|(?:\s+(?:M\.D|Ph\.D)\.?)+\s*\Z")
_OWNED = regex.compile(
    r"(?:old man|ol' man)\s+(?=\p{L}+\Z)|(?:c/o|attn:?|fao)\s+|(?:the\s+)?"
    r"(?:estate|heirs|children|parents|family|widow|son|daughter)\s+of\s+(?:the late\s+)?",
    regex.IGNORECASE,
)
_RELATED = regex.compile(r"\s*\((?P<word>\p{L}+)(?:[ -]in[ -]law)?\)?\Z")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
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


def edges_of_names(phrase: str) -> tuple[int, int]:
    """Return where the names begin and end between "Estate of" and "(sister)" or "M.D., Ph.D.".

    After a single name, letters such as "MD" may be initials.
    """
    owners = _OWNED.match(phrase)
    start = owners.end() if owners is not None and owners.end() < len(phrase) else 0
    related = _RELATED.search(phrase) if "(" in phrase else None
    if related is not None and normalized(related["word"]) in _RELATIONS:
        return start, related.start()
    degrees = _DEGREES.search(phrase) if "," in phrase or "." in phrase else None
    named = degrees is not None and len(phrase[: degrees.start()].split()) > 1
    return start, degrees.start() if degrees is not None and named else len(phrase)


def is_title_or_suffix(key: str, between: str, number: int, last: bool, alone: bool) -> bool:
    """Return whether a word is a suffix or a title, wherever it stands.

    Of the titles only those that also follow names. After one name `alone` and a comma, a title
    that is a name, too, is one: "Kowalski, Earl".
    """
    if key in SUFFIXES:
        return number > 0
    if key == "the":
        return number == 0 and not last
    if key not in TITLES or number == 0:
        return False
    name = alone and (key in name_pools().roles or key in person_names())
    return key in words("titles.after-name") or ("," in between and not name)


def is_title_before(phrase: str, found: Sequence[regex.Match[str]], number: int) -> bool:
    """Return whether a word before all names is a title or the like, and no surname before a comma.

    "Don" and "Earl" are more often names.
    """
    match = found[number]
    if number + 1 == len(found):
        return False
    key = normalized(match[0])
    gap = phrase[match.end() : found[number + 1].start()]
    lower = match[0].islower() and not phrase.islower()
    if gap[:1] == ",":
        return key in _RELATIONS and lower and gap.strip() == ","
    if key in _RELATIONS and gap.strip() in ("-", "\u2013", "\u2014", ":", "("):
        return True
    if lower and key in words("titles.before-names"):
        return True
    before, following = (normalized(each[0]) for each in (found[number - 1], found[number + 1]))
    if number and (before in TITLES or before in _AFTER):  # "Secretary of State"
        office = phrase[found[number - 1].end() : match.start()].strip() == "of"
        if key in (_OFFICES if office else _AFTER) or (key == "of" and following in _OFFICES):
            return True
    if key in _BEFORE and number + 2 < len(found) and (following in TITLES or following in _BEFORE):
        return True
    listed = phrase.isupper() or len(found[-1][0]) == 1  # "BISHOP ANNA M"
    surname = key in words("titles.given") or (listed and key in words("titles.surnames"))
    return key in TITLES and not surname


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


def is_monarch(phrase: str) -> bool:
    """Return whether a phrase names a monarch or a pope, who have no surname: "John Paul II"."""
    royal = words("titles.royal")
    return _REIGN.search(phrase) is not None and not royal.isdisjoint(title_words(phrase))


def gender_of_title(text: str) -> str:
    """Return the gender that the last of some titles shows, "" for none or for both."""
    known = {"male": words("titles.male"), "female": words("titles.female")}
    shown = [
        gender for word in title_words(text) for gender, titles in known.items() if word in titles
    ]
    return shown[-1] if len(set(shown)) == 1 else ""  # "Mr. and Mrs." show both
