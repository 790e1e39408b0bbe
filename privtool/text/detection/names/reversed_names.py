"""Surnames that are everyday words, where lists do not help: "Patient: White, Ann", "pt Long"."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import LABELS_OF_PERSONS, NO_NAMES
from privtool.text.detection.names.evidence import NameEvidence, Run

_CHARTED = frozenset(("patient", "pt", "client"))
_LABELS = LABELS_OF_PERSONS | _CHARTED
_FIELD = frozenset(":=-#")


def surnames_first(evidence: NameEvidence) -> Iterator[Run]:
    """Yield surnames before a comma and a given name, after the label of a field or on a line.

    "Patient: White, Ann", "pt: small, ann", "White, Ann" alone on a line.
    """
    words = evidence.words
    for given in range(1, len(words)):
        surname = given - 1
        if words.gap(given) not in (", ", ",") or not _is_listed(evidence, surname):
            continue
        if words.cased and not (words.capital(surname) and words.capital(given)):
            continue
        stop = evidence.name_end(given)
        alone = words.cased and _starts_line(evidence, surname) and _ends_line(evidence, stop)
        if evidence.is_sure(given) and (_is_labeled(evidence, surname) or alone):
            yield surname, stop


def card_names(evidence: NameEvidence) -> Iterator[Run]:
    """Yield surnames and given names in the field "N" of a vCard: "N:Moana;Mere;;;"."""
    words = evidence.words
    for index in range(1, len(words)):
        if words.lower[index - 1] != "n" or not _starts_line(evidence, index - 1):
            continue
        if words.gap(index) != ":":
            continue
        stop = index + 1
        while stop < len(words) and words.gap(stop) in (";", " ", "-", "'"):
            stop += 1
        if words.after(index) == ";" or words.after(stop - 1) == ";":
            yield index, stop


def charted(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are everyday words after "pt" or "patient": "pt Long stable overnight"."""
    words = evidence.words
    for index in range(1, len(words)):
        if (
            words.lower[index - 1] in _CHARTED
            and words.gap(index) == " "
            and words.capital(index)
            and not evidence.is_acronym(index)
            and _is_listed(evidence, index)
            and not _is_in_title(evidence, index)
        ):
            yield index, index + 1


def _is_in_title(evidence: NameEvidence, index: int) -> bool:
    words, after = evidence.words, index + 1
    return after < len(words) and words.joined(after) and words.capital(after)


def _is_listed(evidence: NameEvidence, index: int) -> bool:
    word = evidence.words.lower[index]
    return word in evidence.lexicon.listed and len(word) > 2 and word not in NO_NAMES


def _is_labeled(evidence: NameEvidence, index: int) -> bool:
    words = evidence.words
    if index == 0 or words.lower[index - 1] not in _LABELS:
        return False
    return not _FIELD.isdisjoint(words.gap(index))


def _starts_line(evidence: NameEvidence, index: int) -> bool:
    return index == 0 or "\n" in evidence.words.gap(index)


def _ends_line(evidence: NameEvidence, stop: int) -> bool:
    return stop == len(evidence.words) or "\n" in evidence.words.gap(stop)
