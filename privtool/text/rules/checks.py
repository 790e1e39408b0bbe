"""Checks of matches: checksums of `python-stdnum`, which is imported on first use, words, others.

A rule names its checks: `stdnum:br.cpf` is a module of `stdnum`, `not:FILE.SECTION` and the like
look words up in the lexicon, `uncommon:LANGUAGE` and the like in the word list of a language, all
others are in `CHECKS`.
"""

from __future__ import annotations

import base64
import binascii
import html
import importlib.util
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any
from unicodedata import normalize

from privtool.text.known_names import ordinary_words, person_names
from privtool.text.lexicon import DATA, sections, words
from privtool.text.word_lists import load_allow_list, plain_words

_MOD_97 = "iso7064.mod_97_10"
_STDNUM = "stdnum:"
_RUN = re.compile(r"[^\W\d_]{3,}")
_LETTERS = re.compile(r"[^\W\d_]+")
_RUNS = re.compile(r"[^\W\d_]+|\d+")
_MIXED_CASE = re.compile("[a-z][A-Z]")
_FEWEST_ENCODED = 16  # characters without a "=" at the end, or a capital inside
_URL_SAFE = str.maketrans("-_", "+/")
_SIGNS = str.maketrans("@$!|+€£¡", "asilteli")
_FEWEST_DIGITS = 4  # of a code in groups
_FEWEST, _MOST = 3, 20  # letters of a name in a longer word
_MOST_NAMES = 3  # of them in a row


@cache
def _module(name: str) -> Any:
    return import_module(f"stdnum.{name}")


def compact(text: str) -> str:
    """Return the letters and digits of a text, in capitals."""
    return "".join(filter(str.isalnum, text)).upper()


def passes(check: str, text: str) -> bool:
    """Return whether a check accepts a text, whatever stands between its letters and digits."""
    if check.startswith(_STDNUM):
        name = check.removeprefix(_STDNUM)
        return _is_valid(name, text.upper()) or _is_valid(name, compact(text))  # a sign may count
    name, _, section = check.partition(":")
    return _OF_SECTIONS[name](section, text) if section else CHECKS[check](text)


def _is_valid(name: str, number: str) -> bool:
    try:
        return bool(_module(name).is_valid(number))
    except (LookupError, ValueError):  # of `cn.ric`, for a county that does not exist
        return False


def is_known(check: str) -> bool:
    """Return whether a check exists."""
    name, _, section = check.partition(":")
    if name in _OF_SECTIONS:
        file, _, part = section.partition(".")
        return (DATA / "intl" / f"{file}.txt").is_file() and part in sections(file, "intl")
    if not check.startswith(_STDNUM):
        return check in CHECKS
    name = f"stdnum.{check.removeprefix(_STDNUM)}"
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _mod97(text: str) -> bool:
    """Check an IBAN by its two check digits alone (ISO 13616), whatever its country."""
    plain = compact(text)
    moved = plain[4:] + plain[:4]
    return plain.isascii() and bool(_module(_MOD_97).is_valid(moved))


def _ip(text: str) -> bool:
    """Check an address of either version, with a prefix length, port or zone."""
    import ipaddress

    address = text.partition("/")[0]
    if "." in address and address.count(":") <= 1:
        return all(int(part) < 256 for part in address.partition(":")[0].split("."))
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return any(map(str.isalnum, address))


def _is_code_in_groups(text: str) -> bool:
    """Check that groups of letters and of digits are a code: no words, four digits at least."""
    runs = _RUNS.findall(text.lower())
    letters = [run for run in runs if run.isalpha()]
    words_of_text = any(len(run) > 1 and run in _words_beside_codes() for run in letters)
    digits = sum(len(run) for run in runs if run.isdigit())
    return bool(letters) and digits >= _FEWEST_DIGITS and " " in text and not words_of_text


@cache
def _words_beside_codes() -> frozenset[str]:
    cues = frozenset(word for section in sections("value_cues").values() for word in section)
    return load_allow_list().words | cues | words("beside_numbers.measures")


def _begins_with_name(text: str) -> bool:
    """Check that a word begins with a listed name, with nothing or a common word after it."""
    word, keeps = text.lower(), load_allow_list().keeps
    lengths = range(len(word), _FEWEST, -1)
    return any(_is_name(word[:n]) and (n == len(word) or keeps(word[n:])) for n in lengths)


def _is_no_alphabet(text: str) -> bool:
    """Check that letters are no choices or one again and again: "a/b/c/d", "x*x*x*x"."""
    letters = [char for char in text.lower() if char.isalpha()]
    return letters != sorted(set(letters)) and len(set(letters)) > 2


