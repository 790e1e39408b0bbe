"""Records of one file that overlap in time: `redact`, `tts` and `splice`."""

import json
import os

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import jsonl
from tests.support.noise import write_noise

RATE = 8000
SECONDS = 6


@pytest.fixture
def folder(tmp_path):
    write_noise(tmp_path / "call.wav", SECONDS, channels=2, subtype="FLOAT")
    os.link(tmp_path / "call.wav", tmp_path / "again.wav")
    return tmp_path


def row(name, offset, words, private=(), **fields):
    """A record of words that are half a second long and follow each other."""
    times = [
        {"word": word, "start": 0.5 * n + 0.1, "end": 0.5 * n + 0.5, "confidence": 1.0}
        for n, word in enumerate(words)
    ]
    text, entities = " ".join(words), []
    for word in private:
        start = text.index(word)
        entities.append({"start": start, "end": start + len(word), "label": "PERSON"})
    return {
        "id": name, "text": text, "audio_filepath": "call.wav", "offset": offset,
        "duration": 0.5 * len(words) + 0.1, "words": times, "entities": entities, **fields,
    }  # fmt: skip


FIRST = ("so", "mister", "quixley", "how", "are", "you")
SECOND = ("hello", "hello", "can", "you", "hear", "me")


def redact(call, folder, *rows, options=(), status=0):
    lines = jsonl(*rows)
    out = folder / f"out{len(list(folder.iterdir()))}"
    done = call("redact", "--out-dir", out, *options, "--audio-root", folder, input=lines)
    assert done.status == status, done.err
    return {record["id"]: record for record in done.records}, done


def silenced(folder, record, given):
    """The seconds of the file where the audio of a record was changed, by its words' grid."""
    before, rate = soundfile.read(folder / given["audio_filepath"], always_2d=True)
    first = round(given["offset"] * rate)
    after, _ = soundfile.read(record["audio_filepath"], always_2d=True)
    before = before[first : first + len(after)]
    if "channel" in given:
        before = before[:, [given["channel"]]]
    assert before.shape == after.shape
    different = np.flatnonzero((before != after).any(axis=1))
    if not len(different):
        return None
    return given["offset"] + different[0] / rate, given["offset"] + (different[-1] + 1) / rate


def test_what_is_private_in_one_is_silenced_in_all(call, folder):
    first, second = row("a", 0.0, FIRST, ["quixley"]), row("b", 0.5, SECOND)
    third = row("c", 0.25, SECOND, audio_filepath="again.wav")  # the same file, by another name
    far = row("d", 3.0, SECOND[:4])
    made, done = redact(call, folder, first, second, third, far)
    for name, given in (("a", first), ("b", second), ("c", third)):
        start, end = silenced(folder, made[name], given)
        assert start <= 1.1 - 0.05
        assert end >= 1.5 + 0.05
        assert end - start < 1.0  # of c, two words lose more than half of themselves
    assert silenced(folder, made["d"], far) is None
    assert made["b"]["text"] == "hello [MASK] can you hear me"
    assert [word["word"] for word in made["b"]["words"]] == ["hello", "can", "you", "hear", "me"]
    assert "2 overlapped by private words of other records" in done.err
    assert made["d"]["text"] == far["text"]


def test_channels_do_not_overlap(call, folder):
    first = row("a", 0.0, FIRST, ["quixley"], channel=0)
    other, same = row("b", 0.5, SECOND, channel=1), row("c", 0.5, SECOND, channel=0)
    both = row("d", 0.5, SECOND)
    made, _ = redact(call, folder, first, other, same, both)
    assert silenced(folder, made["b"], other) is None
    assert made["b"]["text"] == other["text"]
    assert silenced(folder, made["c"], same)
    assert silenced(folder, made["d"], both)


def test_a_turn_that_is_replaced_whole_is_silenced_in_all(call, folder):
    first, second = row("a", 0.5, FIRST, ["quixley"]), row("b", 0.0, SECOND)
    del first["words"]
    made, _ = redact(call, folder, second, first)
    start, end = silenced(folder, made["b"], second)
    assert start == pytest.approx(0.5, abs=0.01)
    assert end == pytest.approx(3.1, abs=0.01)
    assert made["b"]["text"].startswith("hello [MASK]")


def test_a_bad_line_is_silenced_in_all(call, folder):
    bad = row("a", 0.5, FIRST, ["quixley"], masks=[])
    second = row("b", 0.0, SECOND)
    for rows in ((bad, second), (second, bad)):
        aside = folder / f"aside{len(list(folder.iterdir()))}"
        made, _ = redact(call, folder, *rows, options=("--rejects", aside))
        assert set(made) == {"b"}
        assert silenced(folder, made["b"], second)[1] == pytest.approx(3.1, abs=0.01)
    made, _ = redact(call, folder, second, bad, status=65)
    assert silenced(folder, made["b"], second)[1] == pytest.approx(3.1, abs=0.01)


