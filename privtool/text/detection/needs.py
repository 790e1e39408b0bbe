"""What steps need a text to have, so that most texts are passed over: words, and quick tests.

A need is a bit of an integer; `|` joins needs of which one is enough. A step declares its needs
where it is listed (`stages.py`); one that ran on every text would find the same, only later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

from privtool.text.detection.said.items import CASES, NUMBERS, SINGLES
from privtool.text.detection.view import TextView
from privtool.text.lazy_regex import Regex

_DIGIT = Regex("[0-9]")
_DOTTED = Regex(r"\.[^\W_]|://")
_SPELLED = Regex(
    r"(?<![a-z\d'])(?:[a-z][ ,.-]{1,3}[a-z](?![a-z\d'])"
    r"|([a-z]),? (?:as in|for|like|like in) \1[a-z]"
    rf"|(?:{'|'.join(sorted(CASES))}) [a-z](?![a-z\d']))"
)
_PROVIDERS_APART = Regex("at (?:gee|g|jee|hot|proton|fast) mail|at (?:out look|i cloud|ya hoo)")
_LETTERS = SINGLES - {*"ast"}  # the others are mostly words or endings

NOTHING = 1  # every text has it
_bits = count(1)
OF_WORDS = dict.fromkeys(_LETTERS, 0)
_TESTS: list[tuple[int, Callable[[TextView], bool]]] = []


def said(words: Iterable[str]) -> int:
    """Return the need of one of some words."""
    bit = 1 << next(_bits)
    for word in words:
        OF_WORDS[word] = OF_WORDS.get(word, 0) | bit
    return bit


def _seen(test: Callable[[TextView], bool]) -> int:
    """Return the need of a text that passes a test."""
    bit = 1 << next(_bits)
    _TESTS.append((bit, test))
    return bit


def needs_met(view: TextView) -> int:
    """Return the needs that a text meets."""
    met = NOTHING
    for word in OF_WORDS.keys() & view.tokens.word:
        met |= OF_WORDS[word]
    for bit, test in _TESTS:
        if test(view):
            met |= bit
    return met


def _names_host(view: TextView) -> bool:
    """Return whether "at" may stand before a host."""
    text = view.lower
    if "@" in text:
        return True
    if "at " not in text and "at]" not in text and "at)" not in text:
        return False
    return _DOTTED.search(text) is not None or _PROVIDERS_APART.search(text) is not None


def _has_number_run(view: TextView) -> bool:
    """Return whether there are two number words or more."""
    said_words = view.tokens.word
    numbers = NUMBERS & set(said_words)
    return bool(numbers) and sum(map(said_words.count, numbers)) > 1


def _has_spelling(view: TextView) -> bool:
    """Return whether letters follow each other or have example words."""
    letters = sum(map(_LETTERS.__contains__, view.tokens.word))
    found = _SPELLED.search(view.lower) if letters else None
    # Next to an accent even few letters spell: "is it Siân? S, I, A with a circumflex".
    return found is not None and (letters > 1 or found[1] is not None or not view.lower.isascii())


DIGIT = _seen(lambda view: _DIGIT.search(view.lower) is not None)
FOREIGN = _seen(lambda view: not view.lower.isascii())
DOTTED = _seen(lambda view: _DOTTED.search(view.lower) is not None)
HOST = _seen(_names_host)
NUMBER_RUN = _seen(_has_number_run)
SPELLING = _seen(_has_spelling)
