"""The linear model of kinds of names learns from the words around them, not from their own."""

import random

from benchmarks.text.kind_samples import Sample, features, kinds_of_names, labels_of_kinds
from benchmarks.text.learned_kinds import Model
from benchmarks.text.name_kinds import questions

SENTENCES = {"drug": ("She takes two ", " twice a day."), "car": ("He parked his ", " outside.")}


def test_a_kind_is_learned_from_the_words_around_it():
    rows = [Sample(kind, *around, 1.0) for kind, around in SENTENCES.items()] * 20
    model = Model(rows, random.Random(1))
    for kind, around in SENTENCES.items():
        share, found = model.probabilities(*around, {"drug", "car"})[0]
        assert found == kind
        assert share > 0.5


def test_words_of_other_sentences_are_no_features():
    here = set(features("She parked. I drove my ", " home. It rained."))
    assert {"p1=my", "q1=drove", "b=drove", "a=home", "d=my"} <= here
    assert not {"b=parked", "a=rained"} & here


def test_every_kind_that_is_asked_for_has_names():
    kinds = set(kinds_of_names().values())
    assert {kind for kind, *_ in questions()} <= kinds == set(labels_of_kinds())
