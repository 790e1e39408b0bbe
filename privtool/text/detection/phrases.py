"""Finding what rules describe by phrases: dates, times, ages and amounts in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, ORDINALS
from privtool.text.lexicon import words
from privtool.text.rules.files import AFTER_DICTATION, ON_REQUEST, SAID, package_rules
from privtool.text.rules.phrases import Alphabet
from privtool.text.rules.prefilter import signs_of
from privtool.text.rules.rule import Rule
from privtool.text.tokens import Tokens

_FUNCTION_WORDS = words("grammar.function")
_JOINTS = frozenset(",.:$")
_NUMBERS = CARDINALS.keys() | ORDINALS.keys()
# How frequent a word is in texts: function words, numbers and signs, others.
_FUNCTION, _NUMBER, _OTHER = 50, 10, 1


class _Search(NamedTuple):
    """A phrase, what it finds, and sets of characters of each of which a match has at least one.

    The first set is the rarest in texts.
    """

    pattern: re.Pattern[str]
    label: str
    score: float
    rule: str
    needs: tuple[frozenset[str], ...]


class PhraseMatcher:
    """Finds the phrases of rules; of those that overlap, the first one counts, then the longest."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        phrases = [(phrase, rule) for rule in rules for phrase in rule.phrases]
        self._alphabet = Alphabet(phrase for phrase, _ in phrases)
        self._words = {  # with their weights; all other characters are numbers
            char: _weight(word)
            for word, char in self._alphabet.words.items()
            if word not in _NUMBERS
        }
        self._searches = [
            _Search(pattern, rule.label, rule.score, rule.id, self._needs(pattern))
            for phrase, rule in phrases
            for pattern in (self._alphabet.compiled(phrase),)
        ]
        # The numbers of the searches by the characters of the rarest that each needs.
        self._by_character: dict[str, set[int]] = {}
        for number, search in enumerate(self._searches):
            for character in search.needs[0]:
                self._by_character.setdefault(character, set()).add(number)

    def _needs(self, pattern: re.Pattern[str]) -> tuple[frozenset[str], ...]:
        """Return the sets of characters that a pattern needs, rare words first."""
        weights = self._words
        return tuple(
            sorted(signs_of(pattern), key=lambda signs: sum(weights.get(x, _NUMBER) for x in signs))
        )

    def needed_words(self) -> frozenset[str]:
        """Return words of which a text with a match has at least one, or a digit.

        They are words of numbers where a phrase needs one.
        """
        needed = frozenset[str]().union(
            *(
                next(filter(self._words.keys().isdisjoint, search.needs), search.needs[0])
                for search in self._searches
            )
        )
        return frozenset(word for word, char in self._alphabet.words.items() if char in needed)

    def find(self, view: TextView) -> list[Span]:
        """Return the spans of all phrases in a text, sorted and disjoint."""
        tokens = view.tokens
        text = self._alphabet.text(_joined(tokens))
        present = frozenset(text)
        needed = [self._by_character[char] for char in present & self._by_character.keys()]
        possible = map(self._searches.__getitem__, sorted(set[int]().union(*needed)))
        found = [
            (*match.span("value" if pattern.groupindex else 0), label, score, rule)
            for pattern, label, score, rule, needs in possible
            if not any(map(present.isdisjoint, needs)) and rule not in view.off
            for match in pattern.finditer(text)
        ]
        if not found:
            return []
        found.sort(key=lambda each: (each[0], -each[1], -each[3]))
        spans: list[Span] = []
        floor = 0
        for first, stop, label, score, rule in found:
            if first >= floor and stop > first:
                spans.append(tokens.span(first, stop, label, score, rule))
                floor = stop
        return spans


def _weight(word: str) -> int:
    if word in _FUNCTION_WORDS:
        return _FUNCTION
    return _OTHER if len(word) > 1 else _NUMBER


def _joined(tokens: Tokens) -> list[str]:
    """Return the words of a text, with signs twice that join two numbers: "10:30", "1,200".

    Colons and dollar signs may also join letters: "ab:10:30" is no time, "US$5" an amount.
    """
    found = tokens.word
    places = [
        at
        for at in tokens.places(_JOINTS)
        if found[at] in ":$" or (tokens.at(at - 1).isdigit() and tokens.at(at + 1).isdigit())
        if tokens.touches(at) and tokens.touches(at + 1)
    ]
    if places:
        found = found.copy()
        for at in places:
            found[at] *= 2
    return found


@cache
def package_matcher(names: tuple[str, ...]) -> PhraseMatcher:
    """Return the matcher of some files of the package."""
    return PhraseMatcher(rule for name in names for rule in package_rules(name))


def find(view: TextView) -> list[Span]:
    """Find dates, times, ages and amounts in words."""
    return package_matcher(SAID).find(view)


def find_after_dictation(view: TextView) -> list[Span]:
    """Find ages that other talk shows."""
    return package_matcher(AFTER_DICTATION).find(view)


def find_vague(view: TextView) -> list[Span]:
    """Find weekdays, holidays, seasons, and times reckoned from today."""
    return package_matcher(ON_REQUEST).find(view)
