"""What is said right before and after a number belongs to it: words, letters and signs.

Finders take numbers of a usual form. Number words next to them would reveal the rest ("june fifth
seventy nine", "plus four four 20 7946 0958"), and so would letters and signs next to a code ("GWF
0719 33", "slash 40"): `code_edges.tsv` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.dictation.items import NUMBERS
from privtool.text.detection.view import CUES
from privtool.text.english import numbers
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.labels import LIKELY, POSSIBLE, Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.lexicon import one_of, rows, words
from privtool.text.word_lists import load_allow_list

_AGE, _ID = Label.AGE.value, Label.ID.value
_CUED = frozenset((_ID, Label.NUMBER.value, Label.CARD.value))
_CODES = _CUED | {
    *(Label.PHONE.value, Label.SSN.value, Label.NATIONAL_ID.value, Label.IBAN.value),
    Label.ZIP.value,
}

# Number words after a span.
_WORDS = numbers.CARDINALS.keys() | numbers.ORDINALS.keys()
_LONGEST_WORD = max(map(len, _WORDS | MONTH_NAMES))
_LAST_WORD = Regex(r"[^\W\d_]+\Z")
_NUMBER = one_of([*numbers.CARDINALS, *numbers.ORDINAL_UNITS])
# After a comma only the start of a year counts: not "june fifth, two of us".
_BEGINS_A_YEAR = f"(?=oh[ -]{one_of(numbers.UNITS)}|{one_of([*numbers.TENS, *numbers.TEENS])})"
_TAIL = Regex(rf"(?:(?: {{1,3}}|-|, {_BEGINS_A_YEAR}){_NUMBER}(?![^\W_]))+")
_YEAR_TAIL = Regex(rf"(?: {{1,3}}|, ){_BEGINS_A_YEAR}{_NUMBER}(?:[ -]{_NUMBER})*(?![^\W_])")
_HALF = Regex(  # "two and a half", "six months and three weeks"
    r" and (?:a half|a quarter|three quarters"
    rf"|(?:\d{{1,2}}|{_NUMBER}) (?:weeks?|days?|months?))(?![^\W_])"
)

_INTERNATIONAL = frozenset(("plus", "hash", "hashtag"))
_PARTS = {
    "number": one_of(NUMBERS | _INTERNATIONAL),
    "sign": one_of(words("spelling.signs")),
    "prefix": one_of(words("value_cues.prefixed")),
    "no_prefix": one_of(words("value_cues.unprefixed")),
    "letter": "[b-hj-np-z]",
    "sample": "(?: (?:as in|for|like) [a-z]{2,12})",
}
_ALONE = Regex(r"(?<![^ ,])[a-z](?![^ ,])")
_SAMPLE = Regex(r" (?:as in|for|like) ")
_LETTER = Regex(r"(?<![\w'])[b-hj-np-z] \Z")
_CONSONANTS = Regex(r"([b-df-hj-np-tv-z])\1")
_PLATE = Regex(r"(?:\d{1,2}[ -])?[a-z]{1,2}[ -]\d{2,4}")  # "01 A 482", before "KB"
_DIGITS = "0123456789+("
_NO_CODE = frozenset("aio")
_ACRONYMS = frozenset(("p m", "a m", "t v", "c d", "u s", "u k", "v s"))
_INTERJECTIONS = frozenset(("one", "ones", "oh", "o"))  # "an invented one, 987-65-4321"
_ABBREVIATIONS = words("beside_numbers.abbreviations")
_ONLY_AFTER = words("beside_numbers.only-after")
_IBAN_COUNTRIES = words("countries.iban", "intl")
_FEWEST_DIGITS, _FEWEST_OF_PART, _FEWEST_OF_CODE = 6, 3, 4
_LONGEST, _NEAR = 80, 60  # characters


class _Code(NamedTuple):
    """A number or code in a text in lower case; `cased` is as written if its capitals mean much.

    What belongs to it lies between `floor` and `limit`, where the next span starts.
    """

    span: Span
    text: str
    cased: str
    floor: int
    limit: int

    @property
    def inside(self) -> str:
        return self.text[self.span.start : self.span.end]

    @property
    def digits(self) -> int:
        return sum(map(str.isdecimal, self.inside))

    @property
    def goes_on(self) -> bool:
        """Whether another span is near."""
        return self.limit - self.span.end <= _NEAR and self.limit < len(self.text)


_Test = Callable[[Match, _Code], bool]


@cache
def _edges(side: str) -> tuple[tuple[Regex, _Test], ...]:
    """Return what may stand at a side of a code: patterns, and tests of what they match."""
    found = []
    for each, test, pattern in rows("code_edges"):
        for name, part in _PARTS.items():
            pattern = pattern.replace(f"{{{name}}}", part)
        if each == side:
            found.append((Regex(pattern), _TESTS[test]))
    return tuple(found)


def with_code_edges(spans: Sequence[Span], lowered: str, plain: str) -> list[Span]:
    """Return the sorted, disjoint spans of a text, the codes with what is said next to them.

    The text is given in lower case, and as written in `plain`. The spans may overlap then.
    """
    whole: list[Span] = []
    floor = 0
    cased = lowered if plain.isupper() else plain  # capitals say nothing where all are
    for place, span in enumerate(spans):
        limit = spans[place + 1].start if place + 1 < len(spans) else len(lowered)
        if span.label in _CODES or lowered[span.start : span.end].isdecimal():
            span = _with_edges(_Code(span, lowered, cased, floor, limit))
            if whole and {span.label, whole[-1].label} <= _CODES:
                for pattern, _ in _edges("between"):
                    bridge = pattern.match(lowered, whole[-1].end, span.end)
                    if bridge is not None and bridge.end() >= span.start:
                        first = whole.pop()
                        letter = _LETTER.search(lowered, max(first.start - 3, 0), first.start)
                        start = letter.start() if letter else first.start
                        lettered = letter is not None or _ALONE.search(bridge[0]) is not None
                        span = _grown(first, start=start, end=span.end, lettered=lettered)
        floor = span.end
        whole.append(span)
    return whole


def _with_edges(code: _Code) -> Span:
    for pattern, accepts in _edges("before"):
        start = code.span.start
        if start == code.floor or code.text[start - 1] not in " -/,":
            break
        match = pattern.search(code.text, max(code.floor, start - _LONGEST), start)
        if match is not None and accepts(match, code):
            lettered = bool(pattern.groups) or _ALONE.search(match[0]) is not None
            first = match.start(1) if pattern.groups else match.start()
            code = code._replace(span=_grown(code.span, start=first, lettered=lettered))
    end = code.span.end
    for pattern, accepts in _edges("after") if code.text[end : end + 1] in (" ", ",") else ():
        match = pattern.match(code.text, end, code.limit)
        if match is not None and accepts(match, code):
            return _grown(code.span, end=match.end(), lettered=True)
    return code.span


def _grown(span: Span, start: int | None = None, end: int | None = None, *, lettered: bool) -> Span:
    """Return a span with another start or end; letters make a number a code."""
    span = span._replace(
        start=span.start if start is None else start, end=span.end if end is None else end
    )
    if not lettered:
        return span
    label = span.label if span.label in _CODES - {Label.NUMBER.value} else _ID
    return Span(span.start, span.end, label, max(span.score, POSSIBLE))


def _is_word(letters: str) -> bool:
    return letters in _ABBREVIATIONS or letters in CUES or load_allow_list().keeps(letters)


def _is_said(match: Match, code: _Code) -> bool:
    """Return whether number words or letters begin a number: "l for larry 2018"."""
    said = match[0]
    letters = _ALONE.findall(said)
    if letters and _SAMPLE.search(said):
        return True
    if code.span.label not in _CODES:
        return False
    if not letters:
        return _is_numeric(said.replace(",", " ").split(), code, paused="," in said)
    if code.inside[0] not in _DIGITS or said.strip(" ,").removeprefix("a ") in _ACRONYMS:
        return False
    country = "".join(letters[:2]).upper() in _IBAN_COUNTRIES and len(letters) == 2
    clear = len(letters) - sum(map(letters.count, _NO_CODE))
    is_cued = code.span.score >= LIKELY and code.inside.isdecimal()
    return country or (code.digits > 1 and clear > 1) or (clear == len(letters) and is_cued)


def _is_numeric(said: Sequence[str], code: _Code, *, paused: bool) -> bool:
    """Return whether number words begin a number, and are no "one" or "oh" before it."""
    if said[-1] in numbers.REPEATS or not _INTERNATIONAL.isdisjoint(said):  # "0 7 4 double 2"
        return True
    if paused and _INTERJECTIONS.issuperset(said) and not code.goes_on:
        return False
    fewest = _FEWEST_OF_PART if code.goes_on else _FEWEST_DIGITS
    return code.inside[0] in _DIGITS and code.digits >= fewest


def _is_lettered_code(match: Match, code: _Code) -> bool:
    """Return whether a few letters before digits are a part of the code, and no word."""
    if code.span.label not in _CODES:
        return False
    letters, inside = match[1], code.inside
    if not inside[0].isdecimal():
        return bool(_CONSONANTS.fullmatch(letters)) and code.span.label in _CUED
    before = code.text[max(match.start() - 2, 0) : match.start()].strip()
    measure = letters in _ONLY_AFTER and not before[-1:].isdecimal()
    signs = len(inside) if code.span.label == _ID else code.digits
    signs *= "," not in inside  # "shares 4,666"
    if signs >= _FEWEST_OF_CODE and (measure or not _is_word(letters)):
        return True
    written = code.cased[match.start() : code.span.end]
    return written.isupper() and written[-1].isalpha()  # "the car IS 08 BGM"


def _has_capitals(match: Match, code: _Code) -> bool:
    """Return whether letters after a code are one or two capitals, or any after a plate."""
    letters = match[0].strip()
    capitals = code.cased[match.start() : match.end()].isupper() and len(letters) < 3
    if _PLATE.fullmatch(code.inside):
        return capitals or not _is_word(letters)
    dotted = code.text.startswith(".", match.end())
    clear = capitals and not dotted and letters not in _ABBREVIATIONS
    return clear and code.digits >= _FEWEST_OF_CODE


_TESTS: dict[str, _Test] = {
    "any": lambda _, code: code.span.label in _CODES,
    "said": _is_said,
    "signed": lambda match, code: (
        code.span.label in _CODES
        and (not _is_word(match[1]) or (len(match[1]) < 3 and match[0].endswith(" ")))
    ),
    "letters": _is_lettered_code,
    "capitals": _has_capitals,
}


def with_number_words(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Return the sorted, disjoint spans with the number words after those that end in a number."""
    stops = [*(span.start for span in spans[1:]), len(lowered)]
    return [
        span._replace(end=tail.end())
        if (pattern := _continuation(span, lowered))
        and (tail := pattern.match(lowered, span.end, stop))
        else span
        for span, stop in zip(spans, stops, strict=True)
    ]


def _continuation(span: Span, lowered: str) -> Regex | None:
    """Return what may continue a span: after a number word, "5th", or the month after a day."""
    if span.label == _AGE and _HALF.match(lowered, span.end):
        return _HALF
    if not lowered[span.end - 1].isalpha():
        return None  # the usual case
    floor = max(span.start, span.end - _LONGEST_WORD - 1)
    word = _LAST_WORD.search(lowered, floor, span.end)
    if word is None or word[0] in numbers.ORDINAL_ENDINGS:
        return _YEAR_TAIL
    month = word[0] in MONTH_NAMES and word.start() > span.start
    return _TAIL if word[0] in _WORDS or month else None
