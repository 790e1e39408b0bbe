"""How similar the voices of surrogates are to the speaker of their turn: `pip install '.[bench]'`.

The private words of half of a speaker's turns, as recorded, are the reference. What stands for the
private words of the other half is put together and embedded by a speaker encoder (Resemblyzer: Wan
et al. 2018). Similarity is the cosine with the reference of the own speaker, and the mean cosine
with those of the others. `recorded` are the private words of the other half themselves, the most
that can be reached; another speaker's are the least. `nearest` is the share of speakers whose own
reference is the most similar of all. All systems are measured on the turns and for the seconds that
all of them have. Intervals are over speakers, by bootstrap.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.audio.surrogate_times import surrogate_numbers
from benchmarks.support.measure import report
from privtool.audio.io.clips import read_clip
from privtool.audio.io.decode import Samples
from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.record import Record, decode, id_of

RATE = 16_000  # hertz, of the encoder
LEAST = 2.0  # seconds of a speaker
_RESAMPLED = 2000
Embed = Callable[[Samples], NDArray[np.float32]]
Turns = dict[str | int, Samples]


class Similarities(NamedTuple):
    """Cosines of each speaker (rows) with each reference (columns)."""

    cosines: NDArray[np.float64]

    def own(self) -> NDArray[np.float64]:
        """Return those of speakers with their own reference."""
        own: NDArray[np.float64] = np.diagonal(self.cosines)
        return own

    def others(self) -> NDArray[np.float64]:
        """Return the mean cosine of each speaker with the references of the others."""
        means: NDArray[np.float64] = (self.cosines.sum(1) - self.own()) / (len(self.cosines) - 1)
        return means

    def nearest(self) -> NDArray[np.float64]:
        """Return 1 for speakers whose own reference is the most similar, else 0."""
        hits: NDArray[np.float64] = (self.cosines.argmax(1) == np.arange(len(self.cosines))).astype(
            np.float64
        )
        return hits


def private_audio(record: Record, reader: AudioRoot) -> Samples:
    """Return the audio of the words in entities; none without the times of all words."""
    numbers = surrogate_numbers(record)
    words = record.words or ()
    if len(words) != len(numbers):
        return np.zeros(0, np.float32)
    samples = read_clip(reader, record, RATE).samples
    spoken = [word for word, number in zip(words, numbers, strict=True) if number is not None]
    return np.concatenate(
        [np.zeros(0, np.float32)]
        + [samples[round(word.start * RATE) : round(word.end * RATE)] for word in spoken]
    )


def private_turns(path: Path) -> tuple[Turns, dict[str | int, str]]:
    """Return the private audio of the turns of a manifest that have some, and their speakers."""
    reader = audio_root((str(path),), None)
    turns: Turns = {}
    speakers = {}
    with path.open("rb") as lines:
        for record in map(decode, lines):
            if not record.entities:
                continue
            samples = private_audio(record, reader)
            if len(samples):
                turns[id_of(record)] = samples
                speakers[id_of(record)] = str(record.speaker)
    return turns, speakers


def joined_by_speaker(
    systems: Mapping[str, Turns], speakers: Mapping[str | int, str], seed: int
) -> tuple[list[Samples], dict[str, list[Samples]]]:
    """Return the reference of each speaker, and what each system has for the other turns.

    `recorded` is the system of the originals. Speakers with less than `LEAST` seconds are left out.
    """
    draw = np.random.default_rng(seed)
    turns_of: dict[str, list[str | int]] = defaultdict(list)
    for turn, speaker in sorted(speakers.items(), key=str):
        turns_of[speaker].append(turn)
    references: list[Samples] = []
    compared: dict[str, list[Samples]] = {name: [] for name in systems}
    for turns in turns_of.values():
        mixed = [turns[place] for place in draw.permutation(len(turns))]
        rest = [
            turn for turn in mixed[len(mixed) // 2 :] if all(turn in s for s in systems.values())
        ]
        if len(mixed) < 2 or not rest:
            continue
        reference = np.concatenate([systems["recorded"][turn] for turn in mixed[: len(mixed) // 2]])
        parts = {name: np.concatenate([s[turn] for turn in rest]) for name, s in systems.items()}
        shortest = min(map(len, parts.values()))
        if min(shortest, len(reference)) < LEAST * RATE:
            continue
        references.append(reference)
        for name, samples in parts.items():
            compared[name].append(samples[:shortest])
    return references, compared


def similarities(references: list[Samples], compared: list[Samples], embed: Embed) -> Similarities:
    """Return the similarities of what speakers have to the references."""
    known = np.array([embed(samples) for samples in references], np.float64)
    found = np.array([embed(samples) for samples in compared], np.float64)
    return Similarities(found @ known.T)


def interval(values: NDArray[np.float64], seed: int) -> list[float]:
    """Return the 2.5 and 97.5 percentiles of the mean over resampled speakers."""
    draw = np.random.default_rng(seed)
    means = values[draw.integers(len(values), size=(_RESAMPLED, len(values)))].mean(1)
    return [round(float(value), 3) for value in np.percentile(means, (2.5, 97.5))]


def resemblyzer() -> Embed:
    """Return the encoder, whose weights come with its package; embeddings have length 1."""
    from resemblyzer import VoiceEncoder, normalize_volume

    encoder = VoiceEncoder("cpu", verbose=False)

    def embed(samples: Samples) -> NDArray[np.float32]:
        embedding: NDArray[np.float32] = encoder.embed_utterance(normalize_volume(samples, -30))
        return embedding

    return embed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, required=True, help="aligned originals")
    parser.add_argument("manifests", type=Path, nargs="+", help="what tts or splice wrote")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    recorded, speakers = private_turns(args.before)
    systems = {"recorded": recorded}
    systems |= {path.stem: private_turns(path)[0] for path in args.manifests}
    references, compared = joined_by_speaker(systems, speakers, args.seed)
    embed = resemblyzer()
    for name, parts in compared.items():
        found = similarities(references, parts, embed)
        figures = {"own": found.own(), "others": found.others(), "nearest": found.nearest()}
        values = {
            key: [round(float(each.mean()), 3), *interval(each, args.seed)]
            for key, each in figures.items()
        }
        report(
            "speakers", system=name, speakers=len(parts), seed=args.seed, **values,
            seconds_p50=float(np.median([len(part) for part in parts])) / RATE,
        )  # fmt: skip


if __name__ == "__main__":
    main()
