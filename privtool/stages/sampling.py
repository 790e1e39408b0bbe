"""Which of a model's candidates fills a slot (Vats 2023, section 3.2: Top-1 and Top-K).

One that has no label takes common words that its place takes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.language_marks import ENGLISH
from privtool.interfaces.filling import Candidate, Ranking, WordBias
from privtool.stages.fill_job import FillJob
from privtool.text.filling.word_classes import classes_of
from privtool.text.languages import languages
from privtool.text.lexicon import words
from privtool.text.word_lists import load_allow_list
from privtool.text.words import key_of


class TopKSampler(NamedTuple):
    """Top-1 or top-k sampling. `temperature` divides the scores; None draws uniformly."""

    topk: int = 10
    temperature: float | None = None

    def pick(self, ranking: Ranking, number: int, only: bool = True) -> Candidate:
        """Return the candidate that a 64-bit random number selects.

        Top-1 takes the best. Top-k draws among those of the k best that are not in the list. If
        all k are in it, the best candidate outside the list is taken, or one of several is drawn if
        this is not the `only` filling of the record.
        """
        among = ranking.best
        if self.topk == 1:
            return among.at(0)
        places = np.flatnonzero(~among.avoided)
        if not len(places) and ranking.unlisted is not None:
            among = ranking.unlisted
            if only:
                return among.at(0)
        if not len(places):
            places = np.arange(len(among.tokens))
        # In the order of tokens, so that nearly equal scores cannot swap two candidates.
        places = places[among.tokens[places].argsort(kind="stable")]
        if self.temperature is None:
            return among.at(int(places[number % len(places)]))
        return among.at(int(places[_weighted(among.scores[places], self.temperature, number)]))


def _weighted(scores: NDArray[np.float64], temperature: float, number: int) -> int:
    """Return an index, drawn with probabilities proportional to exp(score / temperature)."""
    with np.errstate(over="ignore"):  # of a very low temperature
        weights = np.exp((scores - scores.max()) / temperature)
    sums = weights.cumsum()
    drawn = int(np.searchsorted(sums, number / 2**64 * sums[-1], side="right"))
    return drawn if drawn < len(sums) else int(scores.argmax())  # rounding may use up the sum


ANY_THING = "one"  # a number, too
_RULED_OUT = -50.0  # added to a log-probability
_OVERRATED = -3.0


@cache
def common_words_alone(language: str = ENGLISH) -> WordBias:
    """Return a bias that rules out all words but common ones that name nobody and nothing.

    Those of a language that is not ours are unknown: nothing is ruled out.
    """
    if language not in languages():
        return WordBias({})
    common = [word for word in load_allow_list(None, language).words if not classes_of(word)]
    overrated = words("fills.overrated").intersection(common)
    biases = dict.fromkeys((*common, ANY_THING), 0.0) | dict.fromkeys(overrated, _OVERRATED)
    return WordBias(biases, _RULED_OUT)


_BEST = 50  # words that are looked at for one that its text does not have yet
_CERTAIN = 0.95  # of the likelihood, for words that hardly any tagger masks


def fitting_words(ranking: Ranking, job: FillJob, common: WordBias) -> Sequence[Candidate]:
    """Return the words that fit best: they agree with their neighbors and repeat none.

    Function words stand only where the model expects nothing else, or `job` says that they may.
    Where no word fits, they are all returned; words of other versions only if there are no others.
    """
    best = ranking.best.first(_BEST)
    allowed = [each for each in best if key_of(each.word) in common.words] or best
    if not job.may_relate:
        leading = words("grammar.determiners") if job.may_lead else frozenset()
        allowed = _telling(allowed, leading) or allowed
    excluded = job.excluded
    agreeing = [each for each in allowed if job.fits(each.word) and not job.repeats(each.word)]
    fitting = [each for each in agreeing if each.word.lower() not in excluded]
    fitting = fitting or agreeing or allowed
    for some in (fitting, agreeing) if job.versions else ():
        if unused := [each for each in some if not job.is_used(each.word)]:
            return unused
    return fitting


def _telling(found: Sequence[Candidate], kept: frozenset[str]) -> list[Candidate]:
    """Return the candidates that are no function words, unless one of these is all but certain."""
    excluded = words("grammar.function") - kept
    telling = [each for each in found if each.word.lower() not in excluded]
    rest = sum(math.exp(each.score) for each in telling)
    return telling if rest >= (1 - _CERTAIN) * sum(math.exp(each.score) for each in found) else []
