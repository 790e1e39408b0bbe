"""E-mail and web addresses that are said aloud, or written so that machines miss them."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import View
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


def find(view: View) -> list[Span]:
    """Addresses such as "anna dot smith at gmail dot com" and "example [dot] com"."""
    tokens = view.tokens
    found: list[Span] = []
    floor = 0
    for index, word in enumerate(tokens.word):
        if word != "dot" or index < floor:
            continue
        stop = _ending_stop(tokens, index)
        if stop == index:
            continue
        span, floor = _address(tokens, index, stop, floor)
        if span is not None:
            found.append(span)
    return found


def _ending_stop(tokens: Tokens, dot: int) -> int:
    """Where "dot com" (or "dot co dot uk") at token `dot` stops; `dot` if it is not there."""
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
    """`index`, moved by `step` if one of the signs stands there."""
    return index + step if tokens.at(index) in signs else index


def _address(tokens: Tokens, dot: int, stop: int, floor: int) -> tuple[Span | None, int]:
    """The address whose domain ends with the dot at `dot`, and the token to go on from."""
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
    """The first token of a name that ends with token `last`: words joined by "dot" and the like.

    Letters, digits and number words join without a joint: "j o h n four two". Returns
    `last + 1` if there is no name.
    """
    first = last + 1
    index = last
    free = True  # the next word needs no joint after it
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
