"""From recordings to recordings with surrogates, in any language, through whole commands."""

import json
import stat

import numpy as np
import pytest
import soundfile

from privtool.models.tts.espeak import speak, voices_of
from privtool.text.languages import languages, spoken_language
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.tiny_voices import tiny_vits

KEY = "00" * 32


@pytest.fixture(scope="session")
def speech(root):
    return root / "data/sample/speech"


@pytest.fixture(scope="session")
def replaced(call, aligned, tmp_path_factory):
    """The lines of the sample's speech with surrogates in its texts."""
    key = tmp_path_factory.mktemp("key") / "key"
    key.touch(mode=0o600)
    key.write_text(KEY)
    options = ("--key-file", key, "--transcript", "exact")
    done = call("surrogate", "-q", *options, input=aligned.out)
    assert done.status == 0
    return done.out


@pytest.fixture
def surrogates(replaced, tmp_path):
    """A manifest of the sample's speech with surrogates in its texts."""
    path = tmp_path / "surrogates.jsonl"
    path.write_bytes(replaced)
    return path


@pytest.mark.parametrize(
    "command", [("tts",), ("splice", "--fallback", "tts"), ("tts", "--mode", "turn")]
)
def test_every_turn_gets_new_audio_without_private_words(
    call, command, surrogates, speech, tmp_path
):
    options = (*command, "-o", tmp_path / "safe.jsonl", "--audio-root", speech)
    done = call(*options, "--out-dir", tmp_path / "wav", surrogates).checked()
    assert done.err.startswith(f"privtool {command[0]}: 11 records, 11 turns")
    made = read_jsonl(tmp_path / "safe.jsonl")
    assert len(made) == 11
    for new, old in zip(made, read_jsonl(speech / "manifest.jsonl"), strict=True):
        samples, rate = soundfile.read(tmp_path / new["audio_filepath"])
        assert new["duration"] == pytest.approx(len(samples) / rate, abs=1e-5)
        assert new["text"] != old["text"]
        assert "offset" not in new
        assert not {"audio_start", "audio_end"} & {k for e in new["entities"] for k in e}
        before, _ = soundfile.read(speech / old["audio_filepath"])
        if "words" not in new:
            continue
        times = [word[side] for word in new["words"] for side in ("start", "end")]
        assert times == sorted(times)
        assert times[-1] <= new["duration"] + 0.01
        if "turn" in command:
            assert [word["word"] for word in new["words"]]
            continue
        # The turn up to its first surrogate is the same; of the rest some is not.
        same = np.flatnonzero(samples[: len(before)] != before[: len(samples)])
        assert len(same)
        assert same[0] > 0 or new["entities"][0]["start"] == 0


@pytest.mark.parametrize("rejects", [True, False])
def test_every_record_is_written_dropped_or_rejected(call, surrogates, speech, tmp_path, rejects):
    """Words that end after the audio make a turn uncertain, but its line is not bad."""
    first, second, *_ = map(json.loads, surrogates.read_bytes().splitlines())
    late = [{**word, "start": 98.0, "end": 99.0} for word in first["words"]]
    broken = {**second, "id": "gone", "audio_filepath": "gone.flac"}
    given = [{**first, "words": late}, second, *[broken] * rejects]
    done = call(
        "splice", "--fallback", "drop-part", "--audio-root", speech, "--out-dir", tmp_path / "wav",
        *(("--rejects", tmp_path / "aside") if rejects else ()),
        input=jsonl(*given),
    ).checked()  # fmt: skip
    assert [record["id"] for record in done.records] == [second["id"]]
    assert "2 records, 2 turns" in done.err
    assert " 1 dropped" in done.err
    assert ("1 rejected" in done.err) == rejects


@pytest.mark.parametrize("command", ["tts", "splice"])
def test_only_named_fields_are_passed_on(call, command, surrogates, speech, tmp_path):
    first, *_ = surrogates.read_bytes().splitlines()
    record = {**json.loads(first), "call": "one", "note": "zqxwary", "language": "en", "sample": 0}
    options = (command, "-q", "--audio-root", speech, "--out-dir", tmp_path / "wav", "--force")
    options += ("--fallback", "tts") if command == "splice" else ()
    given = json.dumps(record).encode()
    keep = [part for name in ("call", "language", "sample") for part in ("--keep", name)]
    (kept,) = call(*options, *keep, input=given).records
    (bare,) = call(*options, input=given).records
    assert {**bare, "call": "one", "language": "en", "sample": 0} == kept
    assert "note" not in bare
    for name, why in (("text", "always written"), ("hyp", "reveals what was private")):
        call(*options, "--keep", name, input=given).failed(2, f"--keep {name}: the field", why)


