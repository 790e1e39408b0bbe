"""What ways to mask leave of the entities of corpora: a table in Markdown."""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

PYTHON = sys.executable
PRIVTOOL = (PYTHON, "-m", "privtool")
HERE = Path(__file__).resolve().parent
TAGGER = ("--tagger", "mini-ner+patterns")
METHODS = {
    "vocabThres": ("--method", "vocabThres"),
    "allowList": ("--method", "allowList"),
    "patterns": ("--method", "entityTagger", "--tagger", "patterns"),
    "entityTagger": ("--method", "entityTagger", *TAGGER),
    "entityTagger+vocabThres": ("--method", "entityTagger+vocabThres", *TAGGER),
    "entityTagger+allowList": ("--method", "entityTagger+allowList", *TAGGER),
}
CASINGS = ("as written", "lower case")
FIGURES = ("direct", "token_leak", "document_leak_strict", "over_masking")
UNITS = ("doc", "dialogue")  # the first that a corpus has; else records


def raw_records(data: Path, corpus: str, casing: str, most: int) -> Iterator[dict[str, Any]]:
    """Yield the first records of a corpus with their entities; lower case keeps their places."""
    path = next(
        path for end in (".jsonl", ".jsonl.gz") if (path := data / f"{corpus}{end}").exists()
    )
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        for _, line in zip(range(most), lines, strict=False):
            record = json.loads(line)
            if casing == "lower case":
                record["text"] = "".join(
                    low if len(low := char.lower()) == 1 else char for char in record["text"]
                )
            yield record


def write_once(path: Path, command: Sequence[str], source: Path) -> None:
    """Write what a command makes of a file, unless that was done before."""
    if path.exists():
        return
    print(f"{path.name}: {' '.join(command)}", file=sys.stderr, flush=True)
    unfinished = path.with_suffix(".part")
    with open(source, "rb") as stdin, open(unfinished, "wb") as stdout:
        subprocess.run(command, stdin=stdin, stdout=stdout, check=True)
    unfinished.rename(path)


def unit_of(path: Path) -> str:
    """Return the field that groups the records of a file."""
    with open(path, encoding="utf-8") as lines:
        first = json.loads(next(lines))
    return next((name for name in UNITS if name in first), "record")


def rows(run: Path, raw: Path, name: str, presidio: str | None) -> Iterator[list[str]]:
    """Yield the cells of each method for a file of raw records."""
    ways = {method: (*PRIVTOOL, "mask", "-q", *args) for method, args in METHODS.items()}
    if presidio is not None:
        ways["Presidio patterns"] = (presidio, str(HERE / "presidio_patterns.py"))
    for method, command in ways.items():
        safe, result = (
            run / f"{name}.{method.replace(' ', '-')}{end}" for end in (".jsonl", ".json")
        )
        write_once(safe, command, raw)
        audit = ("audit", "text", "-q", "--gold", str(raw), "--unit", unit_of(raw))
        write_once(result, (*PRIVTOOL, *audit), safe)
        figures = {
            each["name"]: each
            for each in json.loads(result.read_text())["figures"]
            if "group" not in each
        }
        yield [method, *(cell(figures.get(figure)) for figure in FIGURES)]


def cell(figure: dict[str, Any] | None) -> str:
    """Return a figure in percent with its interval; without hits only its upper bound."""
    if figure is None or figure["value"] is None:
        return "-"
    low, high = 100 * figure["low"], 100 * figure["high"]
    if not figure["value"]:
        return f"< {high:.1f}"
    return f"{100 * figure['value']:.1f} [{low:.1f}, {high:.1f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--records", type=int, default=5000)
    parser.add_argument("--presidio", help="a Python that has presidio-analyzer")
    args = parser.parse_args()
    args.run.mkdir(parents=True, exist_ok=True)
    lines = [f"| corpus | case | method | {' | '.join(FIGURES)} |", "| -- " * 7 + "|"]
    for corpus in args.corpora:
        for casing in CASINGS:
            name = f"{corpus}.{casing.split()[0]}"
            raw = args.run / f"{name}.raw.jsonl"
            records = raw_records(args.data, corpus, casing, args.records)
            raw.write_text("".join(json.dumps(record) + "\n" for record in records))
            for cells in rows(args.run, raw, name, args.presidio):
                lines.append("| " + " | ".join([corpus, casing, *cells]) + " |")
    table = "\n".join(lines) + "\n"
    (args.run / "survival.md").write_text(table)
    print(table, end="")


if __name__ == "__main__":
    main()
