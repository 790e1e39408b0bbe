"""Look for what is private in all that commands write.

    python -m tests.chaos.leaks --seed 1 --seconds 60

Rounds go on with new seeds until the time is up. Each makes two corpora that differ in private
words and in their sounds alone. The status is 1 if anything failed:

differ    something that a command wrote is not the same for both corpora
leak      a private word is in the output, a message, a file or its name
failed    a status other than 0, or a record that is neither written, dropped nor rejected
"""

import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import privtool  # before the working folder changes
from tests.chaos.searching import Table, add_counts, parser_of, report, seeds, write_key
from tests.chaos.two_worlds import Row, make_worlds, recognized
from tests.support.in_process import Outcome, in_this_process
from tests.support.jsonl import jsonl
from tests.support.tiny_piper import OF_LETTERS, piper_graph, tiny_piper
from tests.support.tiny_voices import tiny_vits

COLUMNS = ("rounds", "records", "written", "rejected", "dropped", "differ", "leak", "failed")
FAILURES = COLUMNS[5:]
CASES = (
    *("mask", "surrogate", "redact", "redact --whole", "tts", "splice"),
    *("tts --engine vits", "tts --engine piper", "asr-eval"),
)
_AUDIO = ("--audio-root", "in", "--out-dir", "out")
_ASIDE = "aside"
_PRIVATE = "in"  # a folder for what is documented as private
_TIMES = re.compile(r"[\d.,]+ (?:h of audio/h|words/s|s)\b")  # of messages


def search(work: Path, seed: int, names: Sequence[str]) -> Table:
    """Run cases on two corpora in a new folder; return their counts."""
    table: Table = {}
    for name in names:
        with tempfile.TemporaryDirectory(dir=work) as folder:
            worlds = Path(folder) / "first", Path(folder) / "second"
            for world in worlds:
                (world / "in").mkdir(parents=True)
            table[name] = _counts_of(name, worlds, random.Random(f"{name} {seed}"))
            if any(table[name][column] for column in FAILURES):
                print(f"{name}: seed {seed}", file=sys.stderr)
    return table


def _counts_of(name: str, folders: tuple[Path, Path], rnd: random.Random) -> Counter[str]:
    resynthesized = name.split()[0] in ("tts", "splice")
    inputs = [folder / _PRIVATE for folder in folders]
    unlisted = name in ("mask", "asr-eval")
    rows, private = make_worlds(inputs, rnd, as_loud=resynthesized, unlisted=unlisted)
    write_key(folders[0].parent / "key", "5e" * 32)
    trust = ("--transcript", rnd.choice(("exact", "exact", "asr")))
    if resynthesized:  # both get what the words of the first became
        done = _run(folders[0], ("surrogate", *trust, *_KEY), rows[0])
        rows = done.records, done.records
        (folders[0] / _ASIDE).unlink(missing_ok=True)
    if name == "asr-eval":
        errors = rnd.getrandbits(32)
        rows = recognized(rows[0], errors), recognized(rows[1], errors)
    command = (
        *_command(name, rnd),
        *(trust if name.startswith(("redact", "splice", "sur")) else ()),
    )
    engine = next((each for each in ("vits", "piper") if f"../{each}" in command), None)
    if engine is not None:
        _write_voice(folders[0].parent / engine)
    counts = Counter(rounds=1, records=len(rows[0]))
    made: list[tuple[object, ...]] = []
    for folder, given in zip(folders, rows, strict=True):
        done = _run(folder, command, given)
        files = {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.parent.name != _PRIVATE
        }
        made.append((done.status, done.out, _TIMES.sub("", done.err), files))
        if folder is folders[0]:
            scored = folder / _PRIVATE / _SCORED
            records = scored.read_bytes() if scored.exists() else done.out
            counts.update(_outcome(done._replace(out=records), files.get(_ASIDE, b""), len(given)))
            everything = [done.out, done.err.encode(), *files.values(), "".join(files).encode()]
            text = b"\0".join(everything).decode(errors="replace").lower()
            counts["leak"] = sum(word in text for word in private)
    # Surrogates are drawn by the words that they replace.
    counts["differ"] = int(name != "surrogate" and made[0] != made[1])
    return counts


_KEY = ("--key-file", "../key")
_SCORED = "scored"


def _write_voice(folder: Path) -> None:
    folder.mkdir()
    if folder.name == "vits":
        tiny_vits(folder)
    else:
        tiny_piper(folder, piper_graph(), **OF_LETTERS)


def _command(name: str, rnd: random.Random) -> tuple[str, ...]:
    margin = ("--margin", rnd.choice(("0.06", "0", "0.2")))
    if name == "mask":
        marker = ("--marker", rnd.choice(("mask", "class")))
        merge = ("--merge",) if rnd.random() < 0.5 else ()
        return ("mask", "--method", rnd.choice(("allowList", "vocabThres")), *marker, *merge)
    if name == "surrogate":
        return ("surrogate", *_KEY, "--samples", rnd.choice(("1", "2")))
    if name == "asr-eval":
        looks = ("--table", "--categories", "numbers,names,labels", "--summary", "totals")
        unit = ("--bootstrap", rnd.choice(("speaker", "turn")))
        hidden = ("--html", f"{_PRIVATE}/errors", "-o", f"{_PRIVATE}/{_SCORED}")
        return ("asr-eval", "--hyp-field", "hyp", *looks, *unit, *hidden)
    if name.startswith("tts"):
        match = ("--match", rnd.choice(("level", "level+rate", "full")))
        engine = ("--engine", f"../{name.split()[-1]}") if "--engine" in name else ()
        mode = ("--mode", rnd.choice(("token", "token", "turn")))
        return ("tts", *_AUDIO, *margin, *match, *engine, *mode)
    if name == "splice":
        fallback = ("--fallback", rnd.choice(("tts", "drop-part", "drop-turn")))
        if fallback[1] == "tts":
            fallback += ("--engine", rnd.choice(("espeak", "../vits", "../piper")))
        return ("splice", *_AUDIO, *margin, *fallback)
    kind = ("--with", rnd.choice(("room", "silence", "tone")))
    blank = ("--blank", rnd.choice(("mask", "class", "none")))
    whole = ("--whole", "whole") if name == "redact --whole" else ()
    return ("redact", *_AUDIO, *margin, *kind, *blank, *whole)


def _run(folder: Path, command: Sequence[str], rows: Sequence[Row]) -> Outcome:
    lines = jsonl(*rows)
    with _inside(folder):
        return in_this_process(*command, "--rejects", _ASIDE, input=lines)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _outcome(done: Outcome, aside: bytes, records: int) -> Counter[str]:
    dropped = sum(int(number) for number in re.findall(r"(\d+) dropped", done.err))
    ids = {record["id"].removesuffix("-s0").removesuffix("-s1") for record in done.records}
    counts = Counter(written=len(ids), rejected=len(aside.splitlines()), dropped=dropped)
    counts["failed"] = int(done.status != 0 or sum(counts.values()) != records)
    return counts


def main() -> int:
    """Search until the time is up; print the table."""
    options = parser_of(__doc__).parse_args()
    table: Table = {name: Counter() for name in CASES}
    last = options.seed
    for last in seeds(options.seed, options.seconds):
        with tempfile.TemporaryDirectory() as work:
            add_counts(table, search(Path(work), last, CASES))
    note = f"privtool {privtool.__version__}, seeds {options.seed} to {last}"
    return report(table, COLUMNS, FAILURES, note)


if __name__ == "__main__":
    sys.exit(main())
