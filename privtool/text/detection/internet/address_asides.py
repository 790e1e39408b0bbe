"""What speakers say in the middle of an address: "anna, all one word, at, er, gmail dot com"."""

from __future__ import annotations

from privtool.text.detection.internet.hosts import AT
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_MOST_TOKENS = 16  # of an aside
# What an aside begins with.
_ASIDES = word_set(", er erm um uhm uh hm hmm oh wait hang hold sorry")
_REMARKS = tuple(
    remark.split()
    for remark in (
        "all one word",
        "one word",
        "no spaces",
        "no space",
        "no dots",
        "all lower case",
        "all lowercase",
        "lower case",
        "lowercase",
        "all small",
        "all together",
        "that is all",
    )
)


def at_before_aside(tokens: Tokens, first: int, floor: int) -> int | None:
    """Return the "at" that an aside parts from the host at `first`, if there is one."""
    for index in range(first - 1, max(first - _MOST_TOKENS, floor), -1):
        if tokens.word[index] in AT and tokens.at(index + 1) in _ASIDES:
            return index
    return None


def remark_first(tokens: Tokens, stop: int) -> int:
    """Return where a remark on the spelling begins that ends before a token, else the token."""
    last = stop - (tokens.at(stop - 1) == ",")
    for remark in _REMARKS:
        first = last - len(remark)
        if first > 0 and tokens.word[first:last] == remark:
            return first - (tokens.at(first - 1) == ",")
    return stop
