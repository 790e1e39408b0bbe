"""No word of a record may come out where it should not: unlikely words are planted in records, and
looked for in everything that a command leaves behind, above all when something goes wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CANARY = "Zqxwary"  # no list holds it, and no message would
AUDIO = ("--audio-root", "{spoken}", "--out-dir", "{wav_folder}", "--force")
COMMANDS = {
    "vocab": ("vocab",),
    "mask": ("mask",),
    "mask-keep": ("mask", "--keep", "note", "--merge", "--marker", "class"),
    "mask-patterns": ("mask", "--method", "entityTagger", "--tagger", "patterns"),
    "mask-tagger": ("mask", "--method", "entityTagger", "--tagger", "{tiny_tagger}"),
    "mask-annotate": (
        "mask",
        "--method",
        "entityTagger",
        "--tagger",
        "patterns",
        "--annotate",
    ),
    "surrogate": ("surrogate", "--quiet"),
    "fill": ("fill", "--device", "cpu", "--model", "{tiny_filler}"),
    "lm-score": ("lm-score", "--device", "cpu", "--model", "{tiny_lm}"),
    "align": ("align", "--audio-root", "{spoken}"),
    "redact": ("redact", *AUDIO),
    "tts": ("tts", *AUDIO),
    "splice": ("splice", "--fallback", "drop-part", "--corpus", "{speech_corpus}", *AUDIO),
    "asr-eval": ("asr-eval", "--hyp-field", "text", "--categories", "numbers,names", "--table"),
}


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Every command in turn, with options."""
    return tuple(
        str(request.getfixturevalue(part[1:-1])) if part.startswith("{") else part
        for part in COMMANDS[request.param]
    )


def line(**fields: Any) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"


TEXT = f"hello {CANARY} and {CANARY.upper()}-{CANARY}'s {CANARY}@{CANARY}.com"
GOOD = line(id=1, text=f"{CANARY} [MASK]", masks=[]), line(id=1, text=TEXT)
BAD_LINES = {
    "not json": f"{CANARY} {CANARY}\n".encode(),
    "half a line": line(id=1, text=TEXT)[:-3] + b"\n",
    "more after it": line(id=1, text=TEXT)[:-1] + f" {CANARY}\n".encode(),
    "not utf-8": line(id=1, text=TEXT).replace(b"hello", b"\xff"),
    "a lone surrogate": line(id=1, text=TEXT).replace(b"hello", rb"\ud800"),
    "a control character": line(id=1, text=TEXT).replace(b"hello", b"\x01"),
    "a list": json.dumps([TEXT]).encode() + b"\n",
    "a string": json.dumps(TEXT).encode() + b"\n",
    "a list as text": line(id=1, text=[TEXT]),
    "an object as text": line(id=1, text={CANARY: TEXT}),
    "a number as text": line(id=1, text=5, note=TEXT),
    "no text": line(id=1, note=TEXT, **{CANARY: TEXT}),
    "a wrong known field": line(id=1, text=TEXT, offset=CANARY),
    "a wrong field inside": line(id=1, text=TEXT, words=[{"word": CANARY, "start": CANARY}]),
    "a key that is wrong": line(id=1, text=TEXT, word_lists={CANARY: 5}),
    "a field without a name": line(**{"id": 1, "text": TEXT, "": TEXT}),
    "nested too deeply": f'{{"{CANARY}":{"[" * 9999}"{CANARY}"{"]" * 9999}}}\n'.encode(),
    "too long": line(id=1, text=TEXT + CANARY * 20_000),
}
LIMIT = ("--max-line-bytes", "100000")


def everything(done: Any, *folders: Path) -> str:
    """All that a command wrote: its output, its messages, the files in some folders."""
    files = [path.read_bytes() for folder in folders for path in folder.iterdir()]
    return b"\0".join([done.out, done.err.encode(), *files]).decode(errors="replace").lower()


@pytest.mark.parametrize("bad", BAD_LINES)
@pytest.mark.parametrize("options", [[], ["--debug"], ["--output-format", "text"]], ids=str)
def test_a_bad_line_is_not_told(call, command, bad, options, tmp_path):
    if command[0] == "vocab" and "text" in options:
        options = ["--quiet"]
    done = call(*command, *LIMIT, *options, input=BAD_LINES[bad])
    assert done.status == 65
    assert CANARY.lower() not in everything(done)
    assert done.err.endswith("\n")
    assert "Error" not in done.err.splitlines()[-1]


