"""Loading a filler to tune, masked or causal, whole or with an adapter around it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import torch

from privtool.models.fillers.checkpoint import check_base, is_prompted
from privtool.models.fillers.files import FillerFiles, load_filler_files
from privtool.models.fillers.lora import with_adapter, with_new_adapter
from privtool.models.fillers.tuning.families import CausalFamily, FillerFamily, MaskedFamily
from privtool.models.fillers.tuning.new_words import with_words
from privtool.models.hub.causal import is_causal_folder, load_causal
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.training.settings import TrainSettings


class LoadedFiller(NamedTuple):
    """A model on its device, its family, and whether its adapter is already trained on prompts.

    If there is an adapter, only its weights are trained. `base` is a digest of the other ones.
    """

    files: FillerFiles
    family: FillerFamily
    trained: bool
    base: str


class AdapterOptions(NamedTuple):
    """Whether to train an adapter, the rank of a new one, and one to start from."""

    train: bool
    rank: int
    init: Path | None


def load_for_tuning(
    resolved: ResolvedModel,
    settings: TrainSettings,
    *,
    adapter: AdapterOptions,
    words: Sequence[str] = (),
) -> LoadedFiller:
    """Load a filler to tune, all its weights or those of an adapter.

    If no adapter is trained, the one to start from is merged into the weights. Each of the `words`
    gets a token. Raise what `load_filler` and `with_words` raise.
    """
    causal = is_causal_folder(resolved.path)
    if causal:
        half = settings.bfloat16 and settings.device.type == "cuda"
        dtype = torch.bfloat16 if half else torch.float32
        files = FillerFiles(*load_causal(resolved, dtype))
    else:
        files = load_filler_files(resolved)
    model, base = files.model, digest_of_weights(resolved.path)
    if adapter.init is not None:
        check_base(adapter.init, base)
        trust_pickle = resolved.source.trust_pickle
        model = with_adapter(model, adapter.init, trust_pickle, trainable=adapter.train)
        if not adapter.train:
            model = model.merge_and_unload().requires_grad_(True)  # peft has frozen them
    elif adapter.train:
        model = with_new_adapter(model, adapter.rank, causal, settings.seed % (1 << 32))
    files = files._replace(model=model)
    files = with_words(files, words) if words else files
    files.model.to(settings.device)
    family = CausalFamily(files) if causal else MaskedFamily(files)
    return LoadedFiller(files, family, adapter.init is not None and is_prompted(adapter.init), base)
