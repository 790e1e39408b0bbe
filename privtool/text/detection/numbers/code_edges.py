"""Letters and spoken signs beside the digits of a code: "GWF 0719 33", "slash 40", "plus two five".

Finders of numbers take what has digits; a sign or a few letters next to it say as much.
"""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.cues import CUES
from privtool.text.english.numbers import TENS
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_lists import load_allow_list
from privtool.text.word_sets import word_set

_CODES = frozenset(
    label.value
    for label in (
        *(Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.NUMBER),
        Label.IBAN,
    )
)
_SIGNS = "slash dash hyphen stroke oblique underscore hash"
_SIGN = rf"(?:forward )?(?:{_SIGNS.replace(' ', '|')})"
_SAID = word_set(f"{_SIGNS} plus hashtag") | frozenset(TENS)  # before a part of a code
_BRIDGE = Regex(
    rf"[ ,]{{1,2}}(?:{_SIGN}(?:[ ,]{{1,2}}[a-z]{{1,3}}[ ,]{{1,2}}{_SIGN})?|[b-hj-np-z])[ ,]{{1,2}}"
)
_NEXT_SIGN = Regex(rf"{_SIGN}(?![^\W_])")
_TENS_BEFORE = Regex(rf"(?<![^\W_])(?:{'|'.join(TENS)})-\Z")
_SIGN_BEFORE = Regex(r"(?<![^\W_])(?:plus|hash|hashtag),? \Z")
_LETTERS_BEFORE = Regex(r"(?<![\w'])([a-z]{2,4})[ -]\Z")
_LETTERS_AND_SIGN_BEFORE = Regex(rf"(?<![\w'])([a-z]{{1,4}})[ ,]{{1,2}}{_SIGN} \Z")
_LETTERS_AND_SLASH_BEFORE = Regex(r"(?<![\w'/])([a-z]{2,4})/\Z")  # "LC/7741-0B"
_LETTER_BEFORE = Regex(r"(?<![\w'])[b-hj-np-z] \Z")
_LAST_LETTER = Regex(r"\d [a-z]{1,2}\Z")  # "WTU 118 K", before "0932"
_SIGN_AFTER = Regex(rf"[ ,]{{1,2}}{_SIGN} [a-z](?![\w'])")
_PLATE = Regex(r"(?:\d{1,2}[ -])?[a-z]{1,2}[ -]\d{2,4}")  # "01 A 482", before "KB"
_LETTERS_AFTER = Regex(r" ([a-z]{1,3})(?![\w'])")
_CAPITALS_AFTER = Regex(r" [A-Z]{1,2}(?![\w'.])")
_UNITS = word_set(
    """am pm ad bc ce kg km cm mm ml mg mb gb tb kb hz khz mhz ghz hp cc us uk eu tv ft in lb lbs oz
    usd eur gbp cad aud nzd chf jpy inr rs sek nok dkk pln czk zar aed sgd myr hkd cny rmb nt ntd kr
    iso din en bs ansi ieee rfc astm ip px dpi rpm mph kph psi kwh mah vdc vac max min approx ca vs
    vol pp no nr op st rd th nd fig sec eq ch q hwy hr hrs idnr svnr a i x m k w v c f l g s d t"""
)
# These count only after a number.
_MEASURES = word_set("kg km cm mm ml mg mb gb tb kb hz khz mhz ghz oz lb")
_FEWEST_DIGITS = 4
_SHORTEST_WORD, _LONGEST_LETTERS = 3, 5  # letters
_LONGEST = 24  # characters before a span


def with_code_edges(spans: Sequence[Span], lowered: str, plain: str) -> list[Span]:
    """Return the sorted, disjoint spans of a text, the codes with what is said beside them.

    The text is given in lower case, and as it is in `plain`. The spans may overlap then.
    """
    whole: list[Span] = []
    floor = 0
    cased = lowered if plain.isupper() else plain  # capitals say nothing where all are
    for span in spans:
        if span.label in _CODES:
            span = _with_tail(_with_head(span, lowered, cased, floor), lowered, cased)
            if whole and whole[-1].label in _CODES and _goes_on(whole[-1], span, lowered):
                span = _with_letter(whole.pop()._replace(end=span.end), lowered)
        floor = span.end
        whole.append(span)
    return whole


