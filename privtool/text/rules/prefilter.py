"""What any match of a pattern needs, so that most texts are passed over without a search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as parser

FIRST_NAME = "\U000f0000"  # signs from this one on stand for sets of signs, smaller ones first
_DIGITS = frozenset("0123456789")


class Needs(NamedTuple):
    """The fewest characters of a match, the fewest digits among them and in a row, and signs.

    A match has at least one of the signs, if there are any.
    """

    length: int
    digits: int
    run: int
    signs: str = ""


def parsed(pattern: re.Pattern[str]) -> Any:
    """Return the operations of a pattern, with their arguments."""
    return parser.parse(pattern.pattern, pattern.flags)


def signs_needed(source: str) -> list[frozenset[str]]:
    """Return sets of signs: a match of a pattern has at least one of each."""
    return list(_sets(parser.parse(source)))


@cache
def needs_of(pattern: re.Pattern[str]) -> Needs:
    """Return what a match of a pattern needs at least; look-arounds need nothing."""
    tree = parsed(pattern)
    length, _ = tree.getwidth()
    digits = _digits(tree)
    return Needs(length, digits.count("0"), _longest(digits), "".join(sorted(_signs(tree))))


def _digits(items: Sequence[tuple[Any, Any]]) -> str:
    """Return a "0" for each digit that parsed items match at least, with spaces between rows."""
    return "".join(_digits_of(str(operation), argument) for operation, argument in items)


def _digits_of(operation: str, argument: Any) -> str:
    if operation in ("ASSERT", "ASSERT_NOT", "AT"):
        return ""
    if operation == "LITERAL":
        return "0" if chr(argument) in _DIGITS else " "
    if operation == "IN":
        return "0" if _is_digit_class(argument) else " "
    if operation == "BRANCH":
        parts = list(map(_digits, argument[1]))
        row = min(map(_longest, parts))
        return f" {'0' * row}{' 0' * (min(part.count('0') for part in parts) - row)} "
    if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        part = _digits(argument[2])
        return part * argument[0] if " " not in part else f" {part * argument[0]} "
    if operation == "SUBPATTERN":
        return _digits(argument[-1])
    return _digits(argument) if operation == "ATOMIC_GROUP" else " "


def _longest(digits: str) -> int:
    return max(map(len, digits.split()), default=0)


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


def _is_digit_class(items: Sequence[tuple[Any, Any]]) -> bool:
    """Return whether a set of characters, such as `[1-6]` or `\\d`, has nothing but digits."""
    return all(_has_digits_only(str(kind), value) for kind, value in items)


def _has_digits_only(kind: str, value: Any) -> bool:
    if kind == "LITERAL":
        return chr(value) in _DIGITS
    if kind == "RANGE":
        return chr(value[0]) in _DIGITS and chr(value[1]) in _DIGITS
    return kind == "CATEGORY" and str(value) == "CATEGORY_DIGIT"
