"""A quick scan of a text for what steps need: words, and tests of the text.

A step declares its needs where it is listed (`stages.py`). `said` and `seen` make a need, a bit of
an integer; `|` joins needs of which one is enough. `hints_of` returns the needs that a text meets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from privtool.text.detection.said.items import (
    CASES,
    CLEAR_LETTER_NAMES,
    NUMBERS,
    SINGLES,
    SPELLING_ALPHABET,
)
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words

_ASCII_WORD = Regex("[a-z]+")
_FIELD_COLON = Regex(
    ":(?:"
    + "|".join(
        f"(?<={word}:)|(?<={word}[\"']:)"
        for word in ("id", "name", "no", "nr", "number", "address", "token")
    )
    + ")"
)
_DIGIT = Regex("[0-9]")
_DOTTED = Regex(r"\.[^\W_]|://")
_TWO_LETTERS = Regex(r"(?<![a-z\d'])[a-z][ ,.-]{1,3}[a-z](?![a-z\d'])")
_SAMPLE = Regex(r"(?<![a-z\d'])([a-z]),? (?:as in|for|like|like in) \1[a-z]")
_BEFORE_SAMPLE = (" as in ", " for ", " like ")
_BOOKED = ("mr", "ms", "pax", "passenger", "psgr")
_AT_ABROAD = words("domains.at_abroad", "intl")
_PROVIDERS_APART = Regex("at (?:gee|g|jee|hot|proton|fast) mail|at (?:out look|i cloud|ya hoo)")
_ACCENTED_MONTHS = frozenset(name for name in MONTH_NAMES if not name.isascii())
# Signs of names of accounts and of disguises: the first are looked for in every text, the others
# only next to one of these, a digit or a long word.
_SIGNS = Regex(r"[@#&~\\%=_$|€!+*^/<]")
_ODD = Regex(r"[@#&~\\%=_$|€<]|/(?:home|users|mail)|[^\W\d_](?:[!+]|\*{1,3})[^\W\d_]")
_DOTS = Regex(r"\.[a-z]\.[a-z]\.[a-z]")
_BETWEEN_LETTERS = "*/+^"
_LONG_WORD = 16  # letters
# Other than ASCII characters that nothing but the finders of ASCII looks for: letters like Latin
# ones, and signs of which it takes three to part the letters of a word.
_USUAL_SIGNS = "\u201c\u201d\u2014"
_USUAL = frozenset(
    char for char in map(chr, range(0x250)) if char.isascii() or char.isalpha()
) | frozenset(_USUAL_SIGNS)


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


def has_digit(scan: Scan) -> bool:
    """Return whether there is a digit."""
    return scan.digits


def has_sign(sign: str) -> Callable[[Scan], bool]:
    """Return a test for a sign."""
    return lambda scan: sign in scan.text


def is_dotted(scan: Scan) -> bool:
    """Return whether there may be a domain or the address of a page."""
    return scan.dotted or "://" in scan.text


def is_foreign(scan: Scan) -> bool:
    """Return whether not all characters are ASCII."""
    return not scan.plain


def has_slash(scan: Scan) -> bool:
    """Return whether there may be an address, a name on Reddit or one of a booking."""
    text = scan.text
    if "/" not in text:
        return False
    return "://" in text or "u/" in text or "u /" in text or any(map(text.__contains__, _BOOKED))


def has_machine_signs(scan: Scan) -> bool:
    """Return whether there are several dots, colons or hyphens."""
    text = scan.text
    return text.count(".") > 1 or text.count(":") > 1 or text.count("-") > 3


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
    """Return whether letters follow each other, have example words, or are said as words."""
    text, hints = scan.text, scan.hints
    named = hints & (SPELLING_ALPHABET | CLEAR_LETTER_NAMES)
    names = sum(map(scan.words.count, named)) + ("x-ray" in text)
    letters = len(hints & SINGLES)
    if names > 1 or (names and letters):
        return True
    if letters < 2:
        return letters == 1 and _has_sample(text)
    return not CASES.isdisjoint(scan.words) or bool(_TWO_LETTERS.search(text)) or _has_sample(text)


def _has_sample(text: str) -> bool:
    """Return whether a letter has an example word."""
    return any(word in text for word in _BEFORE_SAMPLE) and _SAMPLE.search(text) is not None


def is_odd(scan: Scan) -> bool:
    """Return whether a text may have names of accounts, or private text in disguise."""
    view, text = scan.view, scan.text
    if view.mixed_case or (is_dotted(scan) and _DOTS.search(text)):
        return True
    if not scan.plain and _is_unusual(text):
        return True
    if _SIGNS.search(text) and (
        _ODD.search(text) or any(text.count(sign) > 2 for sign in _BETWEEN_LETTERS)
    ):
        return True
    if scan.digits or not scan.plain:
        return view.has_long_token
    return max(map(len, scan.words), default=0) >= _LONG_WORD


def _is_unusual(text: str) -> bool:
    """Return whether foreign text has signs of disguises, or a field with a colon."""
    if not _USUAL.issuperset(text) or sum(map(text.count, _USUAL_SIGNS)) > 2:
        return True
    return ":" in text and _FIELD_COLON.search(text) is not None
