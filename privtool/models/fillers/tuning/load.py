"""Loading a filler to tune, masked or causal, whole or with an adapter around it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch

from privtool.models.fillers.checkpoint import check_base, is_prompted
from privtool.models.fillers.files import FillerFiles, load_filler_files
from privtool.models.fillers.lora import with_adapter, with_new_adapter
from privtool.models.fillers.tuning.families import CausalKind, Kind, MaskedKind
from privtool.models.hub.causal import is_causal_folder, load_causal
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.training.settings import TrainSettings


class ToTune(NamedTuple):
    """A model on its device, its kind, and whether the adapter around it was trained before.

    `base` tells the weights that it began as from others, without the adapter.
    """

    files: FillerFiles
    kind: Kind
    trained: bool
    base: str


class AdapterChoice(NamedTuple):
    """Whether an adapter is trained, of which rank if it is new, and one to go on from."""

    wanted: bool
    rank: int
    given: Path | None


def load_for_tuning(
    resolved: ResolvedModel, settings: TrainSettings, *, adapter: AdapterChoice
) -> ToTune:
    """Load a filler to be tuned whole or by its adapter.

    Without an adapter that is wanted, one that is given becomes a part of the weights. Raises what
    `load_filler` raises.
    """
    causal = is_causal_folder(resolved.path)
    if causal:
        half = settings.bfloat16 and settings.device.type == "cuda"
        dtype = torch.bfloat16 if half else torch.float32
        files = FillerFiles(*load_causal(resolved, dtype))
    else:
        files = load_filler_files(resolved)
    model, weights = files.model, digest_of_weights(resolved.path)
    if adapter.given is not None:
        check_base(adapter.given, weights)
        trust_pickle = resolved.source.trust_pickle
        model = with_adapter(model, adapter.given, trust_pickle, trainable=adapter.wanted)
        if not adapter.wanted:
            model = model.merge_and_unload().requires_grad_(True)  # peft has held them fast
    elif adapter.wanted:
        model = with_new_adapter(model, adapter.rank, causal, settings.seed % (1 << 32))
    files = files._replace(model=model.to(settings.device))
    kind = CausalKind(files) if causal else MaskedKind(files)
    return ToTune(files, kind, adapter.given is not None and is_prompted(adapter.given), weights)
