"""What any match of a pattern needs, and which patterns may match a text.

These are found in one pass, by automata of RE2, which is imported on first use.

For RE2, each pattern is rewritten to one that matches wherever the pattern does, and maybe in more
places: without look-arounds, but for a sign that may not stand right before or after it, and
without references to groups. A text is read as bytes, of which one stands for any sign beyond ASCII
and is in each class that has such a sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, TypeVar

from privtool.text.lazy_regex import Regex

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as parser

FIRST_NAME = "\U000f0000"  # characters from this one on stand for what may be needed
_FOREIGN = 128  # the byte for any sign that is not ASCII
_BYTES = frozenset(range(_FOREIGN + 1))
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_FLAGS = re.IGNORECASE | re.ASCII
_Member = TypeVar("_Member")
# Signs that few texts have: a pattern with others is rather tried.
_RARE = frozenset(sign for sign in map(chr, range(33, 127)) if not sign.isalpha()) - {*".,'-?!"}
_CODE = re.compile(r"\\U(\w{8})")
# Signs beyond ASCII of each category, and those that are other cases of ASCII letters.
_BEYOND = "é٣\xa0€\u2ce5\U0001f600\u0130\u0131\u017f\u212a"
SIGN = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
_LOOK = ("ASSERT", "ASSERT_NOT", "AT")
_ANY = r"[\x00-\xff]"
_ANYTHING = f"{_ANY}*"
_WITH_HIDDEN = re.compile(r"\[\\x00[^]]*\]")
MOST_COUNTED = 30  # none is where repeats are nested so deeply that RE2 refuses it
_MEMORY = 32 << 20  # bytes that the automata of some patterns may take
AnyPattern = re.Pattern[str] | Regex


class Candidates:
    """Some patterns, of which it says which may match a text, `hidden` parts being anything.

    Repeats are `counted` up to a number, as automata grow with it.
    """

    def __init__(
        self, patterns: Iterable[AnyPattern], *, hidden: bool = False, counted: int = MOST_COUNTED
    ) -> None:
        import re2

        options = re2.Options()
        options.encoding = re2.Options.Encoding.LATIN1
        options.max_mem = _MEMORY
        options.log_errors = False
        self._set = re2.Set.SearchSet(options)
        patterns = list(patterns)
        self._all = range(len(patterns))
        try:
            for pattern in patterns:
                try:
                    self._set.Add(_rewritten(pattern, counted, hidden=hidden))
                except re2.error:
                    self._set.Add(_rewritten(pattern, 1, hidden=hidden))
            # It matches any text: without it, automata lacked memory, which RE2 does not report.
            self._always: int | None = self._set.Add("")
            self._set.Compile()
        except re2.error:  # too much for RE2
            self._always = None

    def of(self, text: str) -> Sequence[int]:
        """Return the numbers of the patterns that may match in a text: at least all that do."""
        if self._always is None:
            return self._all
        read = text if text.isascii() else _NOT_ASCII.sub(chr(_FOREIGN), text)
        found = self._set.Match(read.encode("latin-1")) or ()
        if self._always not in found:
            return self._all
        return sorted(number for number in found if number != self._always)


def _rewritten(pattern: AnyPattern, counted: int, *, hidden: bool) -> str:
    """Return a pattern for RE2 that counts repeats up to a number.

    Where anything may be `hidden`, a class that has the sign for this has any sign.
    """
    items, flags = list(parsed(pattern)), pattern.flags
    if hidden:
        return _WITH_HIDDEN.sub(lambda _: _ANY, _all(items, flags, counted))
    after = list(takewhile(lambda item: str(item[0]) in _LOOK, reversed(items)))[-1:]
    first = "".join(_bound(item, flags, r"\A") for item in items[:1])
    last = "".join(_bound(item, flags, r"\z") for item in after)
    return first + _all(items, flags, counted) + last


def _all(items: Iterable[tuple[Any, Any]], flags: int, counted: int) -> str:
    return "".join(_one(str(kind), argument, flags, counted) for kind, argument in items)


def _one(operation: str, argument: Any, flags: int, counted: int) -> str:
    if operation in SIGN:
        return _class(signs_of(operation, argument, flags))
    if operation == "BRANCH":
        return f"(?:{'|'.join(_all(part, flags, counted) for part in argument[1])})"
    if operation == "SUBPATTERN":
        _, added, removed, part = argument
        return f"(?:{_all(part, (flags | added) & ~removed, counted)})"
    if operation == "ATOMIC_GROUP":
        return f"(?:{_all(argument, flags, counted)})"
    if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        fewest, most, part = argument
        upper = most if most <= counted else ""
        return f"(?:{_all(part, flags, counted)}){{{min(fewest, counted)},{upper}}}"
    return "" if operation in _LOOK else _ANYTHING


def _bound(item: tuple[Any, Any], flags: int, edge: str) -> str:
    """Return what has to be before or after a match, if an item is a sign that may not be there."""
    operation, argument = str(item[0]), item[1]
    if operation != "ASSERT_NOT" or (argument[0] < 0) != (edge == r"\A") or len(argument[1]) != 1:
        return ""
    kind, signs = argument[1][0]
    if str(kind) not in SIGN:
        return ""
    others = _BYTES - signs_of(str(kind), signs, flags) | {_FOREIGN}
    return f"(?:{edge}|{_class(others)})"


def _class(signs: frozenset[int]) -> str:
    codes = "".join(rf"\x{code:02x}" for code in sorted(signs))
    return f"[{codes}]" if signs else r"[^\x00-\xff]"


def signs_of(operation: str, argument: Any, flags: int) -> frozenset[int]:
    """Return the bytes of the signs that a parsed item may match."""
    if operation == "ANY":
        return _BYTES
    parts = argument if operation == "IN" else [(operation, argument)]
    return _signs("".join(_source(str(kind), value) for kind, value in parts), flags & _FLAGS)


@cache
def _signs(members: str, flags: int) -> frozenset[int]:
    """Return the bytes of a class of signs, given as it stands between brackets."""
    fits = re.compile(f"[{members}]", flags).fullmatch
    named = (chr(int(code, 16)) for code in _CODE.findall(members))
    signs = (*map(chr, range(_FOREIGN)), *_BEYOND, *named)
    return frozenset(min(ord(sign), _FOREIGN) for sign in signs if fits(sign))


def _source(kind: str, value: Any) -> str:
    """Return a part of a class as it is written."""
    if kind == "CATEGORY":
        *negated, name = str(value).removeprefix("CATEGORY_").split("_")
        return rf"\{name[0] if negated else name[0].lower()}"
    if kind == "RANGE":
        return "-".join(_source("LITERAL", code) for code in value)
    return "^" if kind == "NEGATE" else f"{'^' * (kind != 'LITERAL')}\\U{value:08x}"


@cache
def parsed(pattern: AnyPattern) -> Any:
    """Return the operations of a pattern, with their arguments."""
    return parser.parse(pattern.pattern, pattern.flags)


def needed_sets(
    items: Iterable[tuple[Any, Any]],
    flags: int,
    members: Callable[[str, Any, int], frozenset[_Member]],
    size: Callable[[frozenset[_Member]], int],
) -> Iterator[frozenset[_Member]]:
    """Yield sets of which a text with a match of a parsed pattern has one member each.

    `members` returns those that an item may match, or none if it may match others. Of the sets of
    each branch of a choice, the one of the least `size` counts.
    """
    for kind, argument in items:
        operation = str(kind)
        if operation in SIGN:
            if some := members(operation, argument, flags):
                yield some
        elif operation == "SUBPATTERN":
            _, added, removed, part = argument
            yield from needed_sets(part, (flags | added) & ~removed, members, size)
        elif operation == "ASSERT":
            yield from needed_sets(argument[1], flags, members, size)
        elif operation in ("MAX_REPEAT", "MIN_REPEAT") and argument[0]:
            yield from needed_sets(argument[2], flags, members, size)
        elif operation == "BRANCH":
            parts = [
                min(needed_sets(part, flags, members, size), key=size, default=None)
                for part in argument[1]
            ]
            found = [part for part in parts if part is not None]
            if len(found) == len(parts):
                yield frozenset[_Member]().union(*found)


def needed_names(source: str, size: Callable[[frozenset[str]], int]) -> Iterator[frozenset[str]]:
    """Yield sets of names, of which a text with a match of a pattern has one each."""
    return needed_sets(parser.parse(source), 0, _names, size)


def needed_signs(pattern: AnyPattern) -> set[frozenset[str]]:
    """Return sets of digits and rare signs, of which a text with a match has one each."""
    return {*needed_sets(parsed(pattern), pattern.flags, _rare_signs, len)}


def _names(operation: str, argument: Any, _: int) -> frozenset[str]:
    literals = argument if operation == "IN" else [(operation, argument)]
    named = all(str(kind) == "LITERAL" and chr(code) >= FIRST_NAME for kind, code in literals)
    return frozenset(chr(code) for _, code in literals) if named else frozenset()


def _rare_signs(operation: str, argument: Any, flags: int) -> frozenset[str]:
    signs = frozenset(map(chr, signs_of(operation, argument, flags)))
    return signs if signs <= _RARE else frozenset()
