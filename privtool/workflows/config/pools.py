"""Pools of a user that surrogates are drawn from, and the sizes of those that are built in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from privtool.core.blocks import Counts
from privtool.core.errors import DataError, UsageError, option, reason_of

if TYPE_CHECKING:
    from privtool.text.surrogates.context import Pool, UserPool

# Kinds of phrases that are drawn as parts of longer ones, in addition to the labels.
_POOL_KINDS = ("GIVEN_NAME", "SURNAME", "CITY", "COUNTRY", "STREET")


class PoolFile(NamedTuple):
    """A file of phrases of a label; `alone` if nothing else is drawn for it."""

    option: str
    label: str
    path: Path
    alone: bool


def pool_files(added: Sequence[str], alone: Sequence[str]) -> list[PoolFile]:
    """Return the files of `--pool` and `--only-pool`. Raise `UsageError` for an unknown label."""
    from privtool.text.labels import bare_label, is_known_label

    files: list[PoolFile] = []
    for name, pools in (("pool", added), ("only_pool", alone)):
        for pool in pools:
            label, equals, path = pool.partition("=")
            if not (label and equals and path):
                raise UsageError(f"{option(name)} must be LABEL=FILE")
            if not (is_known_label(bare_label(label)) or bare_label(label) in _POOL_KINDS):
                raise UsageError(f"{option(name)} {label}: there is no such label")
            files.append(PoolFile(name, bare_label(label), Path(path), name == "only_pool"))
    return files


def user_pools(added: Sequence[str], alone: Sequence[str]) -> dict[str, UserPool]:
    """Read the pools by label. Raise `UsageError` for two pools of one label, or a bad file."""
    from privtool.text.surrogates.context import UserPool

    pools: dict[str, UserPool] = {}
    for file in pool_files(added, alone):
        if file.label in pools:
            raise UsageError(f"{option(file.option)} {file.label}: this label already has a pool")
        pools[file.label] = UserPool(read_pool(file.path), file.alone)
    return pools


def read_pool(path: Path) -> Pool:
    """Read one phrase per line, or `phrase<TAB>weight`; `#` starts a comment line.

    Raise `UsageError` for a file that cannot be read or has no phrases, and `DataError` for an
    invalid weight.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({reason_of(error)})") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not valid UTF-8") from None
    from privtool.text.surrogates.context import Pool

    weights: dict[str, float] = {}
    for number, line in enumerate(lines, 1):
        phrase, tab, weight = line.partition("\t")
        phrase = " ".join(phrase.split())
        if not phrase or phrase.startswith("#"):
            continue
        weights[phrase] = weights.get(phrase, 0.0) + (_weight(weight, path, number) if tab else 1.0)
    if not weights:
        raise UsageError(f"{path}: the pool has no phrases")
    return Pool(weights)


def _weight(text: str, path: Path, number: int) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not 0.0 < weight < 1e12:
        raise DataError(f"{path}:{number}: the weight is not a positive number")
    return weight


def pool_sizes(counts: Counts) -> list[str]:
    """Return the sizes of the built-in pools that were drawn from, as text."""
    from privtool.text.surrogates.gazetteer import gazetteer
    from privtool.text.surrogates.name_lists import name_pools

    used = {name.removeprefix("label ") for name in counts if name.startswith("label ")}
    sizes: list[str] = []
    if used & {"PERSON", "ORGANIZATION", "ADDRESS"}:
        names = name_pools()
        if "PERSON" in used:
            sizes.append(f"{len(names.given):,} given names")
        sizes.append(f"{len(names.surnames):,} surnames")
    if used & {"LOCATION", "ZIP"}:
        sizes.append(f"{len(gazetteer().zips):,} cities")
    return sizes
