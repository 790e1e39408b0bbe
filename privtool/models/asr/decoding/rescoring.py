"""N-best rescoring: a language model reorders the hypotheses of a recognizer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.audio.io.decode import Samples
from privtool.interfaces.lm_scoring import Score, Scorer
from privtool.interfaces.recognition import Hypothesis, Recognizer

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
        self,
        recognizer: Recognizer,
        scorer: Scorer,
        weights: Sequence[float],
        nbest: int = 1,
    ) -> None:
        """Keep `nbest` hypotheses.

        Raise `ValueError` for a recognizer with several language model weights of its own.
        """
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
