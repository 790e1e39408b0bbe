"""Names of accounts that are made of a person's name: "jwrona", "annakowalski"."""

from __future__ import annotations

from collections.abc import Callable

_SHORTEST_NAME = 4  # letters of a name in a longer word
_SHORTEST, _LONGEST = 5, 24  # letters of a handle
_MOST_BESIDE = 2  # letters beside one name: initials, or a plural of no handle


def is_handle(word: str, named: Callable[[str], object]) -> bool:
    """Return whether a word is two names, or a name with initials next to it.

    `named` tells whether a word is a name; it is asked for at most two parts a letter.
    """
    if not _SHORTEST <= len(word) <= _LONGEST:
        return False
    for cut in range(1, len(word)):
        head, tail = word[:cut], word[cut:]
        if len(head) <= _MOST_BESIDE and len(tail) >= _SHORTEST_NAME and named(tail):
            return True
        if len(tail) <= _MOST_BESIDE and len(head) >= _SHORTEST_NAME and named(head):
            return _is_no_plural(tail)
        if min(len(head), len(tail)) > _MOST_BESIDE and named(head) and named(tail):
            return True
    return False


def _is_no_plural(ending: str) -> bool:
    """Return whether letters after a name are initials, not the ending of "the kowalskis"."""
    return ending not in ("s", "es")
