"""What goes into mix-train and what comes out of it."""

import json
from pathlib import Path
from typing import Any

from tests.support.trainer_runs import CANARY


def manifest(**paths: str | Path) -> bytes:
    """The manifest of corpora, by their names, with a field that nothing may show."""
    return b"".join(
        json.dumps({"corpus": name, "path": str(path), "more": CANARY}).encode() + b"\n"
        for name, path in paths.items()
    )


def curve(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run without their times."""
    found = [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if "seconds" not in k} for line in found]