def test_bad_lines_that_are_set_aside_are_not_told(call, command, tmp_path):
    aside, out = tmp_path / "aside", tmp_path / "out"
    many = b"".join(BAD_LINES.values())
    done = call(*command, *LIMIT, "--rejects", aside, "-o", out, "--debug", input=many)
    assert done.status == 0
    assert len(aside.read_bytes().splitlines()) == len(BAD_LINES)
    assert CANARY.lower() not in everything(done, tmp_path)


def test_bad_text_is_not_told(call, command, tmp_path):
    if command[0] == "fill":
        command = (*command, "--marker-text", "[MASK]")
    done = call(*command, "--input-format", "text", input=f"{CANARY} \xff".encode("latin-1"))
    assert done.status == 65
    assert CANARY.lower() not in everything(done)


def test_files_that_are_broken_are_not_told(call, command, tmp_path):
    import gzip

    packed = gzip.compress(line(id=1, text=TEXT) * 1000)[:-4]
    (tmp_path / "in.gz").write_bytes(packed)
    options = ("-o", tmp_path / "out") if command[0] != "mask" else ()
    done = call(*command, *options, "--debug", tmp_path / "in.gz")
    assert done.status == 65
    assert CANARY.lower() not in done.err.lower()
    assert not (tmp_path / "out").exists()


QUOTING: list[Callable[[str], BaseException]] = [
    ValueError,
    KeyError,
    MemoryError,
    RecursionError,
    AssertionError,
    lambda text: UnicodeEncodeError("utf-8", text, 0, 1, text),
    lambda text: OSError(5, text, text),
    lambda text: ExceptionFromText(text),
]


class ExceptionFromText(Exception):  # noqa: N818
    """As a library may raise it, with the text as its cause, note and representation too."""

    def __init__(self, text: str) -> None:
        super().__init__(text, {"text": text})
        self.__cause__ = ValueError(text)
        self.__notes__ = [text]

    def __repr__(self) -> str:
        return str(self)


class Quoting:
    """A part of a command that fails and quotes what it was given."""

    def __init__(self, error: Callable[[str], BaseException]) -> None:
        self.error = error

    def __call__(self, *args: Any) -> Any:
        text = TEXT  # a local, as tracebacks may show
        raise self.error(f"cannot work on {text}") from ValueError(text)

    tag = check = process = __call__


PARTS = [
    "privtool.core.blocks.encode",
    "privtool.stages.mask.MaskStage.check",
    "privtool.stages.mask.MaskStage.process",
    "privtool.stages.mask.words",
    "privtool.stages.vocab.words",
    "privtool.stages.fill.FillStage.check",
    "privtool.stages.fill.FillStage.process",
    "privtool.stages.fill.draw",
    "privtool.stages.annotate.AnnotateStage.check",
    "privtool.stages.annotate.AnnotateStage.process",
    "privtool.stages.surrogate.SurrogateStage.check",
    "privtool.stages.surrogate.SurrogateStage.process",
    "privtool.text.surrogates.stand_ins.stand_in_for",
    "privtool.stages.lm_score.LmScoreStage.check",
    "privtool.stages.lm_score.LmScoreStage.process",
    "privtool.models.lm_scorer.LmScorer.score",
    "privtool.stages.align.AlignStage.check",
    "privtool.stages.align.AlignStage.process",
    "privtool.models.sphinx_aligner.SphinxAligner.align",
    "privtool.stages.redact.RedactStage.check",
    "privtool.stages.redact.RedactStage.process",
    "privtool.models.sphinx_listener.SphinxListener.recalled",
    "privtool.stages.tts.TtsStage.process",
    "privtool.stages.turns.Turns.check",
    "privtool.models.voices.Espeak.speak",
    "privtool.stages.splice.SpliceStage.process",
    "privtool.stages.asr_eval.AsrEvalStage.check",
    "privtool.stages.asr_eval.AsrEvalStage.attempt",
    "privtool.stages.asr_eval.TurnScores.scored",
]
TIMED = [
    {"word": "hello", "start": 0.0, "end": 0.2},
    {"word": CANARY, "start": 0.2, "end": 0.5},
]
SAID = {"id": 1, "text": f"hello {CANARY}", "audio_filepath": "a.wav", "words": TIMED}
PRIVATE = {"start": 6, "end": 6 + len(CANARY), "label": "PERSON"}
STOOD_IN = line(
    **SAID | {"words": TIMED[:1], "entities": [{**PRIVATE, "audio_start": 0.2, "audio_end": 0.5}]}
)
ALSO = {"redact": ("listener",), "tts": ("voices", "turns")}  # parts that are named otherwise
FEEDS = {
    "align": (("align", "--audio-root", "{spoken}"), line(**SAID)),
    "redact": (("redact", "--verify", *AUDIO), line(**SAID, entities=[PRIVATE])),
    "tts": (("tts", "--match", "level", *AUDIO), STOOD_IN),
    "splice": (
        ("splice", "--fallback", "drop-part", "--corpus", "{speech_corpus}", *AUDIO),
        STOOD_IN,
    ),
    "mask": (("mask",), line(id=1, text=TEXT)),
    "vocab": (("vocab",), line(id=1, text=TEXT)),
    "annotate": (
        ("mask", "--method", "entityTagger", "--tagger", "patterns", "--annotate"),
        line(id=1, text=TEXT),
    ),
    "surrogate": (
        ("surrogate", "--quiet"),
        line(id=1, text=TEXT, entities=[{"start": 6, "end": 6 + len(CANARY), "label": "PERSON"}]),
    ),
    "fill": (
        ("fill", "--marker-text", "[MASK]", "--device", "cpu", "--model", "{tiny_filler}"),
        line(id=1, text=f"{CANARY} [MASK]"),
    ),
    "lm-score": (("lm-score", "--device", "cpu", "--model", "{tiny_lm}"), line(id=1, text=TEXT)),
    "asr-eval": (("asr-eval", "--hyp-field", "text"), line(id=1, text=TEXT)),
}


