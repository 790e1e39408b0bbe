"""`vocab` on parts: counts of shards, one vocabulary or one release of all, and no counts left."""

import json
import stat
from pathlib import Path

import pytest

from privtool.models.differential_privacy import Mechanism
from privtool.shards.folder import RunFolder
from privtool.workflows import private_vocab
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.parts import SMALL, in_parts, joined

VOCABULARIES = {
    "all": (),
    "most frequent": ("--top", "50", "--min-count", "2"),
    "text": ("--input-format", "text"),
    "labels": ("--labels",),
}
SPEAKERS = 120
WORDS = [a + b + c for a in "bdfg" for b in "aeiou" for c in "lmnrst"]


@pytest.fixture
def annotated(tmp_path) -> list[Path]:
    """Two files in which each speaker says some words, of which private units may add a few."""
    for number in range(2):
        rows = []
        for turn in range(SPEAKERS):
            said = " ".join(WORDS[(turn * 7 + k * (number + 3)) % len(WORDS)] for k in range(9))
            entity = {"start": 0, "end": len(said), "label": "PERSON"}
            row = {"id": f"{number}-{turn}", "speaker": f"s{turn}", "text": said}
            rows.append(jsonl({**row, "entities": [entity]}))
        (tmp_path / f"{number}.jsonl").write_bytes(b"".join(rows))
    return [tmp_path / "0.jsonl", tmp_path / "1.jsonl"]


def names(out: Path) -> set[str]:
    return {path.name for path in out.iterdir()} - {"plan.json"}


@pytest.mark.parametrize("name", VOCABULARIES)
def test_counts_of_parts_are_one_vocabulary(call, raw, annotated, tmp_path, name):
    files = annotated if name == "labels" else [raw]
    command = ("vocab", *VOCABULARIES[name], *files)
    alone = call(*command, "--summary", tmp_path / "alone.json")
    done = in_parts(call, tmp_path / "out", *command, "--summary", tmp_path / "parts.json")
    assert done.status == 0, done.err
    assert joined(tmp_path / "out") == alone.out
    assert names(tmp_path / "out") == {"part-all.tsv", "done-all.json"}
    assert done.err.split(" s, ")[0][:-3] == alone.err.split(" s, ")[0][:-3]
    one, parts = (json.loads((tmp_path / f"{n}.json").read_bytes()) for n in ("alone", "parts"))
    assert one["counts"] == parts["counts"]


def test_bad_lines_are_set_aside_and_counts_kept_until_all_are_there(call, poisoned, tmp_path):
    out = tmp_path / "out"
    scale = ("scale", "--out-dir", out, "--workers", 2, *SMALL, "--")
    done = call(*scale, "vocab", poisoned)
    done.failed(65, "raw.jsonl:101: not valid JSON; 1 of 4 shards failed")
    left = [path for path in out.iterdir() if path.name.startswith(("counts-", "done-"))]
    assert len(left) == 6
    assert {stat.S_IMODE(path.stat().st_mode) for path in left} == {0o600}
    call(*scale, "vocab", "--rejects", tmp_path / "aside", poisoned).checked()
    alone = call("vocab", "--rejects", tmp_path / "alone", poisoned)
    assert joined(out) == alone.out
    assert (tmp_path / "aside").read_bytes() == (tmp_path / "alone").read_bytes()
    assert not list(out.glob("counts-*"))


PRIVATE = ("vocab", "--private", "--unit", "speaker")
RELEASE = (*PRIVATE, "--epsilon", "4", "--words-per-unit", "9", "--ledger")


def without_noise(monkeypatch) -> list[dict[str, float]]:
    """Make releases have no noise and no choice; return the weights that they were given."""
    given = []

    def release(_: Mechanism, weights: dict[str, float]) -> dict[str, float]:
        given.append(weights)
        return weights

    monkeypatch.setattr(Mechanism, "release", release)
    return given


def test_a_unit_in_several_parts_is_one_unit(call, annotated, tmp_path, monkeypatch):
    gathered = tmp_path / "gathered"
    assert call(*PRIVATE, "--gather", "-o", gathered, *annotated).status == 0
    in_parts(call, tmp_path / "out", *PRIVATE, "--gather", *annotated).checked()
    assert joined(tmp_path / "out") == gathered.read_bytes()
    whole = tmp_path / "out/part-all.jsonl"
    assert stat.S_IMODE(whole.stat().st_mode) == 0o600
    units = read_jsonl(whole)
    assert len(units) == SPEAKERS
    assert all(len(unit["words"]) > 9 for unit in units)  # more than each file has of it


def test_a_release_of_parts_is_that_of_one_run(call, annotated, tmp_path, monkeypatch):
    pytest.importorskip("opendp")
    given = without_noise(monkeypatch)
    all_words = (*RELEASE[:-2], "20", "--ledger")  # none is chosen: the weights are equal
    alone = call(*all_words, tmp_path / "a", "-o", tmp_path / "alone", *annotated).checked()
    done = in_parts(call, tmp_path / "out", *all_words, tmp_path / "b", *annotated).checked()
    assert given[0] == given[1]
    assert len(given[0]) > 20
    assert joined(tmp_path / "out") == (tmp_path / "alone").read_bytes()
    assert f"{2 * SPEAKERS} records, {SPEAKERS} units, " in done.err
    assert done.err.split(" s\n")[0][:-3] == alone.err.split(" s\n")[0][:-3]


def test_a_release_of_parts_is_made_and_paid_once(call, annotated, tmp_path):
    pytest.importorskip("opendp")
    out, ledger = tmp_path / "out", tmp_path / "ledger"
    command = (*RELEASE, ledger, *annotated)
    scale = ("scale", "--out-dir", out, "--workers", 1, *SMALL, "--")
    assert call(*scale, *command).status == 0
    released = joined(out)
    again = call(*scale, *command).checked()
    assert "4 shards, 4 of them done before" in again.err
    assert "labeled words released, epsilon 4, delta 1e-06" in again.err
    assert joined(out) == released
    assert len(ledger.read_bytes().splitlines()) == 1
    assert names(out) == {"part-all.tsv", "done-all.json"}


class Killed(BaseException):
    pass


@pytest.mark.parametrize("moment", ["counted", "paid", "released"])
def test_a_run_that_ends_at_any_moment_leaves_no_counts_to_the_next(
    call, annotated, tmp_path, monkeypatch, moment
):
    pytest.importorskip("opendp")
    out, ledger = tmp_path / "out", tmp_path / "ledger"
    scale = ("scale", "--out-dir", out, "--workers", 1, *SMALL, "--")

    def killed(*_: object) -> None:
        raise Killed

    place = {
        "counted": (private_vocab, "released"),
        "paid": (Mechanism, "release"),
        "released": (RunFolder, "remove_counts"),
    }[moment]
    with monkeypatch.context() as patch:
        patch.setattr(*place, killed)
        with pytest.raises(Killed):
            call(*scale, *RELEASE, ledger, *annotated)
    counts = list(out.glob("counts-*"))
    assert len(counts) == 4
    assert {stat.S_IMODE(path.stat().st_mode) for path in counts} == {0o600}
    before = {path.name: path.read_bytes() for path in out.glob("part-all*")}
    assert bool(before) == (moment == "released")
    done = call(*scale, *RELEASE, ledger, *annotated).checked()
    assert "4 shards, 4 of them done before" in done.err
    assert names(out) == {"part-all.tsv", "done-all.json"}
    assert len(ledger.read_bytes().splitlines()) == (2 if moment == "paid" else 1)
    assert not before or before == {path.name: path.read_bytes() for path in out.glob("part-*")}
