"""Names in lower case that no list knows, where somebody is introduced or speaks."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import AFTER_ADDRESS, AFTER_NAMES, OPENERS
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.detection.names.neighbors import next_word

_INTRODUCTIONS = frozenset(
    (("it", "s"), ("it", "is"), ("this", "is"), ("i", "m"), ("i", "am"), ("that", "s"))
) | frozenset((("who", "s"), ("here", "s"), ("hear", "from")))
# Of words that are no names: "i'm dehydrated", "it is ridiculus".
_WORD_ENDINGS = (
    *("ing", "ed", "ly", "ish", "less", "ful", "ous", "able", "ible", "est", "ness", "tion"),
    *("ment", "ized", "ised", "logy", "ical", "ity", "ism", "ware"),
)


def introduced(evidence: NameEvidence) -> Iterator[Run]:
    """Yield rare words that somebody is introduced by, in lower case.

    "it's siobhan from accounts", "yes i am rostam.", "oyinkan here, ...", "jagoda wrona".
    """
    words = evidence.words
    if words.cased:
        return
    for index in range(len(words)):
        if not (evidence.is_rare(index) and evidence.is_likely(index)):
            continue
        if words.lower[index].endswith(_WORD_ENDINGS):
            continue
        stop = evidence.full_name_end(index)
        following = next_word(evidence, stop - 1)
        ends = words.after(stop - 1) in ",.!?\n" or following in AFTER_NAMES
        announced = tuple(words.lower[max(index - 2, 0) : index])[-2:] in _INTRODUCTIONS
        opens = words.opens(index) or (words.lower[index - 1] in OPENERS and words.opens(index - 1))
        speaks = following in ("here", "speaking", "calling") or following in AFTER_ADDRESS
        if (announced and ends) or (opens and speaks) or _is_rare_pair(evidence, index):
            yield index, stop


def _is_rare_pair(evidence: NameEvidence, first: int) -> bool:
    """Return whether a rare word is followed by one more, and not by a whole foreign phrase."""
    words = evidence.words
    if first > 0 and words.joined(first) and evidence.is_likely(first - 1):
        return False
    stop = first
    while stop < len(words) and evidence.is_likely(stop) and (stop == first or words.joined(stop)):
        stop += 1
    return stop - first in (2, 3)
