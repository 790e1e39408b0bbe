"""The commands as Python functions: the options of the command line, and the same output."""

import inspect
import json
import re
import subprocess
import sys

import numpy as np
import pyarrow
import pytest

import privtool
from privtool.audio.intervals import Interval
from privtool.core.errors import DataError, PrivtoolError, UsageError, flag
from privtool.core.options import REQUIRED, options_of
from privtool.core.pipeline import StreamOptions
from privtool.core.spans import Span
from privtool.interfaces.speech import SpottedWord
from privtool.workflows.names import config_of, python_name
from tests.support.in_process import commands
from tests.support.jsonl import jsonl

COMMANDS = commands()
NAMES = {python_name(name): name for name in COMMANDS}
FUNCTIONS = set(privtool.__all__) - {"mask_column"}
OF_STREAMS = {*options_of(StreamOptions), "inputs", "debug", "help", "paths", "arguments"}


def test_every_command_but_lists_is_a_function():
    assert set(NAMES) - {"models", "rules"} == FUNCTIONS
    assert set(privtool.__all__) <= set(dir(privtool))


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_names_and_defaults_are_those_of_the_command_line(name):
    parameters = dict(inspect.signature(getattr(privtool, name)).parameters)
    first = next(iter(parameters.values()))
    assert first.kind is inspect.Parameter.POSITIONAL_ONLY
    options = {k: p for k, p in parameters.items() if p is not first}
    shown = {p.name: p for p in COMMANDS[NAMES[name]].params if not getattr(p, "hidden", False)}
    config = {k: v for k, v in options_of(config_of(name)).items() if not v.opt.hidden}
    assert {k for k in shown if k not in OF_STREAMS or k in config} == set(config) <= set(options)
    for key, each in config.items():
        default = options[key].default
        assert flag(key) in shown[key].opts
        assert shown[key].required == (each.default is REQUIRED)
        if each.default is REQUIRED:
            assert default is inspect.Parameter.empty
            continue
        assert default == each.default
        assert shown[key].default == (default or None if each.repeatable else default)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_help_lists_every_option(name):
    shown = inspect.getdoc(getattr(privtool, name))
    assert all(f"    {option}: " in shown for option in options_of(config_of(name)))


def test_importing_the_package_loads_nothing_else():
    script = (
        "import sys; before = set(sys.modules); import privtool; print(set(sys.modules) - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert set(re.findall(r"'([^']+)'", done.stdout)) <= {"privtool", "__future__"}


MASKED = {
    "text": "in [MASK] now",
    "masks": [{"start": 3, "end": 9, "label": "WORD", "method": "m"}],
}
NAMED = {"text": "ask Ann", "entities": [{"start": 4, "end": 7, "label": "PERSON"}]}


@pytest.mark.parametrize(
    ("name", "records", "options"),
    [
        ("mask", [{"text": "hi Zebulon"}, {"text": "", "note": "x"}], {"keep": ["note"]}),
        (
            "mask",
            [{"text": "call 555-0142"}] * 3000,
            {"method": "entityTagger", "tagger": "patterns"},
        ),
        ("fill", [MASKED, {**MASKED, "id": "x", "note": 1}], {"topk": 5, "seed": 3}),
        ("surrogate", [NAMED, {**NAMED, "speaker": "s"}], {"scope": "speaker"}),
        ("lm_score", [{"text": "a b"}, {"text": "c"}], {}),
        ("asr_eval", [{"text": "a b", "hyp": "a c"}], {"hyp_field": "hyp"}),
    ],
)
def test_the_output_is_that_of_the_command(call, request, tmp_path, name, records, options):
    if name == "fill":
        options = {**options, "model": str(request.getfixturevalue("tiny_filler"))}
    if name == "lm_score":
        options = {**options, "model": str(request.getfixturevalue("tiny_lm"))}
    if name == "surrogate":
        (tmp_path / "key").touch(mode=0o600)
        (tmp_path / "key").write_bytes(b"0123456789abcdef" * 2)
        options = {**options, "key_file": tmp_path / "key"}
    args: list[str] = []
    for key, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            args += [flag(key), str(one)]
    done = call(*NAMES[name].split(), "-q", *args, input=jsonl(*records)).checked()
    assert list(getattr(privtool, name)(records, **options)) == done.records


