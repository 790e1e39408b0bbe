"""Recognition with models of transformers: CTC and sequence-to-sequence models (Whisper, ...)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Any

import torch

from privtool.audio.io.clips import cut_at_pauses
from privtool.audio.io.decode import Samples
from privtool.core.device import Runtime, choose_device
from privtool.interfaces.speech import Hypothesis
from privtool.models.asr.recognizers.concatenate import concatenate
from privtool.models.asr.recognizers.ctc import CtcRecognizer, load_ctc_model
from privtool.models.hub.pretrained import check_weights, load_part, load_pretrained
from privtool.models.hub.resolve import ResolvedModel

LONGEST = 30.0  # seconds per piece: Whisper sees no more
Inputs = dict[str, torch.Tensor]  # by name; the first dimension is the pieces


class Seq2SeqRecognizer:
    """Returns the `nbest` best texts of mono floats at `rate`, in batches of `batch` pieces.

    Audio over `LONGEST` seconds is cut at pauses. A score is the natural log-probability of all
    generated tokens. `model` must be in evaluation mode. Only pieces with features of the same
    size share a batch, so there is no padding but the model's own.
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
        """See `Recognizer`."""
        pieces = [
            (number, piece)
            for number, clip in enumerate(clips)
            for piece in cut_at_pauses(clip, self.rate, LONGEST)
        ]
        results = [[Hypothesis("", 0.0)] for _ in clips]
        of_pieces = self._recognize_pieces([piece for _, piece in pieces])
        for (number, _), hypotheses in zip(pieces, of_pieces, strict=True):
            results[number] = concatenate(results[number], hypotheses, self._nbest)
        return [[hypotheses] for hypotheses in results]

    def _recognize_pieces(self, pieces: Sequence[Samples]) -> Iterator[list[Hypothesis]]:
        for _, group in groupby(map(self._inputs, pieces), _shapes):
            while batch := list(islice(group, self._batch)):
                yield from self._recognize_batch(batch)

    def _inputs(self, piece: Samples) -> Inputs:
        features = self._extractor(piece, sampling_rate=self.rate, return_tensors="pt")
        return {name: tensor.to(self._device) for name, tensor in features.items()}

    @torch.inference_mode()
    def _recognize_batch(self, pieces: Sequence[Inputs]) -> Iterator[list[Hypothesis]]:
        """Yield the hypotheses of each piece, best first; all pieces have the same size."""
        inputs = {name: torch.cat([piece[name] for piece in pieces]) for name in pieces[0]}
        sequences = self._generate(inputs)
        per_piece = len(sequences) // len(pieces)
        scores = self._scores(inputs, sequences, per_piece)
        for start in range(0, len(sequences), per_piece):
            hypotheses: dict[str, Hypothesis] = {}
            rows = slice(start, start + per_piece)
            for ids, score in zip(sequences[rows], scores[rows], strict=True):
                decoded = self._tokenizer.decode(ids, skip_special_tokens=True)
                text = " ".join(decoded.split())
                if text not in hypotheses or hypotheses[text].score < score:
                    hypotheses[text] = Hypothesis(text, score)
            yield sorted(hypotheses.values(), key=lambda hypothesis: -hypothesis.score)

    def _generate(self, inputs: Inputs) -> torch.Tensor:
        """Return token sequences (pieces * nbest, tokens) of each piece, best first.

        Whisper's own search returns one text repeatedly where several are wanted. So only its
        prompt tokens are taken from it, and the generic search continues from them.
        """
        from transformers import GenerationMixin

        options = {
            "num_beams": self._beam,
            "do_sample": False,
            "length_penalty": 0.0,  # rank by log-probability alone
            "return_dict_in_generate": True,
        }
        if self._beam == 1:
            return self._model.generate(**inputs, **options).sequences  # type: ignore[no-any-return]
        options["num_return_sequences"] = self._nbest
        if type(self._model).generate is not GenerationMixin.generate:
            first = self._model.generate(**inputs, return_dict_in_generate=True).sequences
            special = set(self._tokenizer.all_special_ids) - set(self._end_ids)
            # Prompt tokens (language, task, ...) are what a sequence starts with.
            lengths = (
                next((n for n, token in enumerate(row) if n and token not in special), len(row))
                for row in first.tolist()
            )
            options["decoder_input_ids"] = first[:, : min(lengths)]
        output = GenerationMixin.generate(self._model, **inputs, **options)
        return output.sequences  # type: ignore[no-any-return]

    def _scores(self, inputs: Inputs, sequences: torch.Tensor, per_piece: int) -> list[float]:
        """Return log-probabilities of token sequences, up to and including their first end."""
        repeated = {name: tensor.repeat_interleave(per_piece, 0) for name, tensor in inputs.items()}
        logits = self._model(**repeated, decoder_input_ids=sequences[:, :-1]).logits.float()
        logprobs = torch.log_softmax(logits, dim=-1).gather(2, sequences[:, 1:, None])[:, :, 0]
        end_ids = torch.as_tensor(self._end_ids, device=sequences.device)
        is_end = torch.isin(sequences[:, 1:], end_ids).long()
        mask = is_end.cumsum(1) - is_end == 0
        return (logprobs * mask).sum(1).tolist()

    @property
    def _end_ids(self) -> list[int]:
        end = self._model.generation_config.eos_token_id
        return list(end) if isinstance(end, list) else [] if end is None else [int(end)]


def _shapes(inputs: Inputs) -> dict[str, torch.Size]:
    return {name: tensor.shape for name, tensor in inputs.items()}


_KIND = "recognizer"
_MAX_HYPOTHESES = 16  # in a batch


def load_hub_recognizer(
    resolved: ResolvedModel, runtime: Runtime, *, beam: int, nbest: int
) -> CtcRecognizer | Seq2SeqRecognizer:
    """Load a recognizer of transformers, CTC or Whisper-like.

    Whisper-like models process batches, by default only on a GPU, which one clip would leave
    idle. CTC models process one clip at a time: the output of many of them depends on padding.
    Raise `UnavailableError` for a model that is neither.
    """
    from transformers import MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING

    config = load_part("AutoConfig", _KIND, resolved)
    is_ctc = any(architecture.endswith("ForCTC") for architecture in config.architectures or ())
    if is_ctc or type(config) not in MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING:
        model, tokenizer = load_ctc_model(resolved, runtime.device)
        return CtcRecognizer(model, tokenizer, beam, nbest)
    device = choose_device(runtime.device)
    model, tokenizer = load_pretrained("AutoModelForSpeechSeq2Seq", _KIND, resolved)
    check_weights(model, resolved.name)
    extractor = load_part("AutoFeatureExtractor", _KIND, resolved)
    auto = 1 if device.type == "cpu" else max(1, _MAX_HYPOTHESES // beam)
    batch_size = runtime.batch_size or auto
    return Seq2SeqRecognizer(model.to(device), extractor, tokenizer, beam, nbest, batch_size)
