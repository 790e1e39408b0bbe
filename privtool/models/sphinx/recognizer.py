"""Recognition of English speech by pocketsphinx, whose model comes with its package."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.io.clips import cut_at_pauses
from privtool.audio.io.decode import Samples
from privtool.core.record import WordTime
from privtool.interfaces.recognition import Hypothesis
from privtool.models.asr.recognizers.concatenate import concatenate
from privtool.models.sphinx.decoder import RATE, SphinxDecoder

LONGEST = 40.0  # seconds: longer audio is decoded in chunks


class SphinxRecognizer:
    """Recognizes mono floats at `rate`; the best of `nbest` hypotheses has word times.

    Scores are in nats of its language model: acoustic scores are divided by that model's weight.
    """

    rate = RATE
    weights = (0.0,)

    def __init__(self, nbest: int = 1) -> None:
        self._sphinx = SphinxDecoder(language_model=True)
        self._nbest = nbest

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """Return the hypotheses of each clip for its only weight."""
        return [[self._recognize(clip)] for clip in clips]

    def _recognize(self, clip: Samples) -> list[Hypothesis]:
        hypotheses = [Hypothesis("", 0.0, ())]
        start = 0.0
        for chunk in cut_at_pauses(clip, RATE, LONGEST):
            hypotheses = concatenate(hypotheses, self._recognize_chunk(chunk, start), self._nbest)
            start += len(chunk) / RATE
        return hypotheses

    def _recognize_chunk(self, chunk: Samples, start: float) -> list[Hypothesis]:
        words = self._sphinx.decode(chunk)
        if words is None:
            return []
        (text, score), *others = self._sphinx.nbest_texts(self._nbest)
        times = (WordTime(w.spoken, start + w.start, start + w.end, w.score) for w in words)
        best = Hypothesis(text, score, tuple(times))
        return [best, *(Hypothesis(text, score) for text, score in others)]
