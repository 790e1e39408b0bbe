"""Dictated addresses: streets and e-mail addresses with other words between their parts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.addresses.streets import COMMON_SUFFIXES, PLAIN_SUFFIXES, SUFFIXES
from privtool.text.detection.addresses.units import unit_stop
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.internet.hosts import ending_stop
from privtool.text.detection.interrupted.announcements import value_starts
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import REPEATS, SMALL
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

ADDRESS, EMAIL = Label.ADDRESS.value, Label.EMAIL.value

_REACH = 40  # tokens from the announcement to the end of the local part or street
_AFTER = 16  # tokens from a street to its flat or postal code
_MAIL_CUES = word_set("email mail e address write send sent reach contact me us")
_STREET_CUES = word_set(
    """live lives lived living address addressed moved move send ship shipped deliver delivered
    delivery mail place house home flat residence billing re m"""
)
_UNIT_WORDS = word_set("apartment apt unit suite flat floor room number")
# Endings that are no other words: "dot ... com" may be interrupted.
_CLEAR_ENDINGS = word_set("com net org edu gov info uk")
_AFTER_DOT = 14  # tokens
_DETERMINERS = word_set("the a an this my our your his her their some any no")
_DOT = frozenset(("dot",))
_ENDS = frozenset((ADDRESS, Label.ZIP.value))


def find_mail(view: TextView, _: Sequence[Span]) -> list[Span]:
    """Find what stands between an announcement and its "dot com", with an "at" on the way."""
    tokens = view.original_tokens
    found: list[Span] = []
    floor = stop = 0
    for index in tokens.places(_DOT):
        if index < stop:
            continue
        stop = ending_stop(tokens, index)
        stop = stop if stop > index else _late_ending(tokens, index)
        if stop == index:
            continue
        announced, doubtful = value_starts(tokens, index, _REACH, _MAIL_CUES)
        for first in (*announced, *doubtful):
            if first >= floor and not {"at", "@"}.isdisjoint(tokens.word[first + 1 : index]):
                found.append(tokens.span(first, stop, EMAIL, POSSIBLE))
                floor = stop
                break
    return found


def _late_ending(tokens: Tokens, dot: int) -> int:
    """Return where the ending of a domain stops that comes some words after "dot", else `dot`."""
    for index in range(dot + 1, min(dot + _AFTER_DOT, len(tokens))):
        if tokens.word[index] in _CLEAR_ENDINGS:
            return index + 1
        if tokens.word[index] in ("dot", "."):
            break
    return dot


def find_streets(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find a house number after an announcement, up to a word such as "street"."""
    tokens = view.original_tokens
    parts = sorted(tokens.index_at(span.start) for span in spans if span.label in _ENDS)
    times = {span.start for span in spans if span.label == Label.TIME.value}
    # A street may go on after a word such as "park", which is also part of names.
    ends = [
        end
        for span in spans
        if span.label == ADDRESS
        and tokens.word[(end := tokens.index_at(span.end)) - 1] not in COMMON_SUFFIXES
    ]
    found: list[Span] = []
    floor = 0
    for index in tokens.places(SUFFIXES):
        if index < floor or tokens.at(index - 1) in _DETERMINERS:
            continue
        word = tokens.word[index]
        earlier = bisect_right(ends, index)
        floor = max(floor, ends[earlier - 1] if earlier else 0)
        announced, doubtful = value_starts(tokens, index, _REACH, _STREET_CUES)
        part = bisect_right(parts, index)
        if word in PLAIN_SUFFIXES or (part < len(parts) and parts[part] <= index + _AFTER):
            announced += doubtful
        for first in announced:
            timed = tokens.start[first] in times
            number = first + 1 if tokens.word[first] in _UNIT_WORDS else first
            if floor <= first and number < index - 1 and _is_number(tokens.word[number]):
                if timed:
                    continue
                found.append(tokens.span(first, index + 1, ADDRESS, POSSIBLE))
                floor = floor if word in COMMON_SUFFIXES else index + 1
                break
    found += _late_units(tokens, [*ends, *(tokens.index_at(span.end) for span in found)])
    return merge_overlapping(sorted(found))


def _late_units(tokens: Tokens, ends: Sequence[int]) -> list[Span]:
    """Return the flats and floors some words after streets that end before these tokens."""
    found: list[Span] = []
    for end in ends:
        for index in range(end, min(end + _AFTER, len(tokens))):
            stop = unit_stop(tokens, index) if tokens.word[index] in _UNIT_WORDS else index
            if stop > index + 1:
                found.append(tokens.span(index, stop, ADDRESS, POSSIBLE))
                break
    return found


def _is_number(word: str) -> bool:
    """Return whether a word begins a house number."""
    return word in SMALL or word in REPEATS or (word.isdigit() and len(word) <= 6)
