"""Dictated codes with other words between their letters and digits: "94, good grief, c p, 65"."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.cues import CUES, FILLERS, LETTER_CODES, MOST_FILLERS, PLATES
from privtool.text.detection.numbers.dictated_items import letter_stop
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, PLURALS, REPEATS
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_CODE_LABELS = (Label.ID.value, Label.NUMBER.value, Label.NATIONAL_ID.value)
_CUES = (
    {word for word, label in CUES.items() if label in _CODE_LABELS}
    | LETTER_CODES
    | PLATES
    | word_set("label sticker license licence voucher coupon promo key tag model part activation")
)
_VERBS = word_set("is are s says say reads read be was shows")
_ANNOUNCING = _CUES | _VERBS
_NUMBERS = CARDINALS.keys() | REPEATS.keys() | PLURALS.keys()
_LETTERS = frozenset("bcdefghjklmnpqrstuvwxyz")
_VOWELS = word_set("a i o oh")  # words of other meanings, too: only next to another item
_ITEMS = _NUMBERS | _LETTERS | _VOWELS
_ENDS = frozenset((".", "?", "!", "", ","))
_AFTER_VOWEL = _ENDS | _VOWELS
_SENTENCE_ENDS = frozenset(".?!")
_REACH = 18  # tokens between two parts
_MOST_PARTS = 12
_MOST_ITEMS = 24  # of a part
_LONGEST_DIGITS = 6
_FEWEST = 4  # letters and digits of a code after a cue
_FEWEST_UNCUED = 5  # after a verb alone, two of them letters and two digits


class _Part(NamedTuple):
    """Tokens `first..stop` of letters and digits, with how many there are of each."""

    first: int
    stop: int
    letters: int
    digits: int


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find the letters and digits of announced codes that the sorted `spans` do not cover."""
    tokens = view.original_tokens
    found: list[Span] = []
    floor = 0
    for start, cued in _starts(tokens):
        if start < floor:
            continue
        parts = list(islice(_parts(tokens, start), _MOST_PARTS))
        letters, digits = (sum(part[at] for part in parts) for at in (2, 3))
        if cued:
            code = letters and digits and letters + digits >= _FEWEST
        else:
            code = min(letters, digits) > 1 and letters + digits >= _FEWEST_UNCUED
        if code:
            floor = parts[-1].stop
            found += [
                tokens.span(part.first, part.stop, Label.ID.value, POSSIBLE) for part in parts
            ]
    return [part for part in found if not _is_covered(part, spans)]


def _is_covered(part: Span, spans: Sequence[Span]) -> bool:
    """Return whether one of the sorted, disjoint spans covers a part."""
    at = bisect_right(spans, part.start, key=lambda span: span.start) - 1
    return at >= 0 and part.end <= spans[at].end


def _starts(tokens: Tokens) -> Iterator[tuple[int, bool]]:
    """Yield where a letter or digit follows a cue (True) or a verb (False)."""
    for index in tokens.places(_ANNOUNCING):
        if tokens.word[index] in _CUES:
            start = index + 1
            most = start + MOST_FILLERS
            while start < most and _part_at(tokens, start) is None:
                if tokens.at(start) not in FILLERS and tokens.at(start) not in _CUES:
                    break
                start += 1
            if _part_at(tokens, start) is not None:
                yield start, True
        elif _part_at(tokens, index + 1) is not None:
            yield index + 1, False


def _parts(tokens: Tokens, start: int) -> Iterator[_Part]:
    """Yield the parts of a code from token `start` on, in one sentence."""
    index = last = start
    while index < len(tokens) and index - last <= _REACH:
        if tokens.word[index] in _SENTENCE_ENDS:
            return
        part = _part_at(tokens, index) if _is_item(tokens.word[index]) else None
        if part is None:
            index += 1
            continue
        yield part
        index = last = part.stop


def _is_item(word: str) -> bool:
    return word in _ITEMS or word.isdecimal()


def _part_at(tokens: Tokens, first: int) -> _Part | None:
    """Return the letters and digits that start at token `first`, if any."""
    if not _is_item(tokens.at(first)):
        return None  # nearly always
    letters = digits = 0
    clear = first  # where the last item stops that is no vowel, or follows one
    index = first
    for _ in range(_MOST_ITEMS):
        word = tokens.at(index)
        if word in _NUMBERS:
            digits, index = digits + 1, index + 1
        elif word.isdecimal() and len(word) <= _LONGEST_DIGITS:
            digits, index = digits + len(word), index + 1
        elif word in _LETTERS and _is_alone(tokens, index):
            letters, index = letters + 1, letter_stop(tokens, index)
        elif word in _VOWELS and _is_alone(tokens, index):
            index += 1
            if index - 1 == clear > first and tokens.at(index) in _AFTER_VOWEL:
                clear = index
            continue
        else:
            break
        clear = index
    if clear == first or not (letters or digits):
        return None
    lone = clear == first + 1 and tokens.word[first] in ("one", "ones")
    return None if lone and tokens.at(clear) not in _ENDS else _Part(first, clear, letters, digits)


def _is_alone(tokens: Tokens, index: int) -> bool:
    """Return whether a letter is no part of a contraction, word or abbreviation: "it's", "U.S."."""
    if tokens.touches(index):
        return False
    after = tokens.at(index + 1)
    if not tokens.touches(index + 1):
        return True
    return after == "," or (after in _ENDS and not tokens.touches(index + 2))
