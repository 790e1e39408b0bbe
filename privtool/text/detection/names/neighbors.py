"""Names by the words next to them: verbs, belongings, other names; nothing announces these."""

from __future__ import annotations

from collections.abc import Container, Iterator

from privtool.text.detection.names.cue_words import (
    AFTER_ADDRESS,
    ARTICLES,
    ASKED_ABOUT,
    AUXILIARIES,
    BELONGINGS,
    CUES,
    DETERMINERS,
    LABELS_OF_PERSONS,
    OPENERS,
    SPEECH,
)
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.detection.names.medical_words import is_medical
from privtool.text.detection.names.plain_words import is_plain


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
    """Return whether the words next to a word have capitals, too, as in titles and brands.

    "Passenger Fern said" is none.
    """
    words = evidence.words
    return any(
        words.joined(number)
        and words.capital(other)
        and not (words.opens(other) and words.lower[other] in LABELS_OF_PERSONS)
        for number, other in ((index, index - 1), (index + 1, index + 1))
        if 0 < number < len(words)
    )


def pairs(evidence: NameEvidence) -> Iterator[Run]:
    """Yield two words in a row that have capitals: a listed name and a listed or rare one."""
    words, lexicon = evidence.words, evidence.lexicon
    for index in range(1, len(words)):
        pair = words.lower[index - 1 : index + 1]
        if (
            pair[0] in lexicon.listed
            and (pair[1] in lexicon.listed or evidence.is_surname(index))
            and CUES.keys().isdisjoint(pair)
            and not lexicon.common.issuperset(pair)
            and words.capital(index - 1)
            and words.capital(index)
            and words.joined(index)
        ):
            yield index - 1, index + 1


def speaking(evidence: NameEvidence) -> Iterator[Run]:
    """Yield rare words and names that do what persons do.

    "xiulan said", "did xiulan call", "xiulan's brother", "mark and i".
    """
    words = evidence.words
    for index in range(len(words)):
        if evidence.is_likely(index) and (
            _speaks(evidence, index)
            or _owns(evidence, index)
            or _is_asked_about(evidence, index)
            or _is_with_me(evidence, index)
        ):
            before = index - 1
            both = index > 0 and words.joined(index) and evidence.is_rare(before)
            yield before if both else index, evidence.full_name_end(index)


def _speaks(evidence: NameEvidence, index: int) -> bool:
    """Return whether a rare word is followed by a verb of persons: "xiulan said"."""
    words = evidence.words
    return (
        evidence.is_rare(index)
        and next_word(evidence, index) in SPEECH
        and (index == 0 or words.lower[index - 1] not in ARTICLES)
    )


def _owns(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word owns what belongs to a person: "bill's brother"."""
    words = evidence.words
    return (
        words.after(index) == "'"
        and next_word(evidence, index, "'") == "s"
        and next_word(evidence, index + 1) in BELONGINGS
        and (index == 0 or words.lower[index - 1] not in ARTICLES)
    )


def _is_asked_about(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word is in a question about a person: "did xiulan call"."""
    lower = evidence.words.lower
    if index == 0 or lower[index - 1] not in AUXILIARIES or not evidence.words.joined(index):
        return False
    return next_word(evidence, evidence.full_name_end(index) - 1) in ASKED_ABOUT


def _is_with_me(evidence: NameEvidence, index: int) -> bool:
    """Return whether "and I" follows a word, or "me and" is before it."""
    if next_word(evidence, index) == "and" and next_word(evidence, index + 1) in ("i", "myself"):
        return True
    return tuple(evidence.words.lower[max(index - 2, 0) : index]) == ("me", "and")


def next_word(evidence: NameEvidence, index: int, gap: str = " ") -> str:
    """Return the word after a word, empty if another gap is between them."""
    words = evidence.words
    after = index + 1
    return words.lower[after] if after < len(words) and words.gap(after) == gap else ""


def openings(evidence: NameEvidence) -> Iterator[Run]:
    """Yield whom a sentence addresses after its first word: "so bill how are you"."""
    words = evidence.words
    for index in range(1, len(words)):
        if words.lower[index - 1] not in OPENERS or not words.opens(index - 1):
            continue
        if is_medical(words.lower[index], words.capital(index)):
            continue  # "well, crestor is a statin"
        if words.gap(index) in (" ", ", ") and evidence.is_likely(index):
            stop = evidence.name_end(index)
            if words.after(stop - 1) == "," or next_word(evidence, stop - 1) in AFTER_ADDRESS:
                yield index, stop


def unknown(evidence: NameEvidence) -> Iterator[Run]:
    """Yield words in no list that have a capital: hardly anything but a name of something.

    At the start of a sentence, where all words have one, they need a name after them.
    """
    words = evidence.words
    for index in range(len(words)):
        if (
            words.capital(index)
            and evidence.is_likely(index)
            and evidence.is_rare(index)
            and not is_plain(evidence, index)
            and (not words.opens(index) or evidence.continues_name(index + 1))
        ):
            yield index, evidence.name_end(index)


def subjects(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are also words, but no plain ones: "Brandy will come", "with brandy".

    In cased text they have a capital at the start of a sentence and a verb after them, in lower
    case no article next to them: "the brandy", "mark my words".
    """
    words = evidence.words
    for index in range(len(words)):
        if not evidence.is_doubtful(index):
            continue
        following = next_word(evidence, index)
        is_word = following in ARTICLES or (index > 0 and words.lower[index - 1] in ARTICLES)
        if following in AUXILIARIES if words.cased else not is_word:
            yield index, index + 1


def coordinated(evidence: NameEvidence, found: Container[int]) -> Iterator[Run]:
    """Yield words that "and" or a comma joins with a name that is found: "anna and xiulan"."""
    words = evidence.words
    for link in range(1, len(words)):
        named = words.lower[link] in ("and", "or")
        before, after = link - 1, link + named
        if after >= len(words) or not (named or words.gap(link) in (", ", " & ")):
            continue
        for one, other in ((before, after), (after, before)):
            if one not in found or other in found or not evidence.is_likely(other):
                continue
            if is_medical(words.lower[other], words.capital(other)):
                continue
            if (
                named
                or evidence.capitalized(other)
                or words.lower[other] not in (evidence.lexicon.common)
            ):
                yield other, evidence.name_end(other) if other == after else other + 1
