"""`--keep`: fields that are passed on, where all others are dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated

import typer

from privtool.core.errors import UsageError
from privtool.core.record import FIELDS

Keep = Annotated[
    list[str] | None,
    typer.Option(metavar="FIELD", help="Pass this field on; any other may hold private text."),
]


def check_keep(
    names: Iterable[str], written: Collection[str], private: Collection[str] = ()
) -> None:
    """Raise `UsageError` for a field that is written anyway or tells what was private."""
    for name in names:
        if name in written:
            raise UsageError(f"--keep {name}: the field is always written, made safe")
        if name in private:
            raise UsageError(f"--keep {name}: the field tells of what was private")


def needs_unknown_fields(names: Iterable[str]) -> bool:
    """Whether a field that privtool does not know has to be read at all."""
    return any(name not in FIELDS for name in names)
