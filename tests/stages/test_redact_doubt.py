"""`redact` where the times of words are doubtful."""

import math
from collections import Counter

import numpy as np
import pytest
import soundfile
from msgspec import UNSET
from msgspec.structs import replace

from privtool.core.record import Entity, Record, WordTime
from tests.support.processing import processed
from tests.support.redacted_turns import changed_seconds, redact_stage

RATE = 8000
TEXT = "so hi anna smith how are you"
ANNA, ARE = 2, 5


def record(*confidence, private=(ANNA,)):
    words = TEXT.split()
    times = tuple(
        WordTime(word, 0.5 * n + 0.1, 0.5 * n + 0.5, -1.0, own)
        for n, (word, own) in enumerate(zip(words, confidence, strict=True))
    )
    entities = tuple(
        Entity(TEXT.index(words[n]), TEXT.index(words[n]) + len(words[n]), "NAME") for n in private
    )
    return Record(id="r", text=TEXT, audio_filepath="a.wav", words=times, entities=entities)


@pytest.fixture
def redact(tmp_path):
    noise = np.random.default_rng(0).uniform(-0.5, 0.5, 4 * RATE)
    soundfile.write(tmp_path / "a.wav", noise, RATE)
    (tmp_path / "out").mkdir()

    def run(given, least=0.5):
        counts: Counter[str] = Counter()
        (new,) = processed(redact_stage(tmp_path, least_confidence=least), [given], counts)
        return new, counts, changed_seconds(tmp_path / "a.wav", new)

    return run


def test_doubtful_times_are_widened_to_the_next_certain_words(redact):
    new, counts, removed = redact(record(1, 1, 0.4, 0.4, 1, 1, 1))
    assert new.text == "so hi [MASK] [MASK] how are you"
    assert [word.word for word in new.words] == ["so", "hi", "how", "are", "you"]
    assert removed == pytest.approx((1.0 - 0.06, 2.1 + 0.06), abs=1e-2)
    assert (counts["doubtful"], counts["private"], counts["others"]) == (1, 1, 1)
    assert (counts["whole_turns"], counts["without_confidence"]) == (0, 0)


def test_certain_private_words_are_removed_alone(redact):
    certain = record(0.1, 1, 0.6, 1, 1, 0.1, 0.1)
    new, counts, _ = redact(certain)
    assert new.text == "so hi [MASK] smith how are you"
    assert counts["doubtful"] == 0
    exact, _, removed = redact(record(0, 0, 0, 0, 0, 0, 0), least=0.0)
    assert exact.text == new.text
    assert removed == pytest.approx((1.1 - 0.06, 1.5 + 0.06), abs=1e-2)


def test_a_turn_without_a_certain_word_is_replaced(redact):
    new, counts, removed = redact(record(*[0.4] * 7, private=(ANNA, ARE)))
    assert (new.text, new.words) == ("[MASK]", ())
    assert removed == pytest.approx((0.0, 4.0), abs=1e-2)
    assert (counts["doubtful"], counts["whole_turns"]) == (1, 1)


@pytest.mark.parametrize("unknown", [UNSET, math.nan, -1.0, 2.0, math.inf])
def test_words_of_unknown_confidence_are_doubtful(redact, unknown):
    new, counts, _ = redact(record(*[unknown] * 7))
    assert new.text == "[MASK]"
    assert counts["without_confidence"] == (unknown is UNSET)
    new, _, _ = redact(record(1, 1, unknown, 1, 1, 1, 1))
    assert new.text == "so hi [MASK] smith how are you"


def test_two_doubtful_runs_that_meet_are_counted_once(redact):
    new, counts, _ = redact(record(1, 1, 0, 0, 0, 0, 1, private=(ANNA, ARE)))
    assert new.text == "so hi [MASK] [MASK] [MASK] [MASK] you"
    assert (counts["private"], counts["others"]) == (2, 2)


def test_public_turns_are_unchanged_whatever_the_confidence(redact, tmp_path):
    public = replace(record(*[UNSET] * 7), entities=())
    assert redact(public)[2] is None
