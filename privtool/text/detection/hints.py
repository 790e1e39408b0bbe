"""A quick scan of a text for what steps need: words, and tests of the text.

A step declares its needs where it is listed (`stages.py`). `said` and `seen` make a need, a bit of
an integer; `|` joins needs of which one is enough. `hints_of` returns the needs that a text meets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from privtool.text.detection.identifiers import package_matcher
from privtool.text.detection.said.items import (
    CASES,
    NUMBERS,
    SINGLES,
)
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words

_ASCII_WORD = Regex("[a-z]+")
_DIGIT = Regex("[0-9]")
_DOTTED = Regex(r"\.[^\W_]|://")
_SPELLED = Regex(
    r"(?<![a-z\d'])(?:[a-z][ ,.-]{1,3}[a-z](?![a-z\d'])"
    r"|([a-z]),? (?:as in|for|like|like in) \1[a-z]"
    rf"|(?:{'|'.join(sorted(CASES))}) [a-z](?![a-z\d']))"
)
_AT_ABROAD = words("domains.at_abroad", "intl")
_PROVIDERS_APART = Regex("at (?:gee|g|jee|hot|proton|fast) mail|at (?:out look|i cloud|ya hoo)")
_ACCENTED_MONTHS = frozenset(name for name in MONTH_NAMES if not name.isascii())


class Scan:
    """A text and what the tests of several needs share."""

    __slots__ = ("digits", "dotted", "hints", "plain", "text", "view", "words")

    def __init__(self, view: TextView) -> None:
        self.view, self.text = view, view.lower
        self.plain = self.text.isascii()
        self.words = view.tokens.word if self.plain else _ASCII_WORD.findall(self.text)
        self.hints = _WORDS.intersection(self.words)
        self.digits = _DIGIT.search(self.text) is not None
        self.dotted = "." in self.text and _DOTTED.search(self.text) is not None


_FLAGS = dict.fromkeys(SINGLES - {*"ast"}, 0)  # the others are mostly words or endings
_WORDS = set(_FLAGS)
_TESTS: list[tuple[int, Callable[[Scan], bool]]] = []
_bits = iter(range(1, 1000))


def said(words: Iterable[str]) -> int:
    """Return the need of one of some words, of which only their ASCII letters are looked for."""
    bit = 1 << next(_bits)
    for word in words:
        _FLAGS[word] = _FLAGS.get(word, 0) | bit
        _WORDS.add(word)
    return bit


def seen(test: Callable[[Scan], bool]) -> int:
    """Return the need of a text that passes a test."""
    bit = 1 << next(_bits)
    _TESTS.append((bit, test))
    return bit


def hints_of(view: TextView) -> int:
    """Return the needs that a text meets, 0 if nothing can be found; set the hints of the view."""
    scan = Scan(view)
    if "d o b" in scan.text:
        scan.hints.add("dob")
    view.hints = frozenset(scan.hints)
    flags = 0
    for word in scan.hints:
        flags |= _FLAGS[word]
    for bit, test in _TESTS:
        if test(scan):
            flags |= bit
    return flags


def may_match(*names: str) -> Callable[[Scan], bool]:
    """Return a test whether a rule of some files of the package may match."""
    return lambda scan: scan.digits or package_matcher(*names).may_match(scan.view.plain)


def has_digit(scan: Scan) -> bool:
    """Return whether there is a digit."""
    return scan.digits


def is_dotted(scan: Scan) -> bool:
    """Return whether there may be a domain or the address of a page."""
    return scan.dotted or "://" in scan.text


def is_foreign(scan: Scan) -> bool:
    """Return whether not all characters are ASCII."""
    return not scan.plain


def names_host(scan: Scan) -> bool:
    """Return whether "at" may stand before a host."""
    text = scan.text
    if "@" in text:
        return True
    if is_dotted(scan) and (" at " in text or "at]" in text or "at)" in text):
        return True
    return "at " in text and _PROVIDERS_APART.search(text) is not None


def names_foreign_month(scan: Scan) -> bool:
    """Return whether there is a month with an accent, or a digit in foreign text ("28岁")."""
    if scan.plain:
        return False
    return scan.digits or not _ACCENTED_MONTHS.isdisjoint(scan.view.tokens.word)


def has_foreign_at(scan: Scan) -> bool:
    """Return whether an "at" of another language is spelled with an accent."""
    return not scan.plain and not _AT_ABROAD.isdisjoint(scan.view.tokens.word)


def has_number_run(scan: Scan) -> bool:
    """Return whether there are two number words or more."""
    numbers = scan.hints & NUMBERS
    return len(numbers) > 1 or (
        bool(numbers) and len([word for word in scan.words if word in numbers]) > 1
    )


def has_spelling(scan: Scan) -> bool:
    """Return whether letters follow each other or have example words."""
    letters = sum(map(scan.words.count, scan.hints & SINGLES))
    found = _SPELLED.search(scan.text) if letters else None
    return found is not None and (letters > 1 or found[1] is not None)
