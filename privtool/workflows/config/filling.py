"""How markers are filled: a group of options of `fill`, and of commands that fill on their way."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from privtool.core.model_options import ModelSource, Runtime
from privtool.workflows.config.model import BatchSize, Device, Dtype, Offline, Seed, TrustPickle

if TYPE_CHECKING:
    from privtool.models.hub.resolve import ResolvedModel


class Fallback(str, Enum):
    """What to take when all of the K best words are in the list."""

    best = "best"
    any = "any"


class Sampling(str, Enum):
    """How one of the K best words is drawn."""

    uniform = "uniform"
    weighted = "weighted"


class FillChoices(NamedTuple):
    """The options that say which model fills, and how."""

    model: Annotated[
        str, typer.Option(help="mini (embedded), bert, roberta, llama2, a hub id or a folder.")
    ] = "mini"
    adapter: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A LoRA adapter for the model.")
    ] = None
    topk: Annotated[
        int, typer.Option(min=1, help="Draw among the K best words; 1 always takes the best.")
    ] = 10
    sample: Annotated[
        Sampling, typer.Option(help="Draw evenly, or by the model's probabilities.")
    ] = Sampling.uniform
    temperature: Annotated[
        float | None,
        typer.Option(help="With --sample weighted (1): over 1 draws more evenly."),
    ] = None
    fallback: Annotated[
        Fallback,
        typer.Option(
            help="When the list that was masked by holds all K words: "
            "the best other one, or any of the K."
        ),
    ] = Fallback.best
    no_merge: Annotated[
        bool,
        typer.Option("--no-merge", help="Fill each of several consecutive markers by itself."),
    ] = False
    marker_text: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="A marker of text that was masked elsewhere, e.g. '[MASK]'."
        ),
    ] = None
    list_file: Annotated[
        Path | None,
        typer.Option(
            "--list", metavar="FILE", help="The --list that the records were masked with."
        ),
    ] = None
    vocab: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The --vocab that the records were masked with."),
    ] = None
    top: Annotated[int | None, typer.Option(min=1, help="The --top of that vocabulary.")] = None
    min_count: Annotated[
        int | None, typer.Option(min=1, help="The --min-count of that vocabulary.")
    ] = None
    rare: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where a list masked, also draw words that a masked LM has no token for: those "
            "of a vocabulary of public text, or vocab-en (embedded).",
        ),
    ] = None
    seed: Seed = 1
    device: Device = "auto"
    dtype: Annotated[
        Dtype, typer.Option(help="auto is bf16 where the hardware multiplies it, else fp32.")
    ] = Dtype.auto
    batch_size: BatchSize = "auto"
    offline: Offline = False
    trust_pickle: TrustPickle = False

    @property
    def runtime(self) -> Runtime:
        """Where the model runs."""
        return Runtime(self.device, self.dtype.value, self.batch_size)

    def resolve(self, progress: bool = True) -> ResolvedModel:
        """Find the model's files. Raises what `hub.resolve` raises."""
        from privtool.models.hub.resolve import resolve

        source = ModelSource(self.offline, self.trust_pickle)
        return resolve(self.model, source, progress=progress)


def given_option(choices: FillChoices, *names: str) -> str | None:
    """The first of some options that is not what it is by default, as it is written."""
    for name in names:
        if getattr(choices, name) != FillChoices._field_defaults[name]:
            return "--list" if name == "list_file" else "--" + name.replace("_", "-")
    return None