def test_what_entities_of_other_tools_mark_is_silenced_in_all(call, folder):
    first, second = row("a", 0.0, FIRST, ["quixley"]), row("b", 0.5, SECOND)
    right, _ = redact(call, folder, first, second)
    first["entities"][0]["start"] += 2  # "ixley "
    first["entities"][0]["end"] += 1
    cut, done = redact(call, folder, first, second)
    assert "1 entity cuts a word" in done.err
    assert {name: each["text"] for name, each in cut.items()} == {
        name: each["text"] for name, each in right.items()
    }
    assert silenced(folder, cut["b"], second) == silenced(folder, right["b"], second)
    first["entities"][0]["text"] = "quixley"  # now it is a bad line
    made, _ = redact(call, folder, first, second, options=("--rejects", folder / "aside"))
    assert set(made) == {"b"}
    assert silenced(folder, made["b"], second)[0] == pytest.approx(0.5, abs=0.01)


def test_an_overlapped_turn_without_word_times_is_replaced(call, folder):
    first, second = row("a", 0.0, FIRST, ["quixley"]), row("b", 0.5, SECOND)
    del second["words"]
    made, done = redact(call, folder, first, second)
    assert made["b"]["text"] == "[MASK]"
    assert "1 whole turns" in done.err


def test_the_margin_reaches_into_the_records_before_and_after(call, folder):
    before, after = row("b", 0.5, SECOND[:1]), row("c", 1.5, SECOND, duration=3.0)
    own = row("a", 1.1, ["quixley"], ["quixley"], duration=0.4)
    own["words"][0] |= {"start": 0.0, "end": 0.43}  # 30 ms are in the next record
    made, _ = redact(call, folder, before, own, after)
    assert silenced(folder, made["b"], before) == pytest.approx((1.04, 1.1), abs=1e-3)
    assert silenced(folder, made["c"], after) == pytest.approx((1.5, 1.59), abs=1e-3)
    assert made["c"]["text"] == after["text"]


def test_sounds_next_to_a_private_word_are_removed_from_the_records_before_and_after(call, folder):
    samples, rate = soundfile.read(folder / "call.wav")
    for start, end in ((1.0, 1.3), (2.5, 2.6)):  # pauses of all records
        samples[round(start * rate) : round(end * rate)] *= 0.001
    soundfile.write(folder / "call.wav", samples, rate, subtype="FLOAT")
    before, after = row("b", 0.5, SECOND[:1], duration=1.0), row("c", 2.0, SECOND[:2])
    own = row("a", 1.5, ["quixley"], ["quixley"], duration=0.5)
    own["words"][0] |= {"start": 0.1, "end": 0.4}
    made, done = redact(call, folder, before, own, after)
    assert silenced(folder, made["b"], before) == pytest.approx((1.3, 1.5), abs=0.011)
    assert silenced(folder, made["c"], after) == pytest.approx((2.0, 2.1), abs=0.011)
    assert made["c"]["text"] == after["text"]
    assert "overlapped" not in done.err
    for each in (before, after):
        del each["words"]  # a sound may be a word
    made, _ = redact(call, folder, before, own, after)
    assert silenced(folder, made["b"], before) is silenced(folder, made["c"], after) is None


def test_drop_turn_drops_what_is_overlapped(call, folder):
    first, second = row("a", 0.0, FIRST, ["quixley"]), row("b", 0.5, SECOND)
    third, fourth = row("c", 0.5, SECOND, channel=1), row("d", 2.0, SECOND)
    rows = ({**first, "channel": 0}, {**second, "channel": 0}, third, fourth)
    made, done = redact(call, folder, *rows, options=("--drop-turn",))
    assert set(made) == {"c", "d"}
    assert "2 dropped" in done.err


def test_the_order_and_jobs_change_nothing(call, folder):
    rows = [
        row("a", 0.0, FIRST, ["quixley"]), row("b", 0.5, SECOND), row("c", 2.0, SECOND, ["hear"]),
        *(row(f"x{n}", 0.1 * n, SECOND) for n in range(20)),
    ]  # fmt: skip
    one, _ = redact(call, folder, *rows)
    two, _ = redact(call, folder, *rows[::-1], options=("--jobs", "2"))
    for name in one:
        old, new = one[name], two[name]
        assert old["text"] == new["text"]
        assert os.path.basename(old["audio_filepath"]) == os.path.basename(new["audio_filepath"])


# `tts` and `splice` of records of a file that overlap: no audio of an overlapped turn is used.
@pytest.fixture
def tones(tmp_path):
    at = np.arange(8 * RATE) / RATE
    samples = np.stack([np.sin(2 * np.pi * 300 * at), np.sin(2 * np.pi * 500 * at)], axis=1)
    soundfile.write(tmp_path / "call.wav", 0.3 * samples, RATE, subtype="PCM_16")
    return tmp_path


def spoken_row(name, offset, surrogate=False, **fields):
    words = ("ask", "miller", "now")
    times = [{"word": w, "start": 0.5 + n, "end": 1.2 + n} for n, w in enumerate(words)]
    if surrogate:
        times.pop(1)
        fields["entities"] = [
            {"start": 4, "end": 10, "label": "PERSON", "audio_start": 1.5, "audio_end": 2.2}
        ]
    return {
        "id": name, "text": " ".join(words), "audio_filepath": "call.wav", "offset": offset,
        "duration": 4.0, "words": times, "entities": [], **fields,
    }  # fmt: skip