def failing(part: str) -> Iterator[tuple[tuple[str, ...], bytes]]:
    for name, (args, given) in FEEDS.items():
        writes_records = name != "vocab"
        words = name.replace("-", "_"), *ALSO.get(name, ())
        if any(word in part for word in words) or ("encode" in part and writes_records):
            yield args, given


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("error", QUOTING)
def test_an_error_that_quotes_the_text_is_not_told(
    call, part, error, monkeypatch, tmp_path, request
):
    monkeypatch.setattr(part, Quoting(error))
    for args, given in failing(part):
        args = [str(request.getfixturevalue(a[1:-1])) if a.startswith("{") else a for a in args]
        aside, out = tmp_path / "aside", tmp_path / "out"
        done = call(*args, "--debug", "--rejects", aside, "-o", out, input=given)
        assert done.status == 1
        assert "privtool: internal error (" in done.err
        assert not out.exists()
        assert CANARY.lower() not in everything(done, tmp_path)


@pytest.mark.parametrize("error", QUOTING)
def test_a_tagger_that_quotes_the_text_is_not_told(call, error, monkeypatch):
    monkeypatch.setattr("privtool.models.taggers.load_tagger", lambda *args: Quoting(error))
    args = ("mask", "--method", "entityTagger", "--tagger", "patterns", "--debug")
    done = call(*args, input=line(id=1, text=TEXT))
    assert done.status == 1
    assert done.out == b""
    assert CANARY.lower() not in everything(done)


PATCH = """
import os, sys
if os.path.basename(sys.argv[0]) == "privtool" or "--multiprocessing-fork" in sys.argv:
    from privtool.stages.mask import MaskStage

    class Unfriendly(Exception):
        def __init__(self, text, more):
            super().__init__(text)

    def process(self, records, counts):
        text = records[0].text
        raise {error}

    MaskStage.process = process
"""


@pytest.mark.parametrize("error", ["ValueError(text) from KeyError(text)", "Unfriendly(text, 1)"])
def test_an_error_in_another_process_is_not_told(run, error, tmp_path):
    # Python runs a file of this name as it starts, in every process.
    (tmp_path / "sitecustomize.py").write_text(PATCH.format(error=error))
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = run("mask", "--jobs", "2", "--debug", input=line(id=1, text=TEXT), env=env)
    assert done.status == 1
    assert "privtool: " in done.err.splitlines()[-1]
    assert CANARY.lower() not in everything(done)


def test_a_full_disk_is_told_without_the_data(call, command):
    given = FEEDS[command[0]][1]
    if command[0] == "fill":
        command = (*command, "--marker-text", "[MASK]")
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = call(*command, "--debug", input=given, stdout=full)
    finally:
        os.close(full)
    assert done.status == 1
    assert CANARY.lower() not in everything(done)


