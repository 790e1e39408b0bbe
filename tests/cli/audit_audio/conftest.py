"""Recordings that were redacted, and how the tests of `audit audio` read its results."""

import numpy as np
import pytest
import soundfile

from privtool.audio.io.clips import resample
from privtool.models.sphinx import recognizer
from privtool.models.tts.espeak import speak
from privtool.reports.rows import audit_of
from privtool.reports.taken import TakenFields
from tests.support.jsonl import jsonl

RATE = 16_000
# Private words in capitals: the recognizers hear all of them in this voice but "seven".
TURNS = {
    "t1": ["books", "KOWALSKI", "good", "MICHAEL"],
    "t2": ["SEVEN", "good", "KOWALSKI"],
    "t3": ["good", "books"],
}


@pytest.fixture(scope="module", autouse=True)
def audio_is_recognized_once(_remembering):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recognizer, "sphinx_spotters", lambda: list(_remembering))
        yield


def turn(words):
    """A turn of words with pauses, and when each of them is said."""
    draw = np.random.default_rng(len(words))
    parts, times, at = [np.zeros(RATE // 2)], [], RATE // 2
    for word in words:
        said = resample(speak(word.lower(), "en-us+m3", words_per_minute=120), RATE).samples
        times.append(
            {
                "word": word.lower(),
                "start": at / RATE,
                "end": (at + len(said)) / RATE,
                "confidence": 1.0,
            }
        )
        pause = np.zeros(RATE // 4)
        parts += [0.5 * said, pause]
        at += len(said) + len(pause)
    samples = np.concatenate(parts)
    return samples + draw.normal(0, 0.001, len(samples)), times


def entities(text, words):
    places = ((text.index(word.lower()), len(word)) for word in words if word.isupper())
    return [{"start": at, "end": at + length, "label": "PERSON"} for at, length in places]


@pytest.fixture(scope="module")
def speech(tmp_path_factory):
    """A folder of original speech with `manifest.jsonl`."""
    folder = tmp_path_factory.mktemp("speech")
    records = []
    for name, words in TURNS.items():
        samples, times = turn(words)
        soundfile.write(folder / f"{name}.flac", samples, RATE)
        text = " ".join(words).lower()
        record = {"id": name, "text": text, "audio_filepath": f"{name}.flac", "words": times}
        records.append({**record, "speaker": name[:1], "entities": entities(text, words)})
    (folder / "manifest.jsonl").write_bytes(jsonl(*records))
    return folder


@pytest.fixture(scope="module")
def redacted(call, speech):
    """The redacted records, beside the speech."""
    done = call(
        *("redact", "-q", "--out-dir", speech / "safe", "-o", speech / "safe.jsonl"),
        speech / "manifest.jsonl",
    )
    assert done.status == 0
    return speech / "safe.jsonl"


def all_enter_a_report(done):
    """Whether a report knows all figures and groups of a result."""
    row = done.row
    known = [(each.name, each.group) for each in audit_of(row["command"], TakenFields(row)).figures]
    return known == [(each["name"], each.get("group", "")) for each in row["figures"]]


def hits(found, name, group=""):
    attack = found[name, group]["attack"]
    return attack["hits"], attack["of"]
