"""Names by their place: after a cue, as a label or signature, spelled out, or addressed."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import (
    CLOSINGS,
    CUES,
    DETERMINERS,
    FILLERS,
    MOST_FILLERS,
    SPEECH,
    STRONG,
    WEAK,
)
from privtool.text.detection.names.evidence import NameEvidence
from privtool.text.lazy_regex import Regex

_BEFORE_NAME = frozenset(" ,:'\"\u201c*_-")  # and at most one point: "Mr. Brown"
_LONGEST_GAP = 4
_LABEL = Regex(
    r"(?:^|[\n\r])[ \t>*\-\[(]{0,4}([^\W\d_][\w'.\-]{0,30}(?: [\w'.\-]{1,30}){0,2})[\])]?"
    r"[ \t]{0,2}:(?=\s|$)"
)
_LINE_END = Regex(r"[\s.!,;)\"'*_]*(?:[\n\r]|$)")
_SHORTEST_SPELLING, _SPELLED_WITHIN = 3, 5
Run = tuple[int, int]


def after_cues(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the names (first word, stop) after cue words."""
    words = evidence.words
    for index, word in enumerate(words.lower):
        cues = CUES.get(word)
        if cues is None:
            continue
        before = tuple(words.lower[max(index - 3, 0) : index])
        strength = next((s for cue, s in cues if not cue or before[-len(cue) :] == cue), 0)
        first = _first_after(evidence, index) if strength else len(words)
        if first < len(words) and evidence.begins_name(first, strength):
            yield first, evidence.name_end(first, strength)


def _first_after(evidence: NameEvidence, cue: int) -> int:
    """Return the first word after a cue that is no filler, or the number of words."""
    words = evidence.words
    index = cue + 1
    limit = min(index + MOST_FILLERS, len(words))
    while index < limit and words.lower[index] in FILLERS:
        index += 1
    if index >= len(words):
        return len(words)
    gap = words.plain[words.end[cue] : words.start[cue + 1]] if index > cue + 1 else ""
    for text in (gap, words.gap(index)):
        rest = text.replace(".", "", 1) if text.startswith(".") else text
        if len(text) > _LONGEST_GAP or not _BEFORE_NAME.issuperset(rest):
            return len(words)
    return index


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


def signatures(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the names at the end of a text or line after "Regards," or a dash."""
    words = evidence.words
    for index, word in enumerate(words.lower):
        if word in CLOSINGS and index + 1 < len(words):
            closes = not set("\n\r,.!-\u2014").isdisjoint(words.gap(index + 1))
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


def addressed(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are also words, where somebody is addressed, speaks or does something.

    "okay, mark." and "Grace, can you", "bill said", "mark's", "this is mark speaking".
    """
    words = evidence.words
    lower = words.lower
    for index in range(len(words)):
        if not evidence.is_doubtful(index):
            continue
        gap, after = words.gap(index), words.after(index)
        before = lower[index - 1] if index else ""
        following = lower[index + 1] if index + 1 < len(words) else ""
        comma = gap == ", " or words.opens(index)
        if (comma and after in ",.!?\n" and (after == "," or index > 0)) or (
            before not in DETERMINERS
            and (
                (following in SPEECH and words.gap(index + 1) == " ")
                or (after == "'" and following == "s")
                or (index == 0 and following in ("speaking", "here"))
                or _is_listed_with(evidence, index)
                or (evidence.capitalized(index) and not _is_in_title(evidence, index))
            )
        ):
            yield index, evidence.name_end(index)


def _is_listed_with(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word is joined by "and" or "or" with a name: "mark and anna"."""
    lower = evidence.words.lower
    return any(
        0 <= name < len(lower) and lower[link] in ("and", "or") and evidence.is_sure(name)
        for link, name in ((index - 1, index - 2), (index + 1, index + 2))
    )


def _is_in_title(evidence: NameEvidence, index: int) -> bool:
    """Return whether the words next to a word have capitals, too, as in titles and brands."""
    words = evidence.words
    return any(
        words.joined(number) and words.capital(other)
        for number, other in ((index, index - 1), (index + 1, index + 1))
        if 0 < number < len(words)
    )


def pairs(evidence: NameEvidence) -> Iterator[Run]:
    """Yield two listed names in a row that have capitals, one of them no common word."""
    words, lexicon = evidence.words, evidence.lexicon
    for index in range(1, len(words)):
        pair = words.lower[index - 1 : index + 1]
        if (
            all(word in lexicon.listed and word not in CUES for word in pair)
            and not lexicon.common.issuperset(pair)
            and words.capital(index - 1)
            and words.capital(index)
            and words.joined(index)
        ):
            yield index - 1, index + 1


FINDERS = (after_cues, labels, signatures, spelled, addressed, pairs)
