"""Tables of names and sentences that are data of the package: `privtool/data/tables`."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")
TABLES = Path(__file__).parent.parent / "data" / "tables"


def read_table(name: str, kind: type[T]) -> T:
    """Return what a TOML file of the package holds."""
    return msgspec.toml.decode((TABLES / f"{name}.toml").read_bytes(), type=kind)
