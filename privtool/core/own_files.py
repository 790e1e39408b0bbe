"""Files of our own: tables of the package, settings of users, and the run cards of models.

A run card says how privtool trained the model in a folder, without any data.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from privtool.core.errors import DataError, named_read_errors, reason_of_keys

T = TypeVar("T")
CARD = "privtool.json"  # also marks the folders that `--force` may replace
TABLES = Path(__file__).parent.parent / "data" / "tables"


def read_table(name: str, kind: type[T]) -> T:
    """Return what a TOML file of the package holds."""
    return msgspec.toml.decode((TABLES / f"{name}.toml").read_bytes(), type=kind)


def read_settings(path: str | Path, kind: type[T], inside: Any = None) -> T:
    """Return what a TOML file of a user holds; `inside` is the class of what is in it.

    Raise `UsageError` for a file that cannot be read, and `DataError` for one of another form.
    """
    with named_read_errors(path):
        content = Path(path).read_bytes()
    try:
        return msgspec.toml.decode(content.removeprefix(BOM_UTF8), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {reason_of_keys(error, kind, inside)}") from None


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
