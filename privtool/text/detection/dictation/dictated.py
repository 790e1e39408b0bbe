"""Dictated numbers, names and codes: digits in words, letters one by one."""

from __future__ import annotations

from itertools import groupby, pairwise

from privtool.core.spans import Span
from privtool.text.detection.dictation.items import (
    CODE_WORD,
    DIGIT_WORD,
    LARGE,
    LETTER,
    NUMERIC,
    VOWELS,
    Item,
    runs_of_items,
)
from privtool.text.detection.view import PLATES, TextView
from privtool.text.english.numbers import SCALES, year_stop
from privtool.text.labels import DOUBTFUL, LIKELY, POSSIBLE, SURE, Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import word_set, words
from privtool.text.rules.rule import package_rules

DATE, ID, NUMBER = Label.DATE.value, Label.ID.value, Label.NUMBER.value
PERSON, PHONE = Label.PERSON.value, Label.PHONE.value
_FEWEST = 3  # items of a dictated number or name
_PHONE_LENGTHS = (7, 10, 11, 12)
_ACRONYM = Regex(r"[^\W\d_]\.[^\W\d_]")
# Words of a text in which two words of the spelling alphabet are part of a code, and those of the
# alphabet that are also names of places to stay or play.
_CODE_CUES = PLATES - {"registration"} | word_set("pnr locator code vin serial")
_PLACES = words("spelling.alphabet-places")


def find(view: TextView) -> list[Span]:
    """Find dictated numbers, spelled names, and codes that mix both."""
    spans: list[Span] = []
    for run in runs_of_items(view.tokens):
        code = _code(view, run)
        if code is not None:
            spans.append(code)
            continue
        for numeric, items in groupby(run, key=_is_numeric):
            part = list(items)
            span = _number(view, part) if numeric else _spelled_name(view, part)
            if span is not None:
                spans.append(span)
    return spans


def _is_sampled(item: Item) -> bool:
    """Return whether an item is a word of the spelling alphabet, or "v for victor"."""
    sampled = item.kind is LETTER and item.stop > item.first + 2
    return sampled or item.kind is CODE_WORD


def _is_numeric(item: Item) -> bool:
    return item.kind in NUMERIC


def _code(view: TextView, run: list[Item]) -> Span | None:
    """Return the span of a run with letters and digits: "b as in boy, seven four two"."""
    first, stop = 0, len(run)
    while first < stop and run[first].value in VOWELS and run[first].kind is LETTER:
        following = run[first + 1] if first + 1 < stop else run[first]
        spelled = following.kind is LETTER and following.value not in VOWELS
        if spelled and not following.pause:
            break  # "i e two nine ...": the country of an IBAN
        first += 1
    while stop > first and run[stop - 1].value in VOWELS:
        stop -= 1
    items = run[first:stop]
    digits = sum(item.weight for item in items if _is_numeric(item))
    letters = sum(item.weight for item in items if not _is_numeric(item))
    spoken = letters >= _FEWEST or any(item.kind is DIGIT_WORD for item in items)
    alphabet = sum(_is_sampled(item) for item in items)
    enough = digits >= 2 or (digits and (alphabet >= 2 or letters > _FEWEST))
    many = letters + digits > _FEWEST or alphabet >= 2
    if not (spoken and letters and enough and many):
        return None
    label, score = _expected(view, items, ID, LIKELY)
    return view.tokens.span(items[0].first, items[-1].stop, label, score)


def _expected(view: TextView, items: list[Item], label: str, score: float) -> tuple[str, float]:
    """Return the label that a cue word announces for the items, else the given one."""
    cued = view.expected.get(view.tokens.start[items[0].first])
    return (cued[0], max(cued[1], score)) if cued is not None else (label, score)


