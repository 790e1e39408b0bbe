import json

import pytest

from privtool.audio.dsp.room_tone import replace_intervals

pytestmark = pytest.mark.usefixtures("loaded_spotters")


@pytest.fixture(scope="session")
def three(aligned, root) -> bytes:
    """Three aligned records of the sample, with absolute paths."""
    lines = b"".join(aligned.out.splitlines(keepends=True)[4:7])
    name, folder = b'"audio_filepath":"', root / "data/sample/speech"
    return lines.replace(name, name + f"{folder}/".encode())


def test_nothing_private_is_left_and_the_leak_test_says_so(call, three, tmp_path):
    done = call("redact", "--out-dir", tmp_path / "w", "--verify", input=three).checked()
    summary = done.err.replace(",", "")
    assert summary.startswith(
        "privtool redact: 3 records 8 private words in 3 intervals 8 heard before 0 heard again"
    )
    private = [
        record["text"][entity["start"] : entity["end"]].lower()
        for record in map(json.loads, three.splitlines())
        for entity in record["entities"]
    ]
    assert len(private) == 4
    for phrase in private:
        assert phrase not in done.out.decode().lower()
    files = sorted(path.name for path in (tmp_path / "w").iterdir())
    assert files == sorted(record["audio_filepath"].split("/")[-1] for record in done.records)
    again = call("redact", "-q", "--out-dir", tmp_path / "v", "--jobs", 2, input=three)
    for name in files:
        assert (tmp_path / "v" / name).read_bytes() == (tmp_path / "w" / name).read_bytes()
    for one, other in zip(done.records, again.records, strict=True):
        assert one["text"] == other["text"]


def test_paths_are_relative_to_where_the_records_are(call, three, tmp_path):
    out = tmp_path / "safe.jsonl"
    assert call("redact", "--out-dir", tmp_path / "w", "-o", out, input=three).status == 0
    paths = [json.loads(line)["audio_filepath"] for line in out.read_text().splitlines()]
    assert all(path.startswith("w/") for path in paths)
    call("align", "-q", out).checked()  # what comes out can go in again
    refused = call("redact", "--out-dir", tmp_path / "w", input=three)
    refused.failed(2, "is not empty; add --force to write into it")


@pytest.mark.parametrize("scale", [(), ("scale", "-q", "--workers", 1, "--retries", 0)])
def test_what_is_heard_again_leaves_neither_records_nor_audio(
    call, three, tmp_path, monkeypatch, scale
):
    def only_first(audio, *args):
        return audio if next(heard) else replace_intervals(audio, *args)

    heard = iter([True, True, False])  # all of the first turn is removed in vain, too
    monkeypatch.setattr("privtool.stages.redact.replace_intervals", only_first)
    (tmp_path / "in.jsonl").write_bytes(b"".join(three.splitlines(keepends=True)[:2]))
    out = ("--out-dir", tmp_path / "parts", "--") if scale else ()
    to = () if scale else ("-o", tmp_path / "safe.jsonl")
    options = ("--out-dir", tmp_path / "w", "--verify", *to, tmp_path / "in.jsonl")
    done = call(*scale, *out, "redact", *options)
    done.ended(1, "private words can still be heard; increase --margin")
    assert not [*tmp_path.glob("safe.jsonl"), *tmp_path.glob("parts/part-*")]
    assert len(list((tmp_path / "w").iterdir())) == (1 if scale else 0)  # of the other record
