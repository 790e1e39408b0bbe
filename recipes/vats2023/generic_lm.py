"""Steps that train the generic language model, which the targets adapt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from runner import Command, Step
from settings import Settings


def corpus(settings: Settings, name: str, part: str) -> Path:
    """Return a file of the data folder; `name` is the variable that names the corpus."""
    return settings.path("DATA") / f"{settings[name]}.{part}.jsonl.gz"


def first_records(settings: Settings, name: str, count: str, output: Path) -> Step:
    """Take the first records of a training corpus; `name` and `count` are variables."""
    source = ("zcat", corpus(settings, name, "train"))
    return Step(output, [], [[source, ("head", "-n", settings[count])]], capture=True)


def generic_steps(settings: Settings) -> Iterator[Step]:
    """Yield the steps of the generic text, its vocabulary and its language model."""
    table, privtool = settings.path("TABLE"), settings["PRIVTOOL"]
    text, vocab, words, model = (
        table / name for name in ("generic.jsonl", "vocab.tsv", "words.tsv", "generic")
    )
    yield first_records(settings, "GENERIC", "GENERIC_RECORDS", text)
    top = ("--top", settings["WORDS"])
    yield Step(vocab, [text], [[(privtool, "vocab", "-q", *top, "-o", vocab, text)]])
    yield Step(words, [text], [[(privtool, "vocab", "-q", "-o", words, text)]])
    train: Command = (
        *(privtool, "lm-train", "--resume", *settings.words("SHAPE")),
        *("--vocab", vocab, "--epochs", "1", "--eval-every", "200"),
        *("--valid", corpus(settings, "GENERIC", "valid")),
        *("--out-dir", model, "-o", table / "generic.json", text),
    )
    yield Step(model / "privtool.json", [text, vocab], [[("rm", "-rf", model)], [train]])