def test_speech_goes_through_all_of_its_filters(spoken, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    turn = json.loads((spoken / "corpus.jsonl").read_text())
    turn["entities"] = [{"start": 5, "end": 9, "label": "PERSON"}]
    (redacted,) = privtool.redact([turn], out_dir="r", audio_root=spoken)
    assert redacted["text"] == "call [MASK]"
    assert (tmp_path / redacted["audio_filepath"]).is_file()
    (surrogate,) = privtool.surrogate([turn])
    (said,) = privtool.tts([surrogate], out_dir="t", audio_root=spoken)
    assert said["text"] == surrogate["text"]
    (spliced,) = privtool.splice(
        iter([surrogate]),
        out_dir="s",
        audio_root=spoken,
        fallback="tts",
        corpus=[spoken / "corpus.jsonl"],
    )
    assert spliced["text"] == surrogate["text"]
    assert list(privtool.splice(iter([surrogate]), out_dir="own", audio_root=spoken)) == []


def test_private_words_that_are_recognized_are_a_failure(spoken, tmp_path, monkeypatch):
    """As on the command line: the records come out, and then the error."""

    class HearsOneWord:
        name, rate = "one", 16_000

        def spot(self, samples, keywords):
            return [SpottedWord(keywords[0], Interval(0.4, 0.5))]

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "privtool.models.sphinx.recognizer.sphinx_spotters", lambda: [HearsOneWord()]
    )
    turn = json.loads((spoken / "corpus.jsonl").read_text())
    turn["entities"] = [{"start": 5, "end": 9, "label": "PERSON"}]
    options = {"out_dir": "r", "audio_root": spoken, "with_": "tone"}
    redacted = privtool.redact([turn], verify=True, **options)
    assert next(redacted)["text"] == "[MASK]"  # all of the turn, and still heard
    with pytest.raises(PrivtoolError, match="1 private words can still be heard"):
        next(redacted)


def test_asr_eval_scores_files_of_text(tmp_path):
    for name, text in (("r.txt", "a b\n"), ("h.txt", "a c\n")):
        (tmp_path / name).write_text(text)
    files = {"ref": str(tmp_path / "r.txt"), "hyp": str(tmp_path / "h.txt")}
    (record,) = privtool.asr_eval(**files)
    assert (record["text"], record["hyp"]) == ("a b", "a c")
    with pytest.raises(UsageError, match="`ref` replaces the records"):
        privtool.asr_eval([record], **files)


def test_import_and_export(tmp_path, spoken):
    (tmp_path / "a.ctm").write_text("a 1 0.1 0.2 hello\n")
    (record,) = privtool.import_(
        [tmp_path / "a.ctm"], from_="ctm", audio_pattern=str(spoken / "{}.wav")
    )
    assert record["text"] == "hello"
    results = privtool.export([record], to="kaldi", out_dir=tmp_path / "k")
    assert (results["records"], results["lost_fields"]) == (1, ["words"])
    assert (tmp_path / "k/wav.scp").is_file()


def test_a_vocabulary_is_pairs():
    assert list(privtool.vocab([{"text": "b a b"}], min_count=2)) == [("b", 2)]


def test_a_trainer_returns_its_results(tmp_path):
    records = [{"text": "a b c"}, {"text": "b c"}]
    options = {"out_dir": tmp_path / "lm", "size": "tiny", "epochs": 1, "device": "cpu"}
    results = privtool.lm_train(iter(records), **options)
    assert (results["train"]["records"], results["train"]["words"]) == (2, 5)
    assert (tmp_path / "lm/model.safetensors").is_file()


def test_numbers_of_numpy_are_numbers():
    import numpy as np

    (record,) = privtool.mask([{"id": np.int64(7), "text": "the"}])
    assert record["id"] == 7


def test_records_are_read_as_they_are_needed():
    def endless():
        number = 0
        while True:
            number += 1
            yield {"text": "the", "id": number}

    assert next(privtool.mask(endless()))["id"] == 1


class OwnTagger:
    """Returns what it is given for each batch; raises it if it is an exception."""

    def __init__(self, *found) -> None:
        self.found = iter(found)

    def tag(self, texts):
        spans = next(self.found)
        if isinstance(spans, Exception):
            raise spans
        return spans


def test_a_tagger_may_be_an_object_and_all_that_it_finds_is_masked():
    found = OwnTagger([[(0, 3, "given_name"), Span(8, 14, "DATE")], [], [[4, 5, "nick"]]])
    records = [{"text": "Zeb on a Monday, Zeb"}, {"text": ""}, {"text": "hi, the"}]
    masked = list(privtool.mask(records, method="entityTagger", tagger=found, marker="class"))
    assert [record["text"] for record in masked] == [
        "[PERSON] on a [DATE], [PERSON]",
        "",
        "hi, [WORD]",
    ]


def test_the_score_of_a_span_may_be_a_number_of_numpy():
    found = OwnTagger([[(0, 3, "PERSON", np.float32(0.5))]])
    options = {"method": "entityTagger", "tagger": found, "annotate": True}
    (record,) = privtool.mask([{"text": "Zeb"}], **options)
    assert record["entities"][0]["score"] == 0.5


