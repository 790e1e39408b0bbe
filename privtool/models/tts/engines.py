"""Speech synthesis for `privtool tts`: espeak-ng, neural voices, or any command.

An engine speaks a phrase with one of its voices, at a multiple of its usual speaking rate. Its
randomness depends on `seed` alone.
"""

from __future__ import annotations

import io
import shlex
import subprocess
from typing import Any

import soundfile

from privtool.audio.io.clips import Clip, to_mono
from privtool.audio.io.decode import Audio
from privtool.core.device import AUTO, ModelSource, choose_device
from privtool.core.errors import PrivtoolError, UnavailableError, UsageError, option
from privtool.core.language_marks import ENGLISH
from privtool.interfaces.speech import SpeechEngine, SpokenPhrase
from privtool.models.hub.resolve import resolve
from privtool.models.tts.espeak import FASTEST, SLOWEST, speak_timed, voices_of, word_times
from privtool.models.tts.piper import load_piper, onnx_file
from privtool.models.tts.voices import PitchMeasuredVoices, letters, phones, timed

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


ESPEAK = "espeak"
_PITCHES = (50, 20, 35, 65, 80)  # the usual one first
_WORDS_PER_MINUTE = 175
_TIMEOUT = 300  # seconds for one phrase of a command


class Espeak(PitchMeasuredVoices):
    """The voices of `models/tts/espeak.py` for a language, each at five pitches.

    Voices below `voices` have their usual pitch; random draws are among these.
    """

    def __init__(self, language: str = ENGLISH) -> None:
        names = voices_of(language)
        self.voices = len(names)
        self._settings = [(name, _PITCHES[0]) for name in names]
        self._settings += [(name, pitch) for name in names for pitch in _PITCHES[1:]]

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:  # noqa: ARG002
        """Return the phrase; espeak-ng is deterministic."""
        name, pitch = self._settings[voice]
        words_per_minute = min(max(round(_WORDS_PER_MINUTE * speed), SLOWEST), FASTEST)
        return speak_timed(phrase, name, words_per_minute, pitch)

    def _measured(self) -> range:
        return range(len(self._settings))


class Command:
    """A program that reads a phrase from standard input and writes a WAV to standard output."""

    voices = 1

    def __init__(self, command: str) -> None:
        """Raise `UsageError` unless `command` is a command line."""
        try:
            self._command = shlex.split(command)
        except ValueError:
            self._command = []
        if not self._command:
            raise UsageError(f"{option('engine_command')} is not a command line")

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:  # noqa: ARG002
        """Return the phrase at the command's own speaking rate; its standard error is discarded."""
        try:
            done = subprocess.run(
                self._command, input=phrase.encode(), capture_output=True, check=False,
                timeout=_TIMEOUT,
            )  # fmt: skip
        except FileNotFoundError:
            raise UnavailableError(f"{option('engine_command')}: program not found") from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PrivtoolError(f"{option('engine_command')}: {type(error).__name__}") from None
        if done.returncode:
            raise PrivtoolError(f"{option('engine_command')} ended with status {done.returncode}")
        try:
            samples, rate = soundfile.read(io.BytesIO(done.stdout), dtype="float32", always_2d=True)
        except (soundfile.LibsndfileError, RuntimeError):
            raise PrivtoolError(f"{option('engine_command')} wrote no readable audio") from None
        if not len(samples):
            raise PrivtoolError(f"{option('engine_command')} wrote audio without samples")
        return SpokenPhrase(to_mono(Audio(samples, rate, "WAV", "FLOAT")))

    def nearest(self, hertz: float) -> int:  # noqa: ARG002
        return 0


def load_engine(
    name: str,
    source: ModelSource,
    device: str = AUTO,
    *,
    command: str | None = None,
    language: str = ENGLISH,
) -> SpeechEngine:
    """Return espeak, a neural voice (hub id, folder or file), or the command if there is one.

    Only espeak speaks several languages. Raise `UnavailableError` if it cannot be loaded.
    """
    if command is not None:
        return Command(command)
    if name == ESPEAK:
        return Espeak(language)
    resolved = resolve(name, source)
    voice = onnx_file(resolved.path)
    if voice is not None:
        return load_piper(name, voice)
    from transformers import AutoConfig, AutoTokenizer, VitsModel

    from privtool.models.hub.pretrained import translated_errors

    chosen = choose_device(device)
    name, folder = resolved.name, resolved.path
    with translated_errors("VITS model", name):
        kind = AutoConfig.from_pretrained(folder, local_files_only=True).model_type
        if kind != "vits":
            raise UnavailableError(f"'{name}' is a {kind} model, not a VITS voice")
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = VitsModel.from_pretrained(folder, local_files_only=True, use_safetensors=True)
    return Vits(model.eval().to(chosen), tokenizer)
