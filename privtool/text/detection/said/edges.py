"""What is said right before and after a number belongs to it: words, letters and signs.

Finders take numbers of a usual form. Number words next to them would reveal the rest ("june fifth
seventy nine", "plus four four 20 7946 0958"), and so would letters and signs next to a code ("GWF
0719 33", "slash 40").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, POSSIBLE
from privtool.text.detection.cues import CUES
from privtool.text.detection.said.items import NUMBERS
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.english.numbers import (
    CARDINALS,
    ORDINAL_ENDINGS,
    ORDINAL_UNITS,
    ORDINALS,
    REPEATS,
    TEENS,
    TENS,
    UNITS,
)
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.lexicon import words
from privtool.text.word_lists import load_allow_list


def _any(choices: Sequence[str] | frozenset[str]) -> str:
    return f"(?:{'|'.join(sorted(choices))})"


_CODES = frozenset(
    label.value
    for label in (
        *(Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.NUMBER),
        *(Label.IBAN, Label.ZIP),
    )
)
_AGE, _ID = Label.AGE.value, Label.ID.value
_NUMBERS_OR_DATES = frozenset((Label.NUMBER.value, Label.DATE.value))
_CUED = frozenset((Label.ID.value, Label.NUMBER.value, Label.CARD.value))

# Number words after a span.
_WORDS = CARDINALS.keys() | ORDINALS.keys()
_LONGEST_WORD = max(map(len, _WORDS | MONTH_NAMES))
_NUMBER = _any([*CARDINALS, *ORDINAL_UNITS])
# After a comma only the start of a year counts: not "june fifth, two of us".
_BEGINS_A_YEAR = f"(?=oh[ -]{_any([*UNITS])}|{_any([*TENS, *TEENS])})"
_TAIL = Regex(rf"(?:(?: {{1,3}}|-|, {_BEGINS_A_YEAR}){_NUMBER}(?![^\W_]))+")
_YEAR_TAIL = Regex(rf"(?: {{1,3}}|, ){_BEGINS_A_YEAR}{_NUMBER}(?:[ -]{_NUMBER})*(?![^\W_])")
_HALF = Regex(  # "two and a half", "six months and three weeks"
    r" and (?:a half|a quarter|three quarters"
    rf"|(?:\d{{1,2}}|{_NUMBER}) (?:weeks?|days?|months?))(?![^\W_])"
)

# Words, letters and signs before a code.
_SIGN = rf"(?:forward )?{_any(words('spelling.signs'))}"
_LETTER = r"[a-z](?: (?:as in|for|like) [a-z]{2,12})?"
_INTERNATIONAL = frozenset(("plus", "hash", "hashtag"))
_SAID = Regex(rf"(?<![\w'])(?:(?:{_any([*NUMBERS, *_INTERNATIONAL])}|{_LETTER})[ ,]{{1,2}})+\Z")
_PREFIX = Regex(
    rf"(?<![\w']){_any(words('value_cues.prefixed'))}(?:[.:#]{{0,2}}| is|'s) {{1,2}}"
    rf"(?!{_any(words('value_cues.unprefixed'))}(?![\w']))([a-z]{{2,4}}) \Z"
)
_A = Regex(
    r"(?:[:#=] ?|(?:ends?|ending|begins?|starts?|starting) (?:in|with) "
    r"|(?<![^\W_])(?:number|file|code|ref|reference|badge|plate|rego|licence|license|policy) )"
    r"(a) \Z"
)
_LETTERS = Regex(r"(?<![^ ·-])([a-z]{2,4})[ -]\Z")
_LETTERS_AND_SIGN = Regex(rf"(?<![\w'/])([a-z]{{1,4}})(?:[ ,]{{1,2}}{_SIGN} |/)\Z")
_ONE_LETTER = Regex(r"(?<![\w'])([b-hj-np-z]) \Z")
_CONSONANTS = Regex(r"([b-df-hj-np-tv-z])\1")

# The same after it, and between two of them.
_LETTERS_SAID_AFTER = Regex(
    r"(?:[ ,]{1,2}[b-hj-np-z](?: (?:as in|for|like) [a-z]{2,12})?(?![\w']))+"
)
_SIGN_AFTER = Regex(rf"[ ,]{{1,2}}{_SIGN} [a-z](?![\w'])")
_CAPITALS_AFTER = Regex(r" [A-Z]{1,2}(?![\w'.])")
_LETTERS_AFTER = Regex(r" ([a-z]{1,3})(?![\w'])")
_PLATE = Regex(r"(?:\d{1,2}[ -])?[a-z]{1,2}[ -]\d{2,4}")  # "01 A 482", before "KB"
_BRIDGE = Regex(
    rf"[ ,]{{1,2}}(?:{_SIGN}(?:[ ,]{{1,2}}[a-z]{{1,3}}[ ,]{{1,2}}{_SIGN})?|[b-hj-np-z])[ ,]{{1,2}}"
)
_NEXT_SIGN = Regex(rf"{_SIGN}(?![^\W_])")
_LAST_LETTER = Regex(r"\d [a-z]{1,2}\Z")  # "WTU 118 K", before "0932"

_ALONE = Regex(r"(?<![^ ,])[a-z](?![^ ,])")
_SAMPLE = Regex(r" (?:as in|for|like) ")
_DIGITS = "0123456789+("
_NO_CODE = frozenset("aio")
_ACRONYMS = frozenset(("p m", "a m", "t v", "c d", "u s", "u k", "v s"))
_INTERJECTIONS = frozenset(("one", "ones", "oh", "o"))  # "an invented one, 987-65-4321"
_ABBREVIATIONS = words("beside_numbers.abbreviations")
_ONLY_AFTER = words("beside_numbers.only-after")
_IBAN_COUNTRIES = words("countries.iban", "intl")
_FEWEST_DIGITS, _FEWEST_OF_PART, _FEWEST_OF_CODE = 6, 3, 4
_LONGEST, _NEAR, _LONGEST_GAP = 80, 60, 24  # characters


class _Code(NamedTuple):
    """A number or code, and the text around it; `cased` is as written if its capitals mean much."""

    span: Span
    text: str
    cased: str
    floor: int
    limit: int  # where the next span starts

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

    def starting(self, start: int, *, lettered: bool = False) -> _Code:
        return self._replace(span=_lettered(self.span, start, self.span.end, lettered))

    def ending(self, end: int, *, lettered: bool = False) -> _Code:
        return self._replace(span=_lettered(self.span, self.span.start, end, lettered))


def with_code_edges(spans: Sequence[Span], lowered: str, plain: str) -> list[Span]:
    """Return the sorted, disjoint spans of a text, the codes with what is said next to them.

    The text is given in lower case, and as it is in `plain`. The spans may overlap then.
    """
    whole: list[Span] = []
    floor = 0
    cased = lowered if plain.isupper() else plain  # capitals say nothing where all are
    for place, span in enumerate(spans):
        limit = spans[place + 1].start if place + 1 < len(spans) else len(lowered)
        if span.label in _CODES or lowered[span.start : span.end].isdecimal():
            span = _with_tail(_with_head(_Code(span, lowered, cased, floor, limit))).span
            codes = bool(whole) and {span.label, whole[-1].label} <= _CODES
            if codes and _goes_on(whole[-1], span, lowered):
                joined = whole.pop()
                span = joined._replace(end=span.end)
                letter = _ONE_LETTER.search(lowered, max(span.start - 3, 0), span.start)
                span = span if letter is None else _lettered(span, letter.start(), span.end)
        floor = span.end
        whole.append(span)
    return whole


def with_number_words(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Return the sorted, disjoint spans with the number words after those that end in a number."""
    stops = [*(span.start for span in spans[1:]), len(lowered)]
    return [
        _with_number_words(span, lowered, stop) for span, stop in zip(spans, stops, strict=True)
    ]


