"""What any match of a pattern needs, so that most texts are passed over without a search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as parser

FIRST_NAME = "\U000f0000"  # signs from this one on stand for sets of signs, smaller ones first


def parsed(pattern: re.Pattern[str]) -> Any:
    """Return the operations of a pattern, with their arguments."""
    return parser.parse(pattern.pattern, pattern.flags)


def signs_needed(source: str) -> list[frozenset[str]]:
    """Return sets of signs: a match of a pattern has at least one of each."""
    return list(_sets(parser.parse(source)))


@cache
def signs_of(pattern: re.Pattern[str]) -> tuple[frozenset[str], ...]:
    """Return sets of signs: a match of a pattern has at least one of each, the smallest first."""
    return tuple(sorted(_sets(parser.parse(pattern.pattern, pattern.flags)), key=len))


def _sets(items: Sequence[tuple[Any, Any]]) -> Iterator[frozenset[str]]:
    """Yield sets of signs, of each of which a sequence of parsed items has at least one."""
    for kind, argument in items:
        operation = str(kind)
        if operation in ("SUBPATTERN", "ATOMIC_GROUP"):
            yield from _sets(argument[-1] if operation == "SUBPATTERN" else argument)
        elif operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") and argument[0]:
            yield from _sets(argument[2])
        else:
            signs = _signs_of(operation, argument)
            if signs:
                yield signs


def _signs(items: Sequence[tuple[Any, Any]]) -> frozenset[str]:
    """Return the smallest of these sets, an empty one if there is none."""
    return min(_sets(items), key=_size, default=frozenset())


def _size(signs: frozenset[str]) -> tuple[str, int]:
    """Return what orders sets of signs: the number of signs, but the last of signs for sets."""
    last = max(signs)
    return (last if last >= FIRST_NAME else "", len(signs))


def _signs_of(operation: str, argument: Any) -> frozenset[str]:
    if operation == "LITERAL":
        return frozenset(chr(argument)) if not chr(argument).isalnum() else frozenset()
    if operation == "IN":
        return _signs_of_class(argument)
    if operation == "BRANCH":
        parts = list(map(_signs, argument[1]))
        return frozenset[str]().union(*parts) if all(parts) else frozenset()
    return frozenset()


def _signs_of_class(items: Sequence[tuple[Any, Any]]) -> frozenset[str]:
    """Return the members of a set of signs such as `[/\\\\]`, none for any other set."""
    literal = all(str(kind) == "LITERAL" for kind, _ in items)
    signs = frozenset(chr(value) for _, value in items) if literal else frozenset()
    return signs if not any(map(str.isalnum, signs)) else frozenset()