# What tts and splice refuse.
def test_a_folder_that_is_not_empty_is_refused(call, tmp_path):
    (tmp_path / "wav").mkdir()
    (tmp_path / "wav" / "x").write_text("x")
    for command in ("tts", "splice"):
        call(command, "--out-dir", tmp_path / "wav", input=b"").failed(2, "is not empty")
        assert call(command, "-q", "--force", "--out-dir", tmp_path / "wav", input=b"").out == b""


def test_an_engine_without_output_is_an_error(call, surrogates, speech, tmp_path):
    soundfile.write(tmp_path / "empty.wav", np.zeros(0), 8000)
    call(
        "tts", "--audio-root", speech, "--out-dir", tmp_path / "wav", "--engine-command",
        f"cat {tmp_path / 'empty.wav'}", surrogates,
    ).failed(1, "wrote audio without samples")  # fmt: skip


# Where splice takes words from: the input, a corpus, an index of one.
def test_nothing_is_taken_from_a_recording_with_uncertain_words(call, aligned, speech, tmp_path):
    """What is private there is not known: neither record of the recording offers words."""
    one = {**aligned.records[0], "entities": []}
    late = [{**word, "start": 98.0, "end": 99.0} for word in one["words"]]
    word = one["words"][1]
    private = {"start": 0, "end": len(word["word"]), "label": "PERSON"}
    wanted = {
        "id": "wanted",
        "text": word["word"], "words": [],
        "entities": [{**private, "audio_start": word["start"], "audio_end": word["end"]}],
    }  # fmt: skip
    for other, taken in ((one, 1), ({**one, "words": late}, 0)):
        wanted["audio_filepath"] = aligned.records[1]["audio_filepath"]
        given = jsonl(one, other, wanted)
        done = call(
            "splice", "--audio-root", speech, "--out-dir", tmp_path / "w", "--force", input=given
        ).checked()
        assert f" {taken} words taken" in done.err


def test_an_index_is_reused(call, aligned, speech, surrogates, tmp_path):
    """The corpus holds the surrogates' words, as its private ones are other records'."""
    public = [dict(record, entities=[]) for record in aligned.records]
    corpus = speech_copy(speech, tmp_path, public)
    text = b"".join(surrogates.read_bytes().splitlines(keepends=True)[:1])
    record = json.loads(text)
    entity = record["entities"][0]
    record["text"] = record["text"][: entity["start"]] + "my name" + record["text"][entity["end"] :]
    entity["end"] = entity["start"] + len("my name")
    wanted = json.dumps(record).encode()
    first = call(
        "splice", "--index", tmp_path / "words.idx", "--corpus", corpus, "--audio-root", speech,
        "--out-dir", tmp_path / "a", "-o", tmp_path / "a.jsonl", input=wanted,
    ).checked()  # fmt: skip
    assert "1 spliced (100.0 %)" in first.err
    call(
        "splice", "--index", tmp_path / "words.idx", "--audio-root", speech, "--out-dir",
        tmp_path / "b", "-o", tmp_path / "b.jsonl", input=wanted,
    ).checked()  # fmt: skip
    assert [p.name for p in (tmp_path / "a").iterdir()] == [
        p.name for p in (tmp_path / "b").iterdir()
    ]
    assert stat.S_ISREG((tmp_path / "words.idx").stat().st_mode)


