"""Names by their place in a text: labels, values of forms, signatures, spellings."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import (
    CLOSINGS,
    LABELS_OF_PERSONS,
    PLAIN_CLOSINGS,
    STRONG,
    WEAK,
)
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.lazy_regex import Regex

_LABEL = Regex(
    r"(?:^|[\n\r])[ \t>*\-\[(]{0,4}([^\W\d_][\w'.\-]{0,30}(?: [\w'.\-]{1,30}){0,2})[\])]?"
    r"[ \t]{0,2}:(?=\s|$)"
)
_LINE_END = Regex(r"[\s.!,;)\"'*_]*(?:[\n\r]|$)")
_SIGN_OFF = Regex(
    r"(?i)(?:[^\W\d_][.,!?)]{0,3}\s{1,2}[-\u2013\u2014~] ?|(?<!\w)x{1,4}(?:ox?)* )[a-z]\s{0,3}\Z"
)
_QUOTES, _SIGNS = " \t\"'", (":", "=", ">", "=>")
_MOST_INITIALS = 3
_SHORTEST_SPELLING, _SPELLED_WITHIN = 3, 5


def labels(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the names of speakers: "Kowalski: good morning"."""
    words = evidence.words
    if ":" not in words.plain:
        return
    index = 0
    for match in _LABEL.finditer(words.plain):
        start, end = match.span(1)
        while index < len(words) and words.start[index] < start:
            index += 1
        stop = index
        while stop < len(words) and words.start[stop] < end:
            stop += 1
        for number in range(index, stop):
            if (
                evidence.is_sure(number)
                or evidence.is_doubtful(number)
                or (stop - index == 1 and evidence.is_rare(number))
            ):
                yield number, min(evidence.name_end(number), stop)


def form_values(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the names after the label of a field for persons: "Patient: Grace May"."""
    words = evidence.words
    for index in range(1, len(words)):
        if (
            words.lower[index - 1] in LABELS_OF_PERSONS
            and words.gap(index).strip(_QUOTES) in _SIGNS
        ):
            stop = evidence.full_name_end(index)
            closed = words.after(stop - 1) in ';<"'
            ends = closed or _LINE_END.match(words.plain, words.end[stop - 1])
            if evidence.is_likely(index) and (ends or stop > index + 1 or evidence.is_rare(index)):
                yield index, stop


def signatures(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the names at the end of a text or line after "Regards," or a dash."""
    words = evidence.words
    for index, word in enumerate(words.lower):
        if word in CLOSINGS and index + 1 < len(words):
            closes = not set("\n\r,.!-\u2014").isdisjoint(words.gap(index + 1))
            closes = closes or (word in PLAIN_CLOSINGS and evidence.is_likely(index + 1))
        else:
            closes = False
        first = index + 1
        if not closes and index and words.gap(index).strip() in ("-", "--", "\u2014"):
            closes, first = " " in words.gap(index), index
        if not closes:
            continue
        stop = evidence.name_end(first, WEAK)
        strength = STRONG if first > index else WEAK
        if evidence.begins_name(first, strength) and _LINE_END.match(
            words.plain, words.end[stop - 1]
        ):
            yield first, stop


def sign_offs(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the letters that end a text as a signature: "see you monday - j", "Thx\\nLV"."""
    words = evidence.words
    last = len(words) - 1
    if last < 1:
        return
    letter = len(words.lower[last]) == 1 and _SIGN_OFF.search(words.plain)
    closed = words.lower[last - 1] in CLOSINGS and "\n" in words.gap(last)
    initials = len(words.lower[last]) <= _MOST_INITIALS
    if letter or (closed and initials and words.lower[last] not in evidence.lexicon.common):
        yield last, last + 1


def spelled(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the words that single letters next to them spell: "kowalski k o w a l s k i"."""
    words = evidence.words
    lower = words.lower
    index = 0
    while index < len(lower):
        stop = index
        while stop < len(lower) and len(lower[stop]) == 1 and "'" not in words.gap(stop):
            stop += 1
        if stop - index >= _SHORTEST_SPELLING:
            spelling = "".join(lower[index:stop])
            near = [*range(max(index - _SPELLED_WITHIN, 0), index)]
            near += range(stop, min(stop + _SPELLED_WITHIN, len(lower)))
            for number in near:
                if len(lower[number]) > 2 and lower[number] == spelling:
                    yield number, number + 1
        index = max(stop, index + 1)
