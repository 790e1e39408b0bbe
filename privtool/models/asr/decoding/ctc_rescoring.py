"""A second opinion on the hypotheses of a transducer: that of its CTC layer on the same frames.

The layer is trained with the encoder (`asr-train --ctc-weight`). It sees no earlier tokens, so it
makes other mistakes than the transducer. Watanabe 2017 (hybrid CTC/attention) rescores the
hypotheses of an attention decoder in this way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from privtool.models.asr.decoding.greedy import TokenPath
from privtool.models.asr.transducer.model import Encoded, Transducer

_LEAST = -1e6  # log P of tokens that do not fit into the frames


def rescored_by_ctc(
    model: Transducer,
    encoded: Encoded,
    paths: Sequence[Sequence[Sequence[TokenPath]]],
    weight: float,
    nbest: int,
) -> list[list[list[TokenPath]]]:
    """Return the best `nbest` paths [clip][weight][best first] of some.

    `weight` times log P_CTC(tokens | clip) is added to their scores. No result depends on other
    clips. Raise `ValueError` for a model without a CTC layer.
    """
    if model.ctc is None:
        raise ValueError("the model has no CTC layer")
    results: list[list[list[TokenPath]]] = []
    for clip, by_weight in enumerate(paths):
        texts = sorted({tuple(path.tokens) for some in by_weight for path in some})
        frames = encoded.frames[clip, : int(encoded.lengths[clip])]
        gains = {
            text: weight * log_prob
            for text, log_prob in zip(texts, ctc_log_probs(model, frames, texts), strict=True)
        }
        results.append([_rescored(some, gains)[:nbest] for some in by_weight])
    return results


def _rescored(
    paths: Sequence[TokenPath], gains: Mapping[tuple[int, ...], float]
) -> list[TokenPath]:
    new = [path._replace(score=path.score + gains[tuple(path.tokens)]) for path in paths]
    return sorted(new, key=lambda path: -path.score)


@torch.inference_mode()
def ctc_log_probs(
    model: Transducer, frames: torch.Tensor, texts: Sequence[Sequence[int]]
) -> list[float]:
    """Return log P_CTC of each text (tokens) for the frames (frames, width) of one clip."""
    if not len(frames):
        return [0.0 if not text else _LEAST for text in texts]
    assert model.ctc is not None
    scores = model.ctc(frames).float().log_softmax(-1)
    lengths = [len(text) for text in texts]
    targets = torch.zeros(len(texts), max(1, *lengths), dtype=torch.long, device=frames.device)
    for row, text in enumerate(texts):
        targets[row, : len(text)] = torch.tensor(text, dtype=torch.long)
    losses = torch.nn.functional.ctc_loss(
        scores[:, None].expand(-1, len(texts), -1),
        targets,
        torch.full((len(texts),), len(frames)),
        torch.tensor(lengths),
        blank=model.blank,
        reduction="none",
    )
    return [max(-loss, _LEAST) for loss in losses.tolist()]