ROWS = [
    spoken_row("private", 0.0, True, channel=0), spoken_row("near", 1.0, channel=0),
    spoken_row("side", 1.0, channel=1), spoken_row("both", 0.5), spoken_row("far", 3.0, channel=0),
]  # fmt: skip


def run(call, tones, *command, rows=ROWS):
    (tones / "in.jsonl").write_bytes(jsonl(*rows))
    out = tones / "out.jsonl"
    done = call(
        *command,
        "--out-dir",
        tones / "w",
        "-o",
        out,
        tones / "in.jsonl",
    ).checked()
    return {r["id"]: r for r in map(json.loads, out.read_text().splitlines())}, done.err


def is_original(tones, record, given):
    before, _ = soundfile.read(tones / "call.wav", dtype="int16")
    after, _ = soundfile.read(tones / record["audio_filepath"], dtype="int16")
    first = round(given["offset"] * RATE)
    before = before[first : first + len(after)]
    return np.array_equal(after, before[:, given["channel"]] if "channel" in given else before)


def test_tts_speaks_overlapped_turns(call, tones):
    made, err = run(call, tones, "tts")
    assert "2 overlapped by private words of other records" in err
    given = {each["id"]: each for each in ROWS}
    kept = {name for name in made if is_original(tones, made[name], given[name])}
    assert kept == {"side", "far"}
    assert [word["word"] for word in made["near"]["words"]] == ["ask", "miller", "now"]
    assert made["near"]["text"] == "ask miller now"


def test_splice_drops_overlapped_turns(call, tones):
    made, err = run(call, tones, "splice")
    assert set(made) >= {"side", "far"}
    assert not {"near", "both"} & set(made)
    assert "2 overlapped by private words of other records" in err


def test_the_end_of_a_word_that_was_cut_off_is_private_in_the_turn_after_it(call, tones):
    def cut(name, offset, end):
        turn = spoken_row(name, offset, True, channel=0)
        turn["entities"][0]["audio_end"] = end
        return {**turn, "text": "ask miller", "words": turn["words"][:1], "duration": 2.0}

    public = {"entities": [], "words": spoken_row("", 0)["words"][:1], "duration": 1.5}
    public["text"] = "ask"
    after = {**spoken_row("after", 2.0, channel=0), **public}
    later = {**spoken_row("later", 6.0, channel=0), **public}
    rows = cut("cut", 0.0, 2.04), after, cut("rounded", 4.0, 2.005), later
    made, err = run(call, tones, "tts", rows=rows)
    assert "1 overlapped by private words of other records" in err
    assert not is_original(tones, made["after"], after)
    assert silenced(tones, here(tones, made["later"]), later) == pytest.approx(
        (6.0, 6.065), abs=1e-3
    )


def here(folder, record):
    return {**record, "audio_filepath": folder / record["audio_filepath"]}


@pytest.mark.parametrize("command", [("tts",), ("splice", "--fallback", "tts")])
def test_the_margin_reaches_into_the_turns_before_and_after(call, tones, command):
    before, after = spoken_row("before", 0.0, channel=0), spoken_row("after", 3.0, channel=0)
    before |= {"text": "ask", "words": before["words"][:1], "duration": 2.0}
    short, untimed = spoken_row("short", 3.0, channel=0), {**after, "id": "untimed", "words": []}
    short["words"][0] |= {"start": 0.0, "end": 0.1}  # loses more than half of itself
    own = {**spoken_row("own", 2.0, True, channel=0), "text": "miller", "words": []}
    own["entities"][0] |= {"start": 0, "end": 6, "audio_start": 0.0, "audio_end": 1.0}
    rows = before, {**own, "duration": 1.0}, after, short, untimed
    made, err = run(call, tones, *command, rows=rows)
    for given, seconds in ((before, (1.94, 2.0)), (after, (3.0, 3.06)), (untimed, (3.0, 3.06))):
        new = here(tones, made[given["id"]])
        assert silenced(tones, new, given) == pytest.approx(seconds, abs=1e-3)
    assert "1 overlapped by private words of other records" in err


@pytest.mark.parametrize("allowed", [False, True])
def test_no_word_is_taken_from_where_the_input_is_private(call, tones, allowed):
    """Even if the corpus holds all of the recording for public."""
    turn = spoken_row("private", 0.0, True, channel=0)
    words = [{**word, "confidence": 1.0} for word in spoken_row("c", 0.0, channel=0)["words"]]
    corpus = {**spoken_row("c", 0.0, channel=0), "words": words}
    (tones / "corpus.jsonl").write_bytes(jsonl(corpus))
    options = ("--allow-private-source",) if allowed else ()
    command = ("splice", "--corpus", tones / "corpus.jsonl", *options)
    made, err = run(call, tones, *command, rows=[turn])
    assert set(made) == ({"private"} if allowed else set()), err
