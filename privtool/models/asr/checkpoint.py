"""The folder of a recognizer: saving and loading weights, tokens and run card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from privtool.core.errors import UnavailableError
from privtool.core.run_card import made_by, read_card
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.transducer.model import Transducer, TransducerShape
from privtool.models.asr.transducer.presets import new_transducer
from privtool.models.training.run_dir import new_model_dir

WEIGHTS = "model.safetensors"
COMMAND = "privtool asr-train"
_README = """\
A speech recognizer (transducer) trained by `privtool asr-train`; see privtool.json.

    privtool asr-eval --model DIR
    privtool lm-train --tokens asr:DIR

tokenizer.json holds its tokens, word pieces of the training text, in the format of `tokenizers`;
AutoTokenizer loads them. The model may have memorized parts of its training data: protect it like
that data.
"""


class LoadedAsr(NamedTuple):
    """A loaded recognizer; `card` is its run card."""

    model: Transducer
    tokens: AsrTokens
    shape: TransducerShape
    card: dict[str, Any]


def save_asr(
    out: Path,
    force: bool,
    model: Transducer,
    tokens: AsrTokens,
    shape: TransducerShape,
    card: Mapping[str, Any],
) -> None:
    """Write a model folder atomically. Raise `PrivtoolError` when it cannot be written.

    With `force` it replaces an older folder.
    """
    weights = {name: tensor.cpu().contiguous() for name, tensor in model.state_dict().items()}
    full_card = {**card, "shape": shape._asdict(), "token_digest": tokens.digest}
    with new_model_dir(out, force, full_card, _README) as folder:
        save_file(weights, folder / WEIGHTS, metadata={"format": "pt"})
        tokens.save(folder)


def is_asr_folder(path: Path) -> bool:
    """Whether `asr-train` wrote a folder; it may be damaged."""
    return made_by(path, COMMAND)


def token_digest(path: Path) -> str:
    """Return the hash of a recognizer's tokens. Raise `KeyError` if the folder is damaged."""
    return str(read_card(path)["token_digest"])


def load_asr(path: Path) -> LoadedAsr:
    """Load a recognizer of `asr-train` on the CPU, in evaluation mode.

    Raise `UnavailableError` for any other or a damaged folder.
    """
    if not is_asr_folder(path):
        raise UnavailableError(f"{path} is not a folder that {COMMAND} wrote")
    tokens = AsrTokens.load(path)
    try:
        card = read_card(path)
        shape = TransducerShape(**card["shape"])
        model = new_transducer(shape, tokens.count, 0)
        model.load_state_dict(load_file(path / WEIGHTS))
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
        raise UnavailableError(f"{path} cannot be loaded ({type(error).__name__})") from error
    if tokens.digest != card["token_digest"]:
        raise UnavailableError(f"{path} has different tokens than its model")
    return LoadedAsr(model.eval(), tokens, shape, card)
