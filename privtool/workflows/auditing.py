"""The options of audits, and their life cycle: check, fetch what is read, build the stage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.paths import check_apart, check_not_read, written_by
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions
from privtool.workflows.config.fields import Seed

if TYPE_CHECKING:
    from privtool.audit.figures import Figure
    from privtool.core.named_fields import NamedFields
    from privtool.stages.audit_block import AuditStage
    from privtool.text.scoring.bootstrap import Resampling, Totals


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


class Findings(NamedTuple):
    """What an audit adds at the end: figures without counts, notes, other numbers by name.

    `places` are for the file of examples.
    """

    measures: Sequence[Figure] = ()
    notes: Sequence[str] = ()
    extra: Mapping[str, Any] = {}
    places: Iterable[Mapping[str, Any]] = ()


class Audit(NamedTuple):
    """What an audit needs, fetched once. `build` is picklable: each process builds its own stage.

    `add` takes what `AuditStage.drain` gave; `finish` returns what is known only once all records
    were seen.
    """

    attacker: str
    build: Callable[[], AuditStage]
    add: Callable[[Any], None]
    finish: Callable[[Totals], Findings]


class AuditConfig(ABC):
    """The base of an audit's options."""

    command: ClassVar[str]
    block_lines: ClassVar[int] = LINES_PER_BLOCK
    audit: AuditOptions

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        """The files that are read beside the records, by the names of their options."""
        return {}

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self.audit.check(stream, self.read)

    @property
    def named_fields(self) -> NamedFields | None:
        """The fields that have the text, None for records."""
        return None

    def inputs(self, stream: StreamOptions) -> StreamOptions:
        """The stream with all inputs whose records are audited."""
        return stream

    @abstractmethod
    def fetch(self, stream: StreamOptions) -> Audit:
        """Read or download what the audit needs, once for all processes."""