def _is_no_starred_word(text: str) -> bool:
    """Check that these are no words, nor one with a star for each of some letters: "d*mn"."""
    starred = text.lower()
    parts = [part for part in starred.split("*") if part]
    if len(starred) < 4 or all(len(part) > 2 and _is_common(part) for part in parts):
        return False
    form = re.compile(re.escape(starred).replace(r"\*", "."))
    return not any(map(form.fullmatch, _words_by_ends().get(_ends(starred), ())))


def _is_encoded_text(text: str) -> bool:
    """Check that a token is Base64, of either alphabet, of readable text."""
    if len(text) < _FEWEST_ENCODED and not (text.endswith("=") or _MIXED_CASE.search(text)):
        return False
    plain = text.rstrip("=").translate(_URL_SAFE)
    try:
        decoded = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return False
    return len(decoded) > _FEWEST and decoded.isprintable()


def _is_name_by_signs(text: str) -> bool:
    """Check that a word with signs for letters is a listed name and no common word."""
    word = text.lower().rstrip("!")
    return not word.isalpha() and _is_name(word.translate(_SIGNS))


def _holds_names(text: str) -> bool:
    """Check that letters are one to three names in a row, one of them no common word."""
    word = "".join(filter(str.isalpha, text.lower()))
    sure = {0: (False, 0)}  # by the letters read: whether a name is sure, and how many there are
    names = person_names()
    for stop in range(_FEWEST, len(word) + 1):
        for start in range(max(0, stop - _MOST), stop - _FEWEST + 1):
            certain, count = sure.get(start, (False, _MOST_NAMES))
            name = word[start:stop]
            if count < _MOST_NAMES and name in names:
                found = certain or _is_name(name), count + 1
                sure[stop] = max(sure.get(stop, found), found)
    return sure.get(len(word), (False, 0))[0]


def _is_name(word: str) -> bool:
    return word in person_names() and word not in load_allow_list().words


def _is_common(word: str) -> bool:
    return word in load_allow_list().words or word in ordinary_words()


def _ends(word: str) -> tuple[int, str, str]:
    """The length of a word and its outer letters, which no star replaces."""
    return len(word), word[0], word[-1]


@cache
def _words_by_ends() -> dict[tuple[int, str, str], list[str]]:
    by_ends: dict[tuple[int, str, str], list[str]] = {}
    for word in filter(None, load_allow_list().words | ordinary_words()):
        by_ends.setdefault(_ends(word), []).append(word)
    return by_ends


def _is_named_in(language: str, text: str) -> bool:
    """Check that some word after the first has a capital, or is no plain word of a language."""
    plain = plain_words(language)
    names = _LETTERS.findall(text)[1:]
    return any(word[0].isupper() or word not in plain for word in names)


def _is_listed_in(language: str, text: str) -> bool:
    """Check that a word is a listed name of persons and no plain word of a language."""
    word = text.lower()
    public = word in plain_words(language) or word in words("public.words", "intl")
    return person_names().get(word, False) and not public


CHECKS: Mapping[str, Callable[[str], bool]] = {
    "mod97": _mod97,
    "bitcoin": lambda text: bool(_module("bitcoin").is_valid(text)),  # letter case counts
    "iban-country": lambda text: text[:2].upper() in words("countries.iban", "intl"),
    "ip": _ip,
    # No run of three letters or more is a common word, nor is the last run of letters.
    "no-words": lambda text: load_allow_list().words.isdisjoint(_RUN.findall(text.lower())),
    "no-common-end": lambda text: (
        not any(map(load_allow_list().keeps, _LETTERS.findall(text.lower())[-1:]))
    ),
    "groups": _is_code_in_groups,
    "begins-with-name": _begins_with_name,
    # The word is not common, without accents and with references resolved.
    "rare-word": lambda text: (
        not _is_common(
            normalize("NFKD", html.unescape(text.lower())).encode("ascii", "ignore").decode()
        )
    ),
    "no-alphabet": _is_no_alphabet,
    "no-starred-word": _is_no_starred_word,
    "base64": _is_encoded_text,
    "holds-names": _holds_names,
    "name-by-signs": _is_name_by_signs,
}
_OF_SECTIONS: Mapping[str, Callable[[str, str], bool]] = {
    # What follows the last dot; all letters; the first run of letters; parts at underscores.
    "ends-in": lambda section, text: (
        text.lower().rpartition(".")[2].strip() in words(section, "intl")
    ),
    "not": lambda section, text: (
        "".join(filter(str.isalpha, text.lower())) not in words(section, "intl")
    ),
    "not-first": lambda section, text: (
        _LETTERS.findall(text.lower())[0] not in words(section, "intl")
    ),
    "not-all": lambda section, text: (
        not words(section, "intl").issuperset(filter(None, text.lower().strip("<>: ").split("_")))
    ),
    # Some word is no common word of a language.
    "uncommon": lambda language, text: (
        not all(map(load_allow_list(language=language).keeps, _LETTERS.findall(text.lower())))
    ),
    "named": _is_named_in,
    "listed": _is_listed_in,
}
