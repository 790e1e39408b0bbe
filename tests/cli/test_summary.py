"""`--summary`: counts, time and options of a run as one JSON line, and nothing private."""

import json
import re
import shutil

import pytest

from privtool import __version__
from privtool.core.reporting import count_titles
from tests.support.canary import CANARY, line
from tests.support.jsonl import read_jsonl

COUNTED = re.compile(r'counts\["([^"]+)"(?: if \w+ else "([^"]+)")?\]')
OF_ASR_EVAL = {"alone", "markup", "silent", "unscored", "scored"}  # whose summary has the scores
NUMBERS = {"records": 3, "rejected": 0}


def test_every_count_of_a_stage_has_a_title(root):
    files = [*(root / "privtool/stages").glob("*.py"), root / "privtool/audio/io/clips.py"]
    named = {
        name
        for file in files
        for match in COUNTED.finditer(file.read_text())
        for name in match.groups()
        if name
    }
    of_workflows = {"records", "rejected", "distinct", "ignored", "units", "released"}
    of_workflows |= {"cut entities", "joined", "untimed", "other speakers"}
    of_workflows |= {"empty", "overlapping", "unannotated"}
    assert named - OF_ASR_EVAL == set(count_titles()) - of_workflows


def summary_of(call, *args, input=b"", status=0):
    call(*args, input=input).ended(status)
    (path,) = [args[n + 1] for n, arg in enumerate(args) if arg == "--summary"]
    return json.loads(path.read_text()) if path.exists() else None


def test_it_holds_what_the_line_on_stderr_says(call, case, tmp_path):
    if case.command == "asr-eval":
        pytest.skip("its --summary has the scores, see test_asr_eval.py")
    row = summary_of(call, *case.args, "--summary", tmp_path / "s", input=case.record * 3)
    assert row["command"] == case.command
    assert row["version"] == __version__
    assert row["seconds"] >= 0
    assert row["counts"].items() >= NUMBERS.items()
    assert row["options"]["jobs"] == 1
    plain = call(*case.args, "-q", input=case.record * 3)
    summed = call(*case.args, "-q", "--summary", tmp_path / "t", input=case.record * 3)
    assert plain == summed


def test_import_has_one(call, tmp_path):
    (tmp_path / "a.stm").write_text(
        "a 1 s 0 1 hello there\na 1 s 1 2 ignore_time_segment_in_scoring\n"
    )
    args = ("import", "--from", "stm", tmp_path / "a.stm", "--summary")
    row = summary_of(call, *args, tmp_path / "s")
    assert row["counts"] == {"records": 1, "rejected": 0, "ignored": 1}
    assert row["options"]["from_"] == "stm"
    call(*args, tmp_path / "o", "-o", tmp_path / "o").failed(2, "must be different")


def test_options_and_models_of_a_filter(call, case_of, tmp_path):
    fill = case_of("fill")
    args = (*fill.args, "--topk", "3", "--seed", "5", "--summary", tmp_path / "s")
    row = summary_of(call, *args, input=fill.record)
    assert row["options"].items() >= {"topk": 3, "seed": 5, "samples": 1}.items()
    assert row["counts"] == {
        "filled": 1, "listed": 0, "rare": 0, "typed": 1, "records": 1, "rejected": 0, "missing": 0,
        "written": 1,
    }  # fmt: skip
    ((model,),) = row["models"].values()
    assert model["name"] == "FOLDER"
    assert len(model["weights"]) == 16


def test_joined_methods_are_named_and_the_pattern_tagger_has_no_weights(call, tmp_path):
    args = ("mask", "--method", "allowList+entityTagger", "--tagger", "patterns")
    row = summary_of(call, *args, "--summary", tmp_path / "s", input=line(id=1, text="hi Zeb"))
    assert row["options"]["method"] == "allowList+entityTagger"
    assert row["models"] == {"tagger": [{"name": "patterns"}]}
    assert row["counts"]["masked"] == 1


