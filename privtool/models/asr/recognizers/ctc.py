"""Recognition with a CTC model of transformers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import torch

from privtool.audio.io.decode import Samples
from privtool.core.record import WordTime
from privtool.interfaces.recognition import Hypothesis
from privtool.models.asr.ctc_model import CtcModel
from privtool.models.asr.decoding.ctc_beam import CtcHypothesis, best_sequences


class CtcRecognizer:
    """Returns the `nbest` best texts of mono floats at `rate`; the model gets one clip at a time.

    A beam of 1 takes the best path, a wider one sums the paths of a text. The best text has word
    times if the model writes letters with a delimiter between words.
    """

    weights = (0.0,)

    def __init__(self, model: CtcModel, tokenizer: Any, beam: int, nbest: int) -> None:
        self.rate = model.rate
        self._model, self._tokenizer = model, tokenizer
        self._beam, self._nbest = beam, nbest
        delimiter = getattr(tokenizer, "word_delimiter_token", None)
        self._delimiter = None if delimiter is None else tokenizer.convert_tokens_to_ids(delimiter)

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """See `Recognizer`."""
        return [[self._recognize(clip)] for clip in clips]

    def _recognize(self, clip: Samples) -> list[Hypothesis]:
        logprobs = self._model.log_probabilities(clip)
        if not len(logprobs):
            return []
        sequences = best_sequences(logprobs, self._model.blank, self._beam)
        hypotheses: dict[str, Hypothesis] = {}  # of two spellings of a text the first is better
        for rank, sequence in enumerate(sequences):
            text = self._decode(sequence.tokens)
            if text not in hypotheses and len(hypotheses) < self._nbest:
                seconds = len(clip) / self.rate
                words = None if rank else self._word_times(sequence, logprobs, seconds)
                hypotheses[text] = Hypothesis(text, sequence.score, words)
        return list(hypotheses.values())

    def _decode(self, tokens: Sequence[int]) -> str:
        options: dict[str, Any] = {"skip_special_tokens": True}
        if self._delimiter is not None:
            options["group_tokens"] = False  # the search has merged repeats
        return " ".join(self._tokenizer.decode(list(tokens), **options).split())

    def _word_times(
        self, sequence: CtcHypothesis, logprobs: torch.Tensor, seconds: float
    ) -> tuple[WordTime, ...] | None:
        """Return words with the times of their letters on the best path, and a score per frame."""
        from torchaudio.functional import forced_align

        if self._delimiter is None:
            return None
        if not sequence.tokens:
            return ()
        path, scores = forced_align(
            logprobs[None], torch.tensor([sequence.tokens]), blank=self._model.blank
        )
        per_frame = seconds / len(logprobs)
        words: list[WordTime] = []
        letters = _token_frames(path[0].tolist(), self._model.blank)
        for is_delimiter, group in groupby(letters, key=lambda pair: pair[0] == self._delimiter):
            if is_delimiter:
                continue
            tokens, frames_of_tokens = zip(*group, strict=True)
            frames = [frame for token_frames in frames_of_tokens for frame in token_frames]
            text = self._decode(tokens)
            if text:
                score = sum(float(scores[0, frame]) for frame in frames) / len(frames)
                start, end = frames[0] * per_frame, (frames[-1] + 1) * per_frame
                words.append(WordTime(text, start, end, score))
        return tuple(words)


def _token_frames(path: Sequence[int], blank: int) -> list[tuple[int, list[int]]]:
    return [
        (token, [frame for frame, _ in group])
        for token, group in groupby(enumerate(path), key=lambda pair: pair[1])
        if token != blank
    ]
