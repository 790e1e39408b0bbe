"""`privtool models`."""

from __future__ import annotations

import inspect
import sys
from enum import Enum
from functools import partial
from typing import Annotated

import typer

from privtool.cli.stream_options import EXIT_STATUSES, Debug, Quiet, guarded

# By whether a model comes with the package, and whether its files are here.
_STATES = {
    (True, True): "embedded",
    (True, False): "missing",
    (False, True): "cached",
    (False, False): "absent",
}


class ModelsOutput(str, Enum):
    """How the list is written."""

    tsv = "tsv"
    jsonl = "jsonl"


def models(
    output_format: Annotated[
        ModelsOutput, typer.Option(help="Tab-separated columns, or a JSON object a line.")
    ] = ModelsOutput.tsv,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """List the models that have a short name.

    Writes for each its name, kind, source, license, whether it is here (embedded: it came with
    privtool; cached: it has been fetched; absent: it will be fetched when it is named; missing: it
    ought to have come with privtool) and a note. Any other model can be named by its hub id or
    folder. Uses no network.

    \b
    Examples:
      privtool models
      privtool models --output-format jsonl | grep embedded
    """
    guarded(partial(_write, output_format, quiet), debug)


models.__doc__ = inspect.cleandoc(models.__doc__ or "") + "\n\n" + inspect.cleandoc(EXIT_STATUSES)


def _write(output_format: ModelsOutput, quiet: bool) -> None:
    import msgspec

    from privtool.core.writing import writing
    from privtool.models.catalog import ALIASES, ENGINES, Alias, Engine, engine_is_here
    from privtool.models.hub.resolve import is_here

    here = 0
    with writing("-") as write:
        rows: list[tuple[Alias | Engine, str, bool, bool, str]] = [
            (each, each.hub_id or "privtool", each.hub_id is None, is_here(each), each.revision)
            for each in ALIASES.values()
        ]
        rows += [
            (each, each.package or "torchaudio", bool(each.package), engine_is_here(each), "")
            for each in ENGINES
        ]
        for model, source, embedded, present, revision in rows:
            here += present
            row = {
                "name": model.name,
                "kind": model.kind,
                "source": source,
                "license": model.license,
                "state": _STATES[embedded, present],
                "note": model.note,
            }
            if output_format is ModelsOutput.jsonl:
                more = {"revision": revision} if revision else {}
                write(msgspec.json.encode({**row, **more}) + b"\n")
            else:
                write("\t".join(row.values()).encode() + b"\n")
    if not quiet:
        print(f"privtool models: {len(rows)} models, {here} of them here", file=sys.stderr)
