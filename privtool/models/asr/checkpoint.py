"""Recognizers: preset sizes, new models, and folders with weights, tokens and run card."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from privtool.core.errors import UnavailableError
from privtool.core.own_files import made_by, read_card
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.transducer.encoders import Conformer, EmformerEncoder
from privtool.models.asr.transducer.model import (
    ATTENTION,
    CONFORMER,
    EMFORMER,
    AttentionPredictor,
    DenseJoiner,
    LstmPredictor,
    Transducer,
    TransducerShape,
)
from privtool.models.training.run_dir import new_model_dir

_INITIAL_BLANK = 0.9  # the probability of the blank in a new model


SHAPES = {
    "conformer-tiny": TransducerShape(
        CONFORMER, 2, 64, 4, 128, 64, kernel=7, channels=8, predictor_width=64
    ),
    "conformer-small": TransducerShape(
        CONFORMER, 6, 144, 4, 576, 144, kernel=15, channels=32, predictor_width=144
    ),
    # Flechl 2022, section 4.2; sizes that it does not give are those of Gulati 2020, conformer (L).
    "conformer-paper": TransducerShape(
        CONFORMER, 18, 512, 8, 2048, 512, kernel=31, channels=64, predictor=ATTENTION,
        predictor_width=512, predictor_heads=8, context=64,
    ),
    "emformer-tiny": TransducerShape(
        EMFORMER, 2, 64, 4, 128, 64, segment=8, left=8, right=2, predictor_width=64
    ),
    "emformer-small": TransducerShape(
        EMFORMER, 8, 256, 4, 1024, 256, segment=16, left=16, right=4
    ),
    # Vats 2023 and Ma 2022 say "around 80 million"; the sizes are those of torchaudio's Emformer
    # transducer for LibriSpeech (77 million with 4,096 pieces), plus two layers.
    "emformer-paper": TransducerShape(
        EMFORMER, 22, 512, 8, 2048, 1024, segment=16, left=30, right=4, predictor_layers=3,
        predictor_width=512,
    ),
}  # fmt: skip


def new_transducer(shape: TransducerShape, tokens: int, seed: int) -> Transducer:
    """Return a transducer with weights drawn by `seed`; set its feature statistics to train it."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        encoder = (Conformer if shape.encoder == CONFORMER else EmformerEncoder)(shape)
        ctc = nn.Linear(shape.output, tokens + 1) if shape.ctc else None
        attention = shape.predictor == ATTENTION
        predictor = (AttentionPredictor if attention else LstmPredictor)(shape, tokens)
        joiner = DenseJoiner(tokens, shape.output, shape.dropout)
        # Most frames end with a blank. If it were no likelier than other tokens, the first epochs
        # would be spent on learning that, at gradients so large that the encoder learns little.
        for layer in (joiner.output, ctc) if ctc else (joiner.output,):
            odds = _INITIAL_BLANK / (1 - _INITIAL_BLANK)
            with torch.no_grad():
                layer.bias[-1] = math.log(odds * tokens)
        return Transducer(encoder, predictor, joiner, tokens, ctc)


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
    """Write a model folder atomically, with `force` over another; raise `PrivtoolError` if not."""
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
    """Load a recognizer on the CPU, to evaluate it. Raise `UnavailableError` for a bad folder."""
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
