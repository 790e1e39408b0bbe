"""Preset sizes of transducers, and new models of them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import nn

from privtool.models.asr.features import FeatureSettings
from privtool.models.asr.transducer.model import Transducer

CONFORMER, EMFORMER = "conformer", "emformer"
LSTM, ATTENTION = "lstm", "attention"
DENSE, SUM = "dense", "sum"
_HEAD_WIDTH, _CONTEXT = 64, 64  # as in conformer-paper
_INITIAL_BLANK = 0.9  # the probability of the blank in a new model


class TransducerShape(NamedTuple):
    """All sizes of a transducer; those of another kind of encoder or predictor are zero.

    Encoder blocks have `layers`, `width`, `heads` and `feed_forward`; `kernel` is the conformer's
    convolution, `channels` the subsampling's. The Emformer has `segment`, `left`, `right` (in
    frames after the reduction by `hop`) and `memory` (in segments). `output` is the width of
    frames, predictions and the joiner. `predictor_width` is the width of the predictor's
    embeddings and layers, `context` the number of tokens that its attention sees.
    """

    encoder: str
    layers: int
    width: int
    heads: int
    feed_forward: int
    output: int
    kernel: int = 0
    channels: int = 0
    hop: int = 4
    segment: int = 0
    left: int = 0
    right: int = 0
    memory: int = 0
    predictor: str = LSTM
    predictor_layers: int = 1
    predictor_width: int = 256
    predictor_heads: int = 0
    context: int = 0
    joiner: str = DENSE
    dropout: float = 0.1
    ctc: bool = True
    features: FeatureSettings = FeatureSettings()

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> TransducerShape:
        """Return the shape that `to_json` wrote. Raise `TypeError` for unknown fields."""
        return cls(**{**fields, "features": FeatureSettings(*fields["features"])})

    def to_json(self) -> dict[str, Any]:
        """Return the fields as plain lists, numbers and strings."""
        return {**self._asdict(), "features": list(self.features)}


SHAPES = {
    "conformer-tiny": TransducerShape(
        CONFORMER, 2, 64, 4, 128, 64, kernel=7, channels=8, predictor_width=64, joiner=SUM
    ),
    # About a million weights: for an hour of speech of a small vocabulary.
    "conformer-mini": TransducerShape(
        CONFORMER, 4, 96, 4, 384, 96, kernel=15, channels=16, predictor_width=96
    ),
    "conformer-small": TransducerShape(
        CONFORMER, 6, 144, 4, 576, 144, kernel=15, channels=32, predictor_width=144
    ),
    # Flechl 2022, section 4.2; sizes that it does not give are those of Gulati 2020, conformer (L).
    "conformer-paper": TransducerShape(
        CONFORMER,
        layers=18,
        width=512,
        heads=8,
        feed_forward=2048,
        output=512,
        kernel=31,
        channels=64,
        predictor=ATTENTION,
        predictor_width=512,
        predictor_heads=8,
        context=_CONTEXT,
    ),
    "emformer-tiny": TransducerShape(
        EMFORMER, 2, 64, 4, 128, 64, segment=8, left=8, right=2, predictor_width=64, joiner=SUM
    ),
    "emformer-small": TransducerShape(
        EMFORMER,
        layers=8,
        width=256,
        heads=4,
        feed_forward=1024,
        output=256,
        segment=16,
        left=16,
        right=4,
        predictor_width=256,
        joiner=SUM,
    ),
    # Vats 2023 and Ma 2022 say "around 80 million"; the sizes are those of torchaudio's Emformer
    # transducer for LibriSpeech (77 million with 4,096 pieces), plus two layers.
    "emformer-paper": TransducerShape(
        EMFORMER,
        layers=22,
        width=512,
        heads=8,
        feed_forward=2048,
        output=1024,
        segment=16,
        left=30,
        right=4,
        predictor_layers=3,
        predictor_width=512,
        joiner=SUM,
    ),
}


def with_predictor(shape: TransducerShape, predictor: str) -> TransducerShape:
    """Return the shape with another kind of predictor of the same width."""
    if predictor == shape.predictor:
        return shape
    if predictor == LSTM:
        return shape._replace(predictor=LSTM, predictor_heads=0, context=0)
    heads = max(1, shape.predictor_width // _HEAD_WIDTH)
    return shape._replace(predictor=ATTENTION, predictor_heads=heads, context=_CONTEXT)


def new_transducer(shape: TransducerShape, tokens: int, seed: int) -> Transducer:
    """Return a transducer for `tokens` tokens, its weights drawn by `seed`.

    Call `set_feature_statistics` before training it.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        encoder = _encoder(shape)
        ctc = nn.Linear(shape.output, tokens + 1) if shape.ctc else None
        predictor, joiner = _predictor(shape, tokens), _joiner(shape, tokens)
        for layer in (joiner.output, ctc) if ctc else (joiner.output,):
            _bias_to_blank(layer)
        return Transducer(encoder, predictor, joiner, tokens, ctc)


def set_feature_statistics(model: Transducer, mean: torch.Tensor, std: torch.Tensor) -> None:
    """Set the mean and standard deviation (count) that features are normalized by."""
    encoder: Any = model.encoder
    encoder.scaling.set_statistics(mean, std)


def _bias_to_blank(layer: nn.Linear) -> None:
    """Make the blank likely in a new model, as most frames end with one.

    With uniform probabilities the first epochs are spent on learning this, at gradients so large
    that the encoder learns little else.
    """
    with torch.no_grad():
        tokens = len(layer.bias) - 1
        layer.bias[-1] = math.log(_INITIAL_BLANK / (1 - _INITIAL_BLANK) * tokens)


def _encoder(shape: TransducerShape) -> nn.Module:
    sizes = {name: getattr(shape, name) for name in ("layers", "width", "heads", "feed_forward")}
    sizes |= {"output": shape.output}
    count = shape.features.count
    if shape.encoder == CONFORMER:
        from privtool.models.asr.transducer.conformer import Conformer

        return Conformer(
            count, **sizes, kernel=shape.kernel, channels=shape.channels, dropout=shape.dropout
        )
    if shape.encoder == EMFORMER:
        from privtool.models.asr.transducer.emformer import EmformerEncoder

        context = {name: getattr(shape, name) for name in ("segment", "left", "right", "memory")}
        return EmformerEncoder(count, **sizes, **context, hop=shape.hop, dropout=shape.dropout)
    raise ValueError("the encoder must be conformer or emformer")


def _predictor(shape: TransducerShape, tokens: int) -> nn.Module:
    from privtool.models.asr.transducer.predictors import AttentionPredictor, LstmPredictor

    width = shape.predictor_width
    if shape.predictor == LSTM:
        return LstmPredictor(
            tokens,
            embedding=width,
            hidden=width,
            layers=shape.predictor_layers,
            output=shape.output,
            dropout=shape.dropout,
        )
    if shape.predictor == ATTENTION:
        return AttentionPredictor(
            tokens,
            width=width,
            heads=shape.predictor_heads,
            context=shape.context,
            output=shape.output,
            dropout=shape.dropout,
        )
    raise ValueError("the predictor must be lstm or attention")


def _joiner(shape: TransducerShape, tokens: int) -> Any:
    from privtool.models.asr.transducer.joiners import DenseJoiner, SumJoiner

    if shape.joiner == DENSE:
        return DenseJoiner(tokens, shape.output, shape.output, shape.output, shape.dropout)
    if shape.joiner == SUM:
        return SumJoiner(tokens, shape.output, shape.dropout)
    raise ValueError("the joiner must be dense or sum")
