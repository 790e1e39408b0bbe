"""Names that no list knows, by their letters and by words of kinship and respect after them."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import ARTICLES, BELONGINGS
from privtool.text.detection.names.evidence import LONGEST_RARE_WORD, NameEvidence, Run
from privtool.text.detection.names.likeness import likeness
from privtool.text.detection.names.neighbors import next_word
from privtool.text.detection.names.plain_words import is_plain
from privtool.text.word_sets import word_set

_LEAST_LIKENESS, _OF_SHORT_WORDS = 0.2, 1.0
_SHORT = 3  # letters
_SHORTEST_PART, _SHORTEST_JOINED = 4, 9  # letters of a name, and of two joined ones
_HONORIFICS = word_set("ji bhai didi sahib saheb aunty san sensei chan kun sama effendi hoca")


def alike(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the words in no list whose letters are those of names: "efosa", "okpara", "ryo".

    In cased text they need a capital.
    """
    words = evidence.words
    for index in range(len(words)):
        if (words.cased and not words.capital(index)) or not evidence.is_rare(index):
            continue
        word = words.lower[index]
        if len(set(word)) < _SHORT or is_plain(evidence, index) or evidence.is_acronym(index):
            continue
        least = _LEAST_LIKENESS if len(word) > _SHORT else _OF_SHORT_WORDS
        if likeness(word) >= least:
            yield index, evidence.name_end(index)


def joined(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names of one word by their parts: "annakowalski", "o'malley"."""
    words = evidence.words
    for index in range(len(words)):
        if _is_joined_name(evidence, index):
            yield index, index + 1
        elif words.lower[index] == "o" and next_word(evidence, index, "'") not in ("", "clock"):
            yield index, evidence.name_end(index + 1)


def _is_joined_name(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word is a given name and a surname without a space: "annakowalski"."""
    word, listed = evidence.words.lower[index], evidence.lexicon.listed
    if not _SHORTEST_JOINED <= len(word) <= LONGEST_RARE_WORD or not evidence.is_rare(index):
        return False
    return any(
        listed.get(word[:cut], False) and listed.get(word[cut:], False)
        for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    )


def respected(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the names before words of respect, and those that a kinship explains.

    "sunita ji", "okpara, my cousin", "lichita, his aunt".
    """
    words = evidence.words
    for index in range(len(words)):
        if not evidence.is_likely(index):
            continue
        if next_word(evidence, index) in _HONORIFICS or _is_explained(evidence, index):
            yield index, index + 1


def _is_explained(evidence: NameEvidence, index: int) -> bool:
    """Return whether ", my cousin" follows a word."""
    owner = next_word(evidence, index, ", ")
    return owner in ARTICLES and next_word(evidence, index + 1) in BELONGINGS