def _with_number_words(span: Span, lowered: str, limit: int) -> Span:
    """Return a span that ends in a number with the number words after it."""
    pattern = _continuation(span, lowered)
    tail = pattern.match(lowered, span.end, limit) if pattern is not None else None
    return span._replace(end=tail.end()) if tail else span


def _continuation(span: Span, lowered: str) -> Regex | None:
    """Return what may continue a span: after a number word, "5th", or the month after a day."""
    if span.label == _AGE and _HALF.match(lowered, span.end):
        return _HALF
    last = lowered[span.end - 1]
    if last.isdecimal() or not last.isalnum():
        return None  # the usual case
    start, floor = span.end, max(span.start, span.end - _LONGEST_WORD - 1)
    while start > floor and lowered[start - 1].isalnum() and not lowered[start - 1].isdecimal():
        start -= 1
    word = lowered[start : span.end]
    if word in ORDINAL_ENDINGS:
        return _YEAR_TAIL
    month = word in MONTH_NAMES and start > span.start
    return _TAIL if word in _WORDS or month else None


def _with_head(code: _Code) -> _Code:
    """Return a code with what is said before it."""
    for pattern, accepts in _HEADS if code.span.label in _CODES else _HEADS_OF_DATES:
        start = code.span.start
        if start == code.floor or code.text[start - 1] not in " -/,":
            break
        match = pattern.search(code.text, max(code.floor, start - _LONGEST), start)
        if match is not None and accepts(match, code):
            first = match.start(1) if pattern.groups else match.start()
            lettered = bool(pattern.groups) or _ALONE.search(match[0]) is not None
            code = code.starting(first, lettered=lettered)
    return code


