"""Damaged tables, maps, policies, rules, lists and transcripts, for the commands that read them."""

import io
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pyarrow
from pyarrow import parquet

from tests.chaos.mutations import CANARY, mutated_file
from tests.chaos.searching import Table, write_key
from tests.support.in_process import in_this_process
from tests.support.jsonl import jsonl

_RECORD = jsonl({"id": 1, "text": f"call {CANARY} at 020 7946 0311"})
_ROWS = {"id": [1, 2], "text": [f'a "{CANARY}",\nb', CANARY], "tags": [[CANARY], None]}
_CELLS = f'\ufeffid,text\r\n1,"a ""{CANARY}"",\r\nb"\r\n2,{CANARY}\r\n'.encode()
_TABLE = ("--field", "text", "--keep-others", "--input-format")
_SCORED = ("asr-eval", "--bootstrap", "none", "--hyp", "{hyp}", "--ref")
_STM = f"u 1 {CANARY} 0 9 <o> so {CANARY}\n".encode()
_CTM = f"u 1 0 1 so\nu 1 1 1 {CANARY} 0.5\n".encode()
_FILES = {
    "csv": (_CELLS, ("mask", *_TABLE, "csv", "{file}")),
    "tsv": (_CELLS.replace(b",", b"\t"), ("mask", *_TABLE, "tsv", "{file}")),
    "parquet": (b"", ("mask", *_TABLE, "parquet", "{file}")),
    "map": (b"", ("restore", "--map", "{file}", "--key-file", "{key}", "{record}")),
    "policy": (
        b'[mask]\nmethod = "entityTagger"\ntagger = "patterns"\n[actions]\n'
        b'PERSON = "class"\nDATE = "generalize"\n[identifiers]\n"names" = ["PERSON"]\n',
        ("mask", "--policy", "{file}", "{record}"),
    ),
    "rules": (
        f'disable = ["br.cpf"]\n[[rule]]\nid = "our.id"\nlabel = "ID"\n'
        f'pattern = "{CANARY}-[0-9]+"\nfinds = ["see «{CANARY}-1» now"]\n'
        f'leaves = ["{CANARY}"]\n'.encode(),
        ("mask", "--rules", "{file}", "{record}"),
    ),
    "deny": (f"{CANARY}*\tPERSON\nb\n".encode(), ("mask", "--deny", "{file}", "{record}")),
    "ref": (f"u1 so {CANARY}\nu2 {CANARY} (uh)\n".encode(), (*_SCORED, "{file}")),
    "ref:trn": (f"so {CANARY} (u1)\n{CANARY} (u2)\n".encode(), (*_SCORED, "{file}")),
    "ref:stm": (_STM, (*_SCORED, "{file}", "--ref-format", "stm", "--hyp", "{ctm}")),
    "ref:ctm": (_CTM, (*_SCORED, "{stm}", "--ref-format", "stm", "--hyp", "{file}")),
}  # fmt: skip
NAMES = tuple(_FILES)


def fuzz_files(work: Path, seed: int, files: int, names: Sequence[str]) -> Table:
    """Run commands on damaged files; return their counts, as those of commands."""
    rnd = random.Random(seed)
    write_key(work / "key")
    (work / "record").write_bytes(_RECORD)
    (work / "hyp").write_text(f"u1 so {CANARY}\nu2 so\n")
    (work / "stm").write_bytes(_STM)
    (work / "ctm").write_bytes(_CTM)
    table: Table = {}
    for name in names:
        good, command = _FILES[name]
        good = good or (_parquet() if name == "parquet" else _map(work))
        counts = table[name] = Counter()
        for number in range(files):
            (work / "file").write_bytes(mutated_file(good, rnd) if number else good)
            args = [part.format_map({f.name: f for f in work.iterdir()}) for part in command]
            done = in_this_process(*args)
            counts["lines"] += 1
            counts["written"] += done.status == 0
            counts["rejected"] += done.status in (2, 65, 69)
            counts["crash"] += done.status not in (0, 2, 65, 69) or "internal error" in done.err
            counts["leak"] += CANARY.lower() in done.err.lower()
            counts["left"] += len(list(work.rglob(".privtool-*")))
    return table


def _parquet() -> bytes:
    data = io.BytesIO()
    parquet.write_table(pyarrow.table(_ROWS), data)
    return data.getvalue()


def _map(work: Path) -> bytes:
    command = ("mask", "--map", work / "made", "--key-file", work / "key", work / "record")
    in_this_process(*command)
    data = (work / "made").read_bytes()
    (work / "made").unlink()
    return data
