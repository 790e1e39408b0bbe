"""`--map`: the encrypted map of what was replaced, from which `privtool restore` works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.paths import check_apart, check_not_read, written_by
from privtool.core.pipeline import OpenMap, StreamOptions
from privtool.core.writing import Write

if TYPE_CHECKING:
    from privtool.core.rng import Key

MapFile = Annotated[
    str | None,
    Opt(
        "Write what was replaced to this file, encrypted with --key-file, for privtool restore.",
        "FILE",
    ),
]


def check_map(
    path: str | None, stream: StreamOptions, key_file: Path | None, read: Iterable[Path | None] = ()
) -> None:
    """Raise `UsageError` for a map without a key, or that would replace another file."""
    if path is None:
        return
    if key_file is None:
        raise UsageError(f"{option('map')} needs {option('key_file')} FILE")
    if path == "-":
        raise UsageError(f"{option('map')} needs a file: standard output carries the records")
    check_apart({option("map"): path, **written_by(stream)})
    check_not_read({option("map"): path}, [*stream.inputs, key_file, *read])


def check_no_map_in_parts(path: str | None) -> None:
    """Raise `UsageError` for a map of a part."""
    if path is not None:
        raise UsageError(f"{option('map')}: each part would write a map of its own")


def map_opener(
    path: str | None,
    key: Callable[[], Key],
    fields: tuple[str, ...],
    scope_fields: tuple[str, ...] | None = None,
) -> OpenMap | None:
    """Return what opens the map, None without one; `fields` and `scope_fields` are its head."""
    return None if path is None else partial(_opened, path, key, fields, scope_fields)


@contextmanager
def _opened(
    path: str,
    key: Callable[[], Key],
    fields: tuple[str, ...],
    scope_fields: tuple[str, ...] | None,
) -> Iterator[Write]:
    from privtool.core.sealed import sealing
    from privtool.stages.originals import MapHead, lines_of_map

    with sealing(path, key()) as write:
        write(lines_of_map([MapHead(fields, scope_fields)]))
        yield write
