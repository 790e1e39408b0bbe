"""Loading the model of `privtool fill`: the embedded one, a hub model or a folder."""

from __future__ import annotations

from pathlib import Path

from privtool.core.device import choose_device, parse_batch_size
from privtool.models.adapters import with_adapter
from privtool.models.filler_files import load_filler_files
from privtool.models.hub import model_folder
from privtool.models.masked_lm import MaskedLM
from privtool.models.precision import dtype_of


def load_filler(
    name: str,
    adapter: Path | None,
    device: str,
    dtype: str,
    batch_size: str,
    offline: bool,
    trust_pickle: bool,
) -> MaskedLM:
    """The masked LM of that name, ready on its device.

    Raises `UnavailableError` for a model that is not here and cannot be had, or is no masked LM.
    """
    chosen = choose_device(device)
    folder = model_folder(name, offline, trust_pickle)
    size = parse_batch_size(batch_size, 0) or None
    files = load_filler_files(name, folder, trust_pickle)
    model = files.model
    if adapter is not None:
        model = with_adapter(model, adapter, trust_pickle).merge_and_unload()
    model = model.eval().to(chosen, dtype_of(dtype, chosen))
    return MaskedLM(model, files.backend, files.tokenizer.mask_token, size)
