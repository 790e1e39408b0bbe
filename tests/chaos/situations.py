"""Situations in which a command fails, or should not: files, streams, disks and limits."""

import resource
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.message_cases import COMMANDS, MODELS, WRONG_FILES

FINE, FAILED, USAGE, BAD = {0}, {0, 1}, {2}, {65}
SUMS_UP = ("scale", "report", "vocab")  # one line, or one error, for a whole input
NAMES = {
    "spaces": "a b.jsonl",
    "a line break": "a\nb.jsonl",
    "quotes": "a'b\"c`d.jsonl",
    "accents": "\u00e9\u4e2d.jsonl",
    "other bytes": "a\udcffb.jsonl",
    "an escape": "a\x1b[31m.jsonl",
}
_C_LOCALE = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
_HOMES = ("HOME", "XDG_CACHE_HOME", "TMPDIR")
Named = Iterator[tuple[str, "Situation"]]


@dataclass(frozen=True, kw_only=True)
class Situation:
    """How a command is run, and the statuses with which it may end.

    The folder `disk` is a file system of its own if it has a size, is full or read-only (`ro`).
    """

    statuses: set[int]
    inputs: Sequence[str] | None = None
    copied: str = ""  # the file that the input is a copy of
    more: Sequence[str] = ()
    out: str = "out"
    environment: Mapping[str, str] = field(default_factory=dict)
    disk: str = ""
    limits: Mapping[int, int] = field(default_factory=dict)
    closed: int | None = None
    terminal: bool = False
    full: str = ""  # the stream that is full


def situations(name: str, options: set[str]) -> dict[str, Situation]:
    """Return the situations of a command that has these options, by name."""
    found = dict(_of_machines()) | dict(_of_disks(name)) | dict(_of_files(name, options))
    given = COMMANDS[name][1]
    if given is not None:
        found |= dict(_of_inputs(name, given))
    other = "mini" if name == "mask" else "mini-ner"  # a model, but of another kind
    for kind in ("none/none", "no-model", "folder", "page", other) if name in MODELS else ():
        found[f"model {kind}"] = Situation(statuses={2, 69}, more=(*MODELS[name], kind))
    return found


def _of_inputs(name: str, given: str) -> Named:
    bad = {1, 2, 65} if name in SUMS_UP else BAD
    yield "input, none", Situation(statuses=USAGE, inputs=("none.jsonl",))
    yield "input, a folder", Situation(statuses=USAGE, inputs=("folder",))
    for kind in WRONG_FILES:
        yield f"input, {kind}", Situation(statuses=bad, inputs=(kind,))
    yield "input, a terminal", Situation(statuses={0, 1, 2, 65}, inputs=(), terminal=True)
    yield "input, closed", Situation(statuses={0, 1, 2}, inputs=(), closed=0)
    for kind, odd in NAMES.items():
        path = str(Path(given).with_name(odd))
        # A plan of scale is JSON, which cannot hold such a name.
        refused = name == "scale" and kind == "other bytes"
        fine, wrong = (USAGE, USAGE) if refused else (FINE, bad)
        yield f"name, {kind}", Situation(statuses=fine, inputs=(path,), copied=given)
        yield f"name, {kind}, none", Situation(statuses=USAGE, inputs=(path,))
        yield f"name, {kind}, bad", Situation(statuses=wrong, inputs=(path,), copied="array")


def _of_machines() -> Named:
    nowhere = dict.fromkeys(_HOMES, "/dev/null/home")  # which root cannot make, either
    yield "fine", Situation(statuses=FINE)
    yield "locale C", Situation(statuses=FINE, environment=_C_LOCALE)
    yield "home, none", Situation(statuses=FINE, environment=nowhere)
    read_only = dict.fromkeys(_HOMES, "disk")
    yield "home, read-only", Situation(statuses=FINE, environment=read_only, disk="ro")
    yield "output, closed", Situation(statuses={0, 1, 2}, closed=1)
    yield "errors, closed", Situation(statuses=FINE, closed=2)
    for size in (600, 1200, 2400):  # OpenBLAS needs about 300 to load
        limits = {resource.RLIMIT_AS: size << 20}
        yield f"ulimit -v {size} MB", Situation(statuses={0, 1, 69}, limits=limits)
    yield "ulimit -f", Situation(statuses=FAILED, limits={resource.RLIMIT_FSIZE: 4096})
    yield "ulimit -n", Situation(statuses={0, 1, 69}, limits={resource.RLIMIT_NOFILE: 12})


def _of_disks(name: str) -> Named:
    yield "output, full", Situation(statuses=FAILED, full="stdout")
    yield "errors, full", Situation(statuses=FINE, full="stderr")
    temporary = {"TMPDIR": "disk"}
    yield "TMPDIR, full", Situation(statuses=FAILED, environment=temporary, disk="full")
    if any("{out}" in option for option in COMMANDS[name][0]):
        for size in ("full", "ro", "16k", "64k", "256k"):
            yield f"out, {size}", Situation(statuses=FAILED, out="disk", disk=size)
        yield "out, none", Situation(statuses={0, 1, 2}, out="none/none")
        yield "out, a file", Situation(statuses={0, 1, 2}, out="array")


def _of_files(name: str, options: set[str]) -> Named:
    for option in sorted({"--output", "--summary", "--rejects"} & options):
        for disk in ("full", "ro"):
            # Of a manifest no line is rejected.
            rejects = option == "--rejects" and name != "mix-train"
            rejected = ("array",) if rejects else None
            more = (option, "disk/file")
            yield (
                f"{option}, {disk}",
                Situation(statuses=FAILED, inputs=rejected, more=more, disk=disk),
            )
        for kind, path in (("none", "none/file"), ("a folder", "folder")):
            yield f"{option}, {kind}", Situation(statuses={1, 2}, more=(option, path))
