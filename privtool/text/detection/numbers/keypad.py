"""Codes typed into a keypad, with the names of its signs: "code 4 4 star 1 9", "4471#"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, REPEATS
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

NUMBER = Label.NUMBER.value

KEYPAD_SIGNS = word_set("star hash asterisk pound hashtag")
_SIGNS = KEYPAD_SIGNS | frozenset("*#")
_CUES = word_set("code codes pin pins passcode dial press gate keypad combination lock alarm")
_BETWEEN = word_set("sign key then , - and")
_DIGITS = CARDINALS.keys() | REPEATS.keys()
_LONGEST = 8  # digits of one group
_CUE_REACH = 6  # tokens between the cue and the code
_MOST_ITEMS = 24
_FEWEST = 3  # digits or number words


def find(view: TextView) -> list[Span]:
    """Find runs of digits and number words with a sign of a keypad, after a cue."""
    tokens = view.tokens
    if _SIGNS.isdisjoint(tokens.word) or _CUES.isdisjoint(tokens.word):
        return []
    return view.spans_at(_CUES, NUMBER, lambda index, _: _code_after(tokens, index))


def _code_after(tokens: Tokens, cue: int) -> tuple[int, int, float]:
    """Return the code after a cue: first token, stop and score (0: none)."""
    first = cue + 1
    while first - cue <= _CUE_REACH and not (_is_digits(tokens, first) or _is_sign(tokens, first)):
        if tokens.at(first) in _CUES:
            return cue, cue, 0.0  # the last cue counts
        first += 1
    stop, digits, signs = first, 0, 0
    for index in range(first, min(first + _MOST_ITEMS, len(tokens))):
        word = tokens.word[index]
        if _is_sign(tokens, index):
            signs += 1
        elif _is_digits(tokens, index):
            digits += len(word) if word.isdigit() else 1
        elif word in _BETWEEN:
            continue
        else:
            break
        stop = index + 1
    return (first, stop, LIKELY) if signs and digits >= _FEWEST else (cue, cue, 0.0)


def _is_digits(tokens: Tokens, index: int) -> bool:
    """Return whether a token is a number word or a short group of digits."""
    word = tokens.at(index)
    return word in _DIGITS or (word.isdigit() and len(word) <= _LONGEST)


def _is_sign(tokens: Tokens, index: int) -> bool:
    """Return whether a token names a sign, with a number beside it: not "star" in a sentence."""
    word = tokens.at(index)
    if word not in _SIGNS:
        return False
    # "#119" is a number, not a key and three digits.
    return _is_digits(tokens, index - 1) or (word != "#" and _is_digits(tokens, index + 1))
