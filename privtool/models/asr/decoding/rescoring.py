"""A language model that chooses among what a recognizer offers (n-best rescoring)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from privtool.audio.io.decode import Samples
from privtool.interfaces.lm_scoring import Score
from privtool.interfaces.recognition import Hypothesis


class Offering(Protocol):
    """A recognizer that gives several hypotheses for a clip."""

    @property
    def rate(self) -> int:
        """The samples a second that it wants."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of its own language model."""

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """[clip][weight][best first]."""


class TextScorer(Protocol):
    """Gives texts log-probabilities, as `lm_scorer.LmScorer` does."""

    def score(self, texts: Sequence[str]) -> list[Score]:
        """A score for each text."""


class Rescored:
    """A recognizer whose hypotheses are put in order anew, with each weight of a language model.

    What counts is score + weight * log P(text), where score is the recognizer's own. A weight of
    nought leaves hypotheses as they are, scores and order. Hypotheses of one text are one: the best
    of them stays.
    """

    def __init__(
        self,
        recognizer: Offering,
        scorer: TextScorer,
        weights: Sequence[float],
        nbest: int = 1,
        cleaned: Callable[[str], str] = str,
    ) -> None:
        """`recognizer` answers for one weight; of its hypotheses `nbest` come back.

        `cleaned` makes of a text what the language model is to judge.

        Raises `ValueError` for a recognizer that answers for several weights.
        """
        if len(recognizer.weights) != 1:
            raise ValueError("the recognizer must answer for one weight of its own")
        self._recognizer, self._scorer = recognizer, scorer
        self._nbest, self._cleaned = nbest, cleaned
        self.rate = recognizer.rate
        self.weights = tuple(weights)

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """As the recognizer's, with another score; `lm_score` has the part of both models in it."""
        offered = [weights[0] for weights in self._recognizer.recognize(clips)]
        texts = sorted({hypothesis.text for those in offered for hypothesis in those})
        cleaned = [self._cleaned(text) for text in texts]
        scores = dict(zip(texts, self._scorer.score(cleaned), strict=True))
        return [
            [self._ordered(those, scores, weight)[: self._nbest] for weight in self.weights]
            for those in offered
        ]

    def _ordered(
        self, offered: Sequence[Hypothesis], scores: dict[str, Score], weight: float
    ) -> list[Hypothesis]:
        if not weight:
            return list(offered)
        best: dict[str, Hypothesis] = {}
        for hypothesis in offered:
            if hypothesis.text in best:  # they come best first
                continue
            gained = weight * scores[hypothesis.text].logprob
            best[hypothesis.text] = hypothesis._replace(
                score=hypothesis.score + gained, lm_score=hypothesis.lm_score + gained
            )
        return sorted(best.values(), key=lambda hypothesis: -hypothesis.score)
