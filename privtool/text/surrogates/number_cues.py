"""Cues to a number in the words around it: a unit, several things, points of a scale."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from privtool.text.surrogates.cue_words import VITAL_SIGNS
from privtool.text.word_sets import word_set

_PLURAL_AFTER = regex.compile(r"[\s-](?:\w+\s)?(?:[a-z]{2,}[^s\W]s|people|children|men|women)\b")
_BEFORE_YEARS = word_set("in since until till by circa around before after")
_END_OF_YEAR = regex.compile(r"\s*(?:[.,;:)]|\Z)|\s(?:he|she|it|they|the|when|and|but|was|a|an)\b")
# "one twenty over eighty", whose second number may be private, too.
_OVER = regex.compile(r" over (?:\d{2,3}\b|(?:for|fif|six|seven|eigh|nine)ty\b|\Z)")
_PERCENT_AFTER = regex.compile(r"[\s-]?(?:%|percent\b|per\scent\b|pct\b)", regex.IGNORECASE)
_UNIT_AFTER = regex.compile(
    r"[\s-]?(?:%|percent\b|per\scent\b|pct\b)|[\s-](?:milligrams?|mgs?|mcg|micrograms?|ml|grams?|kilograms?"
    r"|kgs?|kilos?|pounds?|lbs?|ounces?|oz|inch(?:es)?|feet|foot|ft|yards?|met(?:er|re)s?"
    r"|kilomet(?:er|re)s?|km|miles?|mph|degrees?|acres?|tons?|tonnes?|gallons?|lit(?:er|re)s?"
    r"|seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|decades?"
    r"|cups?|tablespoons?|teaspoons?|points?|times|blocks?|bushels?|barrels?)\b",
    regex.IGNORECASE,
)


def cues_of_number(words: Sequence[str], after: str) -> set[str]:
    """Return what a text after a number and the words before it, three at most, tell of it."""
    found = {"plural"} if _PLURAL_AFTER.match(after) else set()
    if _UNIT_AFTER.match(after):
        found.add("measured")
        found |= {"percent"} if _PERCENT_AFTER.match(after) else set()
    if after.startswith((" out of", "/10", "/5")):
        found.add("share")
    if words and words[-1] in _BEFORE_YEARS and _END_OF_YEAR.match(after):
        found.add("year")
    if tuple(words[-2:]) == ("out", "of"):
        found.add("scale")
    if _OVER.match(after) or tuple(words) == ("over",):
        found.add("over")
    if VITAL_SIGNS.intersection(words):
        found.add("vital")
    return found
