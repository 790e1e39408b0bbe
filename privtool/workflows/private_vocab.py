"""`privtool vocab --private`: gathering words of units, and their release."""

from __future__ import annotations

import fcntl
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from privtool.audit.units import RECORD, parse_unit
from privtool.core.blocks import Counts, Format
from privtool.core.errors import DataError, named_write_errors, option
from privtool.core.pipeline import StreamOptions
from privtool.stages.unit_words import (
    GatherBlock,
    Gathered,
    most_keys,
    unscaled,
    weights_of,
)
from privtool.text.labels import Label
from privtool.text.word_prior import (
    TOTAL,
    LabeledWord,
    Release,
    WordPrior,
    header_of,
    prior_lines,
)
from privtool.workflows.config.fields import needs_unknown_fields
from privtool.workflows.config.private_release import FEWEST_UNITS, PrivateRelease

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields

_decode = msgspec.json.Decoder(Release).decode


@contextmanager
def open_ledger(path: Path) -> Iterator[tuple[tuple[Release, ...], Callable[[Release], None]]]:
    """Yield earlier releases and a function that adds one. Nobody else can add any meanwhile.

    Raise `DataError` for a ledger that cannot be understood, as its budget is unknown.
    """
    with named_write_errors(path):
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            earlier = tuple(map(_decode, file.read().splitlines()))
        except msgspec.DecodeError:
            raise DataError(f"{path.name}: not a ledger of releases") from None

        def add(release: Release) -> None:
            with named_write_errors(path):
                file.write(msgspec.json.encode(release) + b"\n")
                file.flush()
                os.fsync(file.fileno())

        yield earlier, add


Units = dict[str, set[LabeledWord]]


def gathering(
    options: PrivateRelease, stream: StreamOptions, fields: NamedFields | None
) -> Callable[[], GatherBlock]:
    """Return what makes, in each process, what gathers the words of units in a block."""
    from privtool.models.differential_privacy import check_installed

    check_installed()  # before all is gathered
    unit, keep_going = parse_unit(options.unit or RECORD), stream.rejects is not None
    # Line numbers of several files would make one unit of two records.
    unknown = needs_unknown_fields(unit)
    line_format = Format(unknown_fields=unknown, require_ids=not unit, fields=fields)
    return partial(GatherBlock, unit, line_format, keep_going)


def add_units(total: Units, part: Gathered) -> Counts:
    """Add the units of a block, and return how many records it had.

    They are added up by name before their words are chosen, so that a unit whose records are in
    several files is one unit.
    """
    for unit, found in part.units.items():
        total.setdefault(unit, set()).update(found)
    return Counter(records=part.records)


def output(
    options: PrivateRelease, stream: StreamOptions, total: Units, counts: Counts
) -> tuple[bytes, list[str]]:
    """Return a release of the words of units, and what to say of it; add to `counts`."""
    counts["units"] = len(total)
    prior = released(options, stream, total)
    counts["released"] = len(prior.weights)
    return prior_lines(prior), [f"{counts['units']:,} units", *_shown(prior)]


def released(options: PrivateRelease, stream: StreamOptions, units: Units) -> WordPrior:
    """Return a release of the words of units. Raise `DataError` for too few units."""
    from privtool.models.differential_privacy import mechanism

    if len(units) < FEWEST_UNITS:
        raise DataError(
            f"{len(units):,} units are too few to hide one among them: {option('private')} needs "
            f"{FEWEST_UNITS}; {option('unit')} must name people or dialogues, not roles"
        )
    if options.delta * len(units) >= 1:
        raise DataError(f"{option('delta')} must be below 1 / units: here, 1 / {len(units):,}")
    assert options.epsilon is not None
    most = options.words_per_unit
    noise = mechanism(options.epsilon, options.delta, most_keys(most, len(Label)))
    weights = weights_of(units, most, options.at_least)
    release = Release(
        epsilon=options.epsilon,
        delta=options.delta,
        unit=options.unit or RECORD,
        units=len(units),
        words_per_unit=most,
        at_least=options.at_least,
        mechanism="weighted Gaussian with threshold",
        library=noise.library,
        scale=noise.scale,
        threshold=noise.threshold,
        date=time.strftime("%Y-%m-%d", time.gmtime()),
    )
    with open_ledger(options.ledger_for(stream)) as (earlier, add):
        add(release)
        noisy = noise.release({"\t".join(key): weight for key, weight in weights.items()})
    keys = {key: tuple(key.split("\t")) for key in noisy}
    pairs = {(keys[key][0], keys[key][1]): weight for key, weight in noisy.items()}
    return WordPrior(header_of(release, earlier), unscaled(pairs, most))


def _shown(prior: WordPrior) -> list[str]:
    header = prior.header
    words = sum(word != TOTAL for _, word in prior.weights)
    spent = f"epsilon {header.release.epsilon:g}, delta {header.release.delta:g}"
    if header.earlier:
        spent += f" (with {len(header.earlier):,} earlier: {header.epsilon_spent:g}, "
        spent += f"{header.delta_spent:g})"
    return [f"{words:,} labeled words released", spent]
