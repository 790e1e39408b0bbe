"""`--keep` and `--ids`: fields that are passed on where others are dropped, and the ids.

Also the random seed, an option of all commands that draw, the secret key of ids, and `--map`: the
encrypted map of what was replaced, from which `privtool restore` works. Files that options name are
checked in one way.
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
from privtool.core.field_paths import field_path
from privtool.core.options import Opt
from privtool.core.pipeline import (
    OpenMap,
    StreamOptions,
    check_apart,
    check_not_read,
    check_stream,
    written_by,
)
from privtool.core.record import FIELDS
from privtool.core.rng import Key, pseudonym
from privtool.core.sealed import make_secret_file, read_secret_file, sealing
from privtool.core.spans import ReadEntities
from privtool.core.writing import Write

if TYPE_CHECKING:
    from privtool.workflows.config.terms import Labels

Seed = Annotated[int, Opt("Random seed.")]


Keep = Annotated[
    tuple[str, ...],
    Opt("Keep this field; any field may hold private text.", metavar="FIELD"),
]


def check_keep(
    names: Iterable[str],
    written: Collection[str],
    private: Collection[str] = (),
    *,
    paths: bool = False,
) -> None:
    """Raise `UsageError` for a field that is written anyway or reveals what was private.

    Unless there may be `paths`, also for one; a path into a field reveals what the field does.
    """
    for name in names:
        if "," in name:
            raise UsageError(f"{option('keep')} {name}: give the option once for each field")
        if name.startswith("/") and not paths:
            raise UsageError(
                f"{option('keep')} {name}: name a whole field; a path needs {option('field')}"
            )
        if name in written:
            raise UsageError(f"{option('keep')} {name}: the field is always written, made safe")
        if field_path(name)[0] in private:
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
    from privtool.stages.user_terms import UserTerms, read_chosen

    chosen, kept = labels.chosen()
    return partial(read_chosen, unit, UserTerms(labels=chosen, kept_labels=kept))


MakeKey = Annotated[bool, Opt("Create the key file if it does not exist.")]


def read_key(path: Path, make: bool) -> Key:
    """Read a key, or make one. Raise `UsageError` for a file that cannot be a key."""
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
        Path | None, Opt("Secret key for keyed ids, readable only by its owner.")
    ] = None
    make_key: MakeKey = False

    def check(self, stream: StreamOptions, key_needed_by: str | None = None) -> None:
        """Raise `UsageError` for options that contradict each other or the inputs.

        `key_needed_by` is another option that needs the key.
        """
        self.check_numbers(stream)
        if self.ids == "keyed" and self.key_file is None:
            raise UsageError(f"{option('ids')} keyed needs {option('key_file')} FILE")
        if key_needed_by is not None:
            if self.key_file is None:
                raise UsageError(f"{option(key_needed_by)} needs {option('key_file')} FILE")
        elif self.ids != "keyed" and (self.key_file is not None or self.make_key):
            raise UsageError(f"{option('key_file')} is for {option('ids')} keyed")
        check_stream(stream, [self.key_file])

    def check_numbers(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for line numbers of several inputs, which are the same."""
        if self.ids == "number" and len(stream.inputs) > 1:
            raise UsageError(
                f"{option('ids')} number: the lines of several inputs have the same numbers"
            )

    @property
    def shown(self) -> tuple[str, ...]:
        """The part of a summary that says that ids are what they were."""
        return ("ids kept",) if self.ids == "keep" else ()

    def new_id(self, key: Callable[[], Key] | None = None) -> NewId | None:
        """Return the function that gives records their ids, None to keep them.

        `key` gives the key of keyed ones, if it is not that of these options.
        """
        if self.ids == "number":
            return _numbered
        return partial(_keyed, (key or self.key)()) if self.ids == "keyed" else None

    def key(self) -> Key:
        """Read the key, or make one. Raise `UsageError` for a file that cannot be a key."""
        assert self.key_file is not None  # see `check`
        return read_key(self.key_file, self.make_key)


def _numbered(number: int, record_id: str | int) -> int:  # noqa: ARG001
    return number


def _keyed(key: Key, number: int, record_id: str | int) -> str:  # noqa: ARG001
    return pseudonym(key, "id", record_id)


def check_files(
    stream: StreamOptions, read: Iterable[str | Path | None], **written: str | Path | None
) -> None:
    """Raise `UsageError` if files that a command writes are one, or would replace one it reads.

    `written` are the files of other options than those of all streams, `read` those besides inputs.
    """
    files = {**{option(name): path for name, path in written.items()}, **written_by(stream)}
    check_apart(files)
    check_not_read(files, [*stream.inputs, *read])


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
    check_files(stream, [key_file, *read], map=path)


def map_opener(
    path: str | None,
    key: Callable[[], Key],
    fields: tuple[str, ...],
    scope_fields: tuple[str, ...] | None = None,
) -> OpenMap | None:
    """Return what opens the map, None without one; `fields` and `scope_fields` are its head."""
    if path is None:
        return None

    @contextmanager
    def opened() -> Iterator[Write]:
        from privtool.stages.originals import MapHead, lines_of_map

        with sealing(path, key()) as write:
            write(lines_of_map([MapHead(fields, scope_fields)]))
            yield write

    return opened
