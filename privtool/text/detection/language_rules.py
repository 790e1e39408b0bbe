"""What the rules of a language find in it: "mein Name ist ...", "a las tres y media"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.spacing import spans_at_any_width
from privtool.text.detection.view import TextView
from privtool.text.rules.in_language import VAGUE, language_rules


class LanguageRules:
    """A step of tagging: adds what the rules of a language but those with the ids of `off` find.

    With `all_dates`, these include dates without a day or month.
    """

    def __init__(
        self, language: str, *, all_dates: bool = False, off: frozenset[str] = frozenset()
    ) -> None:
        rules = language_rules(language)
        self._off = off
        self._matcher = RuleMatcher(
            rule for rule in rules if all_dates or not rule.id.startswith(VAGUE)
        )

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans of the rules, whose labels count, and those that were there."""
        (found,) = spans_at_any_width([text], self._find)
        return [*found, *spans]

    def _find(self, texts: Sequence[str]) -> list[list[Span]]:
        return [self._matcher.find(TextView(text, self._off)) for text in texts]
