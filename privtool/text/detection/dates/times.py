"""Clock times, in digits and in words."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import SMALL, TENS, small_first, small_stop
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

TIME = Label.TIME.value

_HALF_DAY = r" ?[ap](?:m\b|\. ?m\b\.?| m\b)"
_ZONE = r"(?: ?(?:utc|gmt|cet|cest|bst|ist|[ecmp][sd]?t)\b)?"
_MINUTES = Regex(
    r"(?<![\w:])(?<!\d[.,])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,6})?)?(?![:\d])"
    r"(?:" + _HALF_DAY + r")?" + _ZONE
)
_HALF_DAYS = Regex(
    r"(?<![\w:])(?<!\d[.,])(?:\d{1,2}(?:[:.][0-5]\d)? ?(?:-|to) ?)?"
    r"(?:1[0-2]|0?\d)(?:[:.]?[0-5]\d)?" + _HALF_DAY + _ZONE
)
_OTHER = Regex(
    r"(?<![\w:.,])(?:(?:[01]?\d|2[0-4])h[0-5]\d(?!\w)"
    r"|(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)? ?(?:uhr|heures?)(?!\w)"
    r"|(?:[01]\d|2[0-4])[0-5]\d ?(?:hours|hrs)(?!\w))"
)
# Each pattern, its score, and the words one of which the text must contain.
_PATTERNS = (
    (_HALF_DAYS, SURE, word_set("am pm m")),
    (_MINUTES, SURE, word_set(":")),
    (_OTHER, LIKELY, word_set("h uhr heure heures hours hrs")),
)
TIME_UNITS = word_set("m h uhr heure heures hours hrs")
_QUOTE = r"['\"]?"
_TAIL = Regex(
    r",? in the (?:early |late )?(?:morning|afternoon|evening|night)(?!\w)| at night(?!\w)"
    r"| o ?" + _QUOTE + r" ?clock(?!\w)(?: in the (?:morning|afternoon|evening|night))?"
)
_HEAD = Regex(r"\b(?:morning|afternoon|evening|night) \Z")
_DAY_PARTS = word_set("morning afternoon evening night")
CLOCK_WORDS = word_set("past quarter half noon midnight pm am clock oclock") | _DAY_PARTS
_ANCHORS = _DAY_PARTS | word_set("past to till noon midnight half at am pm a p in o oclock")
_MINUTE_WORDS = frozenset(("five", "ten", "twenty", "quarter"))


def find(view: TextView) -> list[Span]:
    """Find times in digits with their am, time zone or "in the morning"."""
    all_spans: list[Span] = []
    for pattern, score, signs in _PATTERNS:
        if signs.isdisjoint(view.hints) and not (":" in signs and ":" in view.lower):
            continue
        spans = [
            Span(_head_start(view, match.start()), _tail_end(view, match.end()), TIME, score)
            for match in pattern.finditer(view.lower)
        ]
        view.hide(spans)
        all_spans += spans
    return sorted(all_spans)


def _head_start(view: TextView, start: int) -> int:
    """Return where a time starts, including a part of the day before it: "evening 4:30"."""
    head = _HEAD.search(view.lower[max(0, start - 10) : start])
    return start - len(head.group()) if head is not None else start


def _tail_end(view: TextView, end: int) -> int:
    """Return where a time that stops at `end` stops including its part of the day."""
    tail = _TAIL.match(view.lower, end)
    return tail.end() if tail is not None else end


def find_words(view: TextView) -> list[Span]:
    """Find times in words: "half past three", "three thirty pm", "7 in the evening", "at 7"."""
    return view.spans_at(_ANCHORS, TIME, lambda index, _: _around(view.tokens, index))


def _around(tokens: Tokens, index: int) -> tuple[int, int, float]:
    """Return the time at the cue token `index`: first token, stop, score (0: none)."""
    word = tokens.word[index]
    if word in ("past", "to", "till"):
        return _minutes_to_hour(tokens, index)
    if word in ("noon", "midnight"):
        return index, index + 1, POSSIBLE
    if word == "half" and tokens.at(index + 1) in SMALL:  # "half seven"
        return _with_day_part(tokens, index, _hour_stop(tokens, index + 1), DOUBTFUL)
    if word == "at":
        return _after_at(tokens, index)
    if word in _DAY_PARTS:
        hour = _hour_stop(tokens, index + 1)
        return (index, hour, LIKELY) if hour > index + 1 else (index, index, 0.0)
    first = _half_day_first(tokens, index) if word in ("am", "pm", "p", "a") else index
    if first == index and word in ("in", "o", "oclock", "at"):
        first = _hour_first(tokens, index) if _day_part_stop(tokens, index) > index else index
    if first == index:
        return index, index, 0.0
    stop = _half_day_stop(tokens, index)
    return first, max(stop, _day_part_stop(tokens, stop)), SURE


def _minutes_to_hour(tokens: Tokens, index: int) -> tuple[int, int, float]:
    """Match "half past three", "ten to five", "quarter past 4"; `index` is at "past"."""
    stop = _hour_stop(tokens, index + 1)
    if stop == index + 1:
        return index, index, 0.0
    before = index - 1 if tokens.at(index - 1) in ("minutes", "minute") else index
    past = tokens.word[index] == "past"
    word = tokens.at(before - 1)
    if word in ("half", "quarter"):
        first = before - 2 if tokens.at(before - 2) == "a" else before - 1
        return _with_day_part(tokens, first, stop, SURE)
    first = small_first(tokens, before)
    if first == before and word.isdigit() and len(word) <= 2 and (past or before < index):
        first = before - 1
    if first == before or tokens.word[first] == "one":
        return index, index, 0.0
    if past or before < index:
        return _with_day_part(tokens, first, stop, SURE)
    sure = stop > index + 1 and _day_part_stop(tokens, stop) > stop
    minutes = tokens.word[first] in _MINUTE_WORDS
    return _with_day_part(tokens, first, stop, LIKELY if sure else DOUBTFUL if minutes else 0.0)


def _with_day_part(tokens: Tokens, first: int, stop: int, score: float) -> tuple[int, int, float]:
    """Extend a match by its part of the day, which raises the score."""
    end = _day_part_stop(tokens, stop)
    return first, max(stop, end), score if end == stop else max(score, LIKELY)


def _after_at(tokens: Tokens, index: int) -> tuple[int, int, float]:
    """Match "at three thirty", "at 7": an hour after "at"."""
    first = index + 1
    stop = small_stop(tokens, first)
    minutes = small_stop(tokens, stop)
    if stop == first + 1 and minutes > stop and tokens.word[stop] in (*TENS, "fifteen", "oh"):
        return _with_day_part(tokens, first, minutes, POSSIBLE)
    hour = _hour_stop(tokens, first)
    if hour > first and _day_part_stop(tokens, hour) > hour:
        return _with_day_part(tokens, first, hour, SURE)
    if hour > first and tokens.word[first] != "one" and _ends_phrase(tokens.at(hour)):
        return first, hour, DOUBTFUL
    return index, index, 0.0


def _ends_phrase(word: str) -> bool:
    """Return whether no counted noun follows."""
    return not word.isalpha() or word in ("on", "for", "and", "or", "please", "tomorrow", "today")


def _hour_stop(tokens: Tokens, first: int) -> int:
    """Return where an hour (digits or words) that starts at token `first` stops, else `first`."""
    word = tokens.at(first)
    if word.isdigit():
        valid = len(word) <= 2 and 1 <= int(word) <= 24
        longer = tokens.at(first + 1) in (":", ".", ",", "%", "-", "/") and tokens.touches(
            first + 2
        )
        return first + 1 if valid and not longer else first
    return first + 1 if 1 <= SMALL.get(word, 0) <= 12 else first


def _hour_first(tokens: Tokens, stop: int) -> int:
    """Return where an hour, with or without minutes, that ends before token `stop` starts."""
    word = tokens.at(stop - 1)
    if word.isdigit():
        if not (len(word) <= 2 and 1 <= int(word) <= 24) or tokens.touches(stop - 1):
            return stop
        return stop - 1
    first = small_first(tokens, stop)
    if first == stop:
        return stop
    if tokens.at(first - 1) in ("oh", "o"):
        first -= 1
    hour = tokens.at(first - 1)
    if 1 <= SMALL.get(hour, 0) <= 12 and tokens.word[stop - 1] != "hundred":
        return first - 1
    return first


def _half_day_first(tokens: Tokens, index: int) -> int:
    """Return the first token of the number in words before "pm", "p m" or "p.m."."""
    if tokens.word[index] in ("p", "a") and _half_day_stop(tokens, index) == index:
        return index
    return _hour_first(tokens, index)


def _half_day_stop(tokens: Tokens, index: int) -> int:
    """Return where "pm", "p m" or "p.m." at token `index` stops, else `index`."""
    if tokens.at(index) in ("am", "pm"):
        return index + 1
    after = index + 2 if tokens.at(index + 1) == "." else index + 1
    if tokens.at(index) in ("a", "p") and tokens.at(after) == "m":
        dotted = tokens.at(index + 1) == "." and tokens.at(after + 1) == "."
        return after + 2 if dotted and tokens.touches(after + 1) else after + 1
    return index


def _day_part_stop(tokens: Tokens, index: int) -> int:
    """Return where "in the morning", "at night" or "o'clock" at `index` stops, else `index`."""
    stop = index
    if tokens.at(stop) == "oclock":
        stop += 1
    elif tokens.at(stop) == "o":
        after = stop + 2 if tokens.at(stop + 1) in ("'", '"') else stop + 1
        stop = after + 1 if tokens.at(after) == "clock" else stop
    begin = stop
    if tokens.at(begin) == "in" and tokens.at(begin + 1) == "the":
        word = tokens.at(begin + 2)
        return begin + 3 if word in _DAY_PARTS else stop
    if tokens.at(begin) == "at" and tokens.at(begin + 1) == "night":
        return begin + 2
    return stop
