"""Rules that users bring: records like those of the package, tested when they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from privtool.core.errors import DataError
from privtool.core.spans import Span
from privtool.text.detection.cues import CUES, mark_expected
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.view import TextView
from privtool.text.labels import own_label
from privtool.text.rules.files import read_rules
from privtool.text.rules.rule import Rule, example
from privtool.text.rules.slow_patterns import is_slow
from privtool.text.rules.word_patterns import WordPatterns


class RuleFinder:
    """Finds what rules describe, with the cues of the rules beside those of the package."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        self._matcher = RuleMatcher(rules)
        own = {cue: rule.label for rule in rules for cue in rule.cues}
        self._cues = {**CUES, **own} if any(rule.cued for rule in rules) else None

    def find(self, text: str) -> list[Span]:
        """Return the spans of all rules, sorted and disjoint."""
        view = TextView(text)
        if self._cues is not None:
            mark_expected(view, self._cues)
        return self._matcher.find(view)


def read_tested_rules(paths: Sequence[Path]) -> list[Rule]:
    """Read rules, and try each on its own examples.

    Raise what `read_rules` raises, and `DataError` for a rule that misses what it `finds`, finds
    something in what it `leaves`, or has a pattern that takes very long on some text.
    """
    rules = []
    for path in paths:
        for rule in read_rules(path, own_labels=True):
            try:
                problem = next(_problems(rule), None)
            except DataError as error:
                problem = error.message
            if problem:
                raise DataError(f"{path}: rule {rule.id}: {problem}")
            rules.append(msgspec.structs.replace(rule, label=own_label(rule.label)))
    return rules


def _problems(rule: Rule) -> Iterator[str]:
    over_words = map(WordPatterns(rule.phrases).pattern, range(len(rule.phrases)))
    patterns = [rule.search, rule.cued_search, *over_words]
    if any(map(is_slow, patterns)):
        yield "its pattern can take very long; give its repeats a maximum, such as {1,40}"
    finder = RuleFinder([rule])
    for number, marked in enumerate(rule.finds, 1):
        text, private = example(marked)
        if [(span.start, span.end) for span in finder.find(text)] != [(private.start, private.end)]:
            yield f"it does not find the marked part of example {number} in finds"
    for number, text in enumerate(rule.leaves, 1):
        if finder.find(text):
            yield f"it finds something in example {number} in leaves"
