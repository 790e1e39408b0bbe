"""The folder of a recognizer: weights, tokens and run card; saved and loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from privtool.core.errors import UnavailableError
from privtool.core.run_card import made_by, read_card
from privtool.models.asr.features import FeatureSettings
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.transducer.model import Transducer
from privtool.models.asr.transducer.presets import TransducerShape, new_transducer
from privtool.models.training.model_dir import new_folder

WEIGHTS = "model.safetensors"
COMMAND = "privtool asr-train"
_README = """\
A speech recognizer (transducer) made by `privtool asr-train`; privtool.json says how.

    privtool asr-eval --model DIR
    privtool lm-train --tokens asr:DIR

tokenizer.json holds its tokens, pieces of words of the text that it was trained on, in the format
of `tokenizers`; AutoTokenizer loads them. bigram.safetensors says how often they followed one
another in that text. The model was trained on speech and text and may have learned some of it by
heart: treat it as that text.
"""


class AsrFolder(NamedTuple):
    """A recognizer as it was saved; `card` is its run card."""

    model: Transducer
    tokens: AsrTokens
    features: FeatureSettings
    shape: TransducerShape
    card: dict[str, Any]


def save_asr(
    out: Path,
    force: bool,
    model: Transducer,
    tokens: AsrTokens,
    shape: TransducerShape,
    card: Mapping[str, Any],
    more: Callable[[Path], None] | None = None,
) -> None:
    """Write a model folder whole or not at all. Raises `PrivtoolError` when it cannot be written.

    With `force` it replaces an older folder. `more` writes further files into it.
    """
    weights = {name: tensor.cpu().contiguous() for name, tensor in model.state_dict().items()}
    known = {**card, "shape": shape.to_json(), "token_digest": tokens.digest}
    with new_folder(out, force, known, _README) as folder:
        save_file(weights, folder / WEIGHTS, metadata={"format": "pt"})
        tokens.save(folder)
        if more is not None:
            more(folder)


def is_asr_folder(path: Path) -> bool:
    """Whether `asr-train` wrote a folder, which may be damaged since."""
    return made_by(path, COMMAND)


def token_digest(path: Path) -> str:
    """The name of the tokens of a recognizer in a folder that `asr-train` wrote.

    Raises `KeyError` if the folder is damaged.
    """
    return str(read_card(path)["token_digest"])


def load_asr(path: Path) -> AsrFolder:
    """The recognizer that `asr-train` wrote into a folder, on the CPU, in evaluation mode.

    Raises `UnavailableError` for a folder that is none or is damaged.
    """
    if not is_asr_folder(path):
        raise UnavailableError(f"{path} is no folder that {COMMAND} wrote")
    tokens = AsrTokens.load(path)
    try:
        card = read_card(path)
        shape = TransducerShape.from_json(card["shape"])
        model = new_transducer(shape, tokens.count, 0)
        model.load_state_dict(load_file(path / WEIGHTS))
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
        raise UnavailableError(f"{path} cannot be loaded ({type(error).__name__})") from error
    if tokens.digest != card["token_digest"]:
        raise UnavailableError(f"{path} has other tokens than its model was trained with")
    return AsrFolder(model.eval(), tokens, shape.features, shape, card)
