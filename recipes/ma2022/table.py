"""Write the table of a mixing experiment: perplexities by method, mean and range over seeds.

Reads the run cards in the folder `--run`; writes `RUN.md` and `RUN.png` next to it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from curves import load_runs, plot_runs

HEAD = """\
| method | seeds | valid | test | test against uniform | extra iterations | last weights |
|---|---:|---:|---:|---:|---:|---|
"""


def cards(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Read the run cards of a folder, by method."""
    by_method: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(folder.glob("*/privtool.json")):
        card = json.loads(file.read_text(encoding="utf-8"))
        by_method.setdefault(card["options"]["method"], []).append(card)
    return by_method


def mean(values: list[float]) -> float:
    """Return the mean of at least one number."""
    return sum(values) / len(values)


def spread(values: list[float]) -> str:
    """Format the mean and the range of numbers."""
    return f"{mean(values):.1f} ({min(values):.1f} to {max(values):.1f})"


def row(method: str, runs: list[dict[str, Any]], uniform: float | None) -> str:
    """Format the line of a method; `uniform` is the test perplexity of the baseline."""
    valid = [run["valid"]["perplexity"] for run in runs]
    test = [run["test"]["clean"]["perplexity"] for run in runs]
    against = "" if uniform is None else f"{100 * (mean(test) / uniform - 1):+.1f} %"
    extra = f"{100 * mean([run['extra_share'] for run in runs]):.0f} %"
    names = runs[0]["weights"]
    weights = {name: mean([run["weights"][name] for run in runs]) for name in names}
    shown = ", ".join(f"{name} {weight:.2f}" for name, weight in weights.items())
    columns = [method, str(len(runs)), spread(valid), spread(test), against, extra, shown]
    return f"| {' | '.join(columns)} |\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, required=True)
    run: Path = parser.parse_args().run
    runs_by_method = cards(run)
    tests = [card["test"]["clean"]["perplexity"] for card in runs_by_method.get("uniform", [])]
    uniform = mean(tests) if tests else None
    table = HEAD + "".join(row(method, runs, uniform) for method, runs in runs_by_method.items())
    run.with_suffix(".md").write_text(table, encoding="utf-8")
    run.with_suffix(".png").write_bytes(plot_runs(load_runs(run)))
    print(table, end="")


if __name__ == "__main__":
    main()
