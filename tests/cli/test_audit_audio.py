"""`privtool audit audio` on generated speech: what is left, what is not, results and manners."""

from __future__ import annotations

import json
import shutil
import stat

import numpy as np
import pytest
import soundfile

import privtool
from privtool.audio.io.clips import resample
from privtool.models.sphinx import word_spotting
from privtool.models.sphinx.word_spotting import sphinx_spotters
from privtool.models.tts.espeak import speak
from privtool.reports.audit_rows import audit_of
from privtool.reports.taken import TakenFields
from tests.support.tiny_recognizers import ctc_folder, whisper_folder

RATE = 16_000
# Private words in capitals: the recognizers hear all of them in this voice but "seven".
TURNS = {
    "t1": ["books", "KOWALSKI", "good", "MICHAEL"],
    "t2": ["SEVEN", "good", "KOWALSKI"],
    "t3": ["good", "books"],
}


class Remembering:
    """A word spotter that recognizes the same audio once: all tests hear the same few turns."""

    def __init__(self, spotter):
        self.name, self.rate, self._spotter, self._spotted = spotter.name, spotter.rate, spotter, {}

    def spot(self, samples, keywords):
        key = samples.tobytes(), *keywords
        if key not in self._spotted:
            self._spotted[key] = self._spotter.spot(samples, keywords)
        return self._spotted[key]


@pytest.fixture(scope="module", autouse=True)
def audio_is_recognized_once():
    spotters = [Remembering(spotter) for spotter in sphinx_spotters()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_spotting, "sphinx_spotters", lambda: list(spotters))
        yield


