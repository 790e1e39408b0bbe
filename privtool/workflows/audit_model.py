"""`privtool audit model`: its options, the models, and the figures of canaries and members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from privtool.audit.canaries import CanaryKey, parse_pattern, read_key
from privtool.audit.counts import parse_unit
from privtool.core.blocks import first_error
from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import DataError, UsageError, option
from privtool.core.options import Opt
from privtool.core.pipeline import StreamOptions, watched_blocks
from privtool.core.reporting import nonzero
from privtool.workflows.auditing import Audit, AuditConfig, AuditOptions, Findings

if TYPE_CHECKING:
    from privtool.models.hub.resolve import ResolvedModel
    from privtool.stages.audit_model import AuditModelStage, ScoredRecords
    from privtool.text.scoring.bootstrap import Totals


_BITS = 4  # decimals in the file of examples
_LEFT_OUT = {
    "doubled": f"records of {option('holdout')} left out, as the inputs have their texts",
    "canaries": "canaries left out of membership",
    "without tokens": "records left out, as the model scores none of their tokens",
}


class _Build:
    """Builds the stage; in one process it is built once, for the records and for the end.

    `members` are the signals of all records; `finish` says what they and the canaries show.
    """

    def __init__(
        self, config: AuditModelConfig, models: Sequence[ResolvedModel], key: CanaryKey | None
    ) -> None:
        self._config, self._models, self._key = config, models, key
        self._stage: AuditModelStage | None = None
        self.members: list[ScoredRecords] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return _Build, (self._config, self._models, self._key)

    def __call__(self) -> AuditModelStage:
        from privtool.models.token_scorer import load_token_scorer
        from privtool.stages.audit_model import AuditModelStage

        if self._stage is None:
            adapters = [self._config.adapter, *(None for _ in self._config.reference)]
            model, *references = (
                load_token_scorer(each, self._config.runtime, adapter)
                for each, adapter in zip(self._models, adapters, strict=True)
            )
            unit = parse_unit(self._config.audit.unit)
            ids = frozenset[str]() if self._key is None else self._key.ids
            self._stage = AuditModelStage(model, references, unit, ids)
        return self._stage

    def finish(self, stream: StreamOptions, totals: Totals) -> Findings:  # noqa: ARG002
        """Score the canaries and the records that the model never saw."""
        canaries = Findings() if self._key is None else self._canaries(self._key)
        members = Findings()
        if self._config.holdout is not None:
            members = self._membership(stream.of_files(self._config.holdout, rejects=None))
        measures = [*canaries.measures, *members.measures]
        notes = [*canaries.notes, *members.notes]
        return Findings(measures, notes, members.extra, canaries.places)

    def _canaries(self, key: CanaryKey) -> Findings:
        from privtool.audit.model_figures import CanaryScores, canary_figures, null_exposure
        from privtool.stages.audit_model import secret_losses

        stage, pattern = self(), parse_pattern(key.pattern)
        texts = [*(canary.text for canary in key.canaries), *key.references]
        scores = secret_losses(stage.model, pattern, texts)
        for reference in stage.references:
            scores = scores - secret_losses(reference, pattern, texts) / len(stage.references)
        number = len(key.canaries)
        scored = CanaryScores(key.canaries, scores[:number], scores[number:])
        figures, notes = canary_figures(scored, self._config.audit.resampling)
        unseen = null_exposure(len(scored.references)).percentile_95
        places = [
            {"figure": "exposure", "canary": canary.text, "bits": round(float(bits), _BITS)}
            for canary, bits in zip(key.canaries, scored.exposures, strict=True)
            if canary.inserted and bits > unseen
        ]
        return Findings(figures, notes, places=places)

    def _membership(self, holdout: StreamOptions) -> Findings:
        import numpy as np

        from privtool.audit.model_figures import (
            LIMIT,
            differ_by_themselves,
            main_signal,
            membership_figures,
        )
        from privtool.stages.audit_model import joined

        nothing = self().drain()
        members = joined([nothing, *self.members])
        others = joined([nothing, *self._holdout(holdout)])
        if not len(members.signals):
            raise DataError("the inputs have no training record with a text")
        fresh = ~np.isin(others.texts, members.texts)
        if not fresh.any():
            raise DataError(f"{option('holdout')} has only records that are also inputs")
        unseen = others.signals.kept(fresh)
        figures = membership_figures(members.signals, unseen, self._config.audit.resampling)
        left_out = members.skipped + others.skipped
        left_out["doubled"] = int((~fresh).sum())
        notes = nonzero(left_out, _LEFT_OUT)
        if len(unseen) * LIMIT < 1:
            notes.append(
                f"membership_at_1_percent needs at least {round(1 / LIMIT)} records that the model "
                "never saw"
            )
        if differ_by_themselves(figures):
            notes.append(
                "a reference that saw neither separates training records from those of "
                f"{option('holdout')}: draw both at random from one source"
            )
        extra = {
            "membership": {
                "signal": main_signal(members.signals),
                "members": len(members.signals),
                "others": len(unseen),
                "units_of_others": len(set(unseen.units)),
            }
        }
        return Findings(figures, notes, extra)

    def _holdout(self, stream: StreamOptions) -> list[ScoredRecords]:
        """Score the records that the model never saw. Raise `DataError` for the first bad line."""
        from privtool.stages.audit_block import AuditBlock

        block_of = AuditBlock(self, keep_going=False, with_places=False)
        parts = []
        for block in watched_blocks(stream, self._config.block_lines):
            tally = block_of(block)
            if tally.rejects:
                raise first_error(tally.rejects)
            parts.append(tally.across)
        return parts


@dataclass(frozen=True, kw_only=True)
class AuditModelConfig(AuditConfig):
    """Measure what a language model memorizes of its training records.

    With --canaries: the exposure of the secrets of audit canaries make by number of insertions.
    With --holdout: how well an attacker distinguishes the training records (the inputs) from
    records that the model never saw, by the loss alone and, with --reference, by ratios. Draw
    training records and --holdout at random from one source. Writes one JSON object. Every figure
    has its baseline, its control where there is one, and a 95 % interval. No figure contains text.

    \b
    Examples, in data/sample:
      privtool lm-train -q --out-dir m/ --size tiny --epochs 1 raw.jsonl
      head -n 9 raw.jsonl | privtool audit model --model m/ --holdout <(tail -n 9 raw.jsonl) --table
      privtool vocab raw.jsonl > v; privtool audit canaries make --vocab v --key-file k raw.jsonl >t
      privtool lm-train -q --out-dir n/ --size tiny --epochs 1 t
      privtool audit model --model n/ --reference m/ --canaries k > audit-model.json
    """

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
        Path | None, Opt("Records that the model never saw; the inputs are its training records.")
    ] = None
    runtime: Runtime = Runtime(dtype="fp32")
    source: ModelSource = ModelSource()
    audit: AuditOptions = AuditOptions()
    command: ClassVar[str] = "audit model"
    block_lines = 1024

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        return {"canaries": self.canaries, "holdout": self.holdout}

    def check(self, stream: StreamOptions) -> None:
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

    def fetch(self, stream: StreamOptions) -> Audit:
        """Read the key and get the files of the models. Raises what `resolve` raises."""
        from privtool.models.hub.files import digest_of_weights
        from privtool.models.hub.resolve import resolve

        key = None if self.canaries is None else read_key(self.canaries)
        names = (self.model, *self.reference)
        models = [resolve(name, self.source, progress=not stream.quiet) for name in names]
        build = _Build(self, models, key)
        model, *references = (digest_of_weights(each.path) for each in models)
        adapted = [] if self.adapter is None else [f"adapter@{digest_of_weights(self.adapter)}"]
        parts = [f"model@{model}", *adapted, *(f"reference@{each}" for each in references)]
        return Audit("+".join(parts), build, build.members.append, partial(build.finish, stream))
