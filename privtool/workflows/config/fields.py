"""`--keep`: fields that are passed on, where all others are dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.record import FIELDS

Keep = Annotated[
    tuple[str, ...],
    Opt("Pass this field on; any field may hold private text.", metavar="FIELD"),
]


def check_keep(
    names: Iterable[str], written: Collection[str], private: Collection[str] = ()
) -> None:
    """Raise `UsageError` for a field that is written anyway or reveals what was private."""
    for name in names:
        if name in written:
            raise UsageError(f"{option('keep')} {name}: the field is always written, made safe")
        if name in private:
            raise UsageError(f"{option('keep')} {name}: the field reveals what was private")


def needs_unknown_fields(names: Iterable[str]) -> bool:
    """Return whether a field is unknown to privtool."""
    return any(name not in FIELDS for name in names)