def _always(*_: Match | _Code) -> bool:
    return True


def _is_said(match: Match, code: _Code) -> bool:
    """Return whether number words or letters begin a number."""
    said = match.group()
    letters = _ALONE.findall(said)
    if not letters:
        return _is_numeric(said.replace(",", " ").split(), code, paused="," in said)
    if _is_sampled(match, code):
        return True
    if code.inside[0] not in _DIGITS or said.strip(" ,").removeprefix("a ") in _ACRONYMS:
        return False
    country = "".join(letters[:2]).upper() in _IBAN_COUNTRIES and len(letters) == 2
    country &= code.digits >= _FEWEST_OF_PART or (code.digits == 2 and code.goes_on)
    clear = sum(letter not in _NO_CODE for letter in letters)
    return country or (code.digits > 1 and clear > 1) or (clear == len(letters) and _is_cued(code))


def _is_numeric(said: Sequence[str], code: _Code, *, paused: bool) -> bool:
    """Return whether number words begin a number, and are no "one" or "oh" before it."""
    if said[-1] in REPEATS:  # "0 7 4 double 2"
        return True
    if not _INTERNATIONAL.isdisjoint(said):
        return code.digits >= _FEWEST_OF_CODE or code.inside.count(" ") > 1
    if paused and _INTERJECTIONS.issuperset(said) and not code.goes_on:
        return False
    fewest = _FEWEST_OF_PART if code.goes_on else _FEWEST_DIGITS
    return code.inside[0] in _DIGITS and code.digits >= fewest


def _is_sampled(match: Match, _: _Code) -> bool:
    """Return whether a letter has an example: "l for larry 2018"."""
    return _SAMPLE.search(match.group()) is not None and _ALONE.search(match.group()) is not None


def _is_cued(code: _Code) -> bool:
    """Return whether a cue announces a number: a letter belongs to it then."""
    cued = code.span.label in _CUED and code.span.score >= LIKELY
    return cued and code.inside.isdecimal() and code.digits >= _FEWEST_OF_PART


