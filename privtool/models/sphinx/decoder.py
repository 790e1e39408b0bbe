"""pocketsphinx: a recognizer whose English model comes with its package."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from privtool.audio.io.decode import Samples
from privtool.core.errors import UnavailableError
from privtool.models.sphinx.lattice import best_texts, read_lattice

RATE = 16_000
FRAMES_PER_SECOND = 100
_LAG = 0.011  # seconds from where a frame begins to where what it tells of does: measured
_FILLERS = ("<", "[", "(", "+")
_SCORE_SHIFT = 1024.0  # scores are kept in steps of 2 ** 10
_SMALLEST = 1e-300
_LOG_BASE = math.log(1.0001)  # that of the logarithms of its language model
_ADDED = 20_000  # words after which the decoder is made anew, as it forgets none


class RecognizedWord(NamedTuple):
    """A spoken word in seconds, with the mean log-likelihood of its frames against the best."""

    spoken: str
    start: float
    end: float
    score: float


class SphinxDecoder:
    """A decoder whose results depend on what it is given alone.

    With `language_model` it recognizes any words; without, only grammars.
    """

    def __init__(self, language_model: bool = False) -> None:
        self._language_model = language_model
        self._start()

    def _start(self) -> None:
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
            kind = type(error).__name__
            raise UnavailableError(f"pocketsphinx cannot be loaded ({kind})") from None
        self._added: set[str] = set()

    def has_word(self, spoken: str) -> bool:
        """Whether the dictionary has a word."""
        return spoken.isascii() and self._decoder.lookup_word(spoken) is not None

    def add(self, words: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        """Put words with their phones into the dictionary."""
        words = list(words)
        if words and len(self._added) > _ADDED:
            self._start()
        for number, (spoken, phones) in enumerate(words, 1):
            self._decoder.add_word(spoken, " ".join(phones), update=number == len(words))
            self._added.add(spoken)

    def decode(
        self, samples: Samples, arcs: list[tuple[Any, ...]] | None = None, final: int = 0
    ) -> list[RecognizedWord] | None:
        """What is said in mono floats at `RATE`, by the paths of a grammar if arcs are given.

        Returns None where no path leads from state 0 to the final one.
        """
        decoder = self._decoder
        if arcs is not None:
            decoder.add_fsg("grammar", decoder.create_fsg("grammar", 0, final, arcs))
            decoder.activate_search("grammar")
        decoder.reinit_feat()  # else the mean of what came before is in the features
        pcm = np.clip(np.rint(samples * 32767), -32768, 32767).astype("<i2").tobytes()
        decoder.start_utt()
        if pcm:
            decoder.process_raw(pcm, full_utt=True)
        decoder.end_utt()
        if decoder.hyp() is None:
            return None
        # Those of a lattice, which is where the words of a language model come from, are whole.
        shift = 1.0 if arcs is None else _SCORE_SHIFT
        return [_heard(s, shift) for s in decoder.seg() if not s.word.startswith(_FILLERS)]

    def nbest_texts(self, count: int) -> list[tuple[str, float]]:
        """The best different texts of what was just heard, with scores; the decoder's own first.

        Scores are log-likelihoods divided by the weight of the language model, so that they are in
        its nats. The decoder's own text has the score of the best one: what it goes by is not all
        in the lattice.
        """
        own = str(self._decoder.hyp().hypstr)
        lattice = self._decoder.get_lattice() if count > 1 else None
        if lattice is None:
            return [(own, 0.0)]
        with tempfile.NamedTemporaryFile(prefix="privtool-") as file:  # readable by its owner alone
            lattice.write_htk(file.name)
            read = read_lattice(Path(file.name))
        weight = float(self._decoder.config["bestpathlw"])
        # The penalty for a word grows with the weight, which is another one in the first search.
        penalty = np.log(self._decoder.config["wip"]) * weight / self._decoder.config["lw"]
        found = best_texts(read, self._trigram, weight, float(penalty), count)
        scores = {" ".join(one.words): one.score / weight for one in found}
        best = max(scores.values(), default=0.0)
        others = [(text, score) for text, score in scores.items() if text != own]
        return [(own, best), *others[: count - 1]]

    def _trigram(self, word: str, before: tuple[str, ...]) -> float:
        """The natural log-probability of a word after one or two others."""
        log = self._decoder.get_lm().prob([word, *reversed(before)])
        return float(log) * _LOG_BASE


def _heard(segment: Any, shift: float) -> RecognizedWord:
    spoken = segment.word.partition("(")[0]  # word(2) is its second pronunciation
    frames = segment.end_frame + 1 - segment.start_frame
    score = float(np.log(max(segment.ascore, _SMALLEST))) * shift / frames
    return RecognizedWord(
        spoken,
        segment.start_frame / FRAMES_PER_SECOND + _LAG,
        (segment.end_frame + 1) / FRAMES_PER_SECOND + _LAG,
        score,
    )
