"""Ends and names of hosts as people say them: "dot co dot uk", "dot n l", "gee mail"."""

from __future__ import annotations

from collections.abc import Container

from privtool.text.tokens import Tokens
from privtool.text.top_level_domains import KNOWN, SPOKEN

AT = frozenset(("at", "@"))
OPENERS = frozenset("([{<")
CLOSERS = frozenset(")]}>")
_MOST_ENDINGS = 4  # in a row
_FEWEST, _MOST = 2, 4  # letters of an ending
# Two words for a provider.
APART = {
    ("gee", "mail"): "gmail",
    ("g", "mail"): "gmail",
    ("jee", "mail"): "gmail",
    ("hot", "mail"): "hotmail",
    ("out", "look"): "outlook",
    ("i", "cloud"): "icloud",
    ("proton", "mail"): "protonmail",
    ("ya", "hoo"): "yahoo",
    ("fast", "mail"): "fastmail",
}


def ending_stop(tokens: Tokens, dot: int) -> int:
    """Return where "dot com" (or "dot co dot uk") at token `dot` stops, else `dot`."""
    stop = dot
    for _ in range(_MOST_ENDINGS):
        if tokens.at(stop) != "dot":
            break
        after = over(tokens, stop + 1, CLOSERS, 1)
        said = KNOWN if tokens.at(stop - 2) in AT else SPOKEN  # "at fjordpost dot no"
        end = after + 1 if tokens.at(after) in said else _spelled_ending_stop(tokens, after)
        if end == after:
            break
        bracket = tokens.at(end) in OPENERS and tokens.at(end + 1) == "dot"
        if tokens.at(end) == "dot" or bracket:
            stop = end + bracket
            continue
        return end
    return dot


def _spelled_ending_stop(tokens: Tokens, first: int) -> int:
    """Return where letters at a token stop that spell an ending, "n l"; the token if none do."""
    stop = first
    while stop - first <= _MOST and len(tokens.at(stop)) == 1 and tokens.at(stop).isalpha():
        stop += 1
    spelled = "".join(tokens.word[first:stop])
    return stop if _FEWEST <= stop - first <= _MOST and spelled in KNOWN else first


def provider_stop(tokens: Tokens, first: int, providers: Container[str]) -> int:
    """Return where a provider in one word or two stops that starts at a token, else the token."""
    if tokens.at(first) in providers:
        return first + 1
    return first + 2 if APART.get((tokens.at(first), tokens.at(first + 1))) in providers else first


def over(tokens: Tokens, index: int, signs: frozenset[str], step: int) -> int:
    """Return `index`, moved by `step` over one of the signs."""
    return index + step if tokens.at(index) in signs else index
