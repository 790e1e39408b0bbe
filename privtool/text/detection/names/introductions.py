"""Names in lower case that no list knows, where somebody is introduced or speaks."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import (
    AFTER_ADDRESS,
    AFTER_NAMES,
    ASKED_FOR,
    BEFORE_SAID,
    BEFORE_SUBJECTS,
    FINITE,
    GREETINGS,
    MODALS,
    NO_NAMES,
    OPENERS,
    SPEECH,
)
from privtool.text.detection.names.cues import is_letter
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.detection.names.neighbors import next_word
from privtool.text.detection.names.plain_words import is_plain

_INTRODUCTIONS = frozenset(
    (("it", "s"), ("it", "is"), ("this", "is"), ("i", "m"), ("i", "am"), ("that", "s"))
) | frozenset((("who", "s"), ("here", "s"), ("hear", "from")))
_AFTER_LETTER = frozenset(("from", "calling", "speaking", "here"))
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
        if words.lower[index].endswith(_WORD_ENDINGS) or is_plain(evidence, index):
            continue
        stop = evidence.full_name_end(index)
        following = next_word(evidence, stop - 1)
        ends = words.after(stop - 1) in ",.!?\n" or following in AFTER_NAMES
        announced = tuple(words.lower[max(index - 2, 0) : index])[-2:] in _INTRODUCTIONS
        opens = words.opens(index) or (words.lower[index - 1] in OPENERS and words.opens(index - 1))
        speaks = following in ("here", "speaking", "calling") or following in AFTER_ADDRESS
        if (announced and ends) or (opens and speaks) or _is_rare_pair(evidence, index):
            yield index, stop


def abbreviated(evidence: NameEvidence) -> Iterator[Run]:
    """Yield single letters that somebody is introduced by: "it's K from the gym"."""
    words = evidence.words
    for index in range(1, len(words)):
        if not is_letter(evidence, index) or not words.joined(index):
            continue
        before = tuple(words.lower[max(index - 2, 0) : index])
        is_introduced = before in _INTRODUCTIONS or before[-1] == "its"
        if is_introduced and next_word(evidence, index) in _AFTER_LETTER:
            yield index, index + 1


def greeted(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are common words, in lower case, where only a name can stand.

    "hello patience, ...", "this is precious calling", "hey its precious with", "is will there".
    """
    words = evidence.words
    if words.cased:
        return
    for index in range(1, len(words)):
        word = words.lower[index]
        is_word_and_name = evidence.lexicon.listed.get(word) is False and word not in NO_NAMES
        if not is_word_and_name or len(word) < 3 or not words.joined(index):
            continue
        before = tuple(words.lower[max(index - 2, 0) : index])
        following = next_word(evidence, index)
        ends = words.after(index) in ",.!?\n"
        is_asked = before[-1] == "is" and words.opens(index - 1) and following in ASKED_FOR
        is_common = word not in evidence.lexicon.function
        is_greeted = before[-1] in GREETINGS and (following in AFTER_ADDRESS if following else ends)
        is_speaking = before in _INTRODUCTIONS and following in ("calling", "speaking")
        if before[-1] == "its" and before[0] in GREETINGS:  # "hey its precious with your order"
            is_speaking = following in ("calling", "speaking", "with", "from", "here")
        is_wanted = before == ("ask", "for") and following in ("at", "in", "or")
        if is_asked or (is_common and (is_greeted or is_speaking or is_wanted)):
            yield index, index + 1


def modal(evidence: NameEvidence) -> Iterator[Run]:
    """Yield "will" and "may" in lower case where no modal verb can stand.

    "no will is at work", "will will be there", "tell will i said hi".
    """
    words = evidence.words
    if words.cased:
        return
    for index, word in enumerate(words.lower):
        if word not in MODALS:
            continue
        before = words.lower[index - 1] if index and words.joined(index) else ""
        following = next_word(evidence, index)
        is_subject = words.opens(index) or not before or before in OPENERS | BEFORE_SUBJECTS
        acts = following in MODALS or following in FINITE or following in SPEECH
        is_told = before in ("tell", "asked") and following in BEFORE_SAID
        if (is_subject and acts) or is_told:
            yield index, index + 1


def _is_rare_pair(evidence: NameEvidence, first: int) -> bool:
    """Return whether a rare word is followed by one more, and not by a whole foreign phrase."""
    words = evidence.words
    if first > 0 and words.joined(first) and evidence.is_likely(first - 1):
        return False
    stop = first
    while stop < len(words) and evidence.is_likely(stop) and (stop == first or words.joined(stop)):
        stop += 1
    return stop - first in (2, 3)
