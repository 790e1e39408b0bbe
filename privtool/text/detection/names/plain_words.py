"""Words that are no names, whatever their letters look like: ordinary and medical ones."""

from __future__ import annotations

from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.evidence import NameEvidence
from privtool.text.detection.names.medical_words import is_medical
from privtool.text.english.acronyms import ACRONYMS
from privtool.text.word_sets import word_set

_ASSISTANTS = word_set("dragon siri cortana bixby google")
_COMMANDS = word_set(
    """show order remind finalize open pull add start stop play call set turn search find read
    display schedule prescribe send create what"""
)
_HESITATIONS = word_set("uh um okay please can you")
_MOST_HESITATIONS = 3
_LONGEST_ACRONYM = 5


def is_plain(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word is no listed name, but one of medicine or an ordinary one.

    With a capital, an ordinary word may be a name.
    """
    word = evidence.words.lower[index]
    if is_x_ray(evidence.words, index):
        return True
    if word in evidence.lexicon.listed:
        return False
    capital = evidence.words.capital(index)
    return is_medical(word, capital) or (word in evidence.lexicon.ordinary and not capital)


def is_x_ray(words: CasedWords, index: int) -> bool:
    """Return whether a word is a part of "x-ray" or "X ray"."""
    pair = index if words.lower[index] in ("ray", "rays") else index + 1
    return (
        0 < pair < len(words)
        and words.lower[pair - 1 : pair + 1] in (["x", "ray"], ["x", "rays"])
        and words.gap(pair) in (" ", "-")
    )


def is_acronym(words: CasedWords, index: int) -> bool:
    """Return whether a word is a letter of an abbreviation that is spoken so: "the m r i"."""
    first, stop = index, index + 1
    while first > 0 and words.gap(first) == " " and _is_letter(words, first - 1):
        first -= 1
    while stop < len(words) and len(words.lower[stop]) == 1 and words.gap(stop) == " ":
        stop += 1
    letters = "".join(words.lower[first:stop])
    if letters[:1] in ("a", "i") and letters[1:] in ACRONYMS:
        return index > first  # "a c t scan", "i t v"
    return len(words.lower[index]) == 1 and stop - first <= _LONGEST_ACRONYM and letters in ACRONYMS


def _is_letter(words: CasedWords, index: int) -> bool:
    """Return whether a word is a single letter, but no "'s"."""
    return len(words.lower[index]) == 1 and words.gap(index) != "'"


def is_assistant(words: CasedWords, index: int) -> bool:
    """Return whether a word calls a program that takes orders: "hey dragon, show me the x-ray"."""
    if words.lower[index] not in _ASSISTANTS or not index or words.lower[index - 1] != "hey":
        return False
    order = index + 1
    limit = min(order + _MOST_HESITATIONS, len(words))
    while order < limit and words.lower[order] in _HESITATIONS:
        order += 1
    return words.lower[order : order + 1] != [] and words.lower[order] in _COMMANDS
