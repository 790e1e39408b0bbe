"""`privtool audit model`: its options, the models, and the figures of canaries and members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from privtool.core.errors import UsageError, option
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.options import Only, Opt
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_model_findings import ModelFindings, Sources
from privtool.workflows.auditing import AcrossRecords, AuditConfig, AuditWork
from privtool.workflows.config.audit import AuditOptions

if TYPE_CHECKING:
    from privtool.models.hub.resolve import ResolvedModel
    from privtool.stages.audit_model import AuditModelStage

_OPTIONS = Only("unit", "gate", "strict", "table", "examples", "samples", "seed")
_BITS = 4  # decimals in the file of examples


@dataclass(frozen=True, kw_only=True)
class AuditModelConfig(AuditConfig):
    """The options of `privtool audit model`."""

    model: Annotated[
        str,
        Opt(
            "The model: a folder of lm-train, mix-train or fill-train, or any causal or masked LM."
        ),
    ]
    adapter: Annotated[
        Path | None, Opt("LoRA adapter for the model, from fill-train.", metavar="DIR")
    ] = None
    reference: Annotated[
        tuple[str, ...],
        Opt("A model that never saw the records, such as the one that --init names.", "NAME"),
    ] = ()
    canaries: Annotated[
        Path | None, Opt("Key file of the canaries in the training records.", "KEYFILE")
    ] = None
    holdout: Annotated[
        Path | None,
        Opt("Records that the model never saw; the inputs are its training records.", "FILE"),
    ] = None
    runtime: Runtime = Runtime(dtype="fp32")
    source: ModelSource = ModelSource()
    audit: Annotated[AuditOptions, _OPTIONS] = AuditOptions()
    command: ClassVar[str] = "audit model"
    block_lines = 1024

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        """The key file and the records that the model never saw."""
        return {"canaries": self.canaries, "holdout": self.holdout}

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        if self.canaries is None and self.holdout is None:
            raise UsageError(
                f"nothing to audit: give {option('canaries')} KEYFILE, or {option('holdout')} FILE "
                "and the training records"
            )
        if self.holdout is None and stream.inputs_named:
            raise UsageError(f"training records are compared with those of {option('holdout')}")
        self.runtime.check()
        super().check(stream)

    def inputs(self, stream: StreamOptions) -> StreamOptions:
        """The training records; none without records to compare them with."""
        return replace(stream, blocks=()) if self.holdout is None else stream

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[tuple[AuditWork, AcrossRecords]]:
        """Read the key and get the files of the models. Raises what `resolve` raises."""
        from privtool.audit.canaries import read_key
        from privtool.models.hub.resolve import resolve

        key = None if self.canaries is None else read_key(self.canaries)
        names = (self.model, *self.reference)
        models = [resolve(name, self.source, progress=not stream.quiet) for name in names]
        work = _Work(self, models, frozenset() if key is None else key.ids)
        sources = Sources(key, self.holdout, stream, self.block_lines)
        yield work, ModelFindings(work, sources, self.audit.resampling)


class _Work:
    """Builds the stage; in one process it is built once, for the records and for the end."""

    def __init__(
        self, config: AuditModelConfig, models: Sequence[ResolvedModel], ids: frozenset[str]
    ) -> None:
        self.config, self._models, self._ids = config, models, ids
        self._stage: AuditModelStage | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _Work, (self.config, self._models, self._ids)

    @property
    def attacker(self) -> str:
        """The weights of the models."""
        from privtool.models.hub.files import digest_of_weights

        adapter = self.config.adapter
        model, *references = (digest_of_weights(each.path) for each in self._models)
        adapted = [] if adapter is None else [f"adapter@{digest_of_weights(adapter)}"]
        parts = [f"model@{model}", *adapted, *(f"reference@{each}" for each in references)]
        return "+".join(parts)

    def __call__(self) -> AuditModelStage:
        from privtool.audit.units import parse_unit
        from privtool.models.token_scorer import load_token_scorer
        from privtool.stages.audit_model import AuditModelStage

        if self._stage is None:
            adapters = [self.config.adapter, *(None for _ in self.config.reference)]
            model, *references = (
                load_token_scorer(each, self.config.runtime, adapter)
                for each, adapter in zip(self._models, adapters, strict=True)
            )
            unit = parse_unit(self.config.audit.unit)
            self._stage = AuditModelStage(model, references, unit, self._ids)
        return self._stage
