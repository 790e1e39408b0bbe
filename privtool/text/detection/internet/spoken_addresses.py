"""Email and web addresses that are spoken, or written to evade machines."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import SMALL
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.top_level_domains import SPOKEN
from privtool.text.word_sets import word_set

EMAIL = Label.EMAIL.value
URL = Label.URL.value

_JOINTS = word_set("dot underscore dash hyphen period minus")
_OPENERS = frozenset("([{<")
_CLOSERS = frozenset(")]}>")
_MOST_PARTS = 24


def find(view: TextView) -> list[Span]:
    """Find addresses such as "anna dot smith at gmail dot com" and "example [dot] com"."""
    tokens = view.tokens
    spans: list[Span] = []
    floor = 0
    for index, word in enumerate(tokens.word):
        if word != "dot" or index < floor:
            continue
        stop = _ending_stop(tokens, index)
        if stop == index:
            continue
        span, floor = _address(tokens, index, stop, floor)
        if span is not None:
            spans.append(span)
    return spans


def _ending_stop(tokens: Tokens, dot: int) -> int:
    """Return where "dot com" (or "dot co dot uk") at token `dot` stops, else `dot`."""
    stop = dot
    while tokens.at(stop) == "dot":
        after = _over(tokens, stop + 1, _CLOSERS, 1)
        if tokens.at(after) not in SPOKEN:
            break
        bracket = tokens.at(after + 1) in _OPENERS and tokens.at(after + 2) == "dot"
        if tokens.at(after + 1) == "dot" or bracket:
            stop = after + 2 if bracket else after + 1
            continue
        return after + 1
    return dot


def _over(tokens: Tokens, index: int, signs: frozenset[str], step: int) -> int:
    """Return `index`, moved by `step` over one of the signs."""
    return index + step if tokens.at(index) in signs else index


def _address(tokens: Tokens, dot: int, stop: int, floor: int) -> tuple[Span | None, int]:
    """Return the address whose domain ends with the dot at `dot`, and the token after it."""
    first = _name_first(tokens, _over(tokens, dot - 1, _OPENERS, -1), floor)
    if first > dot - 1:
        return None, dot + 1
    at = _over(tokens, first - 1, _CLOSERS, -1)
    if tokens.at(at) in ("at", "@") and at > floor:
        before = _over(tokens, at - 1, _OPENERS, -1)
        local = _name_first(tokens, before, floor)
        if local <= before:
            return tokens.span(local, stop, EMAIL, SURE), stop
    score = LIKELY if tokens.word[first] in ("www", "w") else POSSIBLE
    return tokens.span(first, stop, URL, score), stop


def _name_first(tokens: Tokens, last: int, floor: int) -> int:
    """Return the first token of a name of joined words that ends with token `last`.

    Words are joined by "dot" and the like; letters, digits and number words by nothing: "j o h n
    four two". Return `last + 1` if there is no name.
    """
    first = last + 1
    index = last
    free = True  # the next word may be joined without a joint
    while index >= floor and last - index < _MOST_PARTS:
        word = tokens.at(index)
        small = (len(word) == 1 and word.isalnum()) or word.isdigit() or word in SMALL
        if word in _JOINTS or word in ("_", "-", "."):
            free = True
        elif small or (free and word.isalnum()):
            first = index
            free = small and tokens.at(index - 1) not in ("is", "at", "me", "to")
            free = free and (len(tokens.at(index - 1)) == 1 or word.isdigit() or word in SMALL)
        else:
            break
        index -= 1
    return first
