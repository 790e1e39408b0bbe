"""The benchmark of speaker similarity, with an encoder of one number a speaker."""

import gzip
import json
import random
from pathlib import Path

import numpy as np
import pytest
import soundfile

from benchmarks.audio.speakers import (
    RATE,
    Similarities,
    joined_by_speaker,
    private_turns,
    similarities,
)
from benchmarks.text.surrogate_samples import Phrase, draw, replaced_spans, scopes, shown
from tests.support.jsonl import jsonl
from tests.support.tables import typed_cases

LEVELS = {"anna": 0.1, "bob": 0.2, "sue": 0.3}


def embed(samples):
    """Return a direction that the level decides."""
    angle = float(np.abs(samples).mean()) * 4
    return np.array([np.cos(angle), np.sin(angle)], np.float32)


def turns(level_of, short=()):
    return {
        f"{speaker} {number}": np.full(RATE * (1 if speaker in short else 3), level_of(speaker))
        for speaker in LEVELS
        for number in range(4)
    }


def test_a_system_that_keeps_the_voice_is_nearest_and_another_voice_is_not():
    speakers = {f"{speaker} {number}": speaker for speaker in LEVELS for number in range(4)}
    systems = {
        "recorded": turns(LEVELS.__getitem__),
        "one voice": turns(lambda _: 0.3, short=("bob",)),
    }
    references, compared = joined_by_speaker(systems, speakers, seed=1)
    assert [len(reference) for reference in references] == [6 * RATE] * 3
    lengths = [[len(samples) for samples in compared[name]] for name in systems]
    assert lengths[0] == lengths[1] == [6 * RATE, 2 * RATE, 6 * RATE]
    recorded = similarities(references, compared["recorded"], embed)
    assert recorded.own() == pytest.approx([1, 1, 1])
    assert recorded.nearest().tolist() == [1, 1, 1]
    assert recorded.others()[0] == pytest.approx((np.cos(0.4) + np.cos(0.8)) / 2)
    assert similarities(references, compared["one voice"], embed).nearest().tolist() == [0, 0, 1]


def test_the_nearest_is_that_of_the_row():
    cosines = np.array([[0.9, 0.1], [0.8, 0.5]])
    assert Similarities(cosines).nearest().tolist() == [1, 0]


def test_private_audio_is_that_of_the_words_in_entities(tmp_path):
    soundfile.write(tmp_path / "a.wav", np.repeat([0.1, 0.5, 0.2], RATE), RATE)
    words = [{"word": w, "start": n, "end": n + 1} for n, w in enumerate(("hi", "anna", "so"))]
    record = {"id": 1, "text": "hi anna so", "speaker": "x", "audio_filepath": "a.wav"}
    private = {**record, "words": words, "entities": [{"start": 3, "end": 7, "label": "NAME"}]}
    untimed = {**private, "id": 2, "words": words[:2]}
    rows = (private, untimed, {**record, "id": 3})
    (tmp_path / "m.jsonl").write_bytes(jsonl(*rows))
    found, speakers = private_turns(tmp_path / "m.jsonl")
    assert speakers == {1: "x"}
    assert found[1] == pytest.approx(np.full(RATE, 0.5), abs=1e-4)


# `benchmarks.text.surrogate_samples`: which phrases are drawn, and what is printed to be read.
((OLD, NEW, SHOWN),) = typed_cases("benchmarks", "surrogates of a record")


def test_further_mentions_are_found_in_the_original():
    assert replaced_spans(OLD, NEW) == [(0, 4), (9, 12), (14, 18)]


def test_a_phrase_and_its_surrogate_are_shown_in_context():
    assert shown(7, Phrase("wnut17", OLD, 1), NEW) == SHOWN


def _corpus(path: Path) -> Path:
    records = [
        {"id": number, "doc": number // 3, "text": "Anna left.", "entities": OLD["entities"][:1]}
        for number in range(60)
    ]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, records)).encode()))
    return path


def test_scopes_are_whole_documents(tmp_path: Path):
    found = list(scopes(_corpus(tmp_path / "a.jsonl.gz"), random.Random(1)))
    assert sorted(record["id"] for group in found for record in group) == list(range(60))
    assert all([record["doc"] for record in group] == [group[0]["doc"]] * 3 for group in found)


def test_a_seed_draws_the_same_phrases(tmp_path: Path):
    path = _corpus(tmp_path / "a.jsonl.gz")
    first, records = draw("conll2003", path, 4, random.Random(1))
    assert len(first) == 4
    assert all(phrase.record in records for phrase in first)
    assert len({phrase.record["doc"] for phrase in first}) == 4  # one from each
    assert len(records) == 12  # all of these documents
    assert draw("conll2003", path, 4, random.Random(1))[0] == first
    assert draw("conll2003", path, 4, random.Random(2))[0] != first
