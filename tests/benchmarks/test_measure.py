"""Commands that are measured while they run at the same time, and rows of two versions."""

import random
import re
import sys

import pytest

from benchmarks.against import ROOT, row
from benchmarks.support.measure import at_once
from benchmarks.support.transcript_errors import KINDS, Transcript, exact, of_recognizer, with_error
from benchmarks.text.contradictions import contradictions
from benchmarks.text.kind_samples import Sample, features, kinds_of_names, labels_of_kinds
from benchmarks.text.learned_kinds import Model
from benchmarks.text.name_kinds import questions
from benchmarks.text.named_talk import HELD_OUT, over_masking, sentence, survivors
from benchmarks.text.over_masking import label_figures, label_pairs, public_words
from benchmarks.text.talk_sets import talk_sets
from privtool.audio.intervals import Interval
from privtool.core.record import WordTime
from privtool.core.spans import Span

_BUSY = "import time\nwhile time.process_time() < 0.5: pass"


_BUSY_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_BUSY!r}])"


def test_each_command_has_its_own_cpu_time_with_that_of_its_children():
    used = at_once({
        "busy": (sys.executable, "-c", _BUSY_CHILD),
        "idle": (sys.executable, "-c", "import time; time.sleep(0.6)"),
    })  # fmt: skip
    assert used["busy"].cpu > 0.5 > used["idle"].cpu
    assert used["idle"].clock > 0.6


def test_a_command_that_fails_ends_the_measurement():
    with pytest.raises(SystemExit, match="has failed"):
        at_once({"one": ("true",), "other": ("false",)})


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("rules", ["rules", r"0\.\d\d", r"0\.\d\d", r"\d\.\d\d"]),
        ("no-command", ["no-command", "", "", "one failed"]),
    ],
)
def test_a_row_has_the_seconds_of_both_or_says_that_one_failed(line, cells, tmp_path):
    found = [cell.strip() for cell in row(line, ROOT, tmp_path, 1).strip("|").split("|")]
    assert len(found) == 4
    assert all(re.fullmatch(cell, each) for cell, each in zip(cells, found, strict=True))


# Sentences whose percentage contradicts their amounts.
def test_a_percentage_is_that_of_its_amounts_or_a_contradiction():
    texts = [
        "Sales rose 10% to $22 million from $20 million.",
        "Sales rose 10% to $1.1 billion, or 40 cents a share, from $1,000 million.",
        "Net fell by 50% to $2 million from $4 million; costs were up 5% to $3 million from "
        "$2 million.",
        "Net fell 10% to $22 million from $20 million.",
        "Sales rose 10%, to 22 from 20.",
    ]
    assert [contradictions([text]) for text in texts] == [(1, 0), (1, 0), (2, 1), (1, 1), (0, 0)]
    assert contradictions(texts) == (5, 2)


# The linear model of kinds of names learns from the words around them, not from their own.
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


# `benchmarks.text.over_masking`: which words are public, and which of them are masked.
TEXT = "Call Mary Quixley on Monday"


def _labeled(*entities: tuple[int, int, str]) -> dict[str, object]:
    found = [{"start": start, "end": end, "label": label} for start, end, label in entities]
    return {"text": TEXT, "entities": found}


def _record(*entities: tuple[int, int]) -> dict[str, object]:
    return _labeled(*((*entity, "PERSON") for entity in entities))


def test_words_that_a_private_phrase_touches_do_not_count():
    assert list(public_words(_record((5, 12)), _record((0, 17)))) == [True, False, False]


def test_without_gold_all_words_are_public():
    assert list(public_words({"text": TEXT}, _record((5, 9)))) == [False, True, False, False, False]


def test_labels_of_names_are_compared_with_those_of_the_corpus():
    raw = _labeled((5, 9, "CORPORATION"), (10, 17, "PERSON"))
    found = _labeled((0, 4, "MISC"), (5, 17, "PERSON"), (21, 27, "DATE"))
    assert [*label_pairs(raw, found)] == [("MISC", "public"), ("PERSON", "PERSON")]
    assert [*label_pairs(raw, _labeled((5, 9, "PERSON")))] == [("PERSON", "ORGANIZATION")]
    pairs = [("MISC", "public"), ("PERSON", "PERSON"), ("PERSON", "ORGANIZATION")]
    assert label_figures(pairs) == {
        "phrases": 3,
        "public": 1,
        "wrong_label": 1,
        "confusions": {"MISC is public": 1, "PERSON is ORGANIZATION": 1},
    }


# The table of the sets of private words, and sentences of it in three manners.
def test_every_set_has_lines_with_well_formed_marks():
    sets = talk_sets()
    assert HELD_OUT in sets
    for one in sets.values():
        assert sum("«" in line for line in one.lines) > 20
        assert all(line.count("«") == line.count("»") for line in one.lines)
        assert one.date.tzinfo is not None
        assert one.author in ("developer", "model")
        assert one.blind == (one.author == "model")


def test_a_line_may_have_line_breaks_and_marks():
    one = sentence(r"Thanks,\n«Anna Bell» | x", "spoken")
    assert one.text == "thanks \nanna bell   x"
    assert [one.text[start:end] for start, end in one.private] == ["anna", "bell"]


def test_words_left_and_public_words_masked_are_counted_apart():
    talk = [
        sentence("«Anna»'s son Leo met «Bob Roy» in May", "written"),
        sentence("so what", "lower"),
    ]
    found = [[Span(0, 6, "PERSON"), Span(11, 14, "PERSON"), Span(23, 26, "PERSON")], []]
    assert survivors(talk, found) == [["Bob"], []]
    assert over_masking(talk, found) == 1 / 7  # son, Leo, met, in, May, so, what


WORDS = ["a", "b", "c", "d"]


@pytest.mark.parametrize("kind", KINDS)
def test_one_error_is_made(kind: str) -> None:
    longer = {"substitution": 0, "deletion": -1, "insertion": 1}[kind]
    for seed in range(20):
        transcript = with_error(WORDS, kind, ["x", *WORDS], random.Random(seed))
        assert len(transcript.words) == len(transcript.sources) == len(WORDS) + longer
        known = [source for source in transcript.sources if source is not None]
        assert known == sorted(set(known))
        wrong = [
            word
            for word, source in zip(transcript.words, transcript.sources, strict=True)
            if source is None or word != WORDS[source]
        ]
        assert len(wrong) == (kind != "deletion")


def test_private_runs_hold_extra_words_and_end_at_public_ones() -> None:
    assert exact(WORDS).private_runs({1, 2}) == [range(1, 3)]
    transcript = Transcript(["a", "x", "b", "c", "d"], [0, None, 1, 2, 3])
    assert transcript.private_runs({0, 1, 3}) == [range(3), range(4, 5)]


def test_a_recognized_word_stands_for_the_word_that_it_overlaps_most() -> None:
    times = [Interval(0.0, 1.0), Interval(1.0, 2.0)]
    heard = [WordTime("x", 0.1, 1.2), WordTime("y", 1.3, 1.9), WordTime("z", 2.5, 3.0)]
    assert of_recognizer(times, heard).sources == [0, 1, None]
