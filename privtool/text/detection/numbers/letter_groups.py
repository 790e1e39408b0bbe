"""Codes in groups of letters and groups of digits after a cue: "insurance id xjh 8841 20 557"."""

from __future__ import annotations

from functools import partial

from privtool.core.spans import Span
from privtool.text.detection.confidence import SURE
from privtool.text.detection.cues import CUES
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.word_lists import load_allow_list

ID = Label.ID.value
NATIONAL_ID = Label.NATIONAL_ID.value

GROUP_CUES = words("value_cues.groups")
_FILLERS = words("value_cues.group-fillers")
_MOST_FILLERS = 3
_LONGEST = 6  # letters of a group; digits of one may be more
_MOST_GROUPS = 7
_FEWEST_DIGITS = 4
_FEWEST = 5  # letters and digits
_WORDS_OF_A_LETTER = frozenset("aio")
_MEASURES = words("beside_numbers.measures")


def find(view: TextView) -> list[Span]:
    """Find codes with at least one group of letters and one of digits."""
    if GROUP_CUES.isdisjoint(view.tokens.word):
        return []
    said = view.plain.islower() or view.plain.isupper()
    spans = view.spans_at(GROUP_CUES, ID, partial(_code_after, view, said))
    return [span._replace(label=_label(view, span)) for span in spans]


def _label(view: TextView, span: Span) -> str:
    """Return the label that the word before a code announces."""
    tokens = view.tokens
    index = tokens.index_at(span.start) - 1
    while tokens.word[index] not in GROUP_CUES:
        index -= 1
    national = tokens.word[index] == "pan" or CUES.get(tokens.word[index]) == NATIONAL_ID
    return NATIONAL_ID if national else ID


def _code_after(view: TextView, said: bool, cue: int, _: int) -> tuple[int, int, float]:
    """Return the code after a cue: first token, stop and score (0: none).

    If a text was `said`, its capitals mean nothing.
    """
    tokens = view.tokens
    first = cue + 1
    while first - cue <= _MOST_FILLERS and tokens.at(first) in _FILLERS | GROUP_CUES:
        first += 1
    stop, letters, digits, groups = first, 0, 0, 1
    index = first
    while index - first < 2 * _MOST_GROUPS:
        word = tokens.at(index)
        groups += index > first and not tokens.touches(index)
        if word == "-" and index > first:
            index += 1
            continue
        if word.isdigit():
            digits += len(word)
        elif _is_group(view, index, said):
            letters += len(word)
        else:
            break
        stop = index = index + 1
    enough = letters and digits >= _FEWEST_DIGITS and letters + digits >= _FEWEST
    return (first, stop, SURE) if enough and groups > 1 else (cue, cue, 0.0)


def _is_group(view: TextView, index: int, said: bool) -> bool:
    """Return whether the letters of a token are part of a code and no word."""
    tokens = view.tokens
    word = tokens.at(index)
    if not (word.isalpha() and word.isascii()) or len(word) > _LONGEST or word in CUES:
        return False
    if word in _MEASURES and tokens.at(index - 1).isdigit():
        return False
    if tokens.is_in_contraction(index):
        return False
    written = view.plain[tokens.start[index] : tokens.end[index]]
    if len(word) == 1:
        return word not in _WORDS_OF_A_LETTER and (said or written.isupper())
    if not said and not written.isupper():
        return False
    return word not in load_allow_list().words