def test_trainers_audits_and_vocabularies_have_one(call, tmp_path):
    gold = tmp_path / "gold"
    gold.write_bytes(line(id=1, text="hi Zeb", entities=[{"start": 3, "end": 6, "label": "ID"}]))
    audit = ("audit", "text", "--gold", gold, "--summary", tmp_path / "a")
    assert summary_of(call, *audit, input=gold.read_bytes())["counts"]["records"] == 1
    vocab = summary_of(call, "vocab", "--summary", tmp_path / "v", input=line(text="a b a"))
    assert vocab["counts"] == {"distinct": 2, "records": 1, "rejected": 0, "words": 3}
    train = ("lm-train", "--out-dir", tmp_path / "lm", "--size", "tiny", "--epochs", "1")
    train += ("--device", "cpu", "--summary", tmp_path / "t")
    row = summary_of(call, *train, input=line(text="a b"))
    assert (row["options"]["epochs"], row["counts"]) == (1, {"records": 1, "rejected": 0})


def test_after_an_error_there_is_none(call, tmp_path):
    (tmp_path / "s").write_text("old")
    call("mask", "--summary", tmp_path / "s", input=b"{").failed(65)
    assert (tmp_path / "s").read_text() == "old"


PLANTED = {
    "id": CANARY,
    "text": f"{CANARY} [MASK] lives here",
    "hyp": CANARY,
    "note": CANARY,
    "speaker": CANARY,
    "entities": [{"start": 0, "end": 7, "label": CANARY}],
    CANARY: {CANARY: [CANARY]},
}
FILLED = {"masks": [{"start": 8, "end": 14, "label": CANARY, "method": CANARY}]}


@pytest.mark.parametrize(
    ("args", "options"),
    [
        (("mask", "--method", "allowList+vocabThres"), ("list", "vocab", "keep")),
        (("mask", "--method", "entityTagger", "--annotate"), ("tagger",)),
        (("fill", "--device", "cpu"), ("model", "list")),
        (("surrogate",), ("key_file", "pool", "keep", "scope")),
        (("lm-score", "--device", "cpu"), ("model",)),
        (("vocab",), ()),
        (("audit", "text"), ("gold",)),
        (("asr-eval", "--hyp-field", "text"), ("against",)),
    ],
    ids=lambda each: each[0] if each else None,
)
def test_a_canary_in_fields_ids_names_and_options_never_reaches_it(
    call, request, tmp_path, args, options
):
    folder = tmp_path / CANARY
    folder.mkdir()
    given = folder / f"{CANARY}.jsonl"
    given.write_bytes(line(**PLANTED, **(FILLED if args[0] == "fill" else {})))
    words, key, lexicon = folder / f"{CANARY}.txt", folder / "key", folder / "vocab"
    words.write_text(f"{CANARY.lower()}\n")
    lexicon.write_text(f"{CANARY.lower()}\t5\n")
    key.touch(mode=0o600)
    key.write_bytes(b"0123456789abcdef" * 2)
    models = {"fill": "tiny_filler", "lm-score": "tiny_lm", "mask": "tiny_tagger"}
    model = folder / "model"
    if {"model", "tagger"} & set(options):
        shutil.copytree(request.getfixturevalue(models[args[0]]), model)
    values = {
        "list": words, "vocab": lexicon, "keep": CANARY, "tagger": model, "model": model,
        "key_file": key, "pool": f"PERSON={words}", "scope": "note", "gold": given,
        "against": given,
    }  # fmt: skip
    extra = [part for name in options for part in (f"--{name.replace('_', '-')}", values[name])]
    summary = tmp_path / "summary"
    call(*args, *extra, "--summary", summary, given).checked()
    assert len(summary.read_text().splitlines()) == 1
    shown = summary.read_text().lower()
    assert CANARY.lower() not in shown
    assert str(tmp_path).lower() not in shown


def test_the_seed_of_canaries_is_a_secret(call, tmp_path):
    vocabulary = tmp_path / "v"
    vocabulary.write_bytes(call("vocab", input=line(text="a b c d e f g h")).out)
    args = ("audit", "canaries", "make", "--key-file", tmp_path / "k", "--vocab", vocabulary)
    args += ("--pattern", "{word} {word} {word}", "--canaries", "2", "--references", "100")
    row = summary_of(
        call, *args, "--seed", "77", "--summary", tmp_path / "s", input=line(text="a b")
    )
    assert "seed" not in row["options"]
    assert row["options"]["canaries"] == 2


# `privtool report` on results that the commands really write.
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
