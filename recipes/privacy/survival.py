"""What ways to mask leave of the entities of corpora: a table in Markdown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from steps import PRIVTOOL, cell, figures_of, records, table, write_once, write_records

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


def in_case(record: dict[str, Any], casing: str) -> dict[str, Any]:
    """Return a record in lower case where wanted; entities keep their places."""
    if casing == "as written":
        return record
    lowered = ((char.lower(), char) for char in record["text"])
    return {**record, "text": "".join(low if len(low) == 1 else char for low, char in lowered)}


def unit_of(path: Path) -> str:
    """Return the field that groups the records of a file."""
    with open(path, encoding="utf-8") as lines:
        first = json.loads(next(lines))
    return next((name for name in UNITS if name in first), "record")


def rows(
    run: Path, raw: Path, name: str, methods: Sequence[str], presidio: str | None
) -> Iterator[list[str]]:
    """Yield the cells of each method for a file of raw records."""
    ways = {method: (*PRIVTOOL, "mask", "-q", *METHODS[method]) for method in methods}
    if presidio is not None:
        ways["Presidio patterns"] = (presidio, str(HERE / "presidio_patterns.py"))
    for method, command in ways.items():
        stem = f"{name}.{method.replace(' ', '-')}"
        safe, result = run / f"{stem}.jsonl", run / f"{stem}.json"
        write_once(safe, command, raw)
        audit = ("audit", "text", "-q", "--gold", str(raw), "--unit", unit_of(raw))
        write_once(result, (*PRIVTOOL, *audit), safe)
        figures = figures_of(result)
        yield [method, *(cell(figures.get((figure, ""))) for figure in FIGURES)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--records", type=int, default=5000)
    parser.add_argument("--methods", default=",".join(METHODS), help="joined by commas")
    parser.add_argument("--presidio", help="a Python that has presidio-analyzer")
    args = parser.parse_args()
    methods = args.methods.split(",")
    if unknown := set(methods) - METHODS.keys():
        parser.error(f"--methods: unknown {', '.join(sorted(unknown))}")
    args.run.mkdir(parents=True, exist_ok=True)
    found = []
    for corpus in args.corpora:
        for casing in CASINGS:
            name = f"{corpus}.{casing.split()[0]}"
            raw = args.run / f"{name}.raw.jsonl"
            first = records(args.data, corpus, args.records)
            write_records(raw, (in_case(record, casing) for record in first))
            ways = rows(args.run, raw, name, methods, args.presidio)
            found += [[corpus, casing, *row] for row in ways]
    text = table(["corpus", "case", "method", *FIGURES], found)
    (args.run / "survival.md").write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
