"""Every command with options and an input with which it succeeds, in a folder made for it."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.mutations import CANARY
from tests.chaos.searching import PROGRAM, SAMPLE, write_key
from tests.support.jsonl import jsonl

_TRAIN = ("--epochs", "1", "--device", "cpu")
_TINY = ("--size", "tiny", "--hidden", "8", *_TRAIN)
_SPEECH = ("--audio-root", "speech")
_SPOKEN = ("--out-dir", "{out}/wav", *_SPEECH)
# Options without those of files to write, and the input. {out} is where the command may write.
COMMANDS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "mask": ((), "raw.jsonl"),
    "fill": (("--device", "cpu"), "masked.jsonl"),
    "surrogate": (("--key-file", "key"), "raw.jsonl"),
    "restore": (("--map", "map", "--key-file", "key"), "mapped.jsonl"),
    "vocab": ((), "raw.jsonl"),
    "align": (_SPEECH, "turns.jsonl"),
    "redact": (("--transcript", "exact", *_SPOKEN), "speech/aligned.jsonl"),
    "tts": (_SPOKEN, "surrogates.jsonl"),
    "splice": (("--fallback", "tts", *_SPOKEN), "surrogates.jsonl"),
    "import": (("--from", "nemo"), "turns.jsonl"),
    "export": (("--to", "kaldi", "--out-dir", "{out}/kaldi", *_SPEECH), "speech/aligned.jsonl"),
    "fill-train": (("--out-dir", "{out}/filler", *_TRAIN), "raw.jsonl"),
    "lm-train": (("--out-dir", "{out}/lm", *_TINY), "raw.jsonl"),
    "mix-train": (("--out-dir", "{out}/mix", "--method", "uniform", *_TINY), "corpora.jsonl"),
    "asr-train": (
        (
            *("--out-dir", "{out}/asr", "--preset", "conformer-tiny"),
            *("--token-kind", "char", *_TRAIN, *_SPEECH),
        ),
        "turns.jsonl",
    ),
    "lm-score": (("--model", "lm", "--device", "cpu"), "raw.jsonl"),
    "asr-eval": (_SPEECH, "turns.jsonl"),
    "models": ((), None),
    "rules": ((), None),
    "audit text": (("--gold", "raw.jsonl"), "filled.jsonl"),
    "audit guess": (("--raw", "raw.jsonl", "--masked", "masked.jsonl"), "filled.jsonl"),
    "audit audio": (("--before", "speech/aligned.jsonl"), "safe.jsonl"),
    "audit canaries make": (("--vocab", "words.tsv", "--key-file", "{out}/k"), "raw.jsonl"),
    "audit model": (("--model", "lm", "--holdout", "rest.jsonl", "--device", "cpu"), "raw.jsonl"),
    "report": ((), "audit.json"),
    "scale": (("--out-dir", "{out}/parts", "--workers", "1", "--", "mask"), "raw.jsonl"),
}
# The options that take a model, or the folder of one.
MODELS = {
    "mask": ("--method", "entityTagger", "--tagger"),
    "fill": ("--model",),
    "align": ("--aligner",),
    "tts": ("--engine",),
    "fill-train": ("--model",),
    "lm-train": ("--init",),
    "mix-train": ("--init",),
    "asr-train": ("--init",),
    "lm-score": ("--model",),
    "asr-eval": ("--model",),
    "audit audio": ("--recognizer",),
    "audit canaries make": ("--model",),
    "audit model": ("--model",),
}
_NOT_WITH_MODEL = ("--size", "--hidden", "--preset", "--layers", "--token-kind", "--vocab")
WRONG_FILES = {
    "bytes": bytes(range(256)) * 16,
    "page": f"<html>{CANARY}</html>\n".encode(),
    "table": f"id,text\n1,{CANARY} words\n".encode(),
    "array": f'[{{"id": 1, "text": "{CANARY}"}}]\n'.encode(),
    "cut": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab",
}


def prepare(work: Path) -> None:
    """Make the inputs of all commands in a folder. All texts hold the canary, but those spoken."""
    records = [json.loads(line) for line in (SAMPLE / "raw.jsonl").read_text().splitlines()[:40]]
    for record in records:
        record["text"] += f" {CANARY}"
    write(work / "raw.jsonl", records[:30])
    write(work / "rest.jsonl", records[30:])
    shutil.copytree(SAMPLE / "speech", work / "speech")
    turns = [json.loads(line) for line in (SAMPLE / "speech/manifest.jsonl").open()][:3]
    write(work / "turns.jsonl", [{**turn, "note": CANARY} for turn in turns])
    write(work / "corpora.jsonl", [{"corpus": n, "path": f"{n}.jsonl"} for n in ("raw", "rest")])
    write_key(work / "key")
    (work / "folder").mkdir()
    (work / "no-model").mkdir()
    (work / "no-model/config.json").write_text(f'{{"{CANARY}": ')
    for name, data in WRONG_FILES.items():
        (work / name).write_bytes(data)
    for output, command in (
        ("masked.jsonl", ("mask", "raw.jsonl")),
        ("mapped.jsonl", ("mask", "--map", "map", "--key-file", "key", "raw.jsonl")),
        ("filled.jsonl", ("fill", "--device", "cpu", "masked.jsonl")),
        ("words.tsv", ("vocab", "raw.jsonl")),
        ("audit.json", ("audit", "text", "--gold", "raw.jsonl", "filled.jsonl")),
        ("lm.json", ("lm-train", "--out-dir", "lm", *_TINY, "raw.jsonl")),
        ("speech/aligned.jsonl", ("align", *_SPEECH, "turns.jsonl")),
        ("surrogates.jsonl", ("surrogate", "--key-file", "key", "speech/aligned.jsonl")),
        (
            "safe.jsonl",
            ("splice", "--fallback", "tts", "--out-dir", "w", *_SPEECH, "surrogates.jsonl"),
        ),
    ):
        subprocess.run([*PROGRAM, *command, "-q", "-o", output], check=True, cwd=work)


def write(path: Path, records: Sequence[object]) -> None:
    """Write records."""
    path.write_bytes(jsonl(*records))


def arguments(name: str, out: str, inputs: Sequence[str] | None, more: Sequence[str]) -> list[str]:
    """Return the arguments of a command; without `inputs`, those with which it succeeds."""
    options, given = COMMANDS[name]
    options = tuple(option.replace("{out}", out) for option in options)
    if more and more[0] in MODELS.get(name, ()):
        options = _without(options, (*_NOT_WITH_MODEL, more[0]))
    inputs = ([given] if given else []) if inputs is None else inputs
    if name == "scale":
        end = options.index("--")
        return [name, "-q", *options[:end], *more, *options[end:], *inputs]
    return [*name.split(), "-q", *options, *more, *inputs]


def _without(options: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Leave out options that have a value."""
    left: list[str] = []
    for place, option in enumerate(options):
        if option not in names and (place == 0 or options[place - 1] not in names):
            left.append(option)
    return tuple(left)