def speech_copy(speech, folder, records):
    """A manifest elsewhere that names the sample's audio by its full path."""
    path = folder / "corpus.jsonl"
    lines = [json.dumps(r | {"audio_filepath": str(speech / r["audio_filepath"])}) for r in records]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_broken_source_counts_as_not_found(call, aligned, speech, surrogates, tmp_path):
    (tmp_path / "audio").mkdir()
    public = []
    for record in aligned.records:
        whole = (speech / record["audio_filepath"]).read_bytes()
        broken = tmp_path / "audio" / record["audio_filepath"]
        broken.write_bytes(whole[: len(whole) // 20])
        public.append(dict(record, entities=[], audio_filepath=str(broken)))
    (tmp_path / "corpus.jsonl").write_bytes(jsonl(*public))
    record = json.loads(surrogates.read_bytes().splitlines()[0])
    entity = record["entities"][0]
    record["text"] = record["text"][: entity["start"]] + "my name" + record["text"][entity["end"] :]
    entity["end"] = entity["start"] + len("my name")
    done = call(
        "splice", "--corpus", tmp_path / "corpus.jsonl", "--audio-root", speech, "--out-dir",
        tmp_path / "a", "-o", tmp_path / "a.jsonl", input=json.dumps(record).encode(),
    ).checked()  # fmt: skip
    assert "1 dropped" in done.err
    assert "1 sources that cannot be read" in done.err


TEXT = "der Mann aus Köln ruft morgen noch einmal an"


@pytest.mark.parametrize("language", languages())
def test_each_voice_of_a_language_speaks_in_its_own_way(language):
    names = voices_of(language)
    assert len(names) >= 8
    spoken = {speak("une maison", name).samples.tobytes() for name in (*names, "en-us")}
    assert len(spoken) == len({*names, "en-us"})


@pytest.mark.parametrize(
    ("stated", "chosen", "language"),
    [
        ("de-AT", "fr", "de"),
        ("pl", "", "pl"),
        ("pl", "en", "en"),
        ("German", "", "en"),
        (7, "", "en"),
    ],
)
def test_the_language_of_a_record_comes_before_the_one_of_all(stated, chosen, language):
    assert spoken_language(stated, chosen) == language


def record(folder, **fields) -> bytes:
    soundfile.write(folder / "a.wav", np.zeros(16000), 16000)
    entity = {"start": 9, "end": 17, "label": "PERSON"}
    line = {"id": 1, "text": TEXT, "audio_filepath": "a.wav"}
    return json.dumps({**line, "entities": [entity], **fields}).encode()


def test_tts_speaks_the_language_of_a_record(call, tmp_path):
    def tts(line, *options):
        where = ("--out-dir", tmp_path / "w", "--force", "--audio-root", tmp_path)
        return call("tts", *where, *options, input=line)

    def spoken(*options, **fields):
        (new,) = tts(record(tmp_path, drop_turn=True, **fields), *options).records
        return next(
            (tmp_path / "w").glob(f"**/{new['audio_filepath'].split('/')[-1]}")
        ).read_bytes()

    german = spoken(language="de")
    assert german == spoken() == spoken("--language", "de") != spoken("--language", "en")
    done = tts(record(tmp_path, drop_turn=True, language="pl"))
    done.failed(65, "the language of the text is 'pl', which espeak does not know: --engine")


def test_an_aligner_is_told_that_a_text_is_english(call, tmp_path):
    line = record(tmp_path, text=TEXT)
    assert call("align", "--audio-root", tmp_path, "--language", "en", input=line).status == 0


@pytest.fixture(scope="module")
def voice(tmp_path_factory):
    return tiny_vits(tmp_path_factory.mktemp("voice"))


def turns(*surrogates: str) -> bytes:
    """Turns of "call mary quixley" with something else in the place of the name."""
    records = [
        {
            "id": f"t{number}", "text": f"call {surrogate}", "audio_filepath": "a.wav",
            "words": [{"word": "call", "start": 0.05, "end": 0.3, "confidence": 1.0}],
            "entities": [
                {"start": 5, "end": 5 + len(surrogate), "label": "NAME",
                 "audio_start": 0.3, "audio_end": 0.9}
            ],
        }
        for number, surrogate in enumerate(surrogates)
    ]  # fmt: skip
    return jsonl(*records)


@pytest.mark.parametrize("command", [("tts", "--mode", "turn"), ("splice", "--fallback", "tts")])
def test_audio_does_not_depend_on_jobs(call, spoken, voice, tmp_path, command):
    options = (*command, "-q", "--engine", voice, "--offline", "--audio-root", spoken)
    given = turns("anna lee", "bob of 42 elm", "sue")
    one = call(*options, "--out-dir", tmp_path / "a", input=given)
    two = call(*options, "--out-dir", tmp_path / "b", "--jobs", 2, input=given)
    assert (one.status, two.status) == (0, 0), one.err
    assert one.out.replace(b"/a/", b"/b/") == two.out
    names = [sorted(path.name for path in (tmp_path / folder).iterdir()) for folder in "ab"]
    assert names[0] == names[1]  # they depend on the audio
    for record in one.records:
        words = record["words"]
        assert " ".join(word["word"] for word in words) == record["text"]
        times = [time for word in words for time in (word["start"], word["end"])]
        assert times == sorted(times)
        assert times[-1] <= record["duration"] + 1e-3
