"""Commands that are measured while they run at the same time, and rows of two versions."""

import random
import re
import sys

import pytest

from benchmarks.against import ROOT, row
from benchmarks.support.measure import at_once
from benchmarks.support.transcript_errors import KINDS, Transcript, exact, of_recognizer, with_error
from benchmarks.text.named_talk import HELD_OUT, over_masking, sentence, survivors
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
