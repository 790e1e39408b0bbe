"""espeak-ng, which comes with the package: phrases spoken, and words as phonemes.

The library keeps a state (its noise, its phases) that no function of it resets. So it is loaded
anew for every phrase, about 10 ms: what comes out then depends on what is asked for alone.
"""

from __future__ import annotations

import _ctypes
import ctypes
import functools
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from privtool.audio.io.clips import Clip
from privtool.core.errors import UnavailableError, UsageError

_PHONEMES_OF = "en-us"
_RETRIEVE_AT_ONCE = 2  # AUDIO_OUTPUT_SYNCHRONOUS: calls return when all is spoken
_DO_NOT_EXIT = 0x8000
_UTF8 = 1
_RATE, _VOLUME, _PITCH, _RANGE = 1, 2, 3, 4
_IPA = 2
SLOWEST, FASTEST = 80, 450  # words a minute
_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


class EspeakVoice(NamedTuple):
    """A voice: what espeak-ng calls it, and whether it sounds like a man's."""

    name: str
    male: bool


VOICES = (
    EspeakVoice("en-us", True),
    EspeakVoice("en-us+m3", True),
    EspeakVoice("en", True),
    EspeakVoice("en-us+m7", True),
    EspeakVoice("en-us+f1", False),
    EspeakVoice("en-us+f2", False),
    EspeakVoice("en-us+f3", False),
    EspeakVoice("en-us+f4", False),
    EspeakVoice("en-us+f5", False),
    EspeakVoice("en+f2", False),
    EspeakVoice("en+f4", False),
)
"""Eleven English voices, four male and seven female, as many as in Flechl 2022, section 3.2."""


def speak(phrase: str, voice: str = "en-us", words_per_minute: int = 175, pitch: int = 50) -> Clip:
    """A phrase spoken: mono floats at the rate of espeak-ng, with its silence at both ends.

    `pitch` is from 0 to 99. Raises `UsageError` for a voice that espeak-ng does not have, or a
    rate or pitch outside its range, and `UnavailableError` where it cannot be loaded.
    """
    if not SLOWEST <= words_per_minute <= FASTEST or not 0 <= pitch <= 99:
        raise UsageError(f"espeak speaks {SLOWEST} to {FASTEST} words a minute at pitch 0 to 99")
    heard: list[bytes] = []

    def take(samples: Any, count: int, _events: int | None) -> int:
        if samples and count > 0:
            heard.append(ctypes.string_at(samples, 2 * count))
        return 0

    callback = _Callback(take)  # kept alive until all is spoken
    text = phrase.replace("\0", " ").encode("utf-8", "replace") + b"\0"
    settings = (_RATE, words_per_minute), (_PITCH, pitch), (_RANGE, 50), (_VOLUME, 100)
    with _library(voice) as (library, rate):
        for parameter, value in settings:
            library.espeak_SetParameter(parameter, value, 0)
        library.espeak_SetSynthCallback(callback)
        failed = library.espeak_Synth(text, len(text), 0, 1, 0, _UTF8, None, None)
        library.espeak_Synchronize()
    if failed:
        raise UnavailableError("espeak-ng could not speak a phrase")
    samples = np.frombuffer(b"".join(heard), dtype=np.int16).astype(np.float32) / 32768
    return Clip(samples, rate)


@functools.lru_cache(maxsize=1 << 16)
def phonemes(phrase: str) -> str:
    """How espeak-ng says a phrase, in IPA. Raises as `speak` does."""
    text = ctypes.c_char_p(phrase.replace("\0", " ").encode("utf-8", "replace"))
    rest = ctypes.c_void_p(ctypes.cast(text, ctypes.c_void_p).value)
    found: list[str] = []
    with _library(_PHONEMES_OF) as (library, _):
        while rest.value:  # a clause at a time
            found.append(library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA).decode())
    return " ".join(found)


_LOADED = Lock()  # one at a time, else it would not be unloaded


@contextmanager
def _library(voice: str) -> Iterator[tuple[Any, int]]:
    """The library as when it was just started, with a voice, and the rate of its samples."""
    with _LOADED:
        library = _loaded()
        try:
            rate = library.espeak_Initialize(_RETRIEVE_AT_ONCE, 0, _data(), _DO_NOT_EXIT)
            if rate <= 0:
                raise UnavailableError("espeak-ng cannot find its data; install privtool again")
            library.espeak_ng_SetRandSeed(1)
            if library.espeak_SetVoiceByName(voice.encode()):
                raise UsageError("espeak-ng has no such voice")
            yield library, rate
            library.espeak_Terminate()
        finally:
            _ctypes.dlclose(library._handle)


def _loaded() -> Any:
    try:
        import espeakng_loader

        library = ctypes.CDLL(espeakng_loader.get_library_path())
    except (ImportError, OSError) as error:
        raise UnavailableError(
            f"espeak-ng cannot be loaded ({type(error).__name__}): install privtool again"
        ) from None
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_SetSynthCallback.argtypes = [_Callback]
    library.espeak_ng_SetRandSeed.argtypes = [ctypes.c_long]
    library.espeak_Synth.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint, ctypes.c_int, ctypes.c_uint,
        ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p,
    ]  # fmt: skip
    return library


def _data() -> bytes:
    import espeakng_loader

    path: str = espeakng_loader.get_data_path()
    return path.encode()
