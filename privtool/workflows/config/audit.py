"""Options that all audits share: units, limits, and where figures and places go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.paths import check_apart, check_not_read, written_by
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.fields import Seed

if TYPE_CHECKING:
    from privtool.text.scoring.bootstrap import Resampling


@dataclass(frozen=True, kw_only=True)
class AuditOptions:
    """What all audits have."""

    unit: Annotated[
        str,
        Opt("Independent unit: record, or fields such as speaker or doc.", "FIELD[,FIELD]"),
    ] = "record"
    gate: Annotated[
        str | None,
        Opt("Upper limits of figures: a TOML file or 'default'; sets the exit status.", "FILE"),
    ] = None
    strict: Annotated[bool, Opt("Also fail if a limit is undetermined.")] = False
    table: Annotated[bool, Opt("Print the figures on stderr, even with --quiet.")] = False
    examples: Annotated[
        str | None, Opt("List the leaks in this file; private, readable only by you.", "FILE")
    ] = None
    samples: Annotated[int, Opt("Bootstrap samples.", min=10)] = 1000
    seed: Seed = 0

    def check(self, stream: StreamOptions, read: Mapping[str, Path | str | None]) -> None:
        """Raise `UsageError` for options that do nothing or files that collide.

        `read` maps the names of options to files that are read.
        """
        from privtool.audit.units import parse_unit

        parse_unit(self.unit)
        if self.strict and self.gate is None:
            raise UsageError(f"{option('strict')} needs {option('gate')} FILE")
        if self.examples == "-":
            raise UsageError(f"{option('examples')} needs a file: it holds private text")
        for name, path in {**read, "gate": self.gate}.items():
            if str(path) == "-":
                raise UsageError(f"{option(name)} needs a file: standard input has the records")
        examples = {option("examples"): self.examples}
        written = {**examples, **written_by(stream)}
        check_apart(written)
        check_not_read(examples, stream.inputs)
        check_not_read(written, [*read.values(), self.gate])

    @property
    def resampling(self) -> Resampling:
        """How intervals are drawn."""
        from privtool.text.scoring.bootstrap import Resampling

        return Resampling(self.samples, self.seed)

    def head(self, command: str, attacker: str) -> dict[str, Any]:
        """Return what a result begins with: what its figures depend on, and no data.

        `attacker` names what attacks: a method, or a model with the hash of its weights.
        """
        from privtool import __version__

        signature = (
            f"{command}|attacker:{attacker}|unit:{self.unit}|level:95|samples:{self.samples}"
            f"|seed:{self.seed}|v:{__version__}"
        )
        return {
            "command": command,
            "signature": signature,
            "unit": self.unit,
            "level": 95,
            "resampled": self.samples,
            "seed": self.seed,
        }
