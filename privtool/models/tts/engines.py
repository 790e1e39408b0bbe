"""Speech synthesis for `privtool tts`: espeak-ng, models of transformers, or any command.

Each speaks a phrase with one of its voices at a share of its usual speed; what is random in it
depends on `chance` alone.
"""

from __future__ import annotations

import io
import shlex
import subprocess
from pathlib import Path
from typing import Any

import soundfile

from privtool.audio.io.clips import Clip, to_mono
from privtool.audio.io.decode import Audio
from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.models.tts.speecht5 import SpeechT5, load_speech_t5
from privtool.models.tts.voice_pitch import PitchMeasuredVoices

ESPEAK, HUB = "espeak", "hf:"
_PITCHES = (20, 35, 50, 65, 80)
_PATIENCE = 300  # seconds for one phrase of a command


class Espeak(PitchMeasuredVoices):
    """The eleven voices of `models/tts/espeak.py`, each at five heights.

    Voices up to the eleventh are at their usual height, which random choices are made among.
    """

    def __init__(self) -> None:
        from privtool.models.tts.espeak import VOICES

        self._names = [voice.name for voice in VOICES]
        self.voices = len(VOICES)
        usual = [(name, 50) for name in self._names]
        others = [(name, high) for name in self._names for high in _PITCHES if high != 50]
        self._manners = usual + others

    def speak(self, phrase: str, voice: int, speed: float, chance: int) -> Clip:  # noqa: ARG002
        """The phrase; espeak-ng is the same each time."""
        from privtool.models.tts.espeak import FASTEST, SLOWEST, speak

        name, height = self._manners[voice]
        words_per_minute = min(max(round(175 * speed), SLOWEST), FASTEST)
        return speak(phrase, name, words_per_minute, height)

    def _to_hear(self) -> range:
        return range(len(self._manners))


class Vits(PitchMeasuredVoices):
    """A VITS model of transformers, which may have several speakers."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self._model, self._tokenizer = model, tokenizer
        self.voices = max(1, int(model.config.num_speakers))

    def speak(self, phrase: str, voice: int, speed: float, chance: int) -> Clip:
        """The phrase. Raises `PrivtoolError` for one that the model has no letters for."""
        import torch

        given = self._tokenizer(phrase, return_tensors="pt").to(self._model.device)
        if given["input_ids"].shape[1] < 2:
            raise PrivtoolError("the voice has no sounds for a phrase")
        self._model.speaking_rate = speed * self._model.config.speaking_rate
        speaker = {"speaker_id": voice} if self._model.config.num_speakers > 1 else {}
        with torch.random.fork_rng(), torch.inference_mode():
            torch.manual_seed(chance)
            wave = self._model(**given, **speaker).waveform[0]
        return Clip(wave.float().cpu().numpy(), self._model.config.sampling_rate)


class Command:
    """Any program that reads a phrase from standard input and writes a WAV to standard output."""

    voices = 1

    def __init__(self, command: str) -> None:
        """Raises `UsageError` for what is no command line."""
        try:
            self._command = shlex.split(command)
        except ValueError:
            self._command = []
        if not self._command:
            raise UsageError("--engine-command is no command line")

    def speak(self, phrase: str, voice: int, speed: float, chance: int) -> Clip:  # noqa: ARG002
        """The phrase, at the command's own rate. What it says on standard error is not shown."""
        try:
            done = subprocess.run(
                self._command, input=phrase.encode(), capture_output=True, check=False,
                timeout=_PATIENCE,
            )  # fmt: skip
        except FileNotFoundError:
            raise UnavailableError("--engine-command: there is no such program") from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PrivtoolError(f"--engine-command: {type(error).__name__}") from None
        if done.returncode:
            raise PrivtoolError(f"--engine-command ended with status {done.returncode}")
        try:
            samples, rate = soundfile.read(io.BytesIO(done.stdout), dtype="float32", always_2d=True)
        except (soundfile.LibsndfileError, RuntimeError):
            raise PrivtoolError("--engine-command wrote no audio that can be read") from None
        if not len(samples):
            raise PrivtoolError("--engine-command wrote audio without samples")
        return to_mono(Audio(samples, rate, "WAV", "FLOAT"))

    def nearest(self, hertz: float) -> int:  # noqa: ARG002
        """It has one."""
        return 0


def load_engine(
    name: str, command: str | None, device: str, offline: bool
) -> Espeak | Vits | SpeechT5 | Command:
    """The engine of that name: `espeak`, `hf:` and a model, or the command.

    Raises `UsageError` for no such engine and `UnavailableError` for one that is not here.
    """
    if command is not None:
        return Command(command)
    if name == ESPEAK:
        return Espeak()
    if name.startswith(HUB):
        return _of_transformers(name[len(HUB) :], device, offline)
    raise UsageError(f"--engine: '{name}' is none of espeak, hf:MODEL")


def _of_transformers(name: str, device: str, offline: bool) -> Vits | SpeechT5:
    from transformers import AutoConfig, AutoTokenizer, VitsModel
    from transformers.utils import logging

    from privtool.core.device import choose_device
    from privtool.models.hub.resolve import model_folder

    chosen = choose_device(device)
    folder: Path = model_folder(name, offline, False)
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        kind = AutoConfig.from_pretrained(folder, local_files_only=True).model_type
        if kind == "speecht5":
            return load_speech_t5(name, folder, chosen)
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = VitsModel.from_pretrained(folder, local_files_only=True, use_safetensors=True)
    except UnavailableError:
        raise
    except Exception as error:
        raise UnavailableError(
            f"'{name}' cannot be loaded as a VITS model ({type(error).__name__})"
        ) from error
    if kind != "vits":
        raise UnavailableError(f"'{name}' is a {kind} model: hf: takes VITS and SpeechT5")
    return Vits(model.eval().to(chosen), tokenizer)
