"""`privtool models`: the models with a short name, and whether they are on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.options import Opt, Quiet

if TYPE_CHECKING:
    from privtool.models.catalog import Alias, Engine

# By whether a model comes with the package, and whether its files are on this machine.
_STATES = {
    (True, True): "embedded",
    (True, False): "missing",
    (False, True): "cached",
    (False, False): "absent",
}


@dataclass(frozen=True, kw_only=True)
class ModelsConfig:
    """List the models with short names.

    Writes name, kind, source, license, state and a note for each. The state is embedded (part of
    privtool), cached (downloaded), absent (will be downloaded when used), or missing (should be
    part of privtool but is not). Any other model can be named by its hub id or folder. Uses no
    network.

    \b
    Examples:
      privtool models
      privtool models --output-format jsonl | grep embedded
    """

    output_format: Annotated[
        Literal["tsv", "jsonl"], Opt("Tab-separated columns, or one JSON object per line.")
    ] = "tsv"
    quiet: Quiet = False


def known_models() -> Iterator[dict[str, str]]:
    """Yield name, kind, source, license, state, note and revision of each model; no network."""
    from privtool.models.catalog import ALIASES, ENGINES, engine_is_here
    from privtool.models.hub.resolve import is_here

    for alias in ALIASES.values():
        embedded = alias.hub_id is None
        state = _STATES[embedded, is_here(alias)]
        yield _row(alias, alias.hub_id or "privtool", state) | {"revision": alias.revision}
    for engine in ENGINES:
        state = _STATES[bool(engine.package), engine_is_here(engine)]
        yield _row(engine, engine.package or "torchaudio", state) | {"revision": ""}


def run(config: ModelsConfig) -> None:
    """Write a line for each model, and report how many there are."""
    import msgspec

    from privtool.core.writing import writing

    rows = list(known_models())
    with writing("-") as write:
        for row in rows:
            revision = row.pop("revision")
            if config.output_format == "jsonl":
                more = {"revision": revision} if revision else {}
                write(msgspec.json.encode({**row, **more}) + b"\n")
            else:
                write("\t".join(row.values()).encode() + b"\n")
    if not config.quiet:
        here = sum(row["state"] in ("embedded", "cached") for row in rows)
        print(f"privtool models: {len(rows)} models, {here} of them here", file=sys.stderr)


def _row(model: Alias | Engine, source: str, state: str) -> dict[str, str]:
    return {
        "name": model.name,
        "kind": model.kind,
        "source": source,
        "license": model.license,
        "state": state,
        "note": model.note,
    }
