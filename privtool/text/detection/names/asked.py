"""Names in answers, and names that are words after an occupation."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import ARTICLES, AUXILIARIES, NO_NAMES, SPEECH
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.detection.names.neighbors import next_word
from privtool.text.word_sets import word_set

_OCCUPATIONS = word_set(
    """mechanic producer plumber teacher tutor trainer coach barber stylist bartender waiter tech
    technician doctor nurse therapist lawyer attorney agent adjuster landlord landlady super
    doorman driver dispatcher manager supervisor boss foreman neighbor roommate babysitter nanny
    intern assistant secretary receptionist cashier cook chef walker groomer vet contractor
    electrician painter gardener officer detective caseworker midwife interpreter buddy friend
    bestie cousin nephew niece son daughter brother sister"""
)
_QUESTIONS = """who s this, who is this, who s calling, who is calling, is your name, s your name,
    have your name, am i speaking, i speaking with, i speaking to, and you are,
    your name please, your name sir, spell your name, your first name, your last name"""
_ASKED = {tuple(each.split()) for each in _QUESTIONS.split(",")}


def answered(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the words that alone answer a question for a name: "who's this? gord."."""
    words = evidence.words
    for index in range(3, len(words)):
        if words.gap(index).strip() != "?" or tuple(words.lower[index - 3 : index]) not in _ASKED:
            continue
        stop = evidence.full_name_end(index)
        word = words.lower[index]
        is_name = word in evidence.lexicon.listed or evidence.is_rare(index)
        if is_name and word not in evidence.lexicon.function and words.after(stop - 1) in ",.?!\n":
            yield index, stop


def occupied(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are words, in lower case, between an occupation and a verb.

    "my producer cricket is late", "the mechanic lefty said so".
    """
    words = evidence.words
    if words.cased:
        return
    for index in range(2, len(words)):
        word = words.lower[index]
        if evidence.lexicon.listed.get(word) is not False or word in NO_NAMES or len(word) < 3:
            continue
        if word in evidence.lexicon.function or words.lower[index - 1] not in _OCCUPATIONS:
            continue
        following = next_word(evidence, index)
        acts = following in AUXILIARIES or following in SPEECH or following.endswith("ed")
        if acts and words.lower[index - 2] in ARTICLES and words.joined(index):
            yield index, index + 1
