"""Codes of letters and digits: record numbers, serial numbers, national ids with letters."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, FAINT, LIKELY, POSSIBLE, SURE, VALIDATED
from privtool.text.detection.numbers import checksums
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.word_lists import load_allow_list

ID = Label.ID.value
NATIONAL_ID = Label.NATIONAL_ID.value

_CODE = Regex(r"(?<![^\W_])[a-z\d]+(?:[-_/.:#]{1,2}[a-z\d]+){0,8}(?![^\W_])")
_LETTER = Regex("[a-z]")
_PART = Regex(r"[a-z\d]+")
# Digits with a unit or an ending, which are not codes: "100mg", "1990s", "3rd", "2x4", "1080p".
_MEASURE = Regex(
    r"\d+(?:st|nd|rd|ths?|s|k|m|mm|b|bn|x|p|h|d|w|y|yo|am|pm|min|mins|hr|hrs|sec|secs|ms|mg|mcg|kg|g|lb"
    r"|lbs|oz|ml|cl|l|cm|km|ft|in|mi|mph|kmh|kph|px|gb|mb|kb|tb|ghz|mhz|hz|khz|w|kw|v|mah|fps|bpm|ish"
    r"|ers?|yrs?|mln|million|bit|cc|hp|am|f|c|e|t|er|ex|pts?|gal|kcal|cal|dpi|rpm|nm)"
    r"|\d+x\d+(?:x\d+)?|(?:x|v)\d{1,3}"
)
_WORD_NUMBER = Regex(r"[a-z]{3,}\d{1,4}")
_NINO = Regex(r"(?<![a-z\d])[a-z]{2}(?: ?\d{2}){3} ?[a-d](?![a-z\d])")
_NINO_END = Regex(r"\d\d ?[a-d](?![a-z\d])")
_NATIONAL_SHAPE = Regex(
    r"[stfgm]\d{7}[a-z]"  # Singapore
    r"|[a-z9]{5}\d(?:0[1-9]|1[0-2]|5[1-9]|6[0-2])\d{3}[a-z9]{2}[a-z\d][a-z]{2}"  # British licence
    r"|\d[ac-hj-km-np-rt-y][\dac-hj-km-np-rt-y]\d-?[ac-hj-km-np-rt-y][\dac-hj-km-np-rt-y]\d"
    r"-?[ac-hj-km-np-rt-y]{2}\d{2}"  # Medicare beneficiary
    r"|[a-z]{3}[abcfghljpt][a-z]\d{4}[a-z]"  # Indian PAN
)
# British plates; the German register of companies.
_GROUPED = Regex(r"(?<![\w-])(?:[A-Z]{2}\d{2} [A-Z]{3}|HR[AB] \d{1,6})(?!\w)")
_GROUPED_SIGN = Regex("[0-9] [A-Z]{3}")
# From its first digit on, which is quick to find.
_SMALL_PLATE = Regex(r"\d(?<=[a-z]{2}\d)(?<![\w-]..\d)\d ([a-z]{3})(?![\w-])")
_PLATE_HINT = Regex(r"[A-ZÄÖÜ][ -]?\d|\d [A-Z]")
# Currencies, measures and time zones like the letters of Spanish plates.
_UNITS = (
    "(?:BDT|BTC|CHF|CNY|CZK|DKK|GBP|HKD|KZT|LKR|MXN|NZD|PHP|PLN|PYG|RSD|SGD|TRY|TWD|VND|ZMW"
    "|BST|CDT|CST|GMT|HKT|HST|JST|KST|MDT|MSK|MST|PDT|PHT|PST|SGT"
    "|BPM|DPI|FPS|GHZ|HRS|KHZ|KMH|LBS|MBP|MHZ|MPH|PCS|PPM|PTS|QPS|RPM|SQM|TPS|YDS|YRS)"
)
_PLATES = (
    (Regex(r"(?<![\w-])[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]\d{1,4}[EH]?(?!\w)"), POSSIBLE),
    (
        Regex(rf"(?<![\w-])(?!(?:19|20)\d\d)\d{{4}} (?!{_UNITS})[B-DF-HJ-NP-TV-Z]{{3}}(?!\w)"),
        POSSIBLE,
    ),
    (
        Regex(
            r"(?<![\w-])(?:[A-Z]{1,3}[ -]\d{2,4}[ -][A-Z]{1,3}(?!\w)|[A-Z]{3} \d{3}[A-Z]{0,2}"
            r"|[A-Z]\d{1,3} [A-Z]{3}|\d{2} [A-Z]{1,3} \d{2,4}"
            r"|[A-Z]{2,3} ?\d{2,3} ?[A-Z]{0,2} [A-Z]{2})(?!\w)"
        ),
        DOUBTFUL,
    ),
)


def find(view: TextView) -> list[Span]:
    """Find codes in one piece, or joined by hyphens, dots and the like."""
    spans: list[Span] = []
    if _NINO_END.search(view.lower):
        spans += [Span(*match.span(), NATIONAL_ID, SURE) for match in _NINO.finditer(view.lower)]
        view.hide(spans)
    if "HR" in view.plain or _GROUPED_SIGN.search(view.plain):
        spans += [Span(*match.span(), ID, LIKELY) for match in _GROUPED.finditer(view.plain)]
        spans.sort()
        view.hide(spans)
    plates = _small_plates(view)
    view.hide(plates)
    spans += plates
    codes = [
        span
        for start, end in view.digit_words
        if _LETTER.search(view.lower, start, end)
        for match in _CODE.finditer(view.lower, start, end)
        if (span := _code(view, match))
    ]
    view.hide(codes)
    spans += codes
    return sorted(spans)


def _small_plates(view: TextView) -> list[Span]:
    """Find British plates without capitals: "kx19 zpu", but not "ww11 and"."""
    words = load_allow_list().words
    return [
        Span(match.start() - 2, match.end(), ID, LIKELY)
        for match in _SMALL_PLATE.finditer(view.plain)
        if match.group(1) not in words
    ]


def find_plates(view: TextView) -> list[Span]:
    """Find licence plates without a cue: groups of capitals and digits, in mixed-case text."""
    spans: list[Span] = []
    if _PLATE_HINT.search(view.plain) is None:
        return spans
    all_capitals = view.plain.isupper()  # then capitals are weak evidence
    for pattern, score in _PLATES:
        faint = FAINT if all_capitals else score
        plates = [Span(*match.span(), ID, faint) for match in pattern.finditer(view.plain)]
        view.hide(plates)
        spans += plates
    return sorted(spans)


def _code(view: TextView, match: Match) -> Span | None:
    """Return the code in a match, if it mixes letters and digits as codes do."""
    code = match.group()
    digits = sum(map(str.isdigit, code))
    if digits == 0 or not any(map(str.isalpha, code)):
        return None
    start, end = match.span()
    label, cue_score = view.expected.get(start, (ID, 0.0))
    if label not in (ID, NATIONAL_ID):
        label = ID
    score = max(_score(view.plain[start:end], code, digits), cue_score if digits > 1 else 0.0)
    if 8 <= len(code) <= 20:
        if checksums.is_national_code(code.upper()):
            return Span(start, end, NATIONAL_ID, VALIDATED)
        if _NATIONAL_SHAPE.fullmatch(code):
            return Span(start, end, NATIONAL_ID, SURE)
    return Span(start, end, label, score) if score > 0 else None


def _score(written: str, code: str, digits: int) -> float:
    """Score the code, `written` in its own case."""
    parts = _PART.findall(code)
    if _MEASURE.fullmatch(code):
        return 0.0
    mixed = [part for part in parts if not (part.isdigit() or part.isalpha())]
    if all(_MEASURE.fullmatch(part) for part in mixed) and mixed:
        return 0.0  # "10am-5pm", "1st-2nd"
    capitals = written.isupper() and not written.isalpha()
    if mixed and "_" not in code:
        if digits < 2 or len(code) < 5:
            return 0.0
        if len(parts) == 1 and _WORD_NUMBER.fullmatch(code):
            return LIKELY if capitals else POSSIBLE
        return SURE if digits > 2 else LIKELY
    if "_" in code:
        return LIKELY  # "svc_deploy7", a user name or the name of a file
    letters = [part for part in parts if part.isalpha()]
    if digits >= 3 and max(map(len, letters)) <= 5 and max(map(len, parts)) > 2:
        if capitals:
            return SURE if digits > 3 else LIKELY
        return POSSIBLE if digits > 3 else 0.0
    return LIKELY if digits >= 6 else 0.0
