"""Loading a filler, masked or causal, with or without an adapter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from privtool.core.device import choose_device, parse_batch_size
from privtool.models.fillers.causal.lm import CausalFiller
from privtool.models.fillers.checkpoint import check_base, is_prompted
from privtool.models.fillers.files import load_filler_files
from privtool.models.fillers.lora import bare, with_adapter
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.hub.causal import is_causal_folder, load_causal
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.resolve import model_folder
from privtool.models.runtime.precision import dtype_of


def load_filler(
    name: str,
    adapter: Path | None,
    device: str,
    dtype: str,
    batch_size: str,
    offline: bool,
    trust_pickle: bool,
) -> MaskedLM | CausalFiller:
    """The masked or causal LM of that name, ready on its device.

    Raises `UnavailableError` for a model that is not here and cannot be had, or is neither.
    """
    chosen = choose_device(device)
    folder = model_folder(name, offline, trust_pickle)
    size = parse_batch_size(batch_size, 0) or None
    number = dtype_of(dtype, chosen)
    if adapter is not None:
        check_base(adapter, digest_of_weights(folder))
    if is_causal_folder(folder):
        model, tokenizer = load_causal(name, folder, trust_pickle, number)
        if adapter is None:
            return CausalFiller(model.eval().to(chosen), tokenizer, size)
        # Not merged: in half precision the weights would swallow most of the adapter.
        adapted = bare(with_adapter(model, adapter, trust_pickle)).eval().to(chosen)
        return CausalFiller(adapted, tokenizer, size, is_prompted(adapter))
    files = load_filler_files(name, folder, trust_pickle)
    whole: Any = files.model
    if adapter is not None:
        whole = with_adapter(whole, adapter, trust_pickle).merge_and_unload()
    whole = whole.eval().to(chosen, number)
    return MaskedLM(whole, files.backend, files.tokenizer.mask_token, size)
