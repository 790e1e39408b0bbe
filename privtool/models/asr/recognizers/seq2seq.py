"""Recognition by any model of transformers that writes text from speech (Whisper, ...)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from privtool.audio.io.chunking import cut_at_pauses
from privtool.audio.io.decode import Samples
from privtool.interfaces.recognition import Hypothesis
from privtool.models.asr.recognizers.concatenate import joined

LONGEST = 30.0  # seconds that go through the model at a time: Whisper sees no more
Inputs = dict[str, torch.Tensor]  # by name, the pieces first


class Seq2SeqRecognizer:
    """The `nbest` best texts of mono floats at `rate`; `batch` pieces of clips go at a time.

    Audio over `LONGEST` seconds is cut where it is quiet. A score is the natural log-probability
    of all that the model writes. `model` must be in evaluation mode. Pieces whose features differ
    in size are never in one batch: nothing is filled up that the model itself would not.
    """

    weights = (0.0,)

    def __init__(
        self, model: Any, extractor: Any, tokenizer: Any, beam: int, nbest: int, batch: int = 1
    ) -> None:
        self.rate = int(extractor.sampling_rate)
        self._model, self._extractor, self._tokenizer = model, extractor, tokenizer
        self._beam, self._nbest, self._batch = beam, nbest, batch
        self._device: torch.device = next(model.parameters()).device

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """For each clip, for the one weight, what may be said."""
        pieces = [
            (number, piece)
            for number, clip in enumerate(clips)
            for piece in cut_at_pauses(clip, self.rate, LONGEST)
        ]
        found = [[Hypothesis("", 0.0)] for _ in clips]
        heard = self._of_pieces([piece for _, piece in pieces])
        for (number, _), hypotheses in zip(pieces, heard, strict=True):
            found[number] = joined(found[number], hypotheses, self._nbest)
        return [[hypotheses] for hypotheses in found]

    def _of_pieces(self, pieces: Sequence[Samples]) -> Iterator[list[Hypothesis]]:
        """What may be said in each piece."""
        waiting: list[Inputs] = []
        for piece in pieces:
            inputs = self._features(piece)
            if waiting and (len(waiting) == self._batch or _sizes(inputs) != _sizes(waiting[0])):
                yield from self._together(waiting)
                waiting = []
            waiting.append(inputs)
        if waiting:
            yield from self._together(waiting)

    def _features(self, piece: Samples) -> Inputs:
        inputs = self._extractor(piece, sampling_rate=self.rate, return_tensors="pt")
        return {name: tensor.to(self._device) for name, tensor in inputs.items()}

    @torch.inference_mode()
    def _together(self, pieces: Sequence[Inputs]) -> Iterator[list[Hypothesis]]:
        """What may be said in pieces of one size, each the best first."""
        inputs = {name: torch.cat([piece[name] for piece in pieces]) for name in pieces[0]}
        written = self._written(inputs)
        each = len(written) // len(pieces)
        scores = self._scores(inputs, written, each)
        for start in range(0, len(written), each):
            hypotheses: dict[str, Hypothesis] = {}
            for ids, score in zip(
                written[start : start + each], scores[start : start + each], strict=True
            ):
                decoded = self._tokenizer.decode(ids, skip_special_tokens=True)
                text = " ".join(decoded.split())
                if text not in hypotheses or hypotheses[text].score < score:
                    hypotheses[text] = Hypothesis(text, score)
            yield sorted(hypotheses.values(), key=lambda one: -one.score)

    def _written(self, inputs: Inputs) -> torch.Tensor:
        """Token sequences (pieces * sequences, tokens) from the first token on, the best first.

        Whisper's own search gives the same text again and again where several are wanted: it is
        asked for what it begins with, and the search of all models then goes on from there.
        """
        from transformers import GenerationMixin

        options = {
            "num_beams": self._beam,
            "do_sample": False,
            "length_penalty": 0.0,  # else hypotheses would be ranked by another score than ours
            "return_dict_in_generate": True,
        }
        if self._beam == 1:
            return self._model.generate(**inputs, **options).sequences  # type: ignore[no-any-return]
        options["num_return_sequences"] = self._nbest
        if type(self._model).generate is not GenerationMixin.generate:
            first = self._model.generate(**inputs, return_dict_in_generate=True).sequences
            most = min(self._prompt(row) for row in first.tolist())
            options["decoder_input_ids"] = first[:, :most]
        found = GenerationMixin.generate(self._model, **inputs, **options)
        return found.sequences  # type: ignore[no-any-return]

    def _prompt(self, written: Sequence[int]) -> int:
        """How many tokens a text begins with that say how it is to be written."""
        special = set(self._tokenizer.all_special_ids) - set(self._ends)
        return next((n for n, id in enumerate(written) if n and id not in special), len(written))

    def _scores(self, inputs: Inputs, written: torch.Tensor, each: int) -> list[float]:
        """Log-probabilities of token sequences, `each` of a piece, up to their ends."""
        many = {name: tensor.repeat_interleave(each, 0) for name, tensor in inputs.items()}
        logits = self._model(**many, decoder_input_ids=written[:, :-1]).logits.float()
        scores = torch.log_softmax(logits, dim=-1).gather(2, written[:, 1:, None])[:, :, 0]
        ends = torch.as_tensor(self._ends, device=written.device)
        ended = torch.isin(written[:, 1:], ends).long()
        counted = ended.cumsum(1) - ended == 0  # up to the first end, with it
        return (scores * counted).sum(1).tolist()

    @property
    def _ends(self) -> list[int]:
        """The tokens that end a text."""
        end = self._model.generation_config.eos_token_id
        return list(end) if isinstance(end, list) else [] if end is None else [int(end)]


def _sizes(inputs: Inputs) -> dict[str, torch.Size]:
    return {name: tensor.shape for name, tensor in inputs.items()}
