"""Names after words that announce them: "this is", "over to", titles, forms."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import (
    COURTESY,
    CUES,
    FILLERS,
    LISTED,
    MOST_FILLERS,
    OFFICES,
    TITLE,
)
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.detection.names.plain_words import is_assistant

_BEFORE_NAME = frozenset(" ,:'\"\u201c*_-/@")  # and at most one point: "Mr. Brown"
_LONGEST_GAP = 4
_LONGEST_ABBREVIATION = 4
_MOST_INITIALS = 2


def after_cues(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the names (first word, stop) after cue words."""
    for first, strength in announced(evidence):
        name = _after_initials(evidence, first)
        if evidence.begins_name(name, strength):
            yield first, evidence.name_end(name, strength)
        elif strength >= TITLE and is_letter(evidence, first):
            yield first, first + 1


def is_letter(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word is a single letter that may stand for a name: "Dr. Z", no "dr's"."""
    word = evidence.words.lower[index]
    return len(word) == 1 and word not in "ais"


def announced(evidence: NameEvidence) -> Iterator[tuple[int, int]]:
    """Yield the words that cues announce, with the strength of the cue."""
    words = evidence.words
    for index, word in enumerate(words.lower):
        cues = CUES.get(word)
        if cues is None:
            continue
        before = tuple(words.lower[max(index - 3, 0) : index])
        strength = next((s for cue, s in cues if not cue or before[-len(cue) :] == cue), 0)
        first = _first_after(evidence, index) if strength else len(words)
        if first >= len(words):
            continue
        if words.gap(first).startswith(".") and len(word) > _LONGEST_ABBREVIATION:
            strength = LISTED  # the end of a sentence
        if strength == COURTESY and words.lower[first] in OFFICES:
            strength = TITLE
        if not is_assistant(words, first):
            yield first, strength


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


def _after_initials(evidence: NameEvidence, first: int) -> int:
    """Return the first word after up to two initials: "signed J. R. Brown"."""
    words = evidence.words
    index = first
    while index < min(first + _MOST_INITIALS, len(words) - 1) and words.is_initial(index):
        index += 1
    return index
