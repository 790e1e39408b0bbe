"""Rescoring of hypotheses: by a language model, or by the CTC layer of a transducer.

The layer is trained with the encoder (`asr-train --ctc-weight`). It sees no earlier tokens, so it
makes other mistakes than the transducer. Watanabe 2017 (hybrid CTC/attention) rescores the
hypotheses of an attention decoder in this way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import torch

from privtool.audio.io.decode import Samples
from privtool.interfaces.lm_scoring import Score, Scorer
from privtool.interfaces.speech import Hypothesis, Recognizer
from privtool.models.asr.decoding.greedy import TokenPath
from privtool.models.asr.transducer.model import Encoded, Transducer

_ROLE = re.compile(r"<\w[\w-]*>")


def without_roles(text: str) -> str:
    """Remove role tags from a hypothesis, as language models do not know them."""
    return " ".join(_ROLE.sub(" ", text).split())


class RescoringRecognizer:
    """A recognizer whose hypotheses are reordered, with each weight of a language model.

    Hypotheses are ranked by score + weight * log P(text), where score is the recognizer's own.
    With a weight of zero they keep scores and order. Of hypotheses with the same text the best
    one is kept.
    """

    def __init__(
        self, recognizer: Recognizer, scorer: Scorer, weights: Sequence[float], nbest: int = 1
    ) -> None:
        """Keep `nbest`. Raise `ValueError` for a recognizer with several weights of its own."""
        if len(recognizer.weights) != 1:
            raise ValueError("the recognizer must have one language model weight of its own")
        self._recognizer, self._scorer = recognizer, scorer
        self._nbest = nbest
        self.rate = recognizer.rate
        self.weights = tuple(weights)

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """See `Recognizer`; `lm_score` includes both language models."""
        nbest_lists = [weights[0] for weights in self._recognizer.recognize(clips)]
        texts = sorted({hypothesis.text for nbest in nbest_lists for hypothesis in nbest})
        scores = dict(zip(texts, self._scorer.score(list(map(without_roles, texts))), strict=True))
        return [
            [_rescore(nbest, scores, weight)[: self._nbest] for weight in self.weights]
            for nbest in nbest_lists
        ]


def _rescore(
    hypotheses: Sequence[Hypothesis], scores: dict[str, Score], weight: float
) -> list[Hypothesis]:
    if not weight:
        return list(hypotheses)
    best: dict[str, Hypothesis] = {}
    for hypothesis in hypotheses:
        if hypothesis.text in best:  # they come best first
            continue
        gain = weight * scores[hypothesis.text].logprob
        best[hypothesis.text] = hypothesis._replace(
            score=hypothesis.score + gain, lm_score=hypothesis.lm_score + gain
        )
    return sorted(best.values(), key=lambda hypothesis: -hypothesis.score)


_LEAST = -1e6  # log P of tokens that do not fit into the frames


def rescored_by_ctc(
    model: Transducer,
    encoded: Encoded,
    paths: Sequence[Sequence[Sequence[TokenPath]]],
    weight: float,
) -> list[list[list[TokenPath]]]:
    """Return paths [clip][weight][best first] in their new order.

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
        results.append([])
        for some in by_weight:
            new = [path._replace(score=path.score + gains[tuple(path.tokens)]) for path in some]
            results[-1].append(sorted(new, key=lambda path: -path.score))
    return results


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
