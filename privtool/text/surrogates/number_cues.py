"""Cues to a number in the words around it: a unit, several things, points of a scale."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from privtool.text.labels import Label
from privtool.text.lexicon import words as lexicon_words
from privtool.text.surrogates.last_words import last_words
from privtool.text.word_sets import word_set

_BEFORE = 24  # characters that are looked at
_WITH_ARTICLE = frozenset((Label.AGE, Label.MONEY, Label.ID))
_LONGEST_FRACTION = 5  # "15/16"
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
_OR_MORE = regex.compile(r"^ or (?:more|so|fewer|less)(?= )")
_AGED = regex.compile(r"[.,;!?]|\s(?:now|so|and)\b|\Z")
_STARS_AFTER = regex.compile(r"[\s-](?:stars?\b|start\shotel)", regex.IGNORECASE)
# Things that are counted. A list, as any other word may follow a digit that is dictated: "1 okay".
_THINGS = (
    "adult|apartment|appointment|apple|bag|bathroom|bedroom|bed|bus|car|cat|chair|child|class|concert"
    "|cookie|daughter|doctor|dog|egg|episode|event|flight|game|guest|hotel|house|item|kid|layover"
    "|location|movie|option|passenger|person|pill|play|property|provider|rental|restaurant|result"
    "|ride|room|salon|seat|show|sibling|sister|son|song|step|stop|stylist|tablet|therapist|ticket|train"
    "|transfer|trip"
)
_ONE_AFTER = regex.compile(rf"\s(?:{_THINGS})\b")
_SEVERAL_AFTER = regex.compile(
    rf"\s(?:{_THINGS})s\b|\s(?:children|people|outs|strikes|balls|downs|runs|goals)\b"
)
_NONE_AFTER = regex.compile(
    r"\s(?:sense|chance|evidence|interest|reason|doubt|tolerance|experience|effort|respect)\b"
)
# "week 10": what is counted from the first one.
_NUMBERED = word_set("week chapter page season episode round lap level stage phase semester")
# Before "1" and "is", no name of a train or room: "only [NUMBER] is left".
_THERE_IS = frozenset((("there", "is"), ("there", "was"), ("is", "there"), ("was", "there")))
_ONLY = word_set("only just exactly also still")
_THERES = word_set("there's there\u2019s here's")
_IS_AFTER = regex.compile(r"\s(?:of\s(?:them|these|those)\s)?(?:is|was|has)\b")
_ARE_AFTER = regex.compile(r"\s(?:of\s(?:them|these|those)\s)?(?:are|were|have)\b")
# "There is 1 in 5": any number may stand there.
_NO_ONE_AFTER = regex.compile(
    r"[-/.,]?\d|\s?%|\s(?:in|out|to|point|percent|pct|hundred|thousand|million|billion|trillion|mln|bln)\b"
)
_ONLY_BEFORE = regex.compile(r"\b(?:only|just)\s*\Z", regex.IGNORECASE)
_STRUCK = word_set("strike strikes striking struck")
_PERSONS, _ARE = word_set("he she you i we who"), word_set("am is are was were")
_TURNED = word_set("aged turned turning i'm you're he's she's")
_MOVES = word_set(
    """fell rose slipped gained lost climbed dropped advanced declined jumped added eased tumbled
    sank surged soared plunged edged firmed rallied up down off"""
)
_GRADED = word_set("strength graded grade power murmur reflexes pulses")
_PART_AFTER = regex.compile(
    r"\s?(?:%|percent\b|pct\b)|\s(?:of\s(?:an?|the|one)\b|points?\b|inch(?:es)?\b|cups?\b|miles?\b"
    r"|teaspoons?\b|tablespoons?\b|yards?\b|acres?\b|cents?\b|(?:to|and|or)\s\d{1,2}/\d{1,2}\spoint)",
    regex.IGNORECASE,
)
_GRADED_AFTER = regex.compile(
    r"\s(?:(?:systolic|diastolic|ejection|holosystolic)\b|(?:[a-z]+\s){0,2}"
    r"(?:murmur|strength|reflexes|pulses|throughout|bilaterally)\b)",
    regex.IGNORECASE,
)
_FRACTION = regex.compile(r"(\d{1,2})/(\d{1,2})")
_PARTS, _GRADES = frozenset((2, 3, 4, 8, 16, 32, 64)), frozenset((4, 5, 6))


def cues_of_verb(words: Sequence[str], before: str, after: str) -> set[str]:
    """Return whether a verb says that there is one thing, or that there are several.

    `before` is the text before the number, with private phrases, `words` the last ones of it.
    """
    words = [word for word in words if word not in _ONLY]
    if _THERES.intersection(words[-1:]) or tuple(words[-2:]) in _THERE_IS:
        return set() if _NO_ONE_AFTER.match(after) else {"singular"}
    if tuple(words[-2:]) in (("there", "are"), ("there", "were"), ("are", "there")):
        return {"plural"}
    if _ARE_AFTER.match(after):
        return {"plural"}
    # Nothing less, as a digit may be dictated: "1 is the last one".
    verb = _IS_AFTER.match(after)
    one = verb is not None and (" of " in verb[0] or _ONLY_BEFORE.search(before))
    return {"singular"} if one else set()


def cues_of_fraction(phrase: str, words: Sequence[str], before: str, after: str) -> set[str]:
    """Return whether what looks like a month and a day is a fraction or a grade: "3/4", "2/6".

    `before` is the text right before it, `words` are its last words.
    """
    match = _FRACTION.fullmatch(phrase)
    if match is None:
        return set()
    over, under = int(match[1]), int(match[2])
    mixed = before[-1:] == " " and before[-2:-1].isdigit()  # "44 5/8"
    moved = bool(_MOVES.intersection(words[-1:]))
    if 0 < over < under and under in _PARTS and (mixed or moved or _PART_AFTER.match(after)):
        return {"fraction"}
    graded = bool(_GRADED.intersection(words)) or _GRADED_AFTER.match(after) is not None
    return {"grade"} if 0 < over <= under and under in _GRADES and graded else set()


def cues_of_number(words: Sequence[str], after: str) -> set[str]:
    """Return what a text after a number and the words before it, three at most, tell of it."""
    found = {"plural"} if _PLURAL_AFTER.match(after) else set()
    if _UNIT_AFTER.match(_OR_MORE.sub("", after)):
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
    if words[-2:-1] and words[-2] in _PERSONS and words[-1] in _ARE and _AGED.match(after):
        found.add("age")  # "you are 45, so"
    if words and words[-1] in _TURNED:
        found.add("age")
    if after.startswith("+"):
        found.add("plus")  # "2+ edema", of four grades
    if words and words[-1] in _NUMBERED:
        found.add("numbered")
    if _SEVERAL_AFTER.match(after):
        found.add("few")
    if _NONE_AFTER.match(after):
        found.add("none")
    if _STARS_AFTER.match(after):
        found.add("stars")
    if words and words[-1] in _STRUCK:
        found.add("hour")  # "the clock struck 12"
    if _ONE_AFTER.match(after):
        found.add("single")
    if lexicon_words("cues.vital").intersection(words):
        found.add("vital")
    return found


def cues_of_quantity(
    text: str, span: tuple[int, int], kind: Label, limits: tuple[int, int]
) -> set[str]:
    """Return the cues to a number, an amount or a date of the label at a span.

    `limits` are the end of the entity before it and the start of the one after it.
    """
    (start, end), (last, following) = span, limits
    before = text[max(last, start - _BEFORE) : start]
    found = last_words(before)
    articles = {found[-1]} if before[-1:] == " " and found[-1:] in (["a"], ["an"]) else set()
    if kind is Label.NUMBER:
        shown = f"-{before}" if last > max(0, start - _BEFORE) else before
        cues = cues_of_number(found[-3:], text[end:following]) | articles
        return cues | cues_of_verb(found, shown, text[end:following])
    if kind in _WITH_ARTICLE:
        return articles
    if kind is not Label.DATE:
        return set()
    if text[end : end + 6].lower() in (" centu", "-centu"):
        return {"century"}
    if end - start > _LONGEST_FRACTION or "/" not in text[start:end]:
        return set()
    beside = text[max(0, start - 2) : start], text[end : end + _BEFORE]
    return cues_of_fraction(text[start:end], found, *beside)
