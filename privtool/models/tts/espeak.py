"""espeak-ng, installed with the package: speech synthesis and grapheme-to-phoneme conversion.

The library keeps state (noise, phases) that none of its functions resets. It is therefore reloaded
for every phrase, in about 10 ms, so that its output depends on the arguments alone.

It reports the time of each phone, and the word that the phone belongs to. (Its times of words are
less exact: a word may start with the last phone of the word before it.) The times of words follow
from these, as they do from the letters or phones of other synthesizers.
"""

from __future__ import annotations

import _ctypes
import ctypes
import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.core.errors import UnavailableError, UsageError
from privtool.interfaces.speech import SpokenPhrase
from privtool.text.english.spoken_words import spoken_words
from privtool.text.languages import settings


class Sound(NamedTuple):
    """A letter or phone: an offset within its word in the phrase, and its time in seconds."""

    offset: int
    start: float
    end: float


def word_times(phrase: str, sounds: Sequence[Sound]) -> tuple[Interval, ...] | None:
    """Return the times of the `spoken_words` of a phrase; None without words or sounds.

    A sound belongs to the last word that starts at or before its offset. Words without sounds of
    their own, as the second one of "of the" for espeak-ng, share those of the word before them (or
    the first one after them) in proportion to their letters.
    """
    words = spoken_words(phrase)
    if not words or not sounds:
        return None
    own: list[list[Sound]] = [[] for _ in words]
    for sound in sounds:
        before = [n for n, word in enumerate(words) if word.start <= sound.offset]
        own[before[-1] if before else 0].append(sound)
    with_sounds = [number for number, found in enumerate(own) if found]
    times: list[Interval] = []
    for place, number in enumerate(with_sounds):
        first = 0 if place == 0 else number
        stop = with_sounds[place + 1] if place + 1 < len(with_sounds) else len(words)
        letters = [word.end - word.start for word in words[first:stop]]
        least = times[-1].end if times else 0.0
        start = max(least, min(sound.start for sound in own[number]))
        end = max(start, max(sound.end for sound in own[number]))
        times += _shared(start, end, letters)
    return tuple(times)


def _shared(start: float, end: float, letters: Sequence[int]) -> list[Interval]:
    """Divide an interval in proportion to letters."""
    total, done = sum(letters), 0
    times: list[Interval] = []
    for count in letters:
        done += count
        stop = end if done == total else start + (end - start) * done / total
        times.append(Interval(times[-1].end if times else start, stop))
    return times


PHONEME_VOICE = "en-us"
# Names and values of speak_lib.h.
_AUDIO_OUTPUT_SYNCHRONOUS = 2
_INITIALIZE_DONT_EXIT, _INITIALIZE_PHONEME_EVENTS = 0x8000, 0x0001
_CHARS_UTF8 = 1
_RATE, _VOLUME, _PITCH, _RANGE = 1, 2, 3, 4
_PHONEMES_IPA = 2
_LIST_TERMINATED, _END, _PHONEME = 0, 5, 7
_PAUSE = b"_"  # starts the names of phones that are pauses
_CLAUSE_ENDS = ".,:;?!"
SLOWEST, FASTEST = 80, 450  # words per minute


class _Event(ctypes.Structure):
    """An `espeak_EVENT`, whose union is a name here: that of the phone."""

    _fields_ = (
        ("type", ctypes.c_int), ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int), ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int), ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p), ("name", ctypes.c_char * 8),
    )  # fmt: skip


_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


# Which of the voices of a language, and how it is changed: as many men and women as in Flechl 2022,
# section 3.2, if there are two.
_MALE = ((0, ""), (0, "+m3"), (1, ""), (0, "+m7"))
_FEMALE = (
    *((0, "+f1"), (0, "+f2"), (0, "+f3"), (0, "+f4"), (0, "+f5")),
    *((1, "+f2"), (1, "+f4")),
)