def _with_head(span: Span, lowered: str, cased: str, floor: int) -> Span:
    """Return the span from the sign or letters before it on."""
    if span.start == floor or lowered[span.start - 1] not in " -/":
        return span
    if lowered[span.start - 1] == "/":
        return _with_letters_and_slash(span, lowered, floor)
    floor = max(floor, span.start - _LONGEST)
    word = lowered[floor : span.start - 1].rstrip(" ,").rpartition(" ")[2]
    if not (1 < len(word) < _LONGEST_LETTERS or word in _SAID):
        return span
    digits = sum(map(str.isdecimal, lowered[span.start : span.end]))
    words = lowered.count(" ", span.start, span.end)
    tens = _TENS_BEFORE.search(lowered, floor, span.start)
    span = span if tens is None else span._replace(start=tens.start())
    sign = _SIGN_BEFORE.search(lowered, floor, span.start)
    if sign is not None and (digits >= _FEWEST_DIGITS or words > 1):
        return span._replace(start=sign.start())
    marked = _LETTERS_AND_SIGN_BEFORE.search(lowered, floor, span.start)
    if marked is not None and (len(marked[1]) < _SHORTEST_WORD or not _is_word(marked[1])):
        return _lettered(span, marked.start(), span.end)
    letters = _LETTERS_BEFORE.search(lowered, floor, span.start)
    if letters is None or not lowered[span.start].isdecimal():
        return span
    counted = lowered[max(letters.start() - 2, 0) : letters.start()].strip()[-1:].isdecimal()
    measure = letters[1] in _MEASURES and not counted
    signs = span.end - span.start if span.label == Label.ID.value else digits
    code = signs >= _FEWEST_DIGITS and (measure or not _is_word(letters[1]))
    if code or _is_plate(cased[letters.start() : span.end]):
        return _lettered(span, letters.start(), span.end)
    return span


def _with_letters_and_slash(span: Span, lowered: str, floor: int) -> Span:
    """Return the span with the letters and the slash before it, if it is long enough for a code."""
    digits = sum(map(str.isdecimal, lowered[span.start : span.end]))
    first = max(floor, span.start - _LONGEST)
    letters = _LETTERS_AND_SLASH_BEFORE.search(lowered, first, span.start)
    if letters is None or digits < _FEWEST_DIGITS or _is_word(letters[1]):
        return span
    return _lettered(span, letters.start(), span.end)


def _lettered(span: Span, start: int, end: int) -> Span:
    """Return a number with its letters, which make it a code."""
    label = Label.ID.value if span.label == Label.NUMBER.value else span.label
    return span._replace(start=start, end=end, label=label)


def _is_plate(code: str) -> bool:
    """Return whether a text has capitals for a code alone, as in "the car IS 08 BGM"."""
    return code.isupper() and code[-1].isalpha()


def _is_word(letters: str) -> bool:
    return letters in _UNITS or letters in CUES or load_allow_list().keeps(letters)


def _goes_on(span: Span, following: Span, lowered: str) -> bool:
    """Return whether a span and the one after it are one code."""
    gap = lowered[span.end : following.start]
    if len(gap) > _LONGEST:
        return False
    if gap in (" ", ", ") and _NEXT_SIGN.match(lowered, following.start):
        return True
    if gap == " " and lowered[span.end - 1].isalpha() and lowered[following.start].isdecimal():
        return _LAST_LETTER.search(lowered, span.start, span.end) is not None
    return _BRIDGE.fullmatch(gap) is not None


def _with_letter(span: Span, lowered: str) -> Span:
    """Return a code in several parts with the letter before it."""
    letter = _LETTER_BEFORE.search(lowered, max(span.start - 3, 0), span.start)
    return span if letter is None else _lettered(span, letter.start(), span.end)


def _with_tail(span: Span, lowered: str, cased: str) -> Span:
    """Return the span to the letters after it."""
    if lowered[span.end : span.end + 1] not in (" ", ","):
        return span
    sign = _SIGN_AFTER.match(lowered, span.end)
    if sign is not None:
        return _lettered(span, span.start, sign.end())
    if not lowered[span.end - 1].isdecimal():
        return span
    code = lowered[span.start : span.end]
    plate = _PLATE.fullmatch(code) is not None
    capitals = _CAPITALS_AFTER.match(cased, span.end)
    letters = _LETTERS_AFTER.match(lowered, span.end) if plate else None
    if capitals is not None and (plate or sum(map(str.isdecimal, code)) >= _FEWEST_DIGITS):
        unit = capitals[0].strip().lower() in _UNITS
        return _lettered(span, span.start, capitals.end()) if plate or not unit else span
    if letters is not None and not _is_word(letters[1]):
        return _lettered(span, span.start, letters.end())
    return span