HIDING_PLACES = [
    CANARY,
    CANARY.lower(),
    CANARY.upper(),
    f"{CANARY}'s",
    f"({CANARY})",
    f"'{CANARY}'",
    f"{CANARY},{CANARY};{CANARY}",
    f"the-{CANARY}-of",
    f"the_{CANARY}_of",
    f"{CANARY}@the.com",
    f"https://the.com/{CANARY}?of={CANARY}",
    f"the.{CANARY}.com",
    f"@{CANARY} #{CANARY}",
    f"<b>{CANARY}</b>",
    f"[{CANARY.upper()}]",
    f"<|{CANARY}|>",
    f"&amp;{CANARY};",
    f"the\t{CANARY}\nof\r\n{CANARY}\u2028{CANARY}",
    f"the\0{CANARY}\x0b{CANARY}\x1c{CANARY}",
    f"\ufeff{CANARY}\u200b{CANARY}\u00ad",
    f"{CANARY}\u0301 \u202e{CANARY}",
    f"{CANARY}…{CANARY}—{CANARY}",
    f"4{CANARY}2 {CANARY}7 v{CANARY}",
    f"😀{CANARY}😀",
    f"안{CANARY}녕 日{CANARY}本",
    f"don't{CANARY} {CANARY}n't",
    "".join(f"{letter}\u200d" for letter in CANARY),
]


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_a_word_of_no_list_is_masked_wherever_it_hides(call, place):
    given = line(id=1, text=f"and then {place} came")
    for options in (
        ("--method", "allowList"),
        ("--method", "vocabThres", "--marker", "class"),
        ("--method", "allowList+vocabThres", "--merge", "--output-format", "text"),
    ):
        done = call("mask", "-q", *options, input=given)
        assert done.status == 0
        left = done.out.decode().lower()
        for invisible in ("\u200d", "\u200b", "\u00ad"):
            left = left.replace(invisible, "")
        assert CANARY.lower() not in left
        assert b"and then" in done.out
        assert b"came" in done.out


SIDE_FIELDS = {
    "note": CANARY,
    CANARY: 1,
    "nested": {"deep": [{CANARY: CANARY}]},
    "extra": {"text": CANARY},
    "speaker": CANARY,
    "audio_filepath": f"/calls/{CANARY}.wav",
    "words": [{"word": CANARY, "start": 0.0, "end": 1.0}],
    "entities": [{"start": 0, "end": 1, "label": CANARY}],
    "fills": [{"start": 0, "end": 1, "label": CANARY}],
    "word_lists": {CANARY: CANARY},
    "sample": 3,
    "offset": 1.5,
    "hyp": CANARY,
    "hyp_words": [{"word": CANARY, "start": 0.0, "end": 1.0}],
    "nbest": [{"text": CANARY, "score": -1.0}],
    "lm_weight": 0.5,
}


@pytest.mark.parametrize("name", SIDE_FIELDS)
@pytest.mark.parametrize("options", [[], ["--keep", "duration"], ["--keep", "kept"]], ids=str)
def test_no_other_field_comes_through_mask(call, name, options):
    given = line(**{"id": 1, "text": TEXT, "kept": 1, name: SIDE_FIELDS[name]})
    done = call("mask", "-q", *options, input=given)
    assert done.status == 0
    (record,) = done.records
    expected = {"id", "text", "masks", "word_lists"} | ({"kept"} if "kept" in options else set())
    assert set(record) == expected
    assert CANARY.lower() not in done.out.decode().lower()


def test_what_fill_no_longer_knows_to_fit_is_dropped(call, tiny_filler):
    given = line(
        id=1,
        text="she saw [MASK] .",
        masks=[{"start": 8, "end": 14, "label": "PERSON", "method": "entityTagger"}],
        words=[{"word": CANARY, "start": 0.0, "end": 1.0}],
        entities=[{"start": 8, "end": 14, "label": CANARY}],
        hyp=CANARY,
        hyp_words=[{"word": CANARY, "start": 0.0, "end": 1.0}],
        nbest=[{"text": CANARY, "score": -1.0}],
    )
    done = call("fill", "-q", "--device", "cpu", "--model", tiny_filler, input=given)
    assert done.status == 0
    assert CANARY.lower() not in everything(done)


def test_no_hypothesis_comes_through_surrogate(call):
    given = line(
        id=1,
        text=f"hello {CANARY}",
        entities=[{"start": 6, "end": 6 + len(CANARY), "label": "PERSON"}],
        hyp=CANARY,
        hyp_words=[{"word": CANARY, "start": 0.0, "end": 1.0}],
        nbest=[{"text": CANARY, "score": -1.0}],
    )
    done = call("surrogate", "-q", input=given)
    assert done.status == 0
    assert CANARY.lower() not in everything(done)
