"""espeak-ng, installed with the package: speech synthesis and grapheme-to-phoneme conversion.

The library keeps state (noise, phases) that none of its functions resets. It is therefore reloaded
for every phrase, in about 10 ms, so that its output depends on the arguments alone.
"""

from __future__ import annotations

import _ctypes
import ctypes
import functools
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

import numpy as np

from privtool.audio.io.clips import Clip
from privtool.core.errors import UnavailableError, UsageError

_PHONEME_VOICE = "en-us"
# Names and values of speak_lib.h.
_AUDIO_OUTPUT_SYNCHRONOUS = 2
_INITIALIZE_DONT_EXIT = 0x8000
_CHARS_UTF8 = 1
_RATE, _VOLUME, _PITCH, _RANGE = 1, 2, 3, 4
_PHONEMES_IPA = 2
SLOWEST, FASTEST = 80, 450  # words per minute
_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


_MALE = ("en-us", "en-us+m3", "en", "en-us+m7")
_FEMALE = ("en-us+f1", "en-us+f2", "en-us+f3", "en-us+f4", "en-us+f5", "en+f2", "en+f4")
VOICES = _MALE + _FEMALE
"""Eleven English voices, as many of each kind as in Flechl 2022, section 3.2."""


def speak(phrase: str, voice: str = "en-us", words_per_minute: int = 175, pitch: int = 50) -> Clip:
    """Return a phrase as mono floats at espeak-ng's rate, with its leading and trailing silence.

    `pitch` is from 0 to 99. Raise `UsageError` for an unknown voice or a speed or pitch out of
    range, and `UnavailableError` if espeak-ng cannot be loaded.
    """
    if not SLOWEST <= words_per_minute <= FASTEST or not 0 <= pitch <= 99:
        raise UsageError(f"espeak supports {SLOWEST} to {FASTEST} words per minute, pitch 0 to 99")
    chunks: list[bytes] = []

    def collect(samples: Any, count: int, _events: int | None) -> int:
        if samples and count > 0:
            chunks.append(ctypes.string_at(samples, 2 * count))
        return 0

    callback = _Callback(collect)  # must outlive the synthesis
    text = phrase.replace("\0", " ").encode("utf-8", "replace") + b"\0"
    settings = (_RATE, words_per_minute), (_PITCH, pitch), (_RANGE, 50), (_VOLUME, 100)
    with _library(voice) as (library, rate):
        for parameter, value in settings:
            library.espeak_SetParameter(parameter, value, 0)
        library.espeak_SetSynthCallback(callback)
        failed = library.espeak_Synth(text, len(text), 0, 1, 0, _CHARS_UTF8, None, None)
        library.espeak_Synchronize()
    if failed:
        raise UnavailableError("espeak-ng could not speak a phrase")
    samples = np.frombuffer(b"".join(chunks), dtype=np.int16).astype(np.float32) / 32768
    return Clip(samples, rate)


@functools.lru_cache(maxsize=1 << 16)
def phonemes(phrase: str) -> str:
    """Return the pronunciation of a phrase in IPA. Raise as `speak` does."""
    text = ctypes.c_char_p(phrase.replace("\0", " ").encode("utf-8", "replace"))
    rest = ctypes.c_void_p(ctypes.cast(text, ctypes.c_void_p).value)
    clauses: list[str] = []
    with _library(_PHONEME_VOICE) as (library, _):
        while rest.value:
            ipa = library.espeak_TextToPhonemes(ctypes.byref(rest), _CHARS_UTF8, _PHONEMES_IPA)
            clauses.append(ipa.decode())
    return " ".join(clauses)


_LOAD_LOCK = Lock()  # a library that is open twice is not unloaded


@contextmanager
def _library(voice: str) -> Iterator[tuple[Any, int]]:
    """Yield the library in its initial state, set to a voice, and its sampling rate."""
    with _LOAD_LOCK:
        library, data = _load()
        try:
            rate = library.espeak_Initialize(
                _AUDIO_OUTPUT_SYNCHRONOUS, 0, data, _INITIALIZE_DONT_EXIT
            )
            if rate <= 0:
                raise UnavailableError("espeak-ng cannot find its data; reinstall privtool")
            library.espeak_ng_SetRandSeed(1)
            if library.espeak_SetVoiceByName(voice.encode()):
                raise UsageError("espeak-ng has no such voice")
            yield library, rate
            library.espeak_Terminate()
        finally:
            _ctypes.dlclose(library._handle)


def _load() -> tuple[Any, bytes]:
    """Return the library and the path of its data."""
    try:
        import espeakng_loader

        library = ctypes.CDLL(espeakng_loader.get_library_path())
        data: bytes = espeakng_loader.get_data_path().encode()
    except (ImportError, OSError) as error:
        raise UnavailableError(
            f"espeak-ng cannot be loaded ({type(error).__name__}): reinstall privtool"
        ) from None
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_SetSynthCallback.argtypes = [_Callback]
    library.espeak_ng_SetRandSeed.argtypes = [ctypes.c_long]
    library.espeak_Synth.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint, ctypes.c_int, ctypes.c_uint,
        ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p,
    ]  # fmt: skip
    return library, data
