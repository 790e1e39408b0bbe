"""Words after cues, which announce names: "this is", "over to", titles, forms."""

from __future__ import annotations

from functools import cache

from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.lexicon import entries, words

LEVELS = ("listed", "weak", "strong", "title", "courtesy")
WEAK = LEVELS.index("weak") + 1
_BEFORE_NAME = frozenset(" ,:'\"\u201c*_-/@")  # and at most one point: "Mr. Brown"
_LONGEST_GAP, _LONGEST_ABBREVIATION, _LONGEST_CUE = 4, 4, 3
_MOST_FILLERS, _MOST_INITIALS = 3, 2


@cache
def _cues() -> dict[str, list[tuple[tuple[str, ...], int]]]:
    """Return the cues by their last word: the words before it, longest first, and the strength."""
    cues: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for strength, level in enumerate(LEVELS, 1):
        for phrase in entries(f"name_cues.{level}"):
            *before, last = phrase.split()
            cues.setdefault(last, []).append((tuple(before), strength))
    return {last: sorted(some, key=lambda cue: -len(cue[0])) for last, some in cues.items()}


def announced(text: CasedWords) -> dict[int, int]:
    """Return the words that cues announce, with the strength of the cue: 1 to 5."""
    strengths: dict[int, int] = {}
    for cue in range(len(text) - 1):
        strength = _strength(text, cue)
        first = _first_after(text, cue) if strength else len(text)
        if first >= len(text):
            continue
        if text.gap(cue + 1).startswith(".") and len(text.lower[cue]) > _LONGEST_ABBREVIATION:
            strength = 1  # the end of a sentence
        last = first  # the name after initials, too: "signed J. R. Brown"
        while last < min(first + _MOST_INITIALS, len(text) - 1) and text.is_initial(last):
            last += 1
        for index in range(first, last + 1):
            strengths[index] = max(strength, strengths.get(index, 0))
    return strengths


def _strength(text: CasedWords, cue: int) -> int:
    cues = _cues().get(text.lower[cue])
    if cues is None:
        return 0
    before = tuple(text.lower[max(cue - _LONGEST_CUE, 0) : cue])
    return next(
        (each for words_, each in cues if not words_ or before[-len(words_) :] == words_), 0
    )


def _first_after(text: CasedWords, cue: int) -> int:
    """Return the first word after a cue that is no filler, or the number of words."""
    first, fillers = cue + 1, words("name_cues.fillers")
    limit = min(first + _MOST_FILLERS, len(text))
    while first < limit and text.lower[first] in fillers:
        first += 1
    if first >= len(text):
        return len(text)
    for gap in (text.gap(cue + 1), text.gap(first)):
        rest = gap.replace(".", "", 1) if gap.startswith(".") else gap
        if len(gap) > _LONGEST_GAP or not _BEFORE_NAME.issuperset(rest):
            return len(text)
    return first
