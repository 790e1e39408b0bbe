"""SpeechT5 of transformers as an engine of `privtool tts`.

The model generates a spectrogram from a text and a speaker embedding; a vocoder turns that into
samples. A checkpoint has neither vocoder nor embeddings: the folder must also hold `vocoder/`
(SpeechT5HifiGan) and `speakers.safetensors`, one embedding per voice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from privtool.audio.io.clips import Clip
from privtool.core.errors import DataError, UnavailableError
from privtool.interfaces.synthesis import SpokenPhrase
from privtool.models.tts.voice_pitch import PitchMeasuredVoices

VOCODER, SPEAKERS = "vocoder", "speakers.safetensors"


class SpeechT5(PitchMeasuredVoices):
    """A SpeechT5 model with its vocoder; one voice per speaker embedding (voices, size)."""

    def __init__(self, model: Any, vocoder: Any, tokenizer: Any, speakers: Any) -> None:
        self._model, self._vocoder = model, vocoder
        self._tokenizer, self._speakers = tokenizer, speakers
        self.voices = len(speakers)

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:  # noqa: ARG002
        """Return the phrase at the model's own speaking rate; `seed` is for its dropout.

        Raise `DataError` if the model knows none of its letters.
        """
        import torch

        ids = self._tokenizer(phrase, return_tensors="pt")["input_ids"].to(self._model.device)
        if ids.shape[1] < 2:
            raise DataError("the voice has no sounds for a phrase")
        with torch.random.fork_rng(), torch.inference_mode():
            torch.manual_seed(seed)
            wave = self._model.generate_speech(
                ids, self._speakers[voice : voice + 1], vocoder=self._vocoder
            )
        rate = int(self._vocoder.config.sampling_rate)
        return SpokenPhrase(Clip(wave.float().cpu().numpy(), rate))


def load_speech_t5(name: str, folder: Path, device: Any) -> SpeechT5:
    """Load the model in a folder; raise `UnavailableError` if it is incomplete or broken."""
    import torch
    from safetensors.torch import load_file
    from transformers import SpeechT5ForTextToSpeech, SpeechT5HifiGan, SpeechT5Tokenizer

    from privtool.models.hub.pretrained import translated_errors

    for part in (VOCODER, SPEAKERS):
        if not (folder / part).exists():
            raise UnavailableError(
                f"'{name}' has no {part}: copy the model into a folder, add {VOCODER}/ (a "
                f"SpeechT5HifiGan) and {SPEAKERS} (one embedding per voice), and name that folder"
            )
    options = {"local_files_only": True, "use_safetensors": True}
    with translated_errors("SpeechT5 model", name):
        tokenizer = SpeechT5Tokenizer.from_pretrained(folder, local_files_only=True)
        model = SpeechT5ForTextToSpeech.from_pretrained(folder, **options).eval().to(device)
        vocoder = SpeechT5HifiGan.from_pretrained(folder / VOCODER, **options).eval().to(device)
        embeddings = load_file(folder / SPEAKERS)
        size = model.config.speaker_embedding_dim
        speakers = torch.stack(
            [embeddings[key].float().reshape(size) for key in sorted(embeddings)]
        )
    return SpeechT5(model, vocoder, tokenizer, speakers.to(device))
