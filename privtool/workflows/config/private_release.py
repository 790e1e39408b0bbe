"""Options of a release with differential privacy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, changed_options
from privtool.core.paths import check_apart, check_not_read, written_by
from privtool.core.pipeline import StreamOptions

FEWEST_UNITS = 100


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
        Opt(
            "Record of all releases of the same data.",
            metavar="FILE",
            default="the output with .ledger",
        ),
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
        self._check_release(stream)

    def _check_release(self, stream: StreamOptions) -> None:
        if self.epsilon is None:
            raise UsageError(f"{option('private')} needs {option('epsilon')}")
        if not 0 < self.epsilon <= 100:
            raise UsageError(f"{option('epsilon')} must be above 0 and at most 100")
        if not 0 < self.delta < 1 / FEWEST_UNITS:
            raise UsageError(f"{option('delta')} must be above 0 and below 1 / units")
        ledger = {option("ledger"): self.ledger_for(stream)}
        check_apart({**ledger, **written_by(stream)})
        check_not_read(ledger, stream.inputs)

    def ledger_for(self, stream: StreamOptions) -> Path:
        """Return the file of the ledger. Raise `UsageError` if none is known."""
        if self.ledger is not None:
            return self.ledger
        if stream.output == "-":
            raise UsageError(
                f"{option('private')} needs {option('output')} FILE or {option('ledger')} FILE"
            )
        return Path(f"{stream.output}.ledger")
