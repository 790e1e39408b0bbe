"""What goes into mix-train and what comes out of it."""

from pathlib import Path
from typing import Any

from tests.support.jsonl import jsonl, read_jsonl
from tests.support.trainer_runs import CANARY


def manifest(**paths: str | Path) -> bytes:
    """The manifest of corpora, by their names, with a field that nothing may show."""
    return jsonl(
        *({"corpus": name, "path": str(path), "more": CANARY} for name, path in paths.items())
    )


def curve(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run without their times."""
    found = read_jsonl(folder / "curve.jsonl")
    return [{k: v for k, v in line.items() if "seconds" not in k} for line in found]
