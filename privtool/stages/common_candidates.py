"""Which of a model's words may fill a slot that has no label: common ones that its place takes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from privtool.interfaces.filling import Candidate, Ranking, WordBias
from privtool.stages.fill_job import FillJob
from privtool.text.english.function_words import DETERMINERS, FUNCTION_WORDS
from privtool.text.phrases.persons import is_title
from privtool.text.word_sets import word_set
from privtool.text.words import key_of

# Dialogues that models learn from are about outings, so they expect these words everywhere.
_OUTING_WORDS = word_set(
    """movie movies film films song songs album albums band bands music ticket tickets concert
    concerts playoffs season seasons episode episodes tv seat seats hotel hotels restaurant
    restaurants game games team teams player players series singer actor actress show shows sequel
    event events bus stars bears festival genre soundtrack album theater museum"""
)
_KNOWN = 5000  # words that are looked at for "one"
_OUTINGS = frozenset(("media", "sports", "dining", "lodging", "rides", "flights"))
_BEST = 50  # words that are looked at for one that its text does not have yet
_CERTAIN = 0.95  # of the likelihood, for words that hardly any tagger masks


def common_candidates(ranking: Ranking, job: FillJob, common: WordBias) -> Sequence[Candidate]:
    """Return the words that fit best: they agree with their neighbors and repeat none.

    Films, songs and games, which most dialogues that models learn from are about, stand only where
    the text speaks of such things; elsewhere, the model knows nothing, and "one" reads true.
    Function words stand only where the model expects nothing else, or `job` says that they may.
    """
    allowed: Sequence[Candidate]
    best = job.asked_of(ranking) or ranking.best.first(_BEST)
    allowed = [each for each in best if key_of(each.word) in common.words] or best
    if job.precedes_person:
        allowed = [each for each in allowed if is_title(each.word, ". ")] or allowed
    if not job.may_relate:
        allowed = _telling(allowed, DETERMINERS if job.may_lead else frozenset()) or allowed
    slot = job.common_slot
    general = _without_outings(allowed, ranking, job, slot.any_thing) or allowed
    fitting = _fitting(general, job)
    found = [each for each in fitting if slot.fits(each.word)] or fitting or general
    return _unused(job, found, fitting, _fitting(allowed, job))


def _fitting(found: Sequence[Candidate], job: FillJob) -> list[Candidate]:
    """Return the candidates that agree with their neighbors and repeat none."""
    return [each for each in found if job.fits(each.word) and not job.repeats(each.word)]


def _unused(
    job: FillJob, found: Sequence[Candidate], *more: Sequence[Candidate]
) -> Sequence[Candidate]:
    """Return the candidates found that no other version of the text has; else some of `more`."""
    for some in (found, *more) if job.versions else ():
        if unused := [each for each in some if not job.is_used(each.word)]:
            return unused
    return found


def _without_outings(
    found: Sequence[Candidate], ranking: Ranking, job: FillJob, any_thing: str
) -> Sequence[Candidate]:
    """Return the candidates that are not about outings, or "one" if the likeliest one was."""
    if not _OUTINGS.isdisjoint(job.topics):
        return found
    if any_thing and found[0].word.lower() in _OUTING_WORDS:
        known = (each for each in ranking.best.first(_KNOWN) if each.word.lower() == any_thing)
        neutral = [each for each in known if job.fits(each.word) and not job.repeats(each.word)]
        if neutral:
            return neutral
    return [each for each in found if each.word.lower() not in _OUTING_WORDS]


def _telling(found: Sequence[Candidate], kept: frozenset[str]) -> Sequence[Candidate]:
    """Return the candidates that are no function words, unless one of these is all but certain."""
    excluded = FUNCTION_WORDS - kept
    telling = [each for each in found if each.word.lower() not in excluded]
    altogether = sum(math.exp(each.score) for each in found)
    rest = sum(math.exp(each.score) for each in telling)
    return found if rest < (1 - _CERTAIN) * altogether else telling
