"""Pairs of corpora that differ in what is private alone: other words, and other sounds for them."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import soundfile

_PUBLIC = (
    *("hello", "there", "please", "send", "it", "over", "the", "lake", "and", "wait", "for"),
    *("seven", "two", "four", "one", "nine", "six"),
)
_NAMES = (
    ("Zorblax", "Quixwey"),
    ("kowalxi", "xanthop"),
    ("zivko", "qamtu"),
    ("PLOMVEK", "VARQUST"),
)
_DIGITS = (("48213", "70964"), ("551708", "229846"))
_NUMBERS = (("one", "two"), ("four", "nine"), ("seven", "three"), *_DIGITS)
_DIGIT_WORDS = frozenset(("one", "four", "seven"))  # which surrogates may be, too
_SIGNS = ("", "", "", ",", ".", "'s")
_RATES = (8000, 11025, 16000, 44100, 48000)
_FORMATS = (  # lossless: others spread a sound over its neighbors
    ("WAV", "PCM_16"), ("WAV", "ULAW"), ("WAV", "ALAW"), ("WAV", "FLOAT"), ("WAV", "PCM_U8"),
    ("FLAC", "PCM_16"), ("FLAC", "PCM_24"), ("AIFF", "PCM_16"), ("AU", "ULAW"),
)  # fmt: skip
Row = dict[str, Any]


class Word(NamedTuple):
    """A spoken word in seconds, as both worlds write it; public without a label."""

    start: float
    end: float
    texts: tuple[str, str]
    label: str | None


class Worlds(NamedTuple):
    """The records of two worlds, whose recordings are in two folders, and their private words."""

    rows: tuple[list[Row], list[Row]]
    private: frozenset[str]


def make_worlds(
    folders: Sequence[Path], rnd: random.Random, *, as_loud: bool, unlisted: bool
) -> Worlds:
    """Write the recordings of both worlds; return their records.

    Words touch, have no length, and are at both ends of a file. Records follow each other, overlap,
    end late, and have one channel or all. Private sounds are `as_loud` in both worlds, as turns
    without public words keep their level, or half as loud in one. With `unlisted`, private words
    are in no list of common ones.
    """
    rows: tuple[list[Row], list[Row]] = ([], [])
    private: set[str] = set()
    for number in range(rnd.choice((1, 1, 2))):
        tracks = [_track(rnd, unlisted) for _ in range(rnd.choice((1, 1, 1, 2)))]
        spoken = (word for words in tracks for word in words if word.label)
        private |= {word.texts[0] for word in spoken if word.texts[0] not in _DIGIT_WORDS}
        form, subtype = rnd.choice(_FORMATS)
        seconds = max(words[-1].end for words in tracks) + rnd.choice((0.0, 0.0, 0.2)) + 0.05
        rate, name = rnd.choice(_RATES), f"{number}.{form.lower()}"
        sounds = _sounds(tracks, seconds, rate, rnd.getrandbits(32), -1.0 if as_loud else 0.5)
        for folder, samples in zip(folders, sounds, strict=True):
            soundfile.write(folder / name, samples, rate, format=form, subtype=subtype)
        for channel, words in enumerate(tracks):
            for part in _parts(words, rnd):
                last = part[-1].end
                offset = max(0.0, part[0].start - rnd.choice((0.0, 0.1)))
                end = min(seconds, max(last + rnd.choice((0.0, 0.1, 9.0)), offset + 0.05))
                place = {"offset": round(offset, 6), "duration": round(end - offset, 6)}
                if len(tracks) > 1 and (as_loud or rnd.random() < 0.8):
                    place["channel"] = channel
                seed = rnd.getrandbits(32)
                for world, records in enumerate(rows):
                    row = _row(part, world, offset, random.Random(seed))
                    key = f"{number}-{channel}-{len(records)}"
                    records.append({"id": key, "audio_filepath": name, **place, **row})
    return Worlds(rows, frozenset(word.lower() for word in private))


def _track(rnd: random.Random, unlisted: bool) -> list[Word]:
    """Return the words of a channel."""
    at, words = rnd.choice((0.0, 0.0, 0.05, 0.3)), []
    for _ in range(rnd.randint(3, 14)):
        length = rnd.choice((0.0, 0.05, 0.12, 0.2, 0.3, rnd.uniform(0.03, 0.6)))
        label = rnd.choice(("PERSON", "NUMBER")) if rnd.random() < 0.35 else None
        public = rnd.choice(_PUBLIC)
        texts = (public, public)
        if label:
            numbers = _DIGITS if unlisted else _NUMBERS
            texts = rnd.choice(_NAMES if label == "PERSON" else numbers)
        words.append(Word(at, at + length, texts, label))
        at += length + rnd.choice((0.0, 0.0, 0.02, 0.1, rnd.uniform(0.0, 0.5)))
    return words


def _sounds(
    tracks: Sequence[Sequence[Word]], seconds: float, rate: int, seed: int, factor: float
) -> tuple[Any, Any]:
    """Return the samples of both worlds: a tone for each word, in one by a factor if private."""
    noise = np.random.default_rng(seed)
    room = noise.standard_normal((round(seconds * rate), len(tracks))) * 0.002
    first, second = room, room.copy()
    for channel, words in enumerate(tracks):
        for number, word in enumerate(words):
            start = int(np.ceil(word.start * rate)) + 2
            stop = min(len(room), int(np.floor(word.end * rate)) - 2)
            if stop <= start:
                continue
            at = np.arange(1, stop - start + 1) / rate
            tone = 0.3 * np.sin(2 * np.pi * (300 + number * 173 % 3000) * at + 0.5)
            if word.label:
                first[start:stop, channel], second[start:stop, channel] = tone, factor * tone
            else:
                first[start:stop, channel] += tone
                second[start:stop, channel] += tone
    return first, second


def _parts(words: Sequence[Word], rnd: random.Random) -> list[Sequence[Word]]:
    """Return the words of each record."""
    parts: list[Sequence[Word]] = []
    while words:
        size = rnd.choice((len(words), rnd.randint(1, 5)))
        parts.append(words[:size])
        words = words[size:]
    return parts


def _row(part: Sequence[Word], world: int, offset: float, rnd: random.Random) -> Row:
    """Return text, entities and words of a record, but for what is wrong with it."""
    text, words, entities = "", [], []
    for word in part:
        text += " " if text else ""
        start, private = len(text), word.texts[world]
        written = private + (rnd.choice(_SIGNS) if word.label != "NUMBER" else "")
        text += written
        times = {"start": round(word.start - offset, 6), "end": round(word.end - offset, 6)}
        sure = {"confidence": 1.0} if rnd.random() < 0.95 else {}
        words.append({"word": written, **times, **sure})
        if word.label:
            length = len(private) if rnd.random() < 0.85 else (len(private) + 1) // 2
            entities.append({"start": start, "end": start + length, "label": word.label})
    row: Row = {"text": text, "words": words, "entities": entities}
    fault = rnd.random()
    if fault < 0.05:
        del row["words"]
    elif fault < 0.08:
        row["drop_turn"] = True
    return row


def recognized(rows: Sequence[Row], seed: int) -> list[Row]:
    """Return records with what a recognizer would hear, with the same errors in both worlds."""
    heard = []
    for row in rows:
        rnd = random.Random(f"{seed} {row['id']}")
        words: list[str] = []
        for word in row["text"].split():
            words += rnd.choice(([word], [word], [word], [word, word], ["uh"], []))
        heard.append({**row, "hyp": " ".join(words)})
    return heard
