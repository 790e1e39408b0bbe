"""Files of our own: tables of names and sentences of the package, and the run cards of models.

A run card says how privtool trained the model in a folder, without any data.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
CARD = "privtool.json"  # also marks the folders that `--force` may replace
TABLES = Path(__file__).parent.parent / "data" / "tables"


def read_table(name: str, kind: type[T]) -> T:
    """Return what a TOML file of the package holds."""
    return msgspec.toml.decode((TABLES / f"{name}.toml").read_bytes(), type=kind)


def read_card(folder: Path) -> dict[str, Any]:
    """Return the card of a folder; empty if it is missing or unreadable."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return card if isinstance(card, dict) else {}


def made_by(folder: Path, *commands: str) -> bool:
    """Return whether one of the commands wrote a folder, which may be damaged since."""
    return (folder / CARD).is_file() and read_card(folder).get("model", commands[0]) in commands
