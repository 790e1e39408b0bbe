"""Where splice takes words from: the input, a corpus, an index of one."""

import json
import stat

from tests.support.jsonl import jsonl


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
