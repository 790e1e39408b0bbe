"""A corpus in which each word is a tone of its own."""

from pathlib import Path

import numpy as np
import soundfile

from privtool.core.record import Entity, Record, WordTime
from tests.support.tones import RATE, tone

HERTZ = {"we": 300, "flew": 450, "to": 600, "los": 750, "angeles": 900, "rome": 1050, "oslo": 1200,
         "from": 1350, "paris": 1500}  # fmt: skip


def utterance(folder: Path, name: str, speaker: str, text: str, private: str = "") -> Record:
    """A record whose words take half a second each, with gaps, and its audio."""
    samples, words, at = [np.zeros(1600, "f4")], [], 0.1
    for word in text.split():
        samples += [tone(HERTZ[word], 0.4), np.zeros(3200, "f4")]
        words.append(WordTime(word, at, at + 0.4))
        at += 0.6
    soundfile.write(folder / f"{name}.wav", np.concatenate(samples), RATE)
    start = text.find(private)
    entities = (Entity(start, start + len(private), "LOCATION"),) if private else ()
    return Record(
        id=name, text=text, speaker=speaker, audio_filepath=f"{name}.wav", duration=at,
        words=tuple(words), entities=entities,
    )  # fmt: skip
