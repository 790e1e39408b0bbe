"""Private word priors: what `vocab --private` writes and `fill --prior` reads.

The first line is `#prior` and a JSON object of the parameters of the release. Each further line has
a label, a word and its weight, separated by tabs; the word `*` stands for all words of the label,
released or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from privtool.core.errors import UsageError, reason_of

TOTAL = "*"
_MARK = b"#prior "
LabeledWord = tuple[str, str]
"""The label of a masked phrase, and the key of one of its words."""


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """One release: its privacy parameters. Whoever sees the ledger sees all of it."""

    epsilon: float
    delta: float
    unit: str
    units: int
    words_per_unit: int
    at_least: int
    mechanism: str
    library: str
    scale: float
    threshold: float
    date: str


class Header(msgspec.Struct, frozen=True, kw_only=True, tag_field="format", tag="privtool-prior-1"):
    """The release of this file, earlier ones of the same data, and the sums of both."""

    release: Release
    earlier: tuple[Release, ...]
    epsilon_spent: float
    delta_spent: float


class WordPrior(NamedTuple):
    """A release read back: weights by label and word."""

    header: Header
    weights: Mapping[LabeledWord, float]


def header_of(release: Release, earlier: tuple[Release, ...]) -> Header:
    """Return the header of a release after earlier ones: epsilons and deltas add up."""
    return Header(
        release=release,
        earlier=earlier,
        epsilon_spent=sum(one.epsilon for one in (*earlier, release)),
        delta_spent=sum(one.delta for one in (*earlier, release)),
    )


def prior_lines(prior: WordPrior) -> bytes:
    """Return a release as the lines of a file, heavy words first."""
    rows = sorted(prior.weights.items(), key=lambda row: (row[0][0], row[0][1] != TOTAL, -row[1]))
    lines = [_MARK + msgspec.json.encode(prior.header)]
    lines += [f"{label}\t{word}\t{weight:.4f}".encode() for (label, word), weight in rows]
    return b"\n".join(lines) + b"\n"


def read_prior(file: Path) -> WordPrior:
    """Read a release. Raise `UsageError` for any other file."""
    try:
        first, *lines = file.read_bytes().splitlines() or [b""]
        if not first.startswith(_MARK):
            raise ValueError
        header = msgspec.json.decode(first.removeprefix(_MARK), type=Header)
        weights: dict[LabeledWord, float] = {}
        for label, word, weight in (line.decode().split("\t") for line in lines):
            weights[label, word] = float(weight)
            if not (word and 0 < weights[label, word] < float("inf")):
                raise ValueError
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({reason_of(error)})") from None
    except (ValueError, msgspec.DecodeError, RecursionError):  # also of bytes that are not UTF-8
        raise UsageError(
            f"{file.name}: not a private vocabulary of `privtool vocab --private`"
        ) from None
    return WordPrior(header, weights)
