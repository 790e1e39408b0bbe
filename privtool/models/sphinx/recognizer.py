"""Recognition of English speech by pocketsphinx, and spotting of private words.

For these there are two searches: with a grammar of them, and with a language model. The language
model takes remains of a word for another, more probable one; the grammar has no words but the
private ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import cut_at_pauses
from privtool.audio.io.decode import Samples
from privtool.core.record import WordTime
from privtool.interfaces.speech import Hypothesis, SpottedWord, WordSpotter
from privtool.models.asr.recognizers.concatenate import concatenate
from privtool.models.sphinx.decoder import RATE, RecognizedWord, SphinxDecoder
from privtool.models.sphinx.grammar import add_phones, is_phone, phone_loop, phones_of

LONGEST = 40.0  # seconds: longer audio is decoded in chunks


class SphinxRecognizer:
    """Recognizes mono floats at `rate`; the best of `nbest` hypotheses has word times.

    Scores are in nats of its language model: acoustic scores are divided by that model's weight.
    """

    rate = RATE
    weights = (0.0,)

    def __init__(self, nbest: int = 1) -> None:
        self._sphinx = SphinxDecoder(language_model=True)
        self._nbest = nbest

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """Return the hypotheses of each clip for its only weight."""
        return [[self._recognize(clip)] for clip in clips]

    def _recognize(self, clip: Samples) -> list[Hypothesis]:
        hypotheses = [Hypothesis("", 0.0, ())]
        start = 0.0
        for chunk in cut_at_pauses(clip, RATE, LONGEST):
            words = self._sphinx.decode(chunk)
            found: list[Hypothesis] = []
            if words is not None:
                found = [Hypothesis(*text) for text in self._sphinx.nbest_texts(self._nbest)]
                times = (WordTime(w.spoken, start + w.start, start + w.end, w.score) for w in words)
                found[0] = found[0]._replace(words=tuple(times))
            hypotheses = concatenate(hypotheses, found, self._nbest)
            start += len(chunk) / RATE
        return hypotheses


_PHONE_WEIGHT = 1e-4  # of all phones together, against 1 for all keywords
_SHORTEST = 0.06  # seconds: a word of a single phone of three frames matches any tone


class KeywordSpotter:
    """Spots keywords, in any order and number, among other sounds.

    A grammar of keywords alone finds them in any noise. Here a phone loop competes with them: it
    fits at least as well as any word, with a prior of 0.0001 against 1 for the keywords.
    """

    name = "keywords"
    rate = RATE

    def __init__(self) -> None:
        self._sphinx = SphinxDecoder()

    def spot(self, samples: Samples, keywords: Sequence[str]) -> list[SpottedWord]:
        vocabulary = {word: phones_of(word) for word in keywords if word.isascii()}
        unknown = [word for word in vocabulary if not self._sphinx.has_word(word)]
        self._sphinx.add((word, vocabulary[word]) for word in unknown if vocabulary[word])
        add_phones(self._sphinx)
        known = [word for word in keywords if self._sphinx.has_word(word)]
        arcs = [(0, 0, 1 / len(known), word) for word in known]
        arcs += phone_loop(0, _PHONE_WEIGHT)
        return [
            _spotted(word)
            for word in self._sphinx.decode(samples, arcs, 0) or []
            if not is_phone(word.spoken) and word.end - word.start >= _SHORTEST
        ]


class LanguageModelSpotter:
    """Recognizes any words with pocketsphinx's language model, and returns the keywords."""

    name = "pocketsphinx"
    rate = RATE

    def __init__(self) -> None:
        self._sphinx = SphinxDecoder(language_model=True)

    def spot(self, samples: Samples, keywords: Sequence[str]) -> list[SpottedWord]:
        known = frozenset(keywords)
        words = self._sphinx.decode(samples) or []
        return [_spotted(word) for word in words if word.spoken in known]


def sphinx_spotters() -> list[WordSpotter]:
    return [KeywordSpotter(), LanguageModelSpotter()]


def _spotted(word: RecognizedWord) -> SpottedWord:
    return SpottedWord(word.spoken, Interval(word.start, word.end))
