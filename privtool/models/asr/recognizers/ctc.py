"""Recognition by any CTC model of transformers that takes samples."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import torch

from privtool.audio.io.decode import Samples
from privtool.core.record import WordTime
from privtool.interfaces.recognition import Hypothesis
from privtool.models.asr.ctc_model import CtcModel
from privtool.models.asr.decoding.ctc_beam import Found, best_sequences


class CtcRecognizer:
    """The `nbest` best texts of mono floats at `rate`; clips go through the model one by one.

    A beam of 1 takes the best path, a wider one adds up the paths of a text. The best text has the
    times of its words where the model writes letters and a sign between words.
    """

    weights = (0.0,)

    def __init__(self, model: CtcModel, tokenizer: Any, beam: int, nbest: int) -> None:
        self.rate = model.rate
        self._model, self._tokenizer = model, tokenizer
        self._beam, self._nbest = beam, nbest
        sign = getattr(tokenizer, "word_delimiter_token", None)
        self._between = None if sign is None else tokenizer.convert_tokens_to_ids(sign)

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """For each clip, for the one weight, what may be said."""
        return [[self._recognized(clip)] for clip in clips]

    def _recognized(self, clip: Samples) -> list[Hypothesis]:
        scores = self._model.log_probabilities(clip)
        if not len(scores):
            return []
        found = best_sequences(scores, self._model.blank, self._beam)
        hypotheses: dict[str, Hypothesis] = {}  # of two spellings of a text the first is better
        for place, one in enumerate(found):
            text = self._text(one.tokens)
            if text not in hypotheses and len(hypotheses) < self._nbest:
                words = None if place else self._timed(one, scores, len(clip) / self.rate)
                hypotheses[text] = Hypothesis(text, one.score, words)
        return list(hypotheses.values())

    def _text(self, tokens: Sequence[int]) -> str:
        options: dict[str, Any] = {"skip_special_tokens": True}
        if self._between is not None:
            options["group_tokens"] = False  # that was done already
        return " ".join(self._tokenizer.decode(list(tokens), **options).split())

    def _timed(
        self, found: Found, scores: torch.Tensor, seconds: float
    ) -> tuple[WordTime, ...] | None:
        """The words with the times of their letters on the best path, scores by the frame."""
        from torchaudio.functional import forced_align

        if self._between is None:
            return None
        if not found.tokens:
            return ()
        path, fits = forced_align(
            scores[None], torch.tensor([found.tokens]), blank=self._model.blank
        )
        per_frame = seconds / len(scores)
        words: list[WordTime] = []
        letters = _frames_of_tokens(path[0].tolist(), self._model.blank)
        for between, group in groupby(letters, key=lambda one: one[0] == self._between):
            if between:
                continue
            own = list(group)
            frames = [frame for _, of_token in own for frame in of_token]
            text = self._text([token for token, _ in own])
            if text:
                score = sum(float(fits[0, frame]) for frame in frames) / len(frames)
                start, end = frames[0] * per_frame, (frames[-1] + 1) * per_frame
                words.append(WordTime(text, start, end, score))
        return tuple(words)


def _frames_of_tokens(path: Sequence[int], blank: int) -> list[tuple[int, list[int]]]:
    """Each token of a path with its frames."""
    found: list[tuple[int, list[int]]] = []
    for token, group in groupby(enumerate(path), key=lambda pair: pair[1]):
        if token != blank:
            found.append((token, [frame for frame, _ in group]))
    return found