@pytest.mark.parametrize(
    "options",
    [{"threshold": 0.5}, {"backend": "onnx"}, {"label_map": "x"}, {"dates": "all"}, {"tagger": 3}],
)
def test_options_that_do_nothing_with_an_object_are_refused(options):
    with pytest.raises(UsageError, match=min(options)):
        privtool.mask([], **{"method": "entityTagger", "tagger": OwnTagger(), **options})


@pytest.mark.parametrize(
    "found",
    [
        ValueError("secret"),
        [[]],
        [[], [], []],
        [[(-3, 2, "PERSON")], []],
        [[(1, 99, "PERSON")], []],
        [[(2, 2, "PERSON")], []],
        [[("1", 2, "PERSON")], []],
        [[(1, 2, None)], []],
        [[(1, 2, "PERSON", float("nan"))], []],
        [[7], []],
        None,
    ],
)
@pytest.mark.parametrize("options", [{}, {"context": "id"}])
def test_a_tagger_that_fails_stops_the_run(found, options):
    """It never counts as a tagger that found nothing."""
    records = [{"id": 1, "text": "secret a"}, {"id": 2, "text": "secret b"}]
    tagger = OwnTagger(*([[], []],) * len(options), found)
    passed: list[object] = []
    with pytest.raises((PrivtoolError, ValueError, TypeError)) as error:
        passed += privtool.mask(records, method="entityTagger", tagger=tagger, **options)
    assert passed == []
    assert isinstance(found, Exception) or "secret" not in str(error.value)


# `privtool.mask_column` of data frames; pandas and polars only where they are installed.
DATA = {"id": [1, 2], "subject": ["Zelda Quill", None], "body": ["ask Zelda", "hi"]}
OPTIONS = {"method": "entityTagger", "tagger": "mini-ner+patterns"}
MASKED_DATA = {
    "id": [1, 2],
    "subject": ["[MASK] [MASK]", None],
    "body": ["ask [MASK]", "hi"],
}


@pytest.mark.parametrize("make", [pyarrow.table, pyarrow.record_batch])
def test_tables_of_pyarrow(make):
    schema = pyarrow.schema(
        [("id", pyarrow.int8()), ("subject", pyarrow.large_string()), ("body", pyarrow.string())]
    )
    old = make(DATA, schema=schema)
    new = privtool.mask_column(old, "subject", "body", **OPTIONS)
    assert isinstance(new, type(old))
    assert new.schema == schema
    assert new.to_pydict() == MASKED_DATA


def test_data_frames_of_pandas():
    pandas = pytest.importorskip("pandas")
    for dtype in (object, "category"):
        old = pandas.DataFrame(DATA, index=[5, 6]).astype({"subject": dtype})
        new = privtool.mask_column(old, "subject", "body", **OPTIONS)
        assert list(new.index) == [5, 6]
        assert new["body"].tolist() == MASKED_DATA["body"]
        assert new["subject"][5] == "[MASK] [MASK]"
        assert new["subject"].isna().tolist() == [False, True]
        assert old["body"][5] == "ask Zelda"


def test_data_frames_of_polars():
    polars = pytest.importorskip("polars")
    new = privtool.mask_column(polars.DataFrame(DATA), "subject", "body", **OPTIONS)
    assert new.to_dict(as_series=False) == MASKED_DATA


@pytest.mark.parametrize("name", ["/a~b", "masks", "id"])
def test_a_column_may_have_any_name_and_its_metadata_is_dropped(name):
    kind = pyarrow.field(name, pyarrow.string(), metadata={"values": "Zelda"})
    old = pyarrow.table([["ask Zelda"]], pyarrow.schema([kind]))
    new = privtool.mask_column(old, name, method="allowList")
    assert (new.to_pydict(), new.schema[0].metadata) == ({name: ["ask [MASK]"]}, None)


@pytest.mark.parametrize("name", ["annotate", "context", "link", "keep", "keep_others"])
def test_columns_are_never_left_as_they_are(name):
    with pytest.raises(UsageError, match=f"`{name}` is for records"):
        privtool.mask_column(pyarrow.table(DATA), "body", **{name: True})
    with pytest.raises(TypeError, match="column"):
        privtool.mask_column(pyarrow.table(DATA))


def test_what_is_no_text_and_no_frame():
    with pytest.raises(DataError, match="column 'id' has values that are not text"):
        privtool.mask_column(pyarrow.table(DATA), "id")
    with pytest.raises(TypeError, match="data frames of pandas or polars"):
        privtool.mask_column(DATA, "body")
