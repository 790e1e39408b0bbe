"""pocketsphinx, whose English model comes with its package."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from privtool.audio.io.decode import Samples
from privtool.core.errors import UnavailableError
from privtool.core.resources import MB, require_memory

TriGram = Callable[[str, tuple[str, ...]], float]
START, END = "<s>", "</s>"
_NON_WORD = "!"  # prefix of pauses, noises, start and end
_MIN_POSTERIOR = 1e-4  # of links
_MIN_BEAM = 32  # texts per node
_MAX_LINKS = 4000  # the most probable ones


class Link(NamedTuple):
    """An edge between nodes; `score` is the acoustic score of the first node in nats."""

    start: int
    end: int
    score: float
    posterior: float


class Lattice(NamedTuple):
    """Nodes with their words (None for pauses and noises) and times, and links."""

    words: list[str | None]
    times: list[float]
    links: list[Link]
    first: int
    last: int


class LatticePath(NamedTuple):
    """The words of a path and its score, language model included."""

    score: float
    words: tuple[str, ...]


def read_lattice(file: Path) -> Lattice:
    """Parse a lattice in HTK format as pocketsphinx writes it."""
    words: list[str | None] = []
    times: list[float] = []
    links: list[Link] = []
    ends: dict[str, int] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        fields = dict(part.split("=", 1) for part in line.split() if "=" in part)
        if "I" in fields:
            name = fields["W"]
            words.append(None if name.startswith(_NON_WORD) else name)
            times.append(float(fields["t"]))
        elif "J" in fields:
            score, posterior = float(fields["a"]), float(fields["p"])
            links.append(Link(int(fields["S"]), int(fields["E"]), score, posterior))
        elif "start" in fields or "end" in fields:
            ends |= {name: int(value) for name, value in fields.items()}
    return Lattice(words, times, links, ends["start"], ends["end"])


def best_texts(
    lattice: Lattice, trigram: TriGram, weight: float, penalty: float, count: int
) -> list[LatticePath]:
    """Return the `count` best distinct texts, best first.

    A text scores the sum of its link scores and, for each word and the end, `weight` times its
    trigram log-probability plus `penalty`. The beam is `count` texts per node, at least 32: a text
    that falls below it at some node is lost.
    """
    likely = sorted(lattice.links, key=lambda link: -link.posterior)[:_MAX_LINKS]
    links = [link for link in likely if link.posterior >= _MIN_POSTERIOR]
    links.sort(key=lambda link: (lattice.times[link.start], link.start, link.end))
    lm_scores: dict[tuple[str, tuple[str, ...]], float] = {}

    def lm_score(word: str, history: tuple[str, ...]) -> float:
        key = word, history
        if key not in lm_scores:
            lm_scores[key] = weight * trigram(word, history) + penalty
        return lm_scores[key]

    texts: list[dict[tuple[str, ...], float]] = [{} for _ in lattice.words]
    texts[lattice.first][()] = 0.0
    pruned: set[int] = set()
    for link in links:
        here, there = texts[link.start], texts[link.end]
        if link.start not in pruned:  # complete: all links to it start at earlier nodes
            texts[link.start] = here = dict(_best(here, max(count, _MIN_BEAM)))
            pruned.add(link.start)
        word = END if link.end == lattice.last else lattice.words[link.end]
        for words, score in here.items():
            new = score + link.score
            if word is not None:
                new += lm_score(word, (START, *words)[-2:])
            extended = words if word is None or word == END else (*words, word)
            if new > there.get(extended, -float("inf")):
                there[extended] = new
    return [LatticePath(score, words) for words, score in _best(texts[lattice.last], count)]


def _best(
    texts: dict[tuple[str, ...], float], count: int
) -> Sequence[tuple[tuple[str, ...], float]]:
    return sorted(texts.items(), key=lambda item: (-item[1], item[0]))[:count]


RATE = 16_000
FRAMES_PER_SECOND = 100
_LAG = 0.011  # seconds by which sounds follow the start of their frame: measured
_FILLERS = ("<", "[", "(", "+")
_SCORE_SHIFT = 1024.0  # scores are stored in steps of 2 ** 10
_SMALLEST = 1e-300
_LOG_BASE = math.log(1.0001)  # of the logarithms of its language model
# Its C code ends the process where it gets no memory. Measured: 25 MB without a language model, 102
# with it; clips take 11 MB, 25 with it, and less than 1 MB a second.
_MODEL_MEMORY, _LM_MEMORY = 48 * MB, 160 * MB
_CLIP_MEMORY, _SECOND_MEMORY = 40 * MB, MB
# Least likelihood of a path, and of a phone's and a word's end, against the best: pocketsphinx's
# own, and one that is over twice as fast where sounds may be anything.
WIDE_BEAM, NARROW_BEAM = (1e-48, 1e-48, 7e-29), (1e-20, 1e-20, 1e-12)
_MAX_ADDED = 20_000  # words after which the decoder is recreated, as none can be removed


class RecognizedWord(NamedTuple):
    """A spoken word, its times in seconds, and its mean frame log-likelihood below the best."""

    spoken: str
    start: float
    end: float
    score: float


class SphinxDecoder:
    """A decoder whose results do not depend on earlier input.

    With `language_model` it recognizes any words, else only grammars. Too little memory raises
    `MemoryError`.
    """

    def __init__(self, language_model: bool = False) -> None:
        self._language_model = language_model
        self._start()

    def _start(self) -> None:
        require_memory(_LM_MEMORY if self._language_model else _MODEL_MEMORY)
        try:
            from pocketsphinx import Config, Decoder, get_model_path

            folder = get_model_path("en-us")
            self._decoder: Any = Decoder(
                Config(
                    hmm=f"{folder}/en-us",
                    dict=f"{folder}/cmudict-en-us.dict",
                    lm=f"{folder}/en-us.lm.bin" if self._language_model else None,
                    loglevel="FATAL",
                    cmn="batch",
                    bestpath=self._language_model,
                )
            )
        except (ImportError, RuntimeError, ValueError) as error:
            raise UnavailableError(
                f"pocketsphinx cannot be loaded ({type(error).__name__})"
            ) from None
        self._added = 0

    def has_word(self, spoken: str) -> bool:
        return spoken.isascii() and self._decoder.lookup_word(spoken) is not None

    def add(self, words: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        """Add words with their phones to the dictionary."""
        words = list(words)
        for number, (spoken, phones) in enumerate(words, 1):
            self._decoder.add_word(spoken, " ".join(phones), update=number == len(words))
        self._added += len(words)

    def decode(
        self,
        samples: Samples,
        arcs: list[tuple[Any, ...]] | None = None,
        final: int = 0,
        beam: tuple[float, float, float] = WIDE_BEAM,
    ) -> list[RecognizedWord] | None:
        """Return the words in mono floats at `RATE`, with `arcs` as the grammar if there are any.

        `beam` prunes the search of a grammar. Return None if no path leads from state 0 to the
        final state.
        """
        require_memory(_CLIP_MEMORY + int(len(samples) / RATE * _SECOND_MEMORY))
        decoder = self._decoder
        if arcs is not None:
            for name, least in zip(("beam", "pbeam", "wbeam"), beam, strict=True):
                decoder.config[name] = least  # read by add_fsg
            decoder.add_fsg("grammar", decoder.create_fsg("grammar", 0, final, arcs))
            decoder.activate_search("grammar")
        decoder.reinit_feat()  # else the cepstral mean of earlier audio is used
        pcm = np.clip(np.rint(samples * 32767), -32768, 32767).astype("<i2").tobytes()
        decoder.start_utt()
        if pcm:
            decoder.process_raw(pcm, full_utt=True)
        decoder.end_utt()
        if decoder.hyp() is None:
            return None
        # With a language model, words come from a lattice, whose scores are not shifted.
        shift = 1.0 if arcs is None else _SCORE_SHIFT
        words = [_word(s, shift) for s in decoder.seg() if not s.word.startswith(_FILLERS)]
        if self._added > _MAX_ADDED:  # not before, as the grammar needs its words
            self._start()
        return words

    def nbest_texts(self, count: int) -> list[tuple[str, float]]:
        """Return the n-best distinct texts of the last audio with scores, the decoder's own first.

        Scores are log-likelihoods divided by the language model weight, so that they are in nats
        of the language model. The decoder's own text gets the score of the best one, as the
        lattice lacks part of its score.
        """
        own = str(self._decoder.hyp().hypstr)
        lattice = self._decoder.get_lattice() if count > 1 else None
        if lattice is None:
            return [(own, 0.0)]
        with tempfile.TemporaryFile() as file:  # without a name: nothing stays if we are killed
            path = f"/dev/fd/{file.fileno()}"
            lattice.write_htk(path)
            parsed = read_lattice(Path(path))
        weight = float(self._decoder.config["bestpathlw"])
        # The word insertion penalty scales with the weight, which differs in the first search.
        penalty = np.log(self._decoder.config["wip"]) * weight / self._decoder.config["lw"]

        def trigram(word: str, before: tuple[str, ...]) -> float:
            return float(self._decoder.get_lm().prob([word, *reversed(before)])) * _LOG_BASE

        paths = best_texts(parsed, trigram, weight, float(penalty), count)
        scores = {" ".join(path.words): path.score / weight for path in paths}
        best = max(scores.values(), default=0.0)
        others = [(text, score) for text, score in scores.items() if text != own]
        return [(own, best), *others[: count - 1]]


def _word(segment: Any, shift: float) -> RecognizedWord:
    spoken = segment.word.partition("(")[0]  # word(2) is a second pronunciation
    frames = segment.end_frame + 1 - segment.start_frame
    score = float(np.log(max(segment.ascore, _SMALLEST))) * shift / frames
    return RecognizedWord(
        spoken,
        segment.start_frame / FRAMES_PER_SECOND + _LAG,
        (segment.end_frame + 1) / FRAMES_PER_SECOND + _LAG,
        score,
    )
