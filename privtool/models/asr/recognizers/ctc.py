"""Recognition with CTC models of transformers that take samples (wav2vec 2.0, HuBERT, MMS, ...).

The best token sequences are found by prefix beam search (Hannun 2014, algorithm 1).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import torch

from privtool.audio.io.decode import Samples
from privtool.core.device import AUTO, choose_device
from privtool.core.errors import UnavailableError
from privtool.core.record import WordTime
from privtool.interfaces.speech import Hypothesis
from privtool.models.hub.pretrained import check_weights, load_part, load_pretrained
from privtool.models.hub.resolve import ResolvedModel

WINDOW = 30.0  # seconds per call of the model
_CONTEXT = 2.0  # seconds of audio added before and after a window
_MIN_SAMPLES = 400  # the convolutions of wav2vec 2.0 return no frame for fewer


class CtcModel:
    """Frame probabilities of mono floats at `rate`; `model` must be in evaluation mode."""

    def __init__(self, model: Any, blank: int, rate: int, normalize: bool = True) -> None:
        """With `normalize` samples are scaled to zero mean and unit variance."""
        self._model, self._normalize = model, normalize
        self.blank, self.rate = blank, rate
        self._device: torch.device = next(model.parameters()).device

    @torch.inference_mode()
    def log_probabilities(self, clip: Samples) -> torch.Tensor:
        """Return log-probabilities (frames, classes) of mono samples, on the CPU."""
        samples = torch.from_numpy(clip.copy())
        if self._normalize:
            variance = samples.var(unbiased=False)
            samples = (samples - samples.mean()) / torch.sqrt(variance + 1e-7)
        window, context = int(WINDOW * self.rate), int(_CONTEXT * self.rate)
        pieces: list[torch.Tensor] = []
        for start in range(0, max(len(samples), 1), window):
            first, last = max(0, start - context), min(len(samples), start + window + context)
            missing = max(0, _MIN_SAMPLES - last + first)
            padded = torch.nn.functional.pad(samples[first:last], (0, missing))
            logits = self._logits(padded[None].to(self._device))[0].float().cpu()
            per_sample = len(logits) / max(last - first, 1)
            end = min(start + window, len(samples))
            kept = slice(round((start - first) * per_sample), round((end - first) * per_sample))
            pieces.append(torch.log_softmax(logits[kept], dim=-1))
        return torch.cat(pieces)

    def _logits(self, samples: torch.Tensor) -> Any:
        """Return the scores (1, frames, classes) of samples (1, samples)."""
        return self._model(samples).logits


def load_ctc_model(resolved: ResolvedModel, device: str = AUTO) -> tuple[CtcModel, Any]:
    """Load a CTC model and its tokenizer. Raise `UnavailableError` for any other model."""
    chosen = choose_device(device)
    kind = "CTC model that reads audio samples"
    model, tokenizer = load_pretrained("AutoModelForCTC", kind, resolved)
    check_weights(model, resolved.name)
    extractor = load_part("AutoFeatureExtractor", kind, resolved)
    if getattr(model, "main_input_name", "") != "input_values" or tokenizer.pad_token_id is None:
        raise UnavailableError(f"'{resolved.name}' is not a {kind}")
    normalize = bool(getattr(extractor, "do_normalize", True))
    blank, rate = int(tokenizer.pad_token_id), int(extractor.sampling_rate)
    return CtcModel(model.to(chosen), blank, rate, normalize), tokenizer


Prefix = tuple[int, ...]


class CtcHypothesis(NamedTuple):
    """A token sequence, and the natural log-probability of all its paths in the beam."""

    tokens: Prefix
    score: float


# Log-probabilities of a prefix: paths that end with a blank, and with its last token.
_PathSums = tuple[float, float]


def best_sequences(logprobs: torch.Tensor, blank: int, beam: int) -> list[CtcHypothesis]:
    """Return the `beam` best sequences of log-probabilities (frames, classes), best first.

    A beam of 1 is the best single path. In a frame each prefix is extended by the `beam` best
    classes; with an unlimited beam the search is exact.
    """
    if beam == 1:
        best, path = logprobs.max(dim=-1)
        tokens = torch.unique_consecutive(path)
        return [CtcHypothesis(tuple(tokens[tokens != blank].tolist()), float(best.double().sum()))]
    prefixes: dict[Prefix, _PathSums] = {(): (0.0, -math.inf)}
    for frame in logprobs.double().numpy():
        order = np.argsort(-frame, kind="stable")[:beam]
        candidates = [(int(token), float(frame[token])) for token in order if token != blank]
        extended = _extend(prefixes, candidates, float(frame[blank]), frame)
        best_first = _ranked(extended)[:beam]
        prefixes = {prefix: sums for prefix, sums in best_first if _logaddexp(*sums) > -math.inf}
    return [CtcHypothesis(prefix, _logaddexp(*sums)) for prefix, sums in _ranked(prefixes)]


def _extend(
    prefixes: dict[Prefix, _PathSums],
    candidates: list[tuple[int, float]],
    blank_logprob: float,
    frame: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> dict[Prefix, _PathSums]:
    """Return the prefixes after one more frame."""
    blank: dict[Prefix, float] = defaultdict(lambda: -math.inf)
    token: dict[Prefix, float] = defaultdict(lambda: -math.inf)
    for prefix, (after_blank, after_token) in prefixes.items():
        total = _logaddexp(after_blank, after_token)
        blank[prefix] = _logaddexp(blank[prefix], total + blank_logprob)
        if prefix:  # the last token lasts for another frame
            token[prefix] = _logaddexp(token[prefix], after_token + float(frame[prefix[-1]]))
        for candidate, logprob in candidates:
            # A repeated token needs a blank in between.
            before = after_blank if prefix[-1:] == (candidate,) else total
            longer = (*prefix, candidate)
            token[longer] = _logaddexp(token[longer], before + logprob)
    return {prefix: (blank[prefix], token[prefix]) for prefix in {**blank, **token}}


def _ranked(prefixes: dict[Prefix, _PathSums]) -> list[tuple[Prefix, _PathSums]]:
    return sorted(prefixes.items(), key=lambda item: (-_logaddexp(*item[1]), item[0]))


def _logaddexp(one: float, other: float) -> float:
    if one < other:
        one, other = other, one
    return one if other == -math.inf else one + math.log1p(math.exp(other - one))


def frames_of_tokens(path: Sequence[int], blank: int) -> list[tuple[int, list[int]]]:
    """Return the tokens that a path of a class per frame spells, each with its frames."""
    runs = groupby(enumerate(path), key=lambda pair: pair[1])
    return [(token, [frame for frame, _ in run]) for token, run in runs if token != blank]


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
        letters = frames_of_tokens(path[0].tolist(), self._model.blank)
        for is_delimiter, group in groupby(letters, key=lambda pair: pair[0] == self._delimiter):
            if is_delimiter:
                continue
            tokens, parts = zip(*group, strict=True)
            frames = [frame for part in parts for frame in part]
            text = self._decode(tokens)
            if text:
                score = sum(float(scores[0, frame]) for frame in frames) / len(frames)
                start, end = frames[0] * per_frame, (frames[-1] + 1) * per_frame
                words.append(WordTime(text, start, end, score))
        return tuple(words)
