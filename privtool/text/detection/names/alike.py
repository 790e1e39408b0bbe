"""Names that no list knows, by their letters and by words of kinship and respect after them."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import ARTICLES, BELONGINGS
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.detection.names.likeness import likeness
from privtool.text.detection.names.neighbors import next_word
from privtool.text.word_sets import word_set

_LEAST_LIKENESS, _OF_SHORT_WORDS = 0.2, 1.0
_SHORT = 3  # letters
_HONORIFICS = word_set("ji bhai didi sahib saheb aunty san sensei chan kun sama effendi hoca")
# Of the body, illness and medicine: in no list, but their letters look like those of names.
_NO_NAMES = word_set(
    """murmur edema valgus varus tylenol advil motrin prozac zoloft xanax ekg ecg eeg emg mri gerd
    copd dvt femur tibia fibula ulna talus lumen fundus vagus humerus ketorolac"""
)


def alike(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the words in no list whose letters are those of names: "efosa", "okpara", "ryo".

    In cased text they need a capital.
    """
    words = evidence.words
    for index in range(len(words)):
        if (words.cased and not words.capital(index)) or not evidence.is_rare(index):
            continue
        word = words.lower[index]
        if len(set(word)) < _SHORT or word in _NO_NAMES or evidence.is_acronym(index):
            continue
        least = _LEAST_LIKENESS if len(word) > _SHORT else _OF_SHORT_WORDS
        if likeness(word) >= least:
            yield index, evidence.name_end(index)


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
