"""Fillers in files: masked and causal models, adapters, and the folder of a tuned one."""

from __future__ import annotations

import json
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import Tokenizer

from privtool.core.device import Runtime, choose_device
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.own_files import read_card
from privtool.models.catalog import ALIASES, IN_A_FOLDER, damaged_is_unavailable
from privtool.models.fillers.causal.inputs import NAME as PROMPT
from privtool.models.fillers.causal.lm import CausalFiller
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.fillers.masked.slot_model import OnnxSlotModel, TorchSlotModel, check_parts
from privtool.models.hub import pretrained
from privtool.models.hub.files import digest_of_weights, file_names, is_pickle, weight_files
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.numerics import dtype_of, load_quantized
from privtool.models.training.run_dir import new_model_dir

MINI = "mini"  # the embedded filler
MASK = "[MASK]"  # its mask token
_EMBEDDINGS = "bert.embeddings.word_embeddings.weight"
_RANK, _DROPOUT = 16, 0.05  # of adapters
_README = """\
A {what} by `privtool fill-train`; privtool.json says how. Use it with

    privtool fill --model {use}

It may have memorized parts of its training data: protect it like that data.
"""


class FillerFiles(NamedTuple):
    """A model of transformers in single precision on the CPU, and its fast tokenizer."""

    model: Any
    tokenizer: Any

    @property
    def backend(self) -> Tokenizer:
        """The tokenizer of the `tokenizers` library."""
        backend: Tokenizer = self.tokenizer.backend_tokenizer
        return backend


def load_filler_files(resolved: ResolvedModel) -> FillerFiles:
    """Load a masked LM. Raise `UnavailableError` for a model of another kind or a damaged one."""
    if resolved.name == MINI:
        return _embedded(resolved.path)
    kind = "masked language model"
    model, tokenizer = pretrained.load_pretrained("AutoModelForMaskedLM", kind, resolved)
    if not tokenizer.is_fast or tokenizer.mask_token is None:
        raise UnavailableError(f"'{resolved.name}' has no fast tokenizer with a mask token")
    pretrained.check_weights(model, resolved.name)
    check_parts(model)
    pretrained.check_tokens(model, tokenizer, resolved.name)
    return FillerFiles(model, tokenizer)


def _embedded(folder: Path) -> FillerFiles:
    from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

    with damaged_is_unavailable(MINI):
        config = BertConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        model = BertForMaskedLM(config)
        weights = load_quantized(folder / "model.safetensors")
        # The decoder shares the token embeddings and is not stored.
        weights["cls.predictions.decoder.weight"] = weights[_EMBEDDINGS]
        weights["cls.predictions.decoder.bias"] = weights["cls.predictions.bias"]
        model.load_state_dict(weights)
        model.tie_weights()
        tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=mini_tokenizer(folder),
            unk_token="[UNK]",
            sep_token="[SEP]",
            pad_token="[PAD]",
            cls_token="[CLS]",
            mask_token=MASK,
            model_max_length=config.max_position_embeddings,
        )
    return FillerFiles(model, tokenizer)


def mini_tokenizer(folder: Path) -> Tokenizer:
    """Load the tokenizer of `mini`. Raise `UnavailableError` for a damaged file."""
    with damaged_is_unavailable(MINI):
        return Tokenizer.from_file(str(folder / "tokenizer.json"))


def load_filler(
    resolved: ResolvedModel, runtime: Runtime, *, adapter: Path | None = None
) -> MaskedLM | CausalFiller:
    """Load a masked or causal LM onto its device.

    On a CPU, `mini` has 8-bit products by default. Raise `UnavailableError` for other models.
    """
    device = choose_device(runtime.device)
    batch_size = runtime.batch_size
    dtype = dtype_of(runtime.dtype, device)
    trust_pickle = resolved.source.trust_pickle
    if adapter is not None:
        check_base(adapter, digest_of_weights(resolved.path))
    elif resolved.name == MINI and runtime.dtype == "auto" and device.type == "cpu":
        with damaged_is_unavailable(MINI):
            onnx = OnnxSlotModel(resolved.path)
        return MaskedLM(onnx, mini_tokenizer(resolved.path), MASK, batch_size)
    if pretrained.is_causal_folder(resolved.path):
        model, tokenizer = pretrained.load_causal(resolved, dtype)
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


