"""IBANs and crypto wallets: codes with a checksum of their own."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE, VALIDATED
from privtool.text.detection.numbers import checksums
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.word_sets import word_set

IBAN = Label.IBAN.value
ID = Label.ID.value

_IBAN_CHECK = Regex(r"\d(?<=[A-Za-z]{2}\d)(?<![A-Za-z0-9]..\d)\d")  # the digits of "DE89"
_IBAN_BODY = Regex(r"[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}")
_IBAN_SHAPE = Regex(r"[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?|[A-Z]{2}\d{18,25}")
_CUE, _NEAR = "iban", 12  # characters between them
_CUED_SHAPE = Regex(r"[A-Za-z]{2}\d{2}(?: [A-Za-z]{4})?(?: \d{4}){2,7}(?: \d{1,3}(?!\d))?")
_SPACED_CHECK = Regex(r"\d(?<=[A-Za-z] \d)\d")  # the digits of "DE 89"
_SPACED = Regex(
    r"(?<![^\W_])([A-Za-z]{2}) \d\d"
    r"(?:(?:[ /.-]{1,3}\d{4}){3,7}|[ /.-]{1,3}[A-Za-z]{4}(?:[ /.-]{1,3}\d{4}){2,7})"
    r"(?:[ /.-]{1,3}\d{1,3}(?!\d))?"
)
IBAN_COUNTRIES = word_set(
    """AD AE AL AT AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR GT HR
    HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV MC MD ME MK MR MT MU NL NO PK PL PS PT QA RO RS SA
    SC SE SI SK SM ST SV TL TN TR UA VA VG XK"""
)
_SHORTEST, _LONGEST = 15, 34  # characters without spaces
_FEWEST_WORDS = 3
_SHORTEST_WALLET = 26
_WALLET = Regex(
    r"(?<![A-Za-z0-9])(?:(?:bc1|[13])[A-Za-z0-9]{25,62}|0x[\dA-Fa-f]{40})(?![A-Za-z0-9])"
)


def find_iban(view: TextView) -> list[Span]:
    """Find IBANs, with or without spaces; a wrong checksum only lowers the score."""
    spans: list[Span] = []
    text = view.plain
    if _IBAN_CHECK.search(text) is None and _SPACED_CHECK.search(text) is None:
        return spans
    # In one word, or in several with digits.
    if len(view.digit_words) < _FEWEST_WORDS and not view.has_digit_word(_SHORTEST):
        return spans
    position = 0
    for check in _IBAN_CHECK.finditer(text):
        start = check.start() - 2
        match = _IBAN_BODY.match(text, start) if start >= position else None
        span = _iban(text, match) if match is not None else None
        if span is not None:
            spans.append(span)
            position = span.end
    for check in _SPACED_CHECK.finditer(text):
        start = check.start() - 3
        spaced = _SPACED.match(text, start) if start >= 0 else None
        if spaced is not None and spaced[1].upper() in IBAN_COUNTRIES:
            spans.append(Span(*spaced.span(), IBAN, LIKELY))
    return merge_overlapping(spans)


def _iban(text: str, match: Match) -> Span | None:
    """Return the longest part of the match, up to the end of a word, that is an IBAN."""
    start = match.start()
    if text[start : start + 2].upper() not in IBAN_COUNTRIES:
        return None
    for end in _word_ends(text, match):
        compact = text[start:end].replace(" ", "").replace("-", "").upper()
        if len(compact) >= _SHORTEST and checksums.mod97(compact):
            score = VALIDATED if checksums.passes("iban", compact) else LIKELY
            return Span(start, end, IBAN, score)
    cued = _CUE in text[max(0, start - len(_CUE) - _NEAR) : start].lower()
    shape = (_CUED_SHAPE if cued else _IBAN_SHAPE).match(text, start)
    if shape is not None:
        compact = shape.group().replace(" ", "")
        if _SHORTEST <= len(compact) <= _LONGEST and sum(map(str.isdigit, compact)) >= 8:
            return Span(start, shape.end(), IBAN, POSSIBLE)
    return None


def _word_ends(text: str, match: Match) -> Iterator[int]:
    """Return the ends of words inside the match, the last one first."""
    for end in range(match.end(), match.start() + _SHORTEST - 1, -1):
        if text[end - 1].isalnum() and not text[end : end + 1].isalnum():
            yield end


def find_wallets(view: TextView) -> list[Span]:
    """Find Bitcoin and Ethereum addresses."""
    spans: list[Span] = []
    if not view.has_digit_word(_SHORTEST_WALLET):
        return spans
    for match in _WALLET.finditer(view.plain):
        code = match.group()
        if code.startswith("0x"):
            spans.append(Span(*match.span(), ID, SURE))
        elif checksums.passes("bitcoin", code):
            spans.append(Span(*match.span(), ID, VALIDATED))
    return spans
