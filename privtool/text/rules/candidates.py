"""Which patterns may match a text: all are tried in one pass, by automata of RE2.

For RE2, each pattern is rewritten to one that matches wherever the pattern does, and maybe in more
places: without look-arounds, but for a sign that may not stand right before or after it, and
without references to groups. A text is read as bytes, of which one stands for any sign beyond ASCII
and is in each class that has such a sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Any

import re2

from privtool.text.rules.prefilter import parsed

_FOREIGN = 128  # the byte for any sign that is not ASCII
_BYTES = frozenset(range(_FOREIGN + 1))
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_WORD = frozenset(code for code in range(_FOREIGN) if chr(code).isalnum() or chr(code) == "_")
_CATEGORIES = {
    "DIGIT": frozenset(map(ord, "0123456789")),
    "SPACE": frozenset(code for code in range(_FOREIGN) if chr(code).isspace()),
    "WORD": _WORD,
}
# Signs beyond ASCII of which ASCII letters are other cases: dotted and dotless i, long s, Kelvin.
_ASCII_CASES = {"\u0130": "iI", "\u0131": "iI", "\u017f": "sS", "\u212a": "kK"}
SIGN = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
_LOOK = ("ASSERT", "ASSERT_NOT", "AT")
_ANYTHING = r"[\x00-\xff]*"
# Counts above the first are not counted, as automata grow with them; none is where they are nested
# so deeply that RE2 refuses it.
_MOST_COUNTED = (30, 1)
_MEMORY = 32 << 20  # bytes that the automata of some patterns may take


class Candidates:
    """Some patterns, of which it says which may match a text."""

    def __init__(self, patterns: Iterable[re.Pattern[str]]) -> None:
        options = re2.Options()
        options.encoding = re2.Options.Encoding.LATIN1
        options.max_mem = _MEMORY
        options.log_errors = False
        self._set = re2.Set.SearchSet(options)
        patterns = list(patterns)
        self._all = range(len(patterns))
        try:
            for pattern in patterns:
                _add(self._set, pattern)
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


def _add(patterns: Any, pattern: re.Pattern[str]) -> None:
    for most in _MOST_COUNTED:
        try:
            patterns.Add(_Rewriter(most).rewritten(pattern))
        except re2.error:
            if most == _MOST_COUNTED[-1]:
                raise
        else:
            return


class _Rewriter:
    """Writes patterns for RE2 that count repeats up to a number."""

    def __init__(self, most: int) -> None:
        self._most = most

    def rewritten(self, pattern: re.Pattern[str]) -> str:
        items, flags = list(parsed(pattern)), pattern.flags
        before = items[:1]
        after = list(takewhile(lambda item: str(item[0]) in _LOOK, reversed(items)))[-1:]
        first = "".join(_bound(item, flags, r"\A") for item in before)
        last = "".join(_bound(item, flags, r"\z") for item in after)
        return first + self._all(items, flags) + last

    def _all(self, items: Iterable[tuple[Any, Any]], flags: int) -> str:
        return "".join(self._one(str(operation), argument, flags) for operation, argument in items)

    def _one(self, operation: str, argument: Any, flags: int) -> str:
        if operation in SIGN:
            return _class(signs_of(operation, argument, flags))
        if operation == "BRANCH":
            return f"(?:{'|'.join(self._all(part, flags) for part in argument[1])})"
        if operation == "SUBPATTERN":
            _, added, removed, part = argument
            return f"(?:{self._all(part, (flags | added) & ~removed)})"
        if operation == "ATOMIC_GROUP":
            return f"(?:{self._all(argument, flags)})"
        if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            fewest, most, part = argument
            upper = most if most <= self._most else ""
            return f"(?:{self._all(part, flags)}){{{min(fewest, self._most)},{upper}}}"
        return "" if operation in _LOOK else _ANYTHING


def _bound(item: tuple[Any, Any], flags: int, edge: str) -> str:
    """Return what has to be before or after a match, if an item is a sign that may not be there."""
    operation, argument = str(item[0]), item[1]
    if operation != "ASSERT_NOT" or (argument[0] < 0) != (edge == r"\A") or len(argument[1]) != 1:
        return ""
    kind, signs = argument[1][0]
    if str(kind) not in SIGN:
        return ""
    return f"(?:{edge}|{_class(_others(signs_of(str(kind), signs, flags)))})"


def _class(signs: frozenset[int]) -> str:
    codes = "".join(rf"\x{code:02x}" for code in sorted(signs))
    return f"[{codes}]" if signs else r"[^\x00-\xff]"


def _others(signs: frozenset[int]) -> frozenset[int]:
    return _BYTES - signs | {_FOREIGN}


def signs_of(operation: str, argument: Any, flags: int) -> frozenset[int]:
    """Return the bytes of the signs that a parsed item may match."""
    if operation == "ANY":
        return _BYTES
    if operation == "LITERAL":
        return _cases(argument, flags)
    if operation == "NOT_LITERAL":
        return _others(_cases(argument, flags))
    negated = str(argument[0][0]) == "NEGATE"
    parts = (_members(str(kind), one, flags) for kind, one in argument[negated:])
    members = frozenset[int]().union(*parts)
    return _others(members) if negated else members


def _members(kind: str, argument: Any, flags: int) -> Iterable[int]:
    """Return the bytes of a part of a class, which are exact but for the one of foreign signs."""
    if kind == "LITERAL":
        return _cases(argument, flags)
    if kind == "RANGE":
        first, last = argument
        return chain.from_iterable(_cases(code, flags) for code in _codes(first, last))
    return _category(str(argument), flags)


def _codes(first: int, last: int) -> Iterator[int]:
    """Yield the codes of a range that matter: those of ASCII, of its cases, and a foreign one."""
    yield from range(first, min(last + 1, _FOREIGN))
    if last >= _FOREIGN:
        yield last
        yield from (ord(sign) for sign in _ASCII_CASES if first <= ord(sign) <= last)


def _category(name: str, flags: int) -> frozenset[int]:
    *negated, kind = name.removeprefix("CATEGORY_").split("_")
    signs = _CATEGORIES[kind]
    return _others(signs) if negated else signs if flags & re.ASCII else signs | {_FOREIGN}


def _cases(code: int, flags: int) -> frozenset[int]:
    """Return the bytes of a sign, in both cases if case is ignored."""
    cases = chr(code)
    if flags & re.IGNORECASE and cases.isascii():
        cases = cases.lower() + cases.upper()
    if flags & re.IGNORECASE and not flags & re.ASCII:
        cases += "".join(sign for sign, own in _ASCII_CASES.items() if set(own) & set(cases))
        cases += _ASCII_CASES.get(chr(code), "")
    return frozenset(min(ord(case), _FOREIGN) for case in cases)
