"""`privtool lm-score`: its options and its stage."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from privtool.core.blocks import Counts, Stage
from privtool.core.device import ModelSource, Runtime
from privtool.core.options import Only, Opt
from privtool.core.pipeline import MakeStage, StreamOptions
from privtool.workflows.config.fields import IdOptions
from privtool.workflows.config.texts import FieldOptions
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.models.hub.resolve import ResolvedModel

_LARGEST_LOG = 700.0  # of a perplexity that a float can hold


@dataclass(frozen=True, kw_only=True)
class LmScoreConfig(FilterConfig):
    """Add the log-probability and perplexity of each record.

    Adds logprob (natural log, summed over the text), tokens (their number) and perplexity (per
    token). For a model of lm-train, tokens are words (or its pieces) and the end of the record. For
    other models they are its pieces; the first one counts only if the model has a token for the
    start of a text. Up to 2,048 tokens are scored together (or the model's context length, if that
    is shorter; 512 for an LSTM or an unknown length), longer texts in windows that overlap by half.
    A record's result depends only on the model and its text.

    \b
    Examples, in data/sample:
      privtool lm-train --out-dir m --size tiny raw.jsonl; privtool lm-score --model m raw.jsonl
      head raw.jsonl | privtool lm-score --model m > scored.jsonl
    """

    model: Annotated[str, Opt("A folder of lm-train, or any causal LM: a folder or hub id.")]
    runtime: Runtime = Runtime(dtype="fp32")
    source: ModelSource = ModelSource()
    fields: Annotated[FieldOptions, Only("field", "input_format")] = FieldOptions()
    record_ids: IdOptions = IdOptions()
    block_lines = 1024
    model_options = ("model",)
    added_fields = ("logprob", "tokens", "perplexity")

    def check(self, stream: StreamOptions) -> None:
        self.runtime.check()
        self.fields.check(stream)

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Get the files of the model. Raises what `resolve` raises."""
        from privtool.models.hub.resolve import resolve

        model = resolve(self.model, self.source, progress=not stream.quiet)
        yield partial(self.build, model)

    def build(self, model: ResolvedModel) -> Stage:
        from privtool.models.lm.scorer import load_scorer
        from privtool.stages.lm_score import LmScoreStage

        return LmScoreStage(load_scorer(model, self.runtime))

    def summary(self, counts: Counts) -> list[str]:
        parts = [f"{counts['tokens']:,} tokens"]
        if counts["tokens"]:
            mean = counts["millinats"] / 1000 / counts["tokens"]
            parts.append(f"perplexity {math.exp(min(mean, _LARGEST_LOG)):,.2f}")
        return parts