def voices_of(language: str) -> tuple[str, ...]:
    """Return the names of the voices of a language: eleven, or eight of a single accent."""
    accents = settings(language)["voices"]
    every = (f"{accents[number % len(accents)]}{change}" for number, change in _MALE + _FEMALE)
    return tuple(dict.fromkeys(every))


def speak(phrase: str, voice: str = "en-us", words_per_minute: int = 175, pitch: int = 50) -> Clip:
    """Return a phrase as mono floats at espeak-ng's rate, with silence. Raise as `speak_timed`."""
    return speak_timed(phrase, voice, words_per_minute, pitch).clip


def speak_timed(phrase: str, voice: str, words_per_minute: int, pitch: int) -> SpokenPhrase:
    """Return a phrase as `speak` does, with the times of its words.

    The speed is from `SLOWEST` to `FASTEST`, `pitch` from 0 to 99. Raise `UsageError` for an
    unknown voice, and `UnavailableError` if espeak-ng cannot be loaded.
    """
    chunks: list[bytes] = []
    phones: list[tuple[bytes, int, int]] = []  # name, offset of the word, first sample

    def collect(samples: Any, count: int, events: Any) -> int:
        if samples and count > 0:
            chunks.append(ctypes.string_at(samples, 2 * count))
        number = 0
        while events and events[number].type != _LIST_TERMINATED:
            event = events[number]
            if event.type in (_PHONEME, _END):  # the end is like a pause
                name = bytes(event.name) if event.type == _PHONEME else _PAUSE
                phones.append((name, event.text_position - 1, event.sample))
            number += 1
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
    sounds = [  # each lasts until the next one
        Sound(offset, start / rate, end / rate)
        for (name, offset, start), (_, _, end) in pairwise(phones)
        if not name.startswith(_PAUSE)
    ]
    return SpokenPhrase(Clip(samples, rate), word_times(phrase, sounds))


class Clause(NamedTuple):
    """A part of a phrase in IPA, and the punctuation mark that ends it, if any."""

    phones: str
    mark: str


def phonemes(phrase: str) -> str:
    """Return the pronunciation of a phrase in IPA, without punctuation. Raise as `speak` does."""
    return " ".join(clause.phones for clause in clauses(phrase))


@functools.lru_cache(maxsize=1 << 16)
def clauses(phrase: str, voice: str = PHONEME_VOICE) -> tuple[Clause, ...]:
    """Return the pronunciation of a phrase by clauses. Raise as `speak` does."""
    text = phrase.replace("\0", " ").encode("utf-8", "replace")
    buffer = ctypes.create_string_buffer(text)
    first = ctypes.addressof(buffer)
    rest = ctypes.c_void_p(first)
    found: list[Clause] = []
    done = 0
    with _library(voice) as (library, _):
        while rest.value:
            ipa = library.espeak_TextToPhonemes(ctypes.byref(rest), _CHARS_UTF8, _PHONEMES_IPA)
            end = rest.value - first if rest.value else len(text)
            read = text[done:end].decode("utf-8", "replace")
            # To find the end of a clause, the library reads the first letter of the next one.
            last = (read[:-1] if rest.value else read).rstrip()[-1:]
            found.append(Clause(ipa.decode(), last if last in _CLAUSE_ENDS else ""))
            done = end
    return tuple(found)


_LOAD_LOCK = Lock()  # a library that is open twice is not unloaded


@contextmanager
def _library(voice: str) -> Iterator[tuple[Any, int]]:
    """Yield the library in its initial state, set to a voice, and its sampling rate."""
    with _LOAD_LOCK:
        library, data = _load()
        try:
            rate = library.espeak_Initialize(
                _AUDIO_OUTPUT_SYNCHRONOUS, 0, data,
                _INITIALIZE_DONT_EXIT | _INITIALIZE_PHONEME_EVENTS,
            )  # fmt: skip
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
