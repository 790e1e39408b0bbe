"""VITS of transformers as an engine of `privtool tts`.

A checkpoint reads letters (the voices of MMS), or the phones of espeak-ng in IPA (those of LJ
Speech and VCTK), which privtool's own espeak-ng provides. The predicted duration of each one gives
the times of words.
"""

from __future__ import annotations

from typing import Any

from privtool.audio.io.clips import Clip
from privtool.interfaces.synthesis import SpokenPhrase
from privtool.models.tts.symbols import letters, phones, timed
from privtool.models.tts.voice_pitch import PitchMeasuredVoices
from privtool.models.tts.word_times import word_times

_BLANK = 0  # the id between the others


class Vits(PitchMeasuredVoices):
    """A VITS model with one or more speakers."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self._model, self._tokenizer = model, tokenizer
        self._read = phones if tokenizer.phonemize else letters
        self._known = frozenset(tokenizer.get_vocab()) - frozenset(tokenizer.all_special_tokens)
        self._log_durations: Any = None
        model.duration_predictor.register_forward_hook(self._keep_durations)
        self.voices = max(1, int(model.config.num_speakers))

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        """Return the phrase. Raise `DataError` if the model knows no letter of one of its words."""
        import torch

        symbols = self._read(phrase, self._known.__contains__)
        ids = self._tokenizer.convert_tokens_to_ids([symbol.text for symbol in symbols])
        if self._tokenizer.add_blank:
            ids = [_BLANK, *(each for id_ in ids for each in (id_, _BLANK))]
        inputs = torch.tensor([ids], device=self._model.device)
        self._model.speaking_rate = speed * self._model.config.speaking_rate
        speaker = {"speaker_id": voice} if self._model.config.num_speakers > 1 else {}
        with torch.random.fork_rng(), torch.inference_mode():
            torch.manual_seed(seed)
            wave = self._model(inputs, torch.ones_like(inputs), **speaker).waveform[0]
            frames = torch.ceil(torch.exp(self._log_durations) / self._model.speaking_rate)
        clip = Clip(wave.float().cpu().numpy(), int(self._model.config.sampling_rate))
        seconds = (frames.flatten() * clip.seconds / frames.sum()).tolist()
        start = 0.0
        if self._tokenizer.add_blank:
            start = seconds[0]
            seconds = [own + blank for own, blank in zip(seconds[1::2], seconds[2::2], strict=True)]
        return SpokenPhrase(clip, word_times(phrase, timed(symbols, seconds, start)))

    def _keep_durations(self, _module: Any, _inputs: Any, log_durations: Any) -> None:
        self._log_durations = log_durations
