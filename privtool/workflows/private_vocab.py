"""`privtool vocab --private`: its options, gathering words of units, and their release."""

from __future__ import annotations

import fcntl
import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from privtool.audit.counts import RECORD, parse_unit
from privtool.core.blocks import Counts, Format
from privtool.core.errors import DataError, UsageError, named_write_errors, option
from privtool.core.named_fields import NamedFields
from privtool.core.options import Opt, changed_options
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.fields import check_files, needs_unknown_fields

if TYPE_CHECKING:
    from privtool.stages.vocab import GatherBlock, Gathered
    from privtool.stages.word_priors import Release, WordPrior

Units = dict[str, set[tuple[str, str]]]  # labels and words

_FEWEST_UNITS = 100


@dataclass(frozen=True, kw_only=True)
class PrivateRelease:
    """Whether and how masked words are released with noise."""

    private: Annotated[
        bool, Opt("Release masked words of mask --annotate with differential privacy.")
    ] = False
    unit: Annotated[
        str | None,
        Opt("Privacy unit: record, or fields such as speaker or doc.", "FIELD[,FIELD]"),
    ] = None
    epsilon: Annotated[float | None, Opt("Privacy loss of this release; lower is safer.")] = None
    delta: Annotated[
        float, Opt("Probability that epsilon does not hold; must be below 1 / units.")
    ] = 1e-6
    words_per_unit: Annotated[
        int, Opt("Maximum number of words that a unit contributes, chosen at random.", min=1)
    ] = 20
    at_least: Annotated[int, Opt("Minimum number of units that have a released word.", min=1)] = 2
    ledger: Annotated[
        Path | None,
        Opt("Record of all releases of the same data.", default="the output with .ledger"),
    ] = None

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that are missing, out of range or without effect."""
        if not self.private:
            idle = next(changed_options(self), None)
            if idle is not None:
                raise UsageError(f"{option(idle)} needs {option('private')}")
            return
        if stream.input_format == "text":
            raise UsageError(f"{option('private')} reads records with entities")
        if self.unit is None:
            raise UsageError(f"{option('private')} needs {option('unit')} FIELD")
        if self.epsilon is None:
            raise UsageError(f"{option('private')} needs {option('epsilon')}")
        if not 0 < self.epsilon <= 100:
            raise UsageError(f"{option('epsilon')} must be above 0 and at most 100")
        if not 0 < self.delta < 1 / _FEWEST_UNITS:
            raise UsageError(f"{option('delta')} must be above 0 and below 1 / units")
        check_files(stream, (), ledger=self.ledger_for(stream))

    def ledger_for(self, stream: StreamOptions) -> Path:
        """Return the file of the ledger. Raise `UsageError` if none is known."""
        if self.ledger is not None:
            return self.ledger
        if stream.output == "-":
            raise UsageError(
                f"{option('private')} needs {option('output')} FILE or {option('ledger')} FILE"
            )
        return Path(f"{stream.output}.ledger")

    def gathering(
        self, stream: StreamOptions, fields: NamedFields | None
    ) -> Callable[[], GatherBlock]:
        """Return what makes, in each process, what gathers the words of units in a block."""
        from privtool.models.differential_privacy import load_opendp
        from privtool.stages.vocab import GatherBlock

        load_opendp()  # before all is gathered
        unit, keep_going = parse_unit(self.unit or RECORD), stream.rejects is not None
        # Line numbers of several files would make one unit of two records.
        unknown = needs_unknown_fields(unit)
        line_format = Format(unknown_fields=unknown, require_ids=not unit, fields=fields)
        return partial(GatherBlock, unit, line_format, keep_going)

    def output(
        self, stream: StreamOptions, total: Units, counts: Counts
    ) -> tuple[bytes, list[str]]:
        """Return a release of the words of units, and what to say of it; add to `counts`."""
        from privtool.stages.word_priors import TOTAL, prior_lines

        counts["units"] = len(total)
        prior = self._released(stream, total)
        counts["released"] = len(prior.weights)
        header, words = prior.header, sum(word != TOTAL for _, word in prior.weights)
        spent = f"epsilon {header.release.epsilon:g}, delta {header.release.delta:g}"
        if header.earlier:
            spent += f" (with {len(header.earlier):,} earlier: {header.epsilon_spent:g}, "
            spent += f"{header.delta_spent:g})"
        shown = [f"{counts['units']:,} units", f"{words:,} labeled words released", spent]
        return prior_lines(prior), shown

    def _released(self, stream: StreamOptions, units: Units) -> WordPrior:
        """Return a release of the words of units. Raise `DataError` for too few units."""
        from privtool.models.differential_privacy import mechanism
        from privtool.stages.vocab import most_keys, unscaled, weights_of
        from privtool.stages.word_priors import Release, WordPrior, header_of
        from privtool.text.labels import Label

        if len(units) < _FEWEST_UNITS:
            raise DataError(
                f"{len(units):,} units are too few to hide one among them: {option('private')} "
                f"needs {_FEWEST_UNITS}; {option('unit')} must name people or dialogues, not roles"
            )
        if self.delta * len(units) >= 1:
            raise DataError(f"{option('delta')} must be below 1 / units: here, 1 / {len(units):,}")
        assert self.epsilon is not None
        most = self.words_per_unit
        noise = mechanism(self.epsilon, self.delta, most_keys(most, len(Label)))
        weights = weights_of(units, most, self.at_least)
        release = Release(
            epsilon=self.epsilon,
            delta=self.delta,
            unit=self.unit or RECORD,
            units=len(units),
            words_per_unit=most,
            at_least=self.at_least,
            mechanism="weighted Gaussian with threshold",
            library=noise.library,
            scale=noise.scale,
            threshold=noise.threshold,
            date=time.strftime("%Y-%m-%d", time.gmtime()),
        )
        earlier = _enter(self.ledger_for(stream), release)  # before the noise is drawn
        noisy = noise.release({"\t".join(key): weight for key, weight in weights.items()})
        keys = {key: tuple(key.split("\t")) for key in noisy}
        pairs = {(keys[key][0], keys[key][1]): weight for key, weight in noisy.items()}
        return WordPrior(header_of(release, earlier), unscaled(pairs, most))


def add_units(total: Units, part: Gathered) -> Counts:
    """Add the units of a block, and return how many records it had.

    They are added up by name before their words are chosen, so that a unit whose records are in
    several files is one unit.
    """
    for unit, found in part.units.items():
        total.setdefault(unit, set()).update(found)
    return Counter(records=part.records)


def _enter(path: Path, release: Release) -> tuple[Release, ...]:
    """Add a release to a ledger; return the earlier ones. Nobody else can add any meanwhile.

    Raise `DataError` for a ledger that cannot be understood, as its budget is unknown.
    """
    from privtool.stages.word_priors import Release

    with named_write_errors(path):
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            lines = file.read().splitlines()
            earlier = tuple(msgspec.json.decode(line, type=Release) for line in lines)
        except msgspec.DecodeError:
            raise DataError(f"{path.name}: not a ledger of releases") from None
        with named_write_errors(path):
            file.write(msgspec.json.encode(release) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    return earlier
