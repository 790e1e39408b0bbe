"""What any match of a pattern needs, so that most texts are passed over without a search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as parser

FIRST_NAME = "\U000f0000"  # characters from this one on stand for what may be needed


def parsed(pattern: re.Pattern[str]) -> Any:
    """Return the operations of a pattern, with their arguments."""
    return parser.parse(pattern.pattern, pattern.flags)


def needed_sets(source: str, size: Callable[[frozenset[str]], int]) -> Iterator[frozenset[str]]:
    """Yield sets of names: a match of a pattern has at least one of each.

    Of the sets of each branch of a choice, the one of the least `size` counts.
    """
    return _sets(size, parser.parse(source))


def _sets(
    size: Callable[[frozenset[str]], int], items: Sequence[tuple[Any, Any]]
) -> Iterator[frozenset[str]]:
    sets = partial(_sets, size)
    for kind, argument in items:
        operation = str(kind)
        if operation == "LITERAL" and chr(argument) >= FIRST_NAME:
            yield frozenset(chr(argument))
        elif operation == "IN" and all(str(kind) == "LITERAL" for kind, _ in argument):
            yield frozenset(chr(value) for _, value in argument)
        elif operation == "SUBPATTERN":
            yield from sets(argument[-1])
        elif operation in ("MAX_REPEAT", "MIN_REPEAT") and argument[0]:
            yield from sets(argument[2])
        elif operation == "BRANCH":
            parts = [min(sets(part), key=size, default=None) for part in argument[1]]
            found = [part for part in parts if part is not None]
            if len(found) == len(parts):
                yield frozenset[str]().union(*found)
