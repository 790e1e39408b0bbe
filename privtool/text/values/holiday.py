"""Holidays, seasons and quarters, by kind."""

from __future__ import annotations

from functools import cache

from privtool.text.lexicon import rows
from privtool.text.values.symbols import Symbols

_MOST_TOKENS = 5  # "New Year's Day"


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    """Return for each name the others of its kind, its usual name first.

    Names with the same first word, such as Christmas and Christmas Eve, do not replace each other.
    """
    table = [(kind, name, "".join(others)) for kind, name, *others in rows("holidays")]
    known: dict[str, tuple[str, ...]] = {}
    for kind, name, further in table:
        same = (each for other, each, _ in table if other == kind)
        others = (name, *(each for each in same if each.split()[0] != name.split()[0]))
        known |= {_key(each): others for each in (name, *further.split("|")) if each}
    return known


def _key(name: str) -> str:
    """Return the name in lower case and without apostrophes."""
    return " ".join(name.lower().replace("'", "").replace("\u2019", "").split())


def read(symbols: Symbols, at: int) -> tuple[tuple[str, ...], int] | None:
    """Return what the name that begins with a token may become, and the token after it.

    The first is the usual form of the name itself.
    """
    for stop in range(min(at + _MOST_TOKENS, len(symbols.symbols)), at, -1):
        if symbols.text(stop - 1, stop).isalnum():
            found = _by_name().get(_key(symbols.text(at, stop)))
            if found is not None:
                return found, stop
    return None


def names() -> tuple[str, ...]:
    """Return the names of all feasts."""
    return tuple(name for kind, name, *_ in rows("holidays") if kind == "feast")
