"""Rows as commands write them, small enough to check by hand."""

import json
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).parents[1] / "data/report_rows.json"
KINDS: dict[str, Any] = json.loads(_TABLE.read_text("utf-8"))
AUDIT, MASK, LM, ASR, CURVE = (KINDS[kind] for kind in ("audit", "mask", "lm", "asr", "curve"))
ROWS: list[dict[str, Any]] = [AUDIT, MASK, LM, ASR, *CURVE]


def share(hits: int, of: int) -> dict[str, Any]:
    return {"hits": hits, "of": of, "value": hits / of if of else None}


def figure(name: str, value: float | None, low: float, high: float | None, **more: Any) -> Any:
    row = {"name": name, "kind": "share", "value": value, "low": low, "high": high}
    return {**row, "interval": "bootstrap", **more}
