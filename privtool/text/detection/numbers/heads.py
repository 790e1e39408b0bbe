"""Words and letters before a number in digits that belong to it: "plus four four 20 7946 0958"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.english.numbers import CARDINALS, PLURALS, REPEATS
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.word_sets import word_set

_NUMBERS = CARDINALS.keys() | REPEATS.keys() | PLURALS.keys()
_DICTATED = frozenset(
    label.value
    for label in (
        *(Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.NUMBER),
        *(Label.IBAN, Label.ZIP),
    )
)
_NUMBER = f"(?:{'|'.join(sorted(_NUMBERS))}|plus)"
_LETTER = r"[a-z](?: (?:as in|for|like) [a-z]{2,12})?"
_HEAD = Regex(rf"(?<![\w'])(?:(?:{_NUMBER}|{_LETTER})[ ,]{{1,2}})+\Z")
_TAIL = Regex(rf"(?:[ ,]{{1,2}}{_LETTER}(?![\w']))+")
_CODES = frozenset((Label.ID.value, Label.NUMBER.value, Label.CARD.value))
_ANNOUNCING = word_set(
    """no nr number num ref reference policy permit license licence reg serial case claim account
    acc"""
)
_BETWEEN = word_set(
    """is was the for its it's has had have with and are not but of on in to at by my he we me you
    your our her his from that this then than page line no if so as or be mr mrs ms dr"""
)
# "policy pet 55 8102 3", "hosp no rx 4471029"
_PREFIX = Regex(
    rf"(?<![\w'])(?:{'|'.join(sorted(_ANNOUNCING))})(?:[.:#]{{0,2}}| is|'s) {{1,2}}"
    rf"(?!(?:{'|'.join(sorted(_BETWEEN))})(?![\w']))([a-z]{{2,4}}) \Z"
)
_REPEAT = Regex(rf"(?<![\w'])(?:{'|'.join(sorted(REPEATS))}) {{1,2}}\Z")  # "0 7 4 double 2"
_LETTER_BEFORE = Regex(r"(?<![\w'])[b-hj-np-z] \Z")
_A_BEFORE = Regex(
    r"(?:[:#=] ?|(?:ends?|ending|begins?|starts?|starting) (?:in|with) "
    r"|(?<![^\W_])(?:number|file|code|ref|reference|badge|plate|rego|licence|license|policy) )a \Z"
)
_CONSONANTS = Regex(r"(?<![\w'])([b-df-hj-np-tv-z])\1 ")  # "tt one two"
_PAIR = 3  # characters of two consonants and a space
_LETTER_AFTER = Regex(r"(?: |, )[b-hj-np-z](?![\w'])")
_ALONE = Regex(r"(?<![^ ,])[a-z](?![^ ,])")
_SAMPLE = Regex(r" (?:as in|for|like) ")
_LONGEST = 80  # characters before a number
_LONGEST_BEFORE, _LONGEST_LETTERS = 9, 5  # characters next to a number
_IBAN_COUNTRIES = words("countries.iban", "intl")
_FEWEST_DIGITS = 6  # of a number in digits that began in words
_FEWEST_OF_PART = 3  # if it goes on
_NEAR = 60  # characters between its parts
_NO_CODE = word_set("a i o")
_EXAMPLES = (["for"], ["like"], ["in"])
_INTERJECTIONS = word_set("one ones oh o")  # "an invented one, 987-65-4321"
_ACRONYMS = frozenset(("p m", "a m", "t v", "c d", "u s", "u k", "v s"))


def with_spoken_heads(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Extend the sorted, disjoint `spans` of a lower-case text over what was said before digits."""
    whole: list[Span] = []
    done = 0
    for place, span in enumerate(spans):
        limit = spans[place + 1].start if place + 1 < len(spans) else len(lowered)
        before = lowered[max(span.start - _LONGEST_BEFORE, done) : span.start]
        if span.label in _DICTATED and before[-2:] == "a " and _is_cued_a(lowered, done, span):
            span = span._replace(start=span.start - 2)
        elif span.label in _CODES and span.score >= LIKELY:
            first = span.start - _PAIR
            if first >= done and _CONSONANTS.match(lowered, first, span.start):
                span = span._replace(start=first)
        if span.label in _DICTATED:
            span = _with_prefix(span, lowered, max(done, span.start - _LONGEST), before)
        if span.label in _DICTATED and lowered[span.start] in "0123456789+(":
            goes_on = limit - span.end <= _NEAR and limit < len(lowered)
            span = _extended(span, lowered, done, limit, goes_on)
        elif span.label == Label.DATE.value and lowered[span.start : span.end].isdecimal():
            span = _with_samples(span, lowered, done)
        done = span.end
        whole.append(span)
    return whole


