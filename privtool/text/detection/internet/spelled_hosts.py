"""Parts of hosts in letters or in two words: "dot n l", "at gee mail"."""

from __future__ import annotations

from collections.abc import Container

from privtool.text.tokens import Tokens
from privtool.text.top_level_domains import KNOWN

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


def spelled_ending_stop(tokens: Tokens, first: int) -> int:
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
