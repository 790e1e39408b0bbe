"""Rules that users bring: records like those of the package, tested when they are read.

A pattern may take much longer than the length of a text. A search takes long where a part repeats
without limit, and text of that part does not match in the end. So each part that may repeat often
is repeated, more and more often, after what leads to it, with something behind it that no pattern
wants: each text that it accepts, and two of them in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import permutations
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from privtool.core.errors import DataError
from privtool.core.resources import at_most
from privtool.core.spans import Span
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.view import CUES, TextView, mark_expected, spans_at_any_width
from privtool.text.labels import own_label
from privtool.text.rules.candidates import SIGN, AnyPattern, parsed, signs_of
from privtool.text.rules.rule import Rule, read_rules
from privtool.text.rules.word_patterns import WordPatterns

_OFTEN = 16  # repeats that count as without limit
_MOST_CHARACTERS, _MOST_SECONDS = 8_000, 0.5  # of a search that is not waited for
_COUNTS = (*range(8, 40, 2), *(40 << n for n in range(8)))
_QUADRATIC = re.compile(".*foo")
_LONGEST = 5_000  # about as many characters as are tried
_TRIES = 3  # the fastest counts
_MOST_TEXTS, _MOST_SIGNS = 8, 4  # of a part, of a class
_SIGNS = "a0A -_.,@/:é"
_END = "\x00"
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def is_slow(pattern: AnyPattern) -> bool:
    """Return whether some text of a few thousand characters takes a search far too long."""
    operations = parsed(pattern)
    named = dict.fromkeys((*_SIGNS, *_literals(operations)))
    for before, texts in dict.fromkeys(_repeats(operations)):
        pairs = map("".join, permutations(texts, 2))
        attacks = dict.fromkeys((*texts, before + texts[0], *named, *pairs))
        if any(_takes_long(pattern, before, repeated) for repeated in filter(None, attacks)):
            return True
    return False


def _takes_long(pattern: AnyPattern, before: str, repeated: str) -> bool:
    """Return whether the time explodes with the number of repeats: it grows in small steps."""
    most = _MOST_CHARACTERS // len(repeated)
    texts = (f"{before}{repeated * count}{_END}" for count in _COUNTS if count <= most)
    return any(
        all(_seconds(pattern, text) > _most_seconds() for _ in range(_TRIES)) for text in texts
    )


@cache
def _most_seconds() -> float:
    """Return a third of what quadratic time is on this machine; linear time is a hundredth."""
    return min(_seconds(_QUADRATIC, "f" * _LONGEST) for _ in range(_TRIES)) / 3


def _seconds(pattern: AnyPattern, text: str) -> float:
    start = process_time()
    with suppress(TimeoutError), at_most(_MOST_SECONDS):
        all(pattern.finditer(text))
    return process_time() - start


def _repeats(operations: Any, before: str = "", outer: int = 1) -> Iterator[tuple[str, Any]]:
    """Yield what leads to each part that may repeat often, and its texts; it is in `outer` ones."""
    for operation, argument in operations:
        kind = str(operation)
        most = outer * int(argument[1]) if kind in _REPEATS else outer
        for part in _parts(kind, argument):
            yield from _repeats(part, before, most)
        if kind in _REPEATS and most >= _OFTEN:
            yield before, _texts(argument[2])
        before += _texts([(operation, argument)])[0]


def _literals(operations: Any) -> Iterator[str]:
    for operation, argument in operations:
        kind = str(operation)
        if kind in ("LITERAL", "NOT_LITERAL"):
            yield chr(argument)
        for part in _parts(kind, argument):
            yield from _literals(part)


def _parts(kind: str, argument: Any) -> Sequence[Any]:
    if kind in (*_REPEATS, "SUBPATTERN", "ASSERT", "ASSERT_NOT"):
        return (argument[-1],)
    if kind == "BRANCH":
        return tuple(argument[1])
    return (argument,) if kind in ("ATOMIC_GROUP", "IN") else ()


def _texts(operations: Any) -> tuple[str, ...]:
    """Return short texts of a pattern, the shortest first, without what only looks around."""
    parts = [_texts_of(str(operation), argument) for operation, argument in operations]
    first = [part[0] for part in parts]
    others = (
        "".join((*first[:at], text, *first[at + 1 :]))
        for at, part in enumerate(parts)
        for text in part[1:]
    )
    return tuple(dict.fromkeys(("".join(first), *others)))[:_MOST_TEXTS]


def _texts_of(kind: str, argument: Any) -> Sequence[str]:
    if kind == "LITERAL":
        return (chr(argument),)
    if kind in SIGN:
        codes = sorted(signs_of(kind, argument, 0), key=lambda c: (chr(c) not in _SIGNS, c))
        return [*map(chr, codes[:_MOST_SIGNS])] or ("a",)
    if kind in _REPEATS:
        fewest, _, part = argument
        return [text * int(fewest) for text in _texts(part)] if fewest else ("", *_texts(part))
    if kind in ("ASSERT", "ASSERT_NOT"):
        return ("",)
    return [text for part in _parts(kind, argument) for text in _texts(part)] or ("",)


class RuleFinder:
    """Finds what rules describe, with the cues of the rules and those of the package."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        self._matcher = RuleMatcher(rules)
        own = {cue: rule.label for rule in rules for cue in rule.cues}
        self._cues = {**CUES, **own} if any(rule.cued for rule in rules) else None

    def find(self, text: str) -> list[Span]:
        """Return the spans of all rules, sorted and disjoint."""
        return spans_at_any_width([text], lambda texts: [*map(self._find, texts)])[0]

    def _find(self, text: str) -> list[Span]:
        view = TextView(text)
        if self._cues is not None:
            mark_expected(view, self._cues)
        return self._matcher.find(view)


def read_tested_rules(paths: Sequence[Path]) -> tuple[list[Rule], frozenset[str]]:
    """Read rules, and the ids of rules to turn off; try each on its own examples.

    Raise what `read_rules` raises, and `DataError` for a rule that misses what it `finds`, finds
    something in what it `leaves`, or has a pattern that takes very long on some text.
    """
    rules, off = [], frozenset[str]()
    for path in paths:
        file = read_rules(path)
        off |= frozenset(file.disable)
        for rule in file.rules():
            try:
                problem = next(_problems(rule), None)
            except DataError as error:
                problem = error.message
            if problem:
                raise DataError(f"{path}: rule {rule.id}: {problem}")
            rules.append(msgspec.structs.replace(rule, label=own_label(rule.label)))
    return rules, off


def _problems(rule: Rule) -> Iterator[str]:
    over_words = map(WordPatterns(rule.phrases).pattern, range(len(rule.phrases)))
    patterns: list[AnyPattern] = [rule.search, rule.cued_search, *over_words]
    if any(map(is_slow, patterns)):
        yield "its pattern can take very long; give its repeats a maximum, such as {1,40}"
    finder = RuleFinder([rule])
    for number, marked in enumerate(rule.finds, 1):
        before, _, rest = marked.partition("«")
        private, closed, after = rest.partition("»")
        if not private or not closed or {"«", "»"} & {*before, *private, *after}:
            raise DataError("an example needs one «marked» part")
        place = len(before), len(before) + len(private)
        if [span[:2] for span in finder.find(before + private + after)] != [place]:
            yield f"it does not find the marked part of example {number} in finds"
    for number, text in enumerate(rule.leaves, 1):
        if finder.find(text):
            yield f"it finds something in example {number} in leaves"
