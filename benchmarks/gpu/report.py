"""The results of a run as one JSON file and as one Markdown table."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.gpu.figures import Figure, PartResult
from benchmarks.gpu.processes import Outcome

_HEAD = ("part", "figure", "value", "unit")


class Report(NamedTuple):
    """A run: what it was measured on, how, and the outcome of each part by its name."""

    machine: dict[str, Any]
    size: str
    seed: int
    date: str
    seconds: float
    outcomes: dict[str, Outcome]

    @property
    def failed(self) -> list[str]:
        """The names of the parts that failed."""
        return [name for name, outcome in self.outcomes.items() if outcome.status != "ok"]


def as_json(report: Report) -> str:
    """Return a report as JSON; a figure without a value has a reason."""
    parts = [_part(name, outcome) for name, outcome in report.outcomes.items()]
    whole = {
        "benchmark": "gpu",
        "date": report.date,
        "seed": report.seed,
        "size": report.size,
        "seconds": round(report.seconds, 1),
        "failed": report.failed,
        "machine": report.machine,
        "parts": parts,
    }
    return json.dumps(whole, indent=1, allow_nan=False) + "\n"


def _part(name: str, outcome: Outcome) -> dict[str, Any]:
    result: PartResult = outcome.result or PartResult({}, {})
    return {
        "part": name,
        "status": outcome.status,
        "seconds": round(outcome.seconds, 1),
        "cause": outcome.cause,
        "sizes": result.sizes,
        "figures": {name: _finite(figure)._asdict() for name, figure in result.figures.items()},
    }


def _finite(figure: Figure) -> Figure:
    if figure.value is None or math.isfinite(figure.value):
        return figure
    return figure._replace(value=None, reason=f"the value is {figure.value}")


def as_markdown(report: Report) -> str:
    """Return the figures of a report as a table, below a line on what they were measured on."""
    rows: list[Sequence[str]] = []
    for name, outcome in report.outcomes.items():
        if outcome.status != "ok":
            rows.append((name, f"**{outcome.status}**", _cell(outcome.cause or ""), ""))
        result: PartResult = outcome.result or PartResult({}, {})
        rows += [(name, label, *_shown(figure)) for label, figure in result.figures.items()]
    machine = report.machine
    versions = ", ".join(f"{name} {machine.get(name)}" for name in ("torch", "transformers"))
    first = (
        f"{machine.get('name')}, {versions}, {report.date}, size {report.size}, "
        f"seed {report.seed}, {report.seconds:.0f} s"
    )
    lines = [first, "", _row(_HEAD), _row(["--"] * len(_HEAD)), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _shown(figure: Figure) -> tuple[str, str]:
    figure = _finite(figure)
    if figure.value is None:
        return f"- ({figure.reason})", figure.unit
    if figure.value == round(figure.value) or abs(figure.value) >= 100:
        return f"{figure.value:,.0f}", figure.unit
    return f"{figure.value:.3g}", figure.unit


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def write(report: Report, folder: Path) -> tuple[Path, Path]:
    """Write both forms into a folder; return their paths."""
    paths = folder / "results.json", folder / "results.md"
    for path, content in zip(paths, (as_json(report), as_markdown(report)), strict=True):
        path.write_text(content, encoding="utf-8")
    return paths