def turn(words):
    """A turn of words with pauses, and when each of them is said."""
    draw = np.random.default_rng(len(words))
    parts, times, at = [np.zeros(RATE // 2)], [], RATE // 2
    for word in words:
        said = resample(speak(word.lower(), "en-us+m3", words_per_minute=120), RATE).samples
        times.append({"word": word.lower(), "start": at / RATE, "end": (at + len(said)) / RATE})
        pause = np.zeros(RATE // 4)
        parts += [0.5 * said, pause]
        at += len(said) + len(pause)
    samples = np.concatenate(parts)
    return samples + draw.normal(0, 0.001, len(samples)), times


def entities(text, words):
    places = ((text.index(word.lower()), len(word)) for word in words if word.isupper())
    return [{"start": at, "end": at + length, "label": "PERSON"} for at, length in places]


def as_lines(records):
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


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
    (folder / "manifest.jsonl").write_bytes(as_lines(records))
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


def records_of(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def audited(done):
    assert done.status == 0, done.err
    return {(each["name"], each.get("group", "")): each for each in json.loads(done.out)["figures"]}


def all_enter_a_report(done):
    """Whether a report knows all figures and groups of a result."""
    row = json.loads(done.out)
    known = [(each.name, each.group) for each in audit_of(row["command"], TakenFields(row)).figures]
    return known == [(each["name"], each.get("group", "")) for each in row["figures"]]


def hits(found, name, group=""):
    attack = found[name, group]["attack"]
    return attack["hits"], attack["of"]


def test_an_untouched_copy_is_caught(call, speech):
    done = call("audit", "audio", "--before", speech, speech / "manifest.jsonl")
    found = audited(done)
    for group in ("", "keywords", "pocketsphinx"):
        assert hits(found, "heard", group) == (3, 3)
        assert hits(found, "heard_before", group) == (3, 4)
        assert found["heard", group]["baseline"]["hits"] == 0
    for name in ("uncovered", "residue", "residue_mel"):
        assert hits(found, name) == (4, 4)
    assert hits(found, "uncovered", "under 50 %") == (4, 4)
    assert hits(found, "residue", "over 0.9") == (4, 4)
    assert found["residue", "over 0.7"]["baseline"]["hits"] == 0
    assert hits(found, "changed_outside")[0] == 0
    assert hits(found, "voice_kept") == (3, 3)
    row = json.loads(done.out)
    assert row["largest_correlation"] == {"samples": 1.0, "log_mel": 1.0}
    assert any("the voice is not anonymized: 3 of 3" in note for note in row["notes"])
    assert any("1 of 4 private words were not heard before" in note for note in row["notes"])


@pytest.fixture(scope="module")
def safe_result(call, speech, redacted):
    return call(
        *("audit", "audio", "--before", speech, "--table", "--poolable"),
        *("--unit", "speaker", redacted),
    )


def test_redacted_audio_is_not(safe_result):
    found = audited(safe_result)
    assert hits(found, "heard") == (0, 3)
    assert hits(found, "uncovered") == (0, 4)
    assert hits(found, "residue") == (0, 4)
    assert hits(found, "residue_mel") == (0, 4)
    assert hits(found, "side_channel") == (0, 3)
    assert hits(found, "unmatched") == (0, 4)
    changed, of = hits(found, "changed_outside")
    assert 0 < changed < 0.2 * of  # margins
    assert "audit audio|attacker:keywords+pocketsphinx|unit:speaker|" in safe_result.err
    assert all_enter_a_report(safe_result)


def test_half_redacted_audio_is_partly(call, speech, redacted):
    """Only the first record is the redacted one."""
    mixed = [records_of(redacted)[0], *records_of(speech / "manifest.jsonl")[1:]]
    found = audited(
        call(
            *("audit", "audio", "--before", speech, "--audio-root", speech),
            input=as_lines(mixed),
        )
    )
    assert hits(found, "uncovered") == (2, 4)
    assert hits(found, "residue") == (2, 4)
    assert hits(found, "heard") == (1, 3)


def test_the_default_gate_has_limits_of_recordings(call, speech, redacted):
    args = ("audit", "audio", "-q", "--before", speech, "--gate", "default")
    kept = call(*args, speech / "manifest.jsonl")
    assert kept.status == 3
    assert "the gate is not met: heard, uncovered" in kept.err
    safe = call(*args, redacted)
    assert safe.status == 0
    outcomes = {each["figure"]: each["outcome"] for each in json.loads(safe.out)["verdicts"]}
    limits = dict.fromkeys(("uncovered", "unmatched", "side_channel"), "met")
    assert outcomes == {"heard": "undetermined", **limits}  # three words are too few


@pytest.mark.parametrize("folder_of", [ctc_folder, whisper_folder])
def test_other_recognizers_listen_too(call, speech, tmp_path, folder_of):
    (tmp_path / "model").mkdir()
    model = folder_of(tmp_path / "model")
    record = records_of(speech / "manifest.jsonl")[1]
    args = ("audit", "audio", "--before", speech, "--audio-root", speech, "--recognizer", model)
    done = call(*args, input=as_lines([record]))
    found = audited(done)
    assert found["heard_before", "recognizer 1"]["attack"]["of"] == 2
    assert all_enter_a_report(done)
    assert "keywords+pocketsphinx+FOLDER," in json.loads(done.out)["signature"]
    assert str(tmp_path) not in done.out.decode() + done.err


def test_the_result_is_the_same_in_several_processes(call, speech, redacted, tmp_path):
    first, *_, public = records_of(redacted)
    safe = [{**public, "id": f"p{number}"} for number in range(11)]
    original = records_of(speech / "manifest.jsonl")
    before = [original[0], *({**original[-1], "id": record["id"]} for record in safe)]
    (tmp_path / "before.jsonl").write_bytes(as_lines(before))
    args = ("audit", "audio", "-q", "--before", tmp_path / "before.jsonl", "--before-root", speech)
    args = (*args, "--audio-root", speech, "--poolable")
    one = call(*args, input=as_lines([*safe, first]))
    assert json.loads(one.out)["records"] == 12
    assert call(*args, "-j", "2", input=as_lines([*safe, first])) == one


def test_shards_add_up(call, speech, redacted, safe_result):
    args = ("audit", "audio", "-q", "--before", speech, "--poolable", "--audio-root", speech)
    args = (*args, "--unit", "speaker")
    records = records_of(redacted)
    parts = [call(*args, input=as_lines(part)).out for part in (records[:1], records[1:])]
    pooled = audited(call("audit", "audio", "--pool", input=b"".join(parts)))
    for key, each in audited(safe_result).items():
        assert pooled[key]["attack"] == each["attack"], key


def test_python_has_it_too(speech, redacted, safe_result):
    result = privtool.audit_audio(
        records_of(redacted),
        before=speech,
        audio_root=speech,
        unit="speaker",
        poolable=True,
    )
    assert result == json.loads(safe_result.out)


def test_words_are_not_shown_but_in_examples(call, speech, tmp_path):
    places = tmp_path / "places.jsonl"
    named = tmp_path / "kowalski.flac"
    shutil.copy(speech / "t1.flac", named)
    record = {**records_of(speech / "manifest.jsonl")[0], "audio_filepath": str(named)}
    args = ("audit", "audio", "--before", speech, "--table", "--examples", places)
    done = call(*args, "--audio-root", "/", input=as_lines([record]))
    assert hits(audited(done), "side_channel", "path") == (1, 1)
    shown = done.out.decode() + done.err
    assert not any(word in shown.lower() for word in ("kowalski", "michael", "flac", str(tmp_path)))
    assert stat.S_IMODE(places.stat().st_mode) == 0o600
    first, second = records_of(places)
    assert (first["id"], first["word"], first["label"]) == ("t1", "kowalski", "PERSON")
    assert {"uncovered", "residue", "in the path"} <= set(first["how"])
    assert "in the path" not in second["how"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": "t9"}, "no record of --before has this id"),
        ({"audio_filepath": "kowalski.wav"}, "the audio file is missing"),
        ({"audio_filepath": "../kowalski.wav"}, "leads out of the folder"),
        ({"duration": 0.5}, "another length or rate than the original"),
    ],
)
def test_records_that_do_not_fit_are_bad_lines(call, speech, redacted, tmp_path, changes, said):
    record = {**records_of(redacted)[0], **changes}
    args = ("audit", "audio", "--before", speech, "--audio-root", speech)
    done = call(*args, input=as_lines([record]))
    assert done.status == 65
    assert said in done.err
    assert "kowalski" not in done.err
    rejects = tmp_path / "rejects"
    done = call(*args, "--rejects", rejects, input=as_lines([record]))
    assert json.loads(done.out)["records"] == 0
    assert records_of(rejects)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"audio_filepath": "kowalski.wav"}, "in --before, the audio file is missing"),
        ({"offset": 99}, "in --before, field 'offset' is beyond the end"),
    ],
)
def test_originals_without_audio_are_bad_lines(call, speech, redacted, tmp_path, changes, said):
    first = {**records_of(speech / "manifest.jsonl")[0], **changes}
    before = tmp_path / "before.jsonl"
    before.write_bytes(as_lines([first]))
    args = ("audit", "audio", "--before", before, "--before-root", speech)
    done = call(*args, "--audio-root", speech, input=as_lines(records_of(redacted)[:1]))
    assert done.status == 65
    assert said in done.err
    assert "kowalski" not in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "--before PATH is needed"),
        (("--before", "-"), "--before needs a file"),
        (("--before", "{speech}", "--recognizer", "pocketsphinx"), "pocketsphinx listens anyway"),
        (("--before", "{speech}", "--recognizer", "a", "--recognizer", "a"), "a model twice"),
        (("--pool", "--before", "{speech}"), "--before has no effect"),
    ],
)
def test_options_that_do_not_fit_are_errors(call, speech, args, said):
    args = [speech if arg == "{speech}" else arg for arg in args]
    done = call("audit", "audio", *args, input=b"")
    assert done.status == 2
    assert said in done.err
