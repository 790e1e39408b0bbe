"""Entities of a known class filled as whole phrases, the best of several in their context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.language_marks import ENGLISH
from privtool.core.record import Mask
from privtool.interfaces.filling import PhraseQuestion, PhraseScorer
from privtool.stages.fill_job import FillJob
from privtool.stages.typed_places import NAMES, places_of
from privtool.text.filling.agreement import fits_neighbors
from privtool.text.fills.abroad import draw_value, is_value
from privtool.text.fills.fields import Phrase
from privtool.text.fills.forms import draw_phrase
from privtool.text.fills.names import linked_person
from privtool.text.fills.place import PROSE, FillPlace, Words
from privtool.text.labels import Label, canonical_label
from privtool.text.languages import languages
from privtool.text.surrogates.prf import Key, KeyedRandom

_KIND = "typed fill"
_SHARED = "typed text"
_CANDIDATES = 4
_DRAWS = 32  # at most, for the candidates: some are the same, or do not fit
_FREQUENCY = 0.6  # of the likelihood without context that does not count
_ALIKE = 2.0  # how much likelier a phrase is if it is of a kind that the text has
_CHANCES = 1 << 30
_OF_KINDS = frozenset((Label.LOCATION, Label.ORGANIZATION, Label.MISC))
# Labels whose phrases a model chooses, of one word and of several: of values, it knows only whether
# a year, a month or a weekday fits, and full names are all of one kind.
_SCORED = NAMES | {Label.DATE}, _OF_KINDS


class _Entity(NamedTuple):
    first: int
    phrases: list[Phrase]

    @property
    def words(self) -> list[Words]:
        return [each.words for each in self.phrases]

    @property
    def is_choice(self) -> bool:
        return len(self.phrases) > 1


def _parts(job: FillJob) -> tuple[str | int, ...]:
    return type(job.record_id).__name__, job.record_id, job.sample, job.attempt


class TypedPhrases:
    """Draws phrases for the entities of texts; `scorer` chooses among several.

    A phrase depends on the seed, the record, the place and the text that was not masked alone. One
    whose masks have a link depends on the seed and the link instead, so that it is the same
    wherever the link is. Without `names`, entities that are names have no phrases.
    """

    def __init__(self, seed: int, scorer: PhraseScorer, *, names: bool = True) -> None:
        self._key = Key(str(seed).encode())
        self._scorer, self._with_names = scorer, names

    def choose(self, jobs: Sequence[FillJob]) -> list[dict[int, str]]:
        """Return the words for the slots of each text that are part of a phrase.

        The phrases of a text are different from each other where there are candidates enough. In
        another language than English, only values have phrases.
        """
        entities = [self._entities(job) for job in jobs]
        asked = [
            PhraseQuestion(job.text.segments, each.first, each.words)
            for job, found in zip(jobs, entities, strict=True)
            for each in found
            if each.is_choice
        ]
        rows = iter(self._scorer.phrase_scores(asked) if asked else ())
        scored = [
            [(each, next(rows) if each.is_choice else [0.0]) for each in found]
            for found in entities
        ]
        usual = self._usual([question.phrases for question in asked])
        return [self._chosen(*each, usual) for each in zip(jobs, scored, strict=True)]

    def _usual(self, choices: Sequence[Sequence[Words]]) -> dict[Words, float]:
        """Return the score of each phrase without context: a question for each size."""
        by_size: dict[int, dict[Words, None]] = {}
        for phrases in choices:
            by_size.setdefault(len(phrases[0]), {}).update(dict.fromkeys(phrases))
        alone = [
            PhraseQuestion(("", *[" "] * (size - 1), ""), 0, list(phrases))
            for size, phrases in by_size.items()
        ]
        found = zip(alone, self._scorer.phrase_scores(alone) if alone else (), strict=True)
        return dict(each for one, row in found for each in zip(one.phrases, row, strict=True))

    def _chosen(
        self,
        job: FillJob,
        scored: Sequence[tuple[_Entity, list[float]]],
        usual: Mapping[Words, float],
    ) -> dict[int, str]:
        """Return the words of the phrases of a text, by slot: those that context makes likeliest.

        If possible, a phrase is neither taken in the text nor used in other versions of it. One of
        a kind that the text has already is preferred: "[China] is larger than [Texas]".
        """
        taken: set[Words] = set()
        shapes: set[str] = set()
        words: dict[int, str] = {}
        for entity, row in scored:
            used = job.used_phrases(entity.first, len(entity.words[0]))
            keys = [
                (
                    each.words not in taken,
                    each.words not in used,
                    score
                    - _FREQUENCY * usual.get(each.words, 0.0)
                    + _ALIKE * (each.shape in shapes),
                )
                for each, score in zip(entity.phrases, row, strict=True)
            ]
            best = entity.phrases[keys.index(max(keys))]
            shapes.add(best.shape)
            taken.add(best.words)
            words |= enumerate(best.words, entity.first)
        return words

    def _entities(self, job: FillJob) -> list[_Entity]:
        """Return the entities that have phrases, each with its candidates."""
        shared = KeyedRandom(self._key, _SHARED, *_parts(job)).below(_CHANCES)
        found: list[_Entity] = []
        used: set[Words] = set()  # of values, which are drawn once each
        if job.slotted.language != ENGLISH:
            return self._values(job, shared)
        places = places_of(job.text, shared, self._with_names)
        labels = Counter(canonical_label(each.place.label) for each in places)
        for first, masks, place in places:
            label = canonical_label(place.label)
            wanted = _CANDIDATES if label in _SCORED[place.size > 1] else 1
            if label in _OF_KINDS and labels[label] > 1:
                wanted *= 2  # so that there are some of one kind
            phrases = self._drawn(place, masks, job, first, used, wanted)
            used |= {each.words for each in phrases if len(phrases) == 1}
            if phrases:
                found.append(_Entity(first, phrases))
        return found

    def _values(self, job: FillJob, shared: int) -> list[_Entity]:
        """Return the values of a text in another language, each with one phrase."""
        found: list[_Entity] = []
        language = job.slotted.language
        for first, masks, place in places_of(job.text, shared, names=False):
            if language in languages() and is_value(place.label):
                merged = any(mask.merged is True for mask in masks)
                links = [str(mask.link) for mask in masks if mask.link is not UNSET]
                parts = links if len(links) == len(masks) else (*_parts(job), first)
                rng = KeyedRandom(self._key, _KIND, *parts)
                found.append(_Entity(first, [draw_value(place, merged, language, rng)]))
        return found

    def _drawn(
        self,
        place: FillPlace,
        masks: Sequence[Mask],
        job: FillJob,
        first: int,
        used: Container[Words],
        wanted: int,
    ) -> list[Phrase]:
        """Return the `wanted` candidates for an entity; one for a linked one."""
        merged = any(mask.merged is True for mask in masks)
        if all(mask.link is not UNSET for mask in masks):
            phrase = self._linked(place, [str(mask.link) for mask in masks], merged)
            return [phrase] if phrase else []
        parts = type(job.record_id).__name__, job.record_id, first, job.sample, job.attempt
        found: dict[Words, Phrase] = {}
        other: Phrase | None = None
        for number in range(max(_DRAWS, 4 * wanted)):
            phrase = draw_phrase(place, merged, KeyedRandom(self._key, _KIND, *parts, number))
            if phrase and _fits(phrase.words, place) and phrase.words not in used:
                found.setdefault(phrase.words, phrase)
                if len(found) == wanted:
                    break
            other = other or phrase
        return list(found.values()) or ([other] if other else [])

    def _linked(self, place: FillPlace, links: Sequence[str], merged: bool) -> Phrase | None:
        """Return the phrase of an entity by its links: each word of a name has its own."""
        rngs = [KeyedRandom(self._key, _KIND, link) for link in links]
        label = canonical_label(place.label)
        if label is Label.PERSON and not merged:
            return Phrase(linked_person(place, rngs))
        style = PROSE if label in NAMES else place.style  # the same in any context
        return draw_phrase(FillPlace(place.label, place.gaps, style=style), merged, rngs[0])


def _fits(words: Words, place: FillPlace) -> bool:
    """Return whether a phrase agrees with its neighbors: "an" and "the Joneses' house", too."""
    owners = place.after.startswith(("' ", "\u2019 "))
    return (words[-1].endswith("s") or not owners) and fits_neighbors(
        " ".join(words), place.before, place.after
    )
