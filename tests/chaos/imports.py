"""Damaged files of other speech tools, for `import`."""

import gzip
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.chaos.mutations import CANARY, is_json, mutated_file, mutated_line
from tests.support.in_process import in_this_process
from tests.support.jsonl import jsonl
from tests.support.noise import write_noise
from tests.support.tables import rows, unescaped

FOLDERS = ("kaldi", "shar", "audiofolder")
HELD = ("shar", "webdataset", "parquet")  # formats that hold their audio
EXPORTED = (
    *("kaldi", "lhotse", "nemo", "shar", "audiofolder", "webdataset", "parquet"),
    *("srt", "audacity"),
)
_ITEMS = ("doccano", "label-studio", "presidio", "spacy", "ai4privacy")  # bad ones are set aside
# Files of formats and their layouts, with the canary in all that is private.
WRITTEN = {name: unescaped(content) for name, content in rows("foreign_files")}
_BRAT = {"call.ann": f"T1\tX 0 7;8 10\t{CANARY} hi\n".encode(), "call.txt": f"{CANARY} hi".encode()}
FORMATS = (*EXPORTED, *WRITTEN, "brat")
_WORDS = [{"word": "hello", "start": 0.1, "end": 0.4}, {"word": CANARY, "start": 0.5, "end": 0.9}]
_ROWS: list[dict[str, Any]] = [
    {"id": f"{CANARY}-1", "text": f"hello {CANARY}", "speaker": CANARY, "offset": 0.5,
     "duration": 1.0, "channel": 0, "words": _WORDS, "audio_filepath": "call.wav"},
    {"id": f"{CANARY}-2", "text": f"so {CANARY}", "speaker": f"{CANARY}s", "offset": 2.0,
     "duration": 0.5, "channel": 1, "audio_filepath": "call.wav"},
]  # fmt: skip
Files = dict[str, bytes]


def good_files(work: Path, name: str) -> Files:
    """Return the files of a format, by their names, with the canary in all that is private."""
    if name == "brat":
        return dict(_BRAT)
    if name in WRITTEN:
        return {f"call.{name}": WRITTEN[name]}
    write_noise(work / "call.wav", 3, channels=2)
    out = work / f"good-{name}"
    done = in_this_process(
        *("export", "-q", "--to", name, "--out-dir", out, "--audio-root", work), input=jsonl(*_ROWS)
    )
    assert done.status == 0, done.err
    return {path.name: path.read_bytes() for path in out.iterdir()}


def fuzz_imports(work: Path, seed: int, files: int, names: Sequence[str]) -> dict[str, Any]:
    """Import damaged files of formats; return their counts, as those of commands."""
    rnd = random.Random(seed)
    transcript = {**_ROWS[0], "id": "call", "offset": 0.0, "duration": 3.0}
    (work / "transcript").write_bytes(jsonl(transcript))
    table: dict[str, Any] = {}
    for name in names:
        good = good_files(work, name)
        counts = table[name] = Counter()
        for number in range(files):
            folder = work / f"{name}-{number}"
            counts.update(_counts_of(folder, name, _damaged(good, rnd), work / "transcript"))
    return table


def _damaged(files: Files, rnd: random.Random) -> Files:
    """Return the files with one that is not audio damaged, mostly in one of its lines."""
    name = rnd.choice([name for name in files if not name.endswith(".wav")])
    packed = name.endswith(".gz")
    content = gzip.decompress(files[name]) if packed else files[name]
    lines = content.splitlines(keepends=True)
    place = rnd.randrange(len(lines))
    if lines[place].startswith(b'{"') and rnd.random() < 0.7:
        lines[place] = _damaged_line(json.loads(lines[place]), rnd) + b"\n"
        content = b"".join(lines)
    else:
        content = mutated_file(content, rnd)
    return {**files, name: gzip.compress(content) if packed else content}


def _damaged_line(row: dict[str, Any], rnd: random.Random) -> bytes:
    """Return a line of JSON in which the part with the text is damaged."""
    for key, value in row.items():
        if isinstance(value, list) and value and isinstance(value[0], dict) and "text" in value[0]:
            whole = json.dumps({**row, key: ["here", *value[1:]]}).encode()
            return whole.replace(b'"here"', mutated_line(value[0], rnd))
    return mutated_line({"text": "", **row}, rnd)


def _counts_of(folder: Path, name: str, files: Files, transcript: Path) -> Counter[str]:
    given = folder / "in"
    given.mkdir(parents=True)
    for file, content in files.items():
        (given / file).write_bytes(content)
    (main,) = [f for f in files if not f.endswith(".wav") and f != "recordings.jsonl"][:1]
    options = ("--audio-dir", folder / "clips") if name in HELD else ()
    options += ("--transcript", transcript) if name == "rttm" else ()
    options += ("--rejects", folder / "aside") if name in _ITEMS or ":" in name else ()
    done = in_this_process(
        *("import", "--from", name.partition(":")[0], "--summary", folder / "summary", *options),
        given if name in FOLDERS else given / main,
    )
    made = [path for path in folder.rglob("*") if given not in path.parents]
    summary = (folder / "summary").read_text() if done.status == 0 else ""
    aside = folder / "aside"
    aside_text = aside.read_text() if aside.exists() else ""
    shown = "\n".join((done.err, summary, aside_text, *(path.name for path in made)))
    counts = Counter(lines=1, written=int(done.status == 0), rejected=int(done.status == 65))
    counts["crash"] = int(done.status not in (0, 65) or done.err.count("\n") != 1)
    counts["leak"] = int(CANARY.lower() in shown.lower())
    counts["invalid"] = sum(not is_json(line) for line in done.out.splitlines())
    counts["left"] = sum(path.name.startswith(".privtool-") for path in made)
    return counts
