"""Steps of the recipes: commands that write a file, each run once, and corpora as files."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Figures = dict[tuple[str, str], dict[str, Any]]
PRIVTOOL = (sys.executable, "-m", "privtool")


def records(data: Path, corpus: str, most: int) -> Iterator[dict[str, Any]]:
    """Yield the first records of a corpus, `NAME.jsonl` or `NAME.jsonl.gz` in a folder."""
    paths = (data / f"{corpus}{end}" for end in (".jsonl", ".jsonl.gz"))
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        raise SystemExit(f"{data} holds no {corpus}.jsonl or {corpus}.jsonl.gz")
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        for _, line in zip(range(most), lines, strict=False):
            yield json.loads(line)


def write_records(path: Path, rows: Iterator[dict[str, Any]]) -> None:
    """Write records as JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_once(path: Path, command: Sequence[str | Path], source: Path) -> None:
    """Write what a command makes of a file to a path, unless that was done before."""
    if path.exists():
        return
    words = [str(word) for word in command]
    print(f"{path.name}: {' '.join(words)} < {source.name}", file=sys.stderr, flush=True)
    unfinished = path.with_name(f"{path.name}.part")
    with open(source, "rb") as stdin, open(unfinished, "wb") as stdout:
        done = subprocess.run(words, stdin=stdin, stdout=stdout, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    unfinished.rename(path)


def figures_of(result: Path) -> Figures:
    """Return the figures of a result of an audit by name and group."""
    row = json.loads(result.read_text(encoding="utf-8"))
    return {(each["name"], each.get("group", "")): each for each in row["figures"]}


def cell(figure: dict[str, Any] | None) -> str:
    """Return a figure with its interval, shares in percent; without hits only its upper bound."""
    if figure is None or figure["value"] is None:
        return "-"
    scale, digits = (100, 1) if figure["kind"] == "share" else (1, 2)
    if figure["high"] is None:  # a lower bound
        return f">= {scale * figure['low']:.{digits}f}"
    low, high = scale * figure["low"], scale * figure["high"]
    if figure["interval"] == "none found":
        return f"< {high:.{digits}f}"
    return f"{scale * figure['value']:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def share_of(figure: dict[str, Any], role: str) -> str:
    """Return the value of the baseline or control of a figure, as in `cell`."""
    if role not in figure or figure[role]["value"] is None:
        return "-"
    scale, digits = (100, 1) if figure["kind"] == "share" else (1, 2)
    return f"{scale * figure[role]['value']:.{digits}f}"


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [" | ".join(titles), " | ".join("--" for _ in titles), *(" | ".join(r) for r in rows)]
    return "".join(f"| {line} |\n" for line in lines)
