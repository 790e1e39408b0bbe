"""The life cycle of an audit: check its options, fetch what it reads, build its stage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions
from privtool.workflows.config.audit import AuditOptions

if TYPE_CHECKING:
    from privtool.audit.figures import Figure
    from privtool.core.named_fields import NamedFields
    from privtool.stages.audit_block import AuditStage
    from privtool.text.scoring.bootstrap import Totals


class Findings(NamedTuple):
    """What an audit adds at the end: figures without counts, notes, other numbers by name.

    `places` are for the file of examples.
    """

    measures: Sequence[Figure] = ()
    notes: Sequence[str] = ()
    extra: Mapping[str, Any] = {}
    places: Iterable[Mapping[str, Any]] = ()


class AuditWork(Protocol):
    """What an audit needs, fetched once; calling it builds the stage, in each process its own."""

    @property
    def attacker(self) -> str: ...

    def __call__(self) -> AuditStage: ...


class AcrossRecords(Protocol):
    """What is known only once all records were seen; `add` takes what `AuditStage.drain` gave."""

    def add(self, across: Any) -> None: ...

    def finish(self, totals: Totals) -> Findings: ...


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
    def fetch(
        self, stream: StreamOptions
    ) -> AbstractContextManager[tuple[AuditWork, AcrossRecords]]:
        """Read or download what the audit needs, once for all processes."""
