"""Preset sizes of transducers, and new models of them."""

from __future__ import annotations

import math

import torch
from torch import nn

from privtool.models.asr.transducer.encoders import Conformer, EmformerEncoder
from privtool.models.asr.transducer.model import (
    ATTENTION,
    CONFORMER,
    EMFORMER,
    Transducer,
    TransducerShape,
)
from privtool.models.asr.transducer.predictors import AttentionPredictor, DenseJoiner, LstmPredictor

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
    """Return a transducer for `tokens` tokens, its weights drawn by `seed`.

    Set the statistics of its feature scaling before training it.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        encoder = (Conformer if shape.encoder == CONFORMER else EmformerEncoder)(shape)
        ctc = nn.Linear(shape.output, tokens + 1) if shape.ctc else None
        attention = shape.predictor == ATTENTION
        predictor = (AttentionPredictor if attention else LstmPredictor)(shape, tokens)
        joiner = DenseJoiner(tokens, shape.output, shape.dropout)
        for layer in (joiner.output, ctc) if ctc else (joiner.output,):
            _bias_to_blank(layer)
        return Transducer(encoder, predictor, joiner, tokens, ctc)


def _bias_to_blank(layer: nn.Linear) -> None:
    """Make the blank likely in a new model, as most frames end with one.

    With uniform probabilities the first epochs are spent on learning this, at gradients so large
    that the encoder learns little else.
    """
    with torch.no_grad():
        tokens = len(layer.bias) - 1
        layer.bias[-1] = math.log(_INITIAL_BLANK / (1 - _INITIAL_BLANK) * tokens)
