"""The run card of a model folder of ours: how the model was made, without any data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CARD = "privtool.json"  # also the mark by which `--force` knows a folder of ours


def read_card(folder: Path) -> dict[str, Any]:
    """The card in a folder; empty if there is none that can be read."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return card if isinstance(card, dict) else {}


def made_by(folder: Path, *commands: str) -> bool:
    """Whether one of some commands of ours wrote a folder, which may be damaged since."""
    return (folder / CARD).is_file() and read_card(folder).get("model", commands[0]) in commands
