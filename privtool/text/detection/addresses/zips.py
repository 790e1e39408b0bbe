"""Postal codes: US codes next to a state, and codes with a form of their own."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, LIKELY, SURE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import rows
from privtool.text.tokens import HIDDEN
from privtool.text.word_sets import word_set

ZIP = Label.ZIP.value
LOCATION = Label.LOCATION.value

_FIVE_DIGITS = Regex(r"\d{5}")
_PLUS_FOUR = Regex(r"\d(?<![\w-]\d)\d{4}-\d{4}(?![\w-])")
_FIVE = Regex(r"\d(?<![\w.,$€£-]\d)\d{4}(?:-\d{4})?(?![\w-]|[.,]\d)")
_STATE_CODES = frozenset(code.lower() for code, *_ in rows("states")) | {"dc", "pr"}
# The last word of each state's name is enough before a number.
_STATE_WORDS = frozenset(name.lower().split()[-1] for _, name, *_ in rows("states")) | {"columbia"}
_LAST_WORDS = Regex(
    r"(?:^|[^a-zA-Z])((?:(?:[Nn]ew|[Nn]orth|[Ss]outh|[Ww]est) )?([a-zA-Z]+))[.,]{0,2} {1,2}\Z"
)
_STATE_BEFORE = Regex(r"(?<![A-Za-z])([A-Za-z]{2})[.,]? {1,2}\Z")
_OFTEN_WORDS = word_set("hi in me or")
_LONGEST_STATE = 20  # characters, with what stands between it and a code
_NEAR_STREET = 48  # characters before a code
_DIGIT_LETTER = Regex(r"\d[a-z]")
_BRITISH = Regex(
    r"(?<![a-z\d])(?:[a-pr-uwyz][a-hk-z]?\d[a-z\d]? ?\d[abd-hjlnp-uw-z]{2}|gir ?0aa)(?![a-z\d])"
)
_CANADIAN = Regex(
    r"(?<![a-z\d])[abceghj-nprstvxy]\d[abceghj-nprstv-z][ -]?\d[abceghj-nprstv-z]\d(?![a-z\d])"
)
_AUSTRALIAN = Regex(r"(?<![^\W_])(NSW|QLD|VIC|TAS|ACT|SA|WA|NT)[,.]? {1,2}(\d{4})(?![\w-]|[.,]\d)")
_STATE_AND_CODE = Regex(r"[A-Z]{2}[,.]? {1,2}\d{4}")  # what every such code has
_DUTCH = Regex(r"[1-9](?<![A-Za-z\d].)\d{3} [A-Z]{2}(?![A-Za-z\d])")
_NOT_DUTCH = frozenset(("AD", "BC", "AM", "PM", "CE", "ET", "PT", "US", "UK", "EU", "TV"))
_SHORTEST = 4  # characters of a word with a code of digits only
_ORDINAL_OR_TIME = ("st", "nd", "rd", "th", "am", "pm")


def find(view: TextView) -> list[Span]:
    """Find postal codes that need no cue word."""
    spans: list[Span] = []
    if view.has_digit_word(_SHORTEST):
        spans += _numeric_codes(view)
        view.hide(spans)
    if _DIGIT_LETTER.search(view.lower):
        spans += _alphanumeric_codes(view)
    return sorted(spans)


def _numeric_codes(view: TextView) -> list[Span]:
    """Find US and Dutch codes."""
    spans: list[Span] = []
    if _FIVE_DIGITS.search(view.lower):
        for match in _PLUS_FOUR.finditer(view.lower):
            state = _state_before(view.plain, match.start())
            spans += [*([state] if state else ()), Span(*match.span(), ZIP, SURE)]
        view.hide(spans)
        for match in _FIVE.finditer(view.plain):
            state = _state_before(view.plain, match.start())
            if state is not None:
                spans += [state, Span(*match.span(), ZIP, SURE)]
            if view.plain.isupper() or view.plain.islower():
                states = _small_state(view, match.start())
                spans += [*states, Span(*match.span(), ZIP, SURE)] if states else []
    if _STATE_AND_CODE.search(view.plain):
        spans += [
            Span(*match.span(group), label, SURE)
            for match in _AUSTRALIAN.finditer(view.plain)
            for group, label in ((1, LOCATION), (2, ZIP))
        ]
    for match in _DUTCH.finditer(view.plain):
        if match.group()[-2:] not in _NOT_DUTCH:
            spans.append(Span(*match.span(), ZIP, DOUBTFUL))
    return sorted(spans)


def _alphanumeric_codes(view: TextView) -> list[Span]:
    """Find British and Canadian codes."""
    spans = []
    for pattern in (_BRITISH, _CANADIAN):
        for match in pattern.finditer(view.lower):
            if pattern is _BRITISH and match.group().endswith(_ORDINAL_OR_TIME):
                continue
            capitals = view.plain[match.start() : match.end()].isupper()
            spans.append(Span(*match.span(), ZIP, SURE if capitals else LIKELY))
    return spans


def _small_state(view: TextView, start: int) -> list[Span]:
    """Return the state before a code in a text without small or capital letters: "... ok 73460"."""
    before = view.plain[max(0, start - _NEAR_STREET) : start]
    match = _STATE_BEFORE.search(before)
    if match is None or match.group(1).lower() not in _STATE_CODES:
        return []
    if HIDDEN not in before and (match.group(1).lower() in _OFTEN_WORDS or not _has_digit(before)):
        return []
    first = start - len(before) + match.start(1)
    return [Span(first, first + 2, LOCATION, LIKELY)]


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _state_before(text: str, start: int) -> Span | None:
    """Return the state before a number at `start`: "IL", "New York,"."""
    floor = max(0, start - _LONGEST_STATE)
    match = _LAST_WORDS.search(text[floor:start])
    if match is None:
        return None
    word = match.group(2)
    if word.lower() in _STATE_WORDS or (word.isupper() and word.lower() in _STATE_CODES):
        return Span(floor + match.start(1), floor + match.end(1), LOCATION, SURE)
    return None