def with_new_adapter(model: Any, causal: bool, seed: int) -> Any:
    """Add an untrained adapter to all linear layers but the last; other weights are frozen.

    Raise `UnavailableError` for architectures unknown to peft. Source: Hu et al. 2022, LoRA.
    """
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(
        r=_RANK,
        lora_alpha=2 * _RANK,
        lora_dropout=_DROPOUT,
        target_modules="all-linear",
        task_type="CAUSAL_LM" if causal else None,
    )
    with torch.random.fork_rng(devices=[]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about settings that peft derives by itself
        torch.manual_seed(seed)
        try:
            return _without_base_name(get_peft_model(model, config))
        except Exception as error:
            raise UnavailableError(
                f"peft does not support LoRA adapters for {model.config.model_type} models "
                f"({type(error).__name__}); use another model"
            ) from error


def with_adapter(model: Any, adapter: Path, trust_pickle: bool, trainable: bool = False) -> Any:
    """Add the adapter in a folder to a model.

    Raise `UsageError` for no adapter or an untrusted pickle, `UnavailableError` if it does not fit.
    """
    from peft import PeftModel

    weights = weight_files(file_names(adapter)) if adapter.is_dir() else []
    if not weights or not (adapter / "adapter_config.json").is_file():
        raise UsageError(
            f"{option('adapter')} {adapter}: no adapter_config.json and weights in that folder"
        )
    if any(map(is_pickle, weights)) and not trust_pickle:
        raise UsageError(
            f"{option('adapter')} {adapter} is a pickle, which can execute arbitrary code: add "
            f"{option('trust_pickle')} if you trust its source"
        )
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", "Found missing adapter keys")
            adapted = PeftModel.from_pretrained(model, str(adapter), is_trainable=trainable)
    except Exception as error:
        raise UnavailableError(
            f"{option('adapter')} {adapter} cannot be loaded onto this model "
            f"({type(error).__name__})"
        ) from error
    if any(config.is_prompt_learning for config in adapted.peft_config.values()):
        raise UnavailableError(
            f"{option('adapter')} {adapter} contains learned prompts; use a LoRA adapter"
        )
    return _without_base_name(adapted)


def _without_base_name(model: Any) -> Any:
    """Clear the name of the base model, which peft would look for on the hub."""
    for config in model.peft_config.values():
        config.base_model_name_or_path = ""
    return model


def is_adapted(model: Any) -> bool:
    return hasattr(model, "get_base_model")


def unwrapped(model: Any) -> Any:
    """Return the model of transformers inside one of peft; its layers keep the adapter."""
    return model.get_base_model() if is_adapted(model) else model


def save_filler(
    out: Path, force: bool, model: Any, tokenizer: Any, base: str, card: Mapping[str, Any]
) -> None:
    """Write the folder atomically; for an adapted model, the adapter alone.

    `base` is the name of the model that was tuned, or `IN_A_FOLDER`. With `force`, replace an
    existing folder. Raise `PrivtoolError` if the folder cannot be written.
    """
    adapted = is_adapted(model)
    what = "LoRA adapter made" if adapted else "model tuned"
    readme = _README.format(what=what, use=f"{base} --adapter DIR" if adapted else "DIR")
    with new_model_dir(out, force, card, readme) as folder:
        if adapted:
            for config in model.peft_config.values():
                config.base_model_name_or_path = _hub_id(base)
            # peft also writes a model card, which holds paths of this machine.
            with tempfile.TemporaryDirectory(dir=folder) as inside:
                model.save_pretrained(inside, save_embedding_layers=False)
                for name in ("adapter_config.json", "adapter_model.safetensors"):
                    (Path(inside) / name).rename(folder / name)
            return
        model.config.name_or_path = _hub_id(base)
        model.save_pretrained(folder)
        try:
            tokenizer.save_pretrained(folder)
        except OSError:
            raise
        except Exception as error:  # what tokenizers raises when it cannot write
            raise RuntimeError from error


def is_prompted(adapter: Path) -> bool:
    """Return whether an adapter was trained on prompts, see `causal/inputs.py`."""
    return bool(read_card(adapter).get("prompt") == PROMPT)


def check_base(adapter: Path, weights: str) -> None:
    """Raise `UnavailableError` if an adapter's card names another digest of the base's weights."""
    if read_card(adapter).get("base_weights", weights) != weights:
        raise UnavailableError(f"{option('adapter')} {adapter} was trained for another model")


def _hub_id(base: str) -> str:
    """Return the name of a model on the hub, or "" if it is not there."""
    alias = ALIASES.get(base)
    if alias is not None:
        return alias.hub_id or ""
    return "" if base == IN_A_FOLDER else base
