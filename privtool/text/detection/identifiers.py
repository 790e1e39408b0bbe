"""Finding what rules describe: cards, national ids, codes of devices, plates."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from privtool.core.spans import Span
from privtool.text.detection.confidence import VALIDATED
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.rules.files import package_rules
from privtool.text.rules.prefilter import Needs, needs_of
from privtool.text.rules.rule import Rule

_DIGIT = Regex("[0-9]")
_DIGIT_BEFORE, _DIGIT_AFTER = Regex(r"\d[ ~()]{1,2}\Z"), Regex(r"[ ~()]{1,2}\d")
_OPEN_CUES = frozenset((Label.ID.value, Label.NUMBER.value))  # which announce any identifier


class RuleMatcher:
    """Finds the matches of rules; of two that overlap, the one with the higher score counts.

    Of equal scores, the longer match does, then that of the earlier rule.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        self._rules = [rule for rule in rules if rule.pattern]
        self._cued = [rule for rule in rules if rule.cued]

    @cached_property
    def _bare(self) -> list[tuple[Rule, Needs]]:
        return [(rule, needs_of(rule.bounded)) for rule in self._rules]

    def find(self, view: TextView) -> list[Span]:
        """Return the spans of all rules in a text, sorted and disjoint."""
        digits, length = len(_DIGIT.findall(view.lower)), len(view.lower)
        found = [
            *(
                span
                for rule, needs in self._bare
                if digits >= needs.digits and length >= needs.length
                for span in _bare(rule, view)
            ),
            *(span for rule in self._cued for span in _cued(rule, view)),
        ]
        return _disjoint(found)


def _cued(rule: Rule, view: TextView) -> Iterator[Span]:
    """Yield the matches of a rule that follow a cue of its label."""
    for start, (label, _) in view.expected.items():
        match = label == rule.label and rule.bounded_cued.match(view.plain, start)
        if match and rule.is_valid(match.group()) and not _is_cut(match):
            yield Span(*match.span(), label, rule.cued_score)


def _bare(rule: Rule, view: TextView) -> Iterator[Span]:
    """Yield the matches of a rule that need no cue."""
    for match in rule.bounded.finditer(view.plain):
        end = _valid_end(rule, match)
        if end and not _is_cut(match, end) and _fits_cue(rule, view, match):
            yield Span(match.start(_group_of(match)), end, rule.label, rule.score)


def _group_of(match: Match) -> str | int:
    """Return the group of a match that is private: `value`, or all of it."""
    return "value" if "value" in match.re.groupindex else 0


def _is_cut(match: Match, stop: int | None = None) -> bool:
    """Return whether groups of digits between blanks are a part of a longer row of them."""
    text, (start, end) = match.string, match.span()
    end = end if stop is None else stop
    if " " not in text[start:end] or not text[start].isdigit():
        return False
    before = _DIGIT_BEFORE.search(text[max(0, start - 3) : start])
    return before is not None or _DIGIT_AFTER.match(text, end) is not None


def _fits_cue(rule: Rule, view: TextView, match: Match) -> bool:
    """Return whether no cue announces another label, such as that of a phone number."""
    cued = view.expected.get(match.start())
    return cued is None or rule.score == VALIDATED or cued[0] in _OPEN_CUES | {rule.label}


def _valid_end(rule: Rule, match: Match) -> int:
    """Return where the longest part of a match ends that passes the checks, 0 if none does."""
    text, (start, end) = match.string, match.span(_group_of(match))
    while not rule.is_valid(text[start:end]):
        shorter = rule.bounded.match(text, start, end - 1)
        while shorter is not None and text[shorter.end()].isalnum():  # in the middle of a group
            shorter = rule.bounded.match(text, start, shorter.end() - 1)
        if shorter is None:
            return 0
        end = shorter.end()
    return end


def _disjoint(spans: list[Span]) -> list[Span]:
    """Return the spans that no better one overlaps, sorted."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (-span.score, span.start - span.end)):
        place = bisect_left(kept, span)
        after_last = place == 0 or kept[place - 1].end <= span.start
        if after_last and (place == len(kept) or span.end <= kept[place].start):
            kept.insert(place, span)
    return kept


@cache
def _package_matcher(name: str) -> RuleMatcher:
    return RuleMatcher(package_rules(name))


def find_syntax(view: TextView) -> list[Span]:
    """Find bank accounts, wallets and addresses of machines."""
    return _package_matcher("web").find(view)


def find(view: TextView) -> list[Span]:
    """Find cards, national ids, codes of devices and vehicles."""
    return _package_matcher("ids").find(view)


def find_codes(view: TextView) -> list[Span]:
    """Find codes and plates of an open form, unless the text is all in capitals."""
    return [] if view.plain.isupper() else _package_matcher("codes").find(view)


def rule_of(digits: str) -> Rule | None:
    """Return the rule for digits that are said in one piece, None if there is none."""
    return next((rule for rule in package_rules("ids") if rule.accepts(digits)), None)