def _is_cued_a(lowered: str, floor: int, span: Span) -> bool:
    return _A_BEFORE.search(lowered, floor, span.start) is not None


def _with_prefix(span: Span, lowered: str, floor: int, before: str) -> Span:
    """Return the span with the letters that a cue announces before it, or with its "double"."""
    word = before.rstrip(" ").rpartition(" ")[2]
    if not before.endswith(" ") or not word.isalpha():
        return span
    if word in REPEATS:
        repeat = _REPEAT.search(lowered, floor, span.start)
        return span if repeat is None else span._replace(start=repeat.start())
    if not 1 < len(word) < _LONGEST_LETTERS or word in _BETWEEN:
        return span
    prefix = _PREFIX.search(lowered, floor, span.start)
    return span if prefix is None else span._replace(start=prefix.start(1))


def _extended(span: Span, lowered: str, floor: int, limit: int, goes_on: bool) -> Span:
    """Return the span with its head from `floor` on, and letters after it up to `limit`.

    It `goes_on` if another span is near.
    """
    floor = max(floor, span.start - _LONGEST)
    span = _with_letter_of_code(span, lowered, floor, limit)
    match = _HEAD.search(lowered, floor, span.start) if _said(lowered[floor : span.start]) else None
    if match is None:
        return span
    digits = sum(map(str.isdigit, lowered[span.start : span.end]))
    head = match.group()
    tail = _TAIL.match(lowered, span.end, limit)
    letters = _ALONE.findall(head + (tail.group() if tail is not None else ""))
    sampled = _SAMPLE.search(head) is not None
    country = "".join(letters[:2]).upper() in _IBAN_COUNTRIES
    country &= digits >= _FEWEST_OF_PART or (digits == 2 and goes_on)
    clear = sum(one not in _NO_CODE for one in letters)
    code = sampled or (len(letters) == 2 and country) or (digits > 1 and clear > 1)
    alone = head.strip(" ,")
    if alone.removeprefix("a ") in _ACRONYMS or (
        alone in _INTERJECTIONS and "," in head and not goes_on
    ):
        return span
    if not (code and _ALONE.search(head)):
        few = _FEWEST_OF_PART if goes_on else _FEWEST_DIGITS
        return span._replace(start=match.start()) if _is_number(head, digits, few) else span
    end = tail.end() if tail is not None else span.end
    label = span.label if span.label == Label.IBAN.value else Label.ID.value
    return span._replace(start=match.start(), end=end, label=label)


def _with_letter_of_code(span: Span, lowered: str, floor: int, limit: int) -> Span:
    """Return a number that a cue announces with one letter beside it: "the code is t 55476"."""
    text = lowered[span.start : span.end]
    cued = span.label in _CODES and span.score >= LIKELY
    if not cued or not text.isdecimal() or len(text) < _FEWEST_OF_PART:
        return span
    before = _LETTER_BEFORE.search(lowered, floor, span.start)
    after = _LETTER_AFTER.match(lowered, span.end, limit)
    start = before.start() if before is not None else span.start
    return span._replace(start=start, end=after.end() if after is not None else span.end)


def _with_samples(span: Span, lowered: str, floor: int) -> Span:
    """Return a code that ends like a year, with its letters: "l for larry 2018"."""
    floor = max(floor, span.start - _LONGEST)
    match = _HEAD.search(lowered, floor, span.start) if _said(lowered[floor : span.start]) else None
    if match is None or _SAMPLE.search(match.group()) is None:
        return span
    return span._replace(start=match.start(), label=Label.ID.value)


def _said(before: str) -> bool:
    """Return whether the last word may be said of a number: a quick test."""
    parts = before.rsplit(maxsplit=2)
    if not parts:
        return False
    last = parts[-1].rstrip(",")
    return len(last) < 2 or last in _NUMBERS or last == "plus" or parts[-2:-1] in _EXAMPLES


def _is_number(head: str, digits: int, few: int) -> bool:
    """Return whether words alone begin a number of so many digits, at least `few`."""
    return digits >= few and all(
        word in _NUMBERS or word == "plus" for word in head.replace(",", " ").split()
    )
