"""The plan of a run: what is done to which parts of which files, with what. It never changes.

Outputs of two plans must not mix, so a run that differs from the plan in its folder is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from privtool.core.digest import short_digest
from privtool.core.errors import PrivtoolError, UsageError, option, reason_of
from privtool.core.reading import FileRange
from privtool.core.writing import writing
from privtool.shards.splitting import Input, Range, packed, ranges_of

_COMPARED = {
    "options": "the command and its options",
    "directory": "the working directory",
    "inputs": "the input files",
    "settings": "the files that options name",
    "models": "the models",
    "version": "the version of privtool",
    "shard_bytes": option("shard_bytes"),
}


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that a plan follows from: two runs with equal setups have equal outputs.

    Workers parse `arguments`; two runs may differ in them where it does not matter for the output,
    so `options` has what the arguments mean. `settings` is the size and time of each file that an
    option names, `models` the weights by option.
    """

    arguments: tuple[str, ...]
    options: Mapping[str, str]
    directory: str
    version: str
    models: Mapping[str, Any]
    settings: Mapping[str, tuple[int, int]]
    shard_bytes: int
    inputs: tuple[Input, ...]


class Plan(msgspec.Struct, frozen=True):
    """A setup and its shards, each with the ranges to read in order."""

    setup: Setup
    shards: tuple[tuple[Range, ...], ...]

    @property
    def digest(self) -> str:
        """What the results of this plan and no other one are marked with."""
        same = msgspec.structs.replace(self.setup, arguments=())
        return short_digest([msgspec.json.encode(Plan(same, self.shards))])

    def ranges(self, shard: int) -> Iterator[tuple[Input, FileRange]]:
        for part in self.shards[shard]:
            source = self.setup.inputs[part.input]
            yield source, FileRange(source.path, *part[1:], source.packing, part.input + 1)


def new_plan(setup: Setup) -> Plan:
    """Return the plan of a setup; reads the files that are to be cut."""
    most = setup.shard_bytes
    found = chain.from_iterable(ranges_of(n, each, most) for n, each in enumerate(setup.inputs))
    return Plan(setup, tuple(packed(found, most)))


def read_plan(path: Path) -> Plan | None:
    """Return the plan in a file, None if there is none; raise `PrivtoolError` for a broken one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PrivtoolError(f"{path}: {reason_of(error, 'cannot be read')}") from None
    except msgspec.MsgspecError:
        raise PrivtoolError(f"{path} is not a plan of privtool scale") from None


def write_plan(plan: Plan, path: Path) -> None:
    """Write a plan for its owner alone: it names files and options."""
    with writing(str(path), private=True) as write:
        write(msgspec.json.encode(plan) + b"\n")


def check_same(planned: Setup, now: Setup, path: Path) -> None:
    """Raise `UsageError` unless a run would do what the plan says."""
    names = [
        what for name, what in _COMPARED.items() if getattr(planned, name) != getattr(now, name)
    ]
    if names:
        raise UsageError(
            f"{path} is the plan of a run that differs in {' and '.join(names)}: use "
            f"another {option('out_dir')}"
        )


def shard_name(number: int, count: int) -> str:
    """Return the number of a shard in file names, which sort as numbers do."""
    return f"{number:0{max(5, len(str(count - 1)))}}"


def places_of(plan: Plan, shard: int) -> Sequence[Mapping[str, Any]]:
    """Return where the records of a shard are, for the list of failures."""
    return [
        {"file": each.path, "start": each.start, "end": each.end, "first_line": each.first_line}
        for _, each in plan.ranges(shard)
    ]
