"""Finding what rules describe: cards, national ids, codes of devices, plates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from privtool.core.spans import Span
from privtool.text.detection.view import TextView
from privtool.text.labels import FAINT, VALIDATED, Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.rules.candidates import Candidates
from privtool.text.rules.rule import Rule, package_rules
from privtool.text.rules.word_patterns import WordPatterns

_GROUPS = Regex(r"\d[ ~()]{1,2}\d")
_DIGIT_BEFORE, _DIGIT_AFTER = Regex(r"\d[ ~()]{1,2}\Z"), Regex(r"[ ~()]{1,2}\d")
_FEW_RULES = 2  # they are tried sooner than automata read a text
_LONGEST_REST = 64  # characters of a match that may not belong to it
_OPEN_CUES = frozenset((Label.ID.value, Label.NUMBER.value))  # which announce any identifier


class RuleMatcher:
    """Finds the matches of rules; those that overlap become one, with the label of the best.

    That is the one with the highest score, of equal scores the longest, then the earliest rule's.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        self.rules = [rule for rule in rules if rule.pattern]
        self._cued: dict[str, list[Rule]] = {}
        for rule in rules:
            if rule.cued:
                self._cued.setdefault(rule.label, []).append(rule)
        phrases = [(phrase, rule) for rule in rules for phrase in rule.phrases]
        self._phrased = [rule for _, rule in phrases]
        self.phrases = WordPatterns(phrase for phrase, _ in phrases)

    @cached_property
    def _candidates(self) -> Candidates:
        return Candidates(rule.search for rule in self.rules)

    def find(self, view: TextView) -> list[Span]:
        """Return the spans of all rules in a text, sorted and disjoint."""
        found = list[Span]()
        few = len(self.rules) <= _FEW_RULES
        for number in range(len(self.rules)) if few else self._candidates.of(view.plain):
            rule = self.rules[number]
            for match in rule.search.finditer(view.plain) if rule.id not in view.off else ():
                start, end = match.start(_group_of(rule, match)), _valid_end(rule, match)
                if end and not _is_cut(view.plain, start, end) and _fits_cue(rule, view, match):
                    found.append(Span(start, end, rule.label, rule.score, (), rule.id))
        if self._cued:
            found += self._after_cues(view)
        if self._phrased:
            found += self._in_words(view)
        return _joined(found) if found else found

    def _after_cues(self, view: TextView) -> Iterator[Span]:
        """Yield the matches that follow a cue of their label."""
        for start, (label, _) in view.expected.items():
            for rule in self._cued.get(label, ()):
                match = rule.cued_search.match(view.plain, start)
                if match is None or rule.id in view.off or not rule.is_valid(match.group()):
                    continue
                start, end = match.span()
                if not _is_cut(view.plain, start, end):
                    yield Span(start, end, label, rule.cued_score, (), rule.id)

    def _in_words(self, view: TextView) -> Iterator[Span]:
        numbers = view.phrases.get(id(self.phrases))  # if they are known
        for number, first, stop in self.phrases.matches(view.tokens, view.plain, numbers):
            rule = self._phrased[number]
            span = view.tokens.span(first, stop, rule.label, rule.score, rule.id)
            if rule.id not in view.off and rule.is_valid(view.plain[span.start : span.end]):
                yield span


def _group_of(rule: Rule, match: Match) -> str | int:
    """Return the group of a match that is private: `value`, or all of it."""
    return "value" if rule.has_value and match["value"] else 0


def _is_cut(text: str, start: int, end: int) -> bool:
    """Return whether groups of digits between blanks are a part of a longer row of them."""
    if not text[start].isdigit() or not _GROUPS.search(text, start, end):
        return False
    before = _DIGIT_BEFORE.search(text[max(0, start - 3) : start])
    return before is not None or _DIGIT_AFTER.match(text, end) is not None


def _fits_cue(rule: Rule, view: TextView, match: Match) -> bool:
    """Return whether no cue announces another label, unless a rule is sure or takes any word."""
    cued = view.expected.get(match.start())
    return cued is None or rule.score in (VALIDATED, FAINT) or cued[0] in _OPEN_CUES | {rule.label}


def _valid_end(rule: Rule, match: Match) -> int:
    """Return where the longest part of a match ends that passes the checks, 0 if none does.

    Only a rule with bounds has parts: those that end with one of the last groups.
    """
    text, (start, end) = match.string, match.span(_group_of(rule, match))
    if rule.is_valid(text[start:end]):
        return end
    first, last = match.span()
    for stop in range(last - 1, max(first, last - _LONGEST_REST), -1) if rule.bounded else ():
        ends_group = text[stop - 1].isalnum() and not text[stop].isalnum()
        fits = ends_group and rule.search.fullmatch(text, first, stop)
        if fits and rule.is_valid(text[start:stop]):
            return stop
    return 0


def _joined(spans: list[Span]) -> list[Span]:
    """Return the union of spans, sorted and disjoint, each with the label and score of the best."""
    joined: list[Span] = []
    best = Span(0, 0, "", 0.0)
    for span in sorted(spans, key=lambda span: span.start):
        if joined and span.start < joined[-1].end:
            best = max(best, span, key=lambda each: (each.score, each.end - each.start))
            end = max(joined[-1].end, span.end)
            joined[-1] = best._replace(start=joined[-1].start, end=end)
        else:
            best = span
            joined.append(span)
    return joined


@cache
def package_matcher(*names: str) -> RuleMatcher:
    """Return the matcher of the rules of some files of the package."""
    return RuleMatcher(rule for name in names for rule in package_rules(name))
