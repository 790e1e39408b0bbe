"""Words that a model takes for private a little: names, where something else says so, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from privtool.text.known_names import lexicon
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words as listed

SHARE = 0.25  # of the threshold that is enough for these words
_NEVER = ("forms.never", "forms.words", "name_neighbors.openers", "name_neighbors.speech")
_PERSON = Label.PERSON.value
# A space of any width, a hyphen, or the sign and space after an initial or an abbreviation.
_GAP = Regex(r"[.']?[^\S\r\n]+|-")


class ScoredWord(NamedTuple):
    """A word of a text in offsets, its score and its most likely label."""

    start: int
    end: int
    score: float
    label: str


def weak_names(text: str, words: Sequence[ScoredWord], threshold: float) -> Iterator[int]:
    """Yield the words under the threshold that are listed names, or stand next to a person.

    `words` are those of one text with a score of `SHARE` of the threshold or more, in order.
    """
    known = lexicon()
    last = -1  # the end of the last person
    for number, word in enumerate(words):
        if word.score >= threshold:
            last = word.end if word.label == _PERSON else last
            continue
        lower = text[word.start : word.end].lower()
        if lower in known.function or any(lower in listed(each) for each in _NEVER):
            continue
        after = words[number + 1] if number + 1 < len(words) else word
        precedes = after.label == _PERSON and after.score >= threshold
        if (
            lower in known.listed
            or (last >= 0 and _GAP.fullmatch(text, last, word.start))
            or (precedes and _GAP.fullmatch(text, word.end, after.start))
        ):
            last = word.end
            yield number