def _number(view: TextView, items: list[Item]) -> Span | None:
    """Return the span of a number in words, with or without digits among them."""
    items = _without_interjections(items)
    tokens = view.tokens
    first, stop = items[0].first, items[-1].stop
    cued = tokens.start[first] in view.expected
    solid = [item for item in items if cued or tokens.word[item.first] not in ("oh", "o")]
    if len(solid) < 2 or not any(item.kind is DIGIT_WORD for item in solid):
        return None
    said = sum(item.weight for item in items)
    if said < (2 if cued else _FEWEST):
        year = year_stop(tokens, first) == stop and said == 2
        return tokens.span(first, stop, DATE, DOUBTFUL) if year else None
    if _only_years(view, first, stop) and not cued:
        return tokens.span(first, stop, DATE, LIKELY)
    digits = "".join(item.value for item in items)
    if len(digits) > 12:
        rule = next((rule for rule in package_rules("ids") if rule.accepts(digits)), None)
        if rule is not None:
            return tokens.span(first, stop, rule.label, rule.score)
    label, score = NUMBER, LIKELY
    scales = [k for k, item in enumerate(items) if tokens.word[item.first] in SCALES]
    pairs = sum(one.tens and unit.pause in ("", "-") for one, unit in pairwise(items))
    if scales and len(items) - scales[-1] <= _FEWEST:  # not "one eight hundred five five five"
        thousands = any(tokens.word[item.first] in LARGE for item in items)
        score = POSSIBLE if thousands else DOUBTFUL
    elif len(digits) in _PHONE_LENGTHS:
        label, score = PHONE, SURE
    elif said - pairs < _FEWEST:
        score = DOUBTFUL  # "twenty-one, twenty-three"
    label, score = _expected(view, items, label, score)
    return tokens.span(first, stop, label, score)


def _only_years(view: TextView, first: int, stop: int) -> bool:
    """Return whether the words are years: "nineteen eighty-eight, nineteen eighty-nine"."""
    tokens = view.tokens
    while first < stop:
        end = year_stop(tokens, first)
        if end == first:
            return False
        first = end + 1 if tokens.at(end) in (",", "-") else end
    return True


def _without_interjections(items: list[Item]) -> list[Item]:
    """Return the items without an "oh" that a pause separates from the number."""
    first, stop = 0, len(items)
    while stop - first > 1 and items[first].value == "0" and items[first + 1].pause:
        first += 1
    while stop - first > 1 and items[stop - 1].value == "0" and items[stop - 1].pause:
        stop -= 1
    return items[first:stop]


def _spelled_name(view: TextView, items: list[Item]) -> Span | None:
    tokens = view.tokens
    first, stop = items[0].first, items[-1].stop
    of_alphabet = [item for item in items if item.kind is CODE_WORD]
    if of_alphabet:
        enough = len(items) >= _FEWEST or _is_pair_of_code(view, items)
        enough &= len(of_alphabet) > 1
        return tokens.span(first, stop, ID, LIKELY) if enough else None
    if view.plain[tokens.start[first]] == "a" and view.plain[tokens.start[stop - 1]].isupper():
        items = items[1:]  # "a P C"
        first += 1
    letters = "".join(item.value for item in items)
    fewest = _FEWEST - all(map(_is_sampled, items))  # "X as in xylophone, U as in uncle"
    if len(letters) < fewest or len(set(letters)) < 2 or letters in words("acronyms.spelled"):
        return None
    if {*letters} <= VOWELS and len(items) == len(letters):
        return None
    in_order = all(ord(after) - ord(before) == 1 for before, after in pairwise(letters))
    written = view.lower[tokens.start[first] : tokens.end[stop - 1]]
    if in_order or _ACRONYM.search(written):  # "a b c", "x, y, z"; "U.S.A.", "e.g."
        return None
    return tokens.span(first, stop, PERSON, LIKELY if len(letters) > _FEWEST else POSSIBLE)


def _is_pair_of_code(view: TextView, items: list[Item]) -> bool:
    """Return whether two words of the alphabet, without a pause, are said of a code or plate."""
    heard = {view.tokens.word[item.first] for item in items}
    return not (
        items[-1].pause or heard & _PLACES or _CODE_CUES.isdisjoint(view.original_tokens.word)
    )
