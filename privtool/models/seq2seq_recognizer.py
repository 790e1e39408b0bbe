"""Recognition by any model of transformers that writes text from speech (Whisper, ...)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from privtool.audio.decoding import Samples
from privtool.audio.pauses import cut_at_pauses
from privtool.audio.recognition import Hypothesis
from privtool.models.joined_hypotheses import joined

LONGEST = 30.0  # seconds that go through the model at a time: Whisper sees no more


class Seq2SeqRecognizer:
    """The `nbest` best texts of mono floats at `rate`; clips go through the model one by one.

    Audio over `LONGEST` seconds is cut where it is quiet. A score is the natural log-probability
    of all that the model writes. `model` must be in evaluation mode.
    """

    weights = (0.0,)

    def __init__(self, model: Any, extractor: Any, tokenizer: Any, beam: int, nbest: int) -> None:
        self.rate = int(extractor.sampling_rate)
        self._model, self._extractor, self._tokenizer = model, extractor, tokenizer
        self._beam, self._nbest = beam, nbest
        self._device: torch.device = next(model.parameters()).device

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """For each clip, for the one weight, what may be said."""
        return [[self._recognized(clip)] for clip in clips]

    def _recognized(self, clip: Samples) -> list[Hypothesis]:
        found = [Hypothesis("", 0.0)]
        for piece in cut_at_pauses(clip, self.rate, LONGEST):
            found = joined(found, self._of_piece(piece), self._nbest)
        return found

    @torch.inference_mode()
    def _of_piece(self, piece: Samples) -> list[Hypothesis]:
        inputs = self._extractor(piece, sampling_rate=self.rate, return_tensors="pt")
        inputs = {name: tensor.to(self._device) for name, tensor in inputs.items()}
        written = self._written(inputs)
        hypotheses: dict[str, Hypothesis] = {}
        for ids, score in zip(written, self._scores(inputs, written), strict=True):
            decoded = self._tokenizer.decode(ids, skip_special_tokens=True)
            text = " ".join(decoded.split())
            if text not in hypotheses or hypotheses[text].score < score:
                hypotheses[text] = Hypothesis(text, score)
        return sorted(hypotheses.values(), key=lambda one: -one.score)

    def _written(self, inputs: dict[str, torch.Tensor]) -> torch.Tensor:
        """Token sequences (sequences, tokens) from the first token on, the best one first.

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
            first = self._model.generate(**inputs, return_dict_in_generate=True).sequences[0]
            options["decoder_input_ids"] = first[None, : self._prompt(first.tolist())]
        found = GenerationMixin.generate(self._model, **inputs, **options)
        return found.sequences  # type: ignore[no-any-return]

    def _prompt(self, written: Sequence[int]) -> int:
        """How many tokens a text begins with that say how it is to be written."""
        special = set(self._tokenizer.all_special_ids) - set(self._ends)
        return next((n for n, id in enumerate(written) if n and id not in special), len(written))

    def _scores(self, inputs: dict[str, torch.Tensor], written: torch.Tensor) -> list[float]:
        """Log-probabilities of token sequences (sequences, tokens), up to their ends."""
        many = {
            name: tensor.expand(len(written), *tensor.shape[1:]) for name, tensor in inputs.items()
        }
        logits = self._model(**many, decoder_input_ids=written[:, :-1]).logits.float()
        scores = torch.log_softmax(logits, dim=-1).gather(2, written[:, 1:, None])[:, :, 0]
        ends = torch.as_tensor(self._ends, device=written.device)
        ended = torch.isin(written[:, 1:], ends).long()
        counted = ended.cumsum(1) - ended == 0  # up to the first end, with it
        return (scores * counted).sum(1).double().tolist()

    @property
    def _ends(self) -> list[int]:
        """The tokens that end a text."""
        end = self._model.generation_config.eos_token_id
        return list(end) if isinstance(end, list) else [] if end is None else [int(end)]
