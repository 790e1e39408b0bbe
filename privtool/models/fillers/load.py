"""Loading a filler, masked or causal, with or without an adapter."""

from __future__ import annotations

from pathlib import Path

from privtool.core.device import choose_device
from privtool.core.model_options import Runtime
from privtool.models.catalog import damaged_is_unavailable
from privtool.models.fillers.causal.lm import CausalFiller
from privtool.models.fillers.checkpoint import check_base, is_prompted, unwrapped, with_adapter
from privtool.models.fillers.files import MASK, MINI, load_filler_files, mini_tokenizer
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.fillers.masked.slot_model import TorchSlotModel
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.pretrained import is_causal_folder, load_causal
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.weights import dtype_of


def load_filler(
    resolved: ResolvedModel, runtime: Runtime, *, adapter: Path | None = None
) -> MaskedLM | CausalFiller:
    """Load a masked or causal LM onto its device.

    On a CPU, products of `mini` have 8 bits by default. Raise `UnavailableError` for a model that
    is neither.
    """
    device = choose_device(runtime.device)
    batch_size = runtime.batch_size
    dtype = dtype_of(runtime.dtype, device)
    trust_pickle = resolved.source.trust_pickle
    if adapter is not None:
        check_base(adapter, digest_of_weights(resolved.path))
    elif resolved.name == MINI and runtime.dtype == "auto" and device.type == "cpu":
        return _mini_in_onnx(resolved.path, batch_size)
    if is_causal_folder(resolved.path):
        model, tokenizer = load_causal(resolved, dtype)
        if adapter is None:
            return CausalFiller(model.eval().to(device), tokenizer, batch_size)
        # Not merged: rounding to half precision would lose most of the adapter.
        adapted = unwrapped(with_adapter(model, adapter, trust_pickle)).eval().to(device)
        return CausalFiller(adapted, tokenizer, batch_size, is_prompted(adapter))
    files = load_filler_files(resolved)
    model = files.model
    if adapter is not None:
        model = with_adapter(model, adapter, trust_pickle).merge_and_unload()
    slots = TorchSlotModel(model.eval().to(device, dtype))
    return MaskedLM(slots, files.backend, files.tokenizer.mask_token, batch_size)


def _mini_in_onnx(folder: Path, batch_size: int | None) -> MaskedLM:
    from privtool.models.fillers.masked.onnx import OnnxSlotModel

    with damaged_is_unavailable(MINI):
        slots = OnnxSlotModel(folder)
    return MaskedLM(slots, mini_tokenizer(folder), MASK, batch_size)