def _is_signed(match: Match, code: _Code) -> bool:
    """Return whether letters and a sign are a part of the code: "w t slash 40", "LC/7741-0B"."""
    if match[0].endswith("/"):
        return code.digits >= _FEWEST_OF_CODE and not _is_word(match[1])
    return len(match[1]) < 3 or not _is_word(match[1])


def _is_lettered_code(match: Match, code: _Code) -> bool:
    """Return whether a few letters before digits are a part of the code, and no word."""
    letters = match[1]
    if not code.inside[0].isdecimal():
        return bool(_CONSONANTS.fullmatch(letters)) and code.span.label in _CUED
    before = code.text[max(match.start() - 2, 0) : match.start()].strip()
    measure = letters in _ONLY_AFTER and not before[-1:].isdecimal()
    signs = len(code.inside) if code.span.label == _ID else code.digits
    signs *= "," not in code.inside  # "shares 4,666"
    if signs >= _FEWEST_OF_CODE and (measure or not _is_word(letters)):
        return True
    written = code.cased[match.start() : code.span.end]
    return written.isupper() and written[-1].isalpha()  # "the car IS 08 BGM"


_HEADS: tuple[tuple[Regex, Callable[[Match, _Code], bool]], ...] = (
    (_A, _always),
    (_PREFIX, _always),
    (_SAID, _is_said),
    (_LETTERS_AND_SIGN, _is_signed),
    (_LETTERS, _is_lettered_code),
)
_HEADS_OF_DATES = ((_SAID, _is_sampled),)


def _lettered(span: Span, start: int, end: int, lettered: bool = True) -> Span:
    """Return a number with its letters, which make it a code."""
    if not lettered:
        return span._replace(start=start, end=end)
    label = _ID if span.label in _NUMBERS_OR_DATES else span.label
    return Span(start, end, label, max(span.score, POSSIBLE))


def _is_word(letters: str) -> bool:
    return letters in _ABBREVIATIONS or letters in CUES or load_allow_list().keeps(letters)


def _goes_on(span: Span, following: Span, lowered: str) -> bool:
    """Return whether a span and the one after it are one code."""
    gap = lowered[span.end : following.start]
    if len(gap) > _LONGEST_GAP:
        return False
    if gap in (" ", ", ") and _NEXT_SIGN.match(lowered, following.start):
        return True
    if gap == " " and lowered[span.end - 1].isalpha() and lowered[following.start].isdecimal():
        return _LAST_LETTER.search(lowered, span.start, span.end) is not None
    return _BRIDGE.fullmatch(gap) is not None


def _with_tail(code: _Code) -> _Code:
    """Return a code with the letters after it."""
    end = code.span.end
    if code.text[end : end + 1] not in (" ", ","):
        return code
    sign = _SIGN_AFTER.match(code.text, end, code.limit)
    if sign is not None:
        return code.ending(sign.end(), lettered=True)
    letters = _LETTERS_SAID_AFTER.match(code.text, end, code.limit)
    if letters is not None and (_ALONE.match(code.inside) or _is_cued(code)):
        return code.ending(letters.end(), lettered=True)
    return _with_capitals(code) if code.text[end - 1].isdecimal() else code


def _with_capitals(code: _Code) -> _Code:
    """Return a code with one or two capitals after it, a plate with any letters."""
    end = code.span.end
    plate = _PLATE.fullmatch(code.inside) is not None
    capitals = _CAPITALS_AFTER.match(code.cased, end, code.limit)
    if capitals is not None and (plate or code.digits >= _FEWEST_OF_CODE):
        unit = capitals[0].strip().lower() in _ABBREVIATIONS
        return code.ending(capitals.end(), lettered=True) if plate or not unit else code
    letters = _LETTERS_AFTER.match(code.text, end, code.limit) if plate else None
    if letters is not None and not _is_word(letters[1]):
        return code.ending(letters.end(), lettered=True)
    return code
