"""`privtool report` on results that the commands really write."""

import json
import re

import pytest

from tests.support.canary import CANARY, line
from tests.support.jsonl import read_jsonl

TEXTS = ["my name is Ann Lee", "call me on monday", "she lives in Springfield", "ann said so"]


@pytest.fixture(scope="module")
def results(call, tmp_path_factory):
    """Files of results of a small pipeline, by name."""
    folder = tmp_path_factory.mktemp("runs")

    def made(name, *args, input=b"", status=0):
        done = call(*args, input=input).ended(status)
        if not (folder / name).exists():
            (folder / name).write_bytes(done.out)
        return done.out

    gold = folder / "gold.jsonl"
    entities = {
        0: [{"start": 11, "end": 18, "label": "PERSON"}],
        1: [{"start": 11, "end": 17, "label": "ID"}],  # monday, which the word list keeps
    }
    gold.write_bytes(
        b"".join(
            line(id=number, text=text, entities=entities.get(number, []))
            for number, text in enumerate(TEXTS)
        )
    )
    masked = made("x", "mask", "--summary", folder / "mask.json", gold)
    audit = ("audit", "text", "--gold", gold, "--gate", "default")
    made("audit.json", *audit, input=masked, status=3)
    train = ("--size", "tiny", "--epochs", "1", "--device", "cpu", "--seed", "4")
    clean = folder / "test.jsonl"
    clean.write_bytes(line(text="she said so on monday"))
    lm = ("lm-train", "--out-dir", folder / "lm", *train, "--test", f"secret={clean}")
    made("lm.json", *lm, gold)
    mix = ("mix-train", "--out-dir", folder / "mix", *train, "--method", "uniform")
    made("mix.json", *mix, "--corpus", f"secret={gold}", "--valid", clean)
    scored = line(id=1, text="a b c", hyp="a b d", speaker="s")
    asr = ("asr-eval", "--hyp-field", "hyp", "--summary", folder / "asr.json")
    made("y", *asr, input=scored)
    (folder / "curve.jsonl").write_bytes((folder / "mix" / "curve.jsonl").read_bytes())
    return folder


NAMES = ("mask.json", "audit.json", "lm.json", "mix.json", "curve.jsonl", "asr.json")


def test_all_results_enter_and_no_name_does(call, results):
    files = [results / name for name in NAMES]
    names = [part for _ in files for part in ("--name", "masked")]
    done = call("report", *names, "--json", results / "twin.json", *files).checked()
    assert done.err.startswith("privtool report: 6 results, 1 runs, ")
    twin = json.loads((results / "twin.json").read_text())
    assert twin["runs"] == ["masked"]
    sections = twin["sections"]
    assert sections["verdicts"]["sentences"][0].startswith("Overall: not met.")
    shown = json.dumps(sections)
    for wanted in ("words masked", "Perplexity per word", "Word error rate", "audit text"):
        assert wanted in shown
    assert len(sections["tradeoff"]["tables"]) == 2  # against perplexity, and against WER
    assert [table["caption"] for table in sections["curves"]["tables"]] == [
        "Training loss",
        "Validation loss",
        "Weight of corpus 1",
    ]
    (wer,) = [
        row for row in sections["utility"]["tables"][0]["rows"] if row[0].startswith("Word e")
    ]
    assert wer[3] == pytest.approx(1 / 3, abs=1e-6)
    for private in ("secret", "ann", "springfield", str(results).lower(), "gold.jsonl"):
        for written in (done.out.decode(), shown):
            assert private not in re.sub("annotate|cannot", "", written.lower())


def test_each_file_is_a_run(call, results):
    done = call("report", results / "mask.json", results / "audit.json")
    assert b"2 runs: run 1, run 2." in done.out
    stdin = call("report", "-q", input=(results / "mask.json").read_bytes())
    assert b"1 run: run 1." in stdin.out


def test_the_api_gives_the_page_of_the_command(call, results):
    import privtool

    rows = read_jsonl(results / "audit.json")
    done = call("report", "-q", "--name", "a", results / "audit.json")
    assert privtool.report({"a": rows}) == done.out.decode()


BAD = {
    "a record": line(id=1, text=CANARY),
    "cut short": b'{"command": "mask", "version": "' + CANARY.encode(),
    "a list": b"[1]",
    "not text": b"\xff\xfe",
    "a page": b"<!DOCTYPE html>",
}


@pytest.mark.parametrize("bad", BAD)
def test_other_files_are_bad_data(call, results, tmp_path, bad):
    file = tmp_path / "in.json"
    file.write_bytes((results / "mask.json").read_bytes() + BAD[bad])
    done = call("report", "-o", tmp_path / "out", "--json", tmp_path / "twin", file).failed(65)
    reason = "not a result of privtool" if bad == "a record" else "not a JSON object"
    assert done.err == f"privtool: in.json:2: {reason}\n"
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "twin").exists()
    kept = call("report", "--rejects", tmp_path / "aside", file).checked()
    assert ", 1 rejected" in kept.err
    assert CANARY not in kept.out.decode()


def test_empty_files_are_named(call, results, tmp_path):
    (tmp_path / "empty.json").write_bytes(b"\n")
    done = call("report", results / "mask.json", tmp_path / "empty.json")
    assert (done.status, done.err) == (65, "privtool: empty.json: there is no result\n")
    done = call("report", input=b"")
    assert (done.status, done.err) == (65, "privtool: stdin: there is no result\n")


def test_a_name_that_no_run_has(call, results):
    done = call("report", "--oracle", "a", "--baseline", "run 1", results / "mask.json")
    assert (done.status, done.err) == (2, "privtool: --oracle: no run has that name\n")
