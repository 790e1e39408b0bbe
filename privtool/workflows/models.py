"""`privtool models`: the models with a short name, and whether they are on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from privtool.core.options import Quiet
from privtool.core.writing import writing

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

    Writes name, kind, source, license, state and a note for each, tab-separated. The state is
    embedded (part of privtool), cached (downloaded), absent (will be downloaded when used), or
    missing (should be part of privtool but is not). Any other model can be named by its hub id or
    folder. Uses no network.

    \b
    Examples:
      privtool models
      privtool models | grep embedded
    """

    quiet: Quiet = False


def _known_models() -> Iterator[tuple[str, ...]]:
    """Yield what is known of each model, in the order of the columns; uses no network."""
    from privtool.models.catalog import ALIASES, ENGINES, engine_is_here
    from privtool.models.hub.resolve import is_here

    for alias in ALIASES.values():
        state = _STATES[alias.hub_id is None, is_here(alias)]
        source = alias.hub_id or "privtool"
        yield alias.name, alias.kind, source, alias.license, state, alias.note
    for engine in ENGINES:
        state = _STATES[bool(engine.package), engine_is_here(engine)]
        source = engine.package or "torchaudio"
        yield engine.name, engine.kind, source, engine.license, state, engine.note


def run(config: ModelsConfig) -> None:
    """Write a line for each model, and report how many there are."""
    rows = list(_known_models())
    with writing("-") as write:
        for row in rows:
            write("\t".join(row).encode() + b"\n")
    if not config.quiet:
        here = sum(state in ("embedded", "cached") for *_, state, _ in rows)
        print(f"privtool models: {len(rows)} models, {here} available locally", file=sys.stderr)
