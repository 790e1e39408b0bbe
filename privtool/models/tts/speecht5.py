"""SpeechT5 of transformers as a voice for `privtool tts`.

The model makes a spectrogram, for which it needs a speaker's vector; a vocoder makes it sound.
Neither is among the model's own files: the folder must have `vocoder/` (SpeechT5HifiGan) and
`speakers.safetensors`, a vector for each voice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from privtool.audio.io.clips import Clip
from privtool.core.errors import PrivtoolError, UnavailableError
from privtool.models.tts.voice_pitch import PitchMeasuredVoices

VOCODER, SPEAKERS = "vocoder", "speakers.safetensors"


class SpeechT5(PitchMeasuredVoices):
    """A SpeechT5 model with its vocoder; a voice for each vector (voices, size) of a speaker."""

    def __init__(self, model: Any, vocoder: Any, tokenizer: Any, speakers: Any) -> None:
        self._model, self._vocoder = model, vocoder
        self._tokenizer, self._speakers = tokenizer, speakers
        self.voices = len(speakers)

    def speak(self, phrase: str, voice: int, speed: float, chance: int) -> Clip:  # noqa: ARG002
        """The phrase, as fast as the model speaks. Its dropout is drawn from `chance`.

        Raises `PrivtoolError` for a phrase that the model has no letters for.
        """
        import torch

        given = self._tokenizer(phrase, return_tensors="pt")["input_ids"].to(self._model.device)
        if given.shape[1] < 2:
            raise PrivtoolError("the voice has no sounds for a phrase")
        with torch.random.fork_rng(), torch.inference_mode():
            torch.manual_seed(chance)
            wave = self._model.generate_speech(
                given, self._speakers[voice : voice + 1], vocoder=self._vocoder
            )
        return Clip(wave.float().cpu().numpy(), int(self._vocoder.config.sampling_rate))


def load_speech_t5(name: str, folder: Path, device: Any) -> SpeechT5:
    """The voice in a folder; `UnavailableError` for one that lacks a part or cannot be loaded."""
    import torch
    from safetensors.torch import load_file
    from transformers import SpeechT5ForTextToSpeech, SpeechT5HifiGan, SpeechT5Tokenizer

    for part in (VOCODER, SPEAKERS):
        if not (folder / part).exists():
            raise UnavailableError(
                f"'{name}' has no {part}: copy the model into a folder, put {VOCODER}/ (a "
                f"SpeechT5HifiGan) and {SPEAKERS} (a vector for each voice) there, and name that"
            )
    options = {"local_files_only": True, "use_safetensors": True}
    try:
        tokenizer = SpeechT5Tokenizer.from_pretrained(folder, local_files_only=True)
        model = SpeechT5ForTextToSpeech.from_pretrained(folder, **options).eval().to(device)
        vocoder = SpeechT5HifiGan.from_pretrained(folder / VOCODER, **options).eval().to(device)
        named = load_file(folder / SPEAKERS)
        size = model.config.speaker_embedding_dim
        speakers = torch.stack([named[key].float().reshape(size) for key in sorted(named)])
    except Exception as error:
        raise UnavailableError(
            f"'{name}' cannot be loaded as a SpeechT5 model ({type(error).__name__})"
        ) from error
    return SpeechT5(model, vocoder, tokenizer, speakers.to(device))
