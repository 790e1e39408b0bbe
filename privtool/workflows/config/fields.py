"""`--keep` and `--ids`: fields that are passed on where others are dropped, and the ids.

Also the random seed, an option of all commands that draw, the secret key of ids, and `--map`: the
encrypted map of what was replaced, from which `privtool restore` works.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.blocks import NewId
from privtool.core.errors import UsageError, option
from privtool.core.given_entities import ReadEntities
from privtool.core.keyfile import make_secret_file, read_secret_file
from privtool.core.options import Opt
from privtool.core.paths import check_apart, check_not_read, check_stream, written_by
from privtool.core.pipeline import OpenMap, StreamOptions
from privtool.core.record import FIELDS
from privtool.core.writing import Write

if TYPE_CHECKING:
    from privtool.text.surrogates.prf import Key
    from privtool.workflows.config.terms import Labels

Seed = Annotated[int, Opt("Random seed.")]


Keep = Annotated[
    tuple[str, ...],
    Opt("Keep this field; any field may hold private text.", metavar="FIELD"),
]


def check_keep(
    names: Iterable[str], written: Collection[str], private: Collection[str] = ()
) -> None:
    """Raise `UsageError` for a field that is written anyway or reveals what was private."""
    for name in names:
        if "," in name:
            raise UsageError(f"{option('keep')} {name}: give the option once for each field")
        if name in written:
            raise UsageError(f"{option('keep')} {name}: the field is always written, made safe")
        if name in private:
            raise UsageError(f"{option('keep')} {name}: the field reveals what was private")


def needs_unknown_fields(names: Iterable[str]) -> bool:
    return any(name not in FIELDS for name in names)


Offsets = Annotated[
    Literal["characters", "utf16", "bytes"] | None,
    Opt(
        "What the offsets of entities count: characters, UTF-16 units (Java, JavaScript, .NET) or "
        "bytes of UTF-8.",
        default="characters, unless most entities cut words",
    ),
]


def read_entities(unit: str | None, labels: Labels | None = None) -> ReadEntities:
    """Return what reads entities whose offsets count `unit`, and leaves out those to keep."""
    from privtool.text.whole_entities import read_given

    if labels is None or labels.all:
        return partial(read_given, unit=unit)
    from privtool.stages.user_terms import read_chosen

    return partial(read_chosen, unit, *labels.chosen())


MakeKey = Annotated[bool, Opt("Create the key file if it does not exist.")]


def read_key(path: Path, make: bool) -> Key:
    """Read a key, or make one. Raise `UsageError` for a file that cannot be a key."""
    from privtool.text.surrogates.prf import Key

    if make:
        make_secret_file(path)
    return Key(read_secret_file(path))


@dataclass(frozen=True, kw_only=True)
class IdOptions:
    """What the ids of records become, and the key of keyed ones."""

    ids: Annotated[
        Literal["keep", "number", "keyed"],
        Opt("Keep record ids, or replace them with line numbers or keyed pseudonyms."),
    ] = "keep"
    key_file: Annotated[
        Path | None, Opt("Secret key for keyed ids, readable only by its owner.", "FILE")
    ] = None
    make_key: MakeKey = False

    def check(self, stream: StreamOptions, key_needed_by: str | None = None) -> None:
        """Raise `UsageError` for options that contradict each other or the inputs.

        `key_needed_by` is another option that needs the key.
        """
        check_numbers(self.ids, stream)
        if self.ids == "keyed" and self.key_file is None:
            raise UsageError(f"{option('ids')} keyed needs {option('key_file')} FILE")
        if key_needed_by is not None:
            if self.key_file is None:
                raise UsageError(f"{option(key_needed_by)} needs {option('key_file')} FILE")
        elif self.ids != "keyed" and (self.key_file is not None or self.make_key):
            raise UsageError(f"{option('key_file')} is for {option('ids')} keyed")
        check_stream(stream, [self.key_file])

    @property
    def shown(self) -> tuple[str, ...]:
        """The part of a summary that says that ids are what they were."""
        return ("ids kept",) if self.ids == "keep" else ()

    def new_id(self) -> NewId | None:
        """Return the function that gives records their ids, None to keep them."""
        return new_id(self.ids, self.key)

    def key(self) -> Key:
        """Read the key, or make one. Raise `UsageError` for a file that cannot be a key."""
        if self.key_file is None:
            raise UsageError(f"{option('ids')} keyed needs {option('key_file')} FILE")
        return read_key(self.key_file, self.make_key)


def check_numbers(ids: str, stream: StreamOptions) -> None:
    """Raise `UsageError` for line numbers of several inputs, which are the same."""
    if ids == "number" and len(stream.inputs) > 1:
        raise UsageError(
            f"{option('ids')} number: the lines of several inputs have the same numbers"
        )


def new_id(ids: str, key: Callable[[], Key]) -> NewId | None:
    """Return the function that gives records their ids; `key` is called for keyed ones alone."""
    if ids == "number":
        return _numbered
    return partial(_keyed, key()) if ids == "keyed" else None


def _numbered(number: int, record_id: str | int) -> int:  # noqa: ARG001
    return number


def _keyed(key: Key, number: int, record_id: str | int) -> str:  # noqa: ARG001
    from privtool.text.surrogates.prf import pseudonym

    return pseudonym(key, "id", record_id)


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
