"""Recognition of English speech by pocketsphinx, whose model comes with its package."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.io.chunking import cut_at_pauses
from privtool.audio.io.decode import Samples
from privtool.core.record import WordTime
from privtool.interfaces.recognition import Hypothesis
from privtool.models.asr.recognizers.concatenate import concatenate
from privtool.models.sphinx.decoder import RATE, RecognizedWord, SphinxDecoder

LONGEST = 40.0  # seconds that are searched in one go


class SphinxRecognizer:
    """The `nbest` best texts of mono floats at `rate`; the best one has the times of its words.

    Scores are in nats of its language model: the acoustic ones are divided by that model's weight.
    """

    rate = RATE
    weights = (0.0,)

    def __init__(self, nbest: int = 1) -> None:
        self._sphinx = SphinxDecoder(language_model=True)
        self._nbest = nbest

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """For each clip, for the one weight, what may be said; each clip goes by itself."""
        return [[self._recognized(clip)] for clip in clips]

    def _recognized(self, clip: Samples) -> list[Hypothesis]:
        found = [Hypothesis("", 0.0, ())]
        start = 0.0
        for piece in cut_at_pauses(clip, RATE, LONGEST):
            found = concatenate(found, self._of_piece(piece, start), self._nbest)
            start += len(piece) / RATE
        return found

    def _of_piece(self, piece: Samples, start: float) -> list[Hypothesis]:
        heard = self._sphinx.decode(piece)
        if heard is None:
            return []
        nbest_texts = self._sphinx.nbest_texts(self._nbest)
        text, score = nbest_texts[0]
        best = Hypothesis(text, score, tuple(_timed(word, start) for word in heard))
        return [best, *(Hypothesis(text, score) for text, score in nbest_texts[1:])]


def _timed(heard: RecognizedWord, start: float) -> WordTime:
    return WordTime(heard.spoken, start + heard.start, start + heard.end, heard.score)
