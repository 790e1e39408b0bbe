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
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reporting import print_summary, say
from privtool.core.run_summary import summarizing
from privtool.core.writing import writing
from privtool.text.word_prior import Release
from privtool.workflows.config.fields import needs_unknown_fields
from privtool.workflows.config.private_release import FEWEST_UNITS, PrivateRelease

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields
    from privtool.stages.unit_words import AddGathered, GatherBlock
    from privtool.text.word_prior import LabeledWord, WordPrior


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


Units = dict[str, set["LabeledWord"]]


def run_private(
    config: object, options: PrivateRelease, stream: StreamOptions, fields: NamedFields | None
) -> None:
    """Gather and write the words of units, or release them; `config` is for the summary."""
    rejects = Rejects(stream)  # its usage errors before the output is opened
    with summarizing(stream, config) as summarize:
        with writing(stream.output, private=options.gather) as write:
            make = gather_block(options, stream, stream.input_format, fields)
            counts, units = gathered(make, stream, rejects)
            data, prior = release_or_gather(options, stream, units, counts)
            write(data)
        summarize(counts)
    report_release(options, stream, counts, prior)


def release_or_gather(
    options: PrivateRelease, stream: StreamOptions, units: Units, counts: Counts
) -> tuple[bytes, WordPrior | None]:
    """Return the output for the words of units, and the release that it is; add to `counts`."""
    from privtool.stages.unit_words import gathered_lines
    from privtool.text.word_prior import prior_lines

    counts["units"] = len(units)
    if options.gather:
        return gathered_lines(units), None
    prior = released(options, stream, units)
    counts["released"] = len(prior.weights)
    return prior_lines(prior), prior


def report_release(
    options: PrivateRelease, stream: StreamOptions, counts: Counts, prior: WordPrior | None
) -> None:
    """Report how many units there are, and what was released of them, if anything."""
    shown = _shown(prior) if prior is not None else []
    print_summary(stream, counts, f"{counts['units']:,} units", *shown)
    if not options.gather and counts["rejected"]:
        say(stream, "note: the units of rejected records are not in the release")


def gathered(
    make: Callable[[], GatherBlock | AddGathered], stream: StreamOptions, set_aside: Rejects
) -> tuple[Counts, Units]:
    """Return what was counted, and the masked words of each unit."""
    started = time.perf_counter()
    counts: Counts = Counter()
    units: Units = {}
    with set_aside as rejects, results_of(make, stream, rejects) as results:
        for part in results:
            for unit, found in part.units.items():
                units.setdefault(unit, set()).update(found)
            counts["records"] += part.records
        counts["rejected"] = rejects.count
    counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
    return counts, units


def gather_block(
    options: PrivateRelease, stream: StreamOptions, form: str, named: NamedFields | None = None
) -> Callable[[], GatherBlock | AddGathered]:
    """Return what makes the function that gathers the words of a block, in each process."""
    fields = parse_unit(options.unit or RECORD)
    return partial(_block, fields, form, stream.rejects is not None, named)


def _block(
    fields: tuple[str, ...], form: str, keep_going: bool, named: NamedFields | None
) -> GatherBlock | AddGathered:
    from privtool.stages.unit_words import AddGathered, GatherBlock

    if form == "gathered":
        return AddGathered(keep_going)
    # Line numbers of several files would make one unit of two records.
    unknown = needs_unknown_fields(fields)
    line_format = Format(unknown_fields=unknown, require_ids=not fields, fields=named)
    return GatherBlock(fields, line_format, keep_going)


def released(options: PrivateRelease, stream: StreamOptions, units: Units) -> WordPrior:
    """Return a release of the words of units. Raise `DataError` for too few units."""
    from privtool.models.differential_privacy import mechanism
    from privtool.stages.unit_words import most_keys, unscaled, weights_of
    from privtool.text.labels import Label
    from privtool.text.word_prior import Release, WordPrior, header_of

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
    from privtool.text.word_prior import TOTAL

    header = prior.header
    words = sum(word != TOTAL for _, word in prior.weights)
    spent = f"epsilon {header.release.epsilon:g}, delta {header.release.delta:g}"
    if header.earlier:
        spent += f" (with {len(header.earlier):,} earlier: {header.epsilon_spent:g}, "
        spent += f"{header.delta_spent:g})"
    return [f"{words:,} labeled words released", spent]
