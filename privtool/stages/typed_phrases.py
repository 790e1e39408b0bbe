"""Entities of a known class filled as whole phrases, the best of several in their context."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.record import Mask
from privtool.interfaces.filling import PhraseQuestion, PhraseScorer
from privtool.stages.typed_places import gap_before, places_of
from privtool.text.filling.agreement import fits_neighbors
from privtool.text.filling.slots import SlottedText
from privtool.text.labels import Label, canonical_label
from privtool.text.phrases.amounts import CURRENCY
from privtool.text.phrases.draw import draw_phrase
from privtool.text.phrases.persons import linked_person
from privtool.text.phrases.slots import Earlier, PhrasePlace, Words
from privtool.text.surrogates.prf import Key, KeyedRandom

_KIND = "typed fill"
_SHARED = "typed text"
_DRAWS = 6  # for each candidate: some are the same, or do not fit
_SHORTENED = " ("  # before the acronym of a name
_FEWEST = 4  # candidates that draws are made for
_FREQUENCY = 0.6  # of the likelihood without context that does not count
_CHANCES = 1 << 30
_AMOUNTS = frozenset((Label.MONEY, Label.NUMBER, Label.AGE))
_NAMES = frozenset((Label.LOCATION, Label.ORGANIZATION, Label.MISC))


class TypedText(NamedTuple):
    """A text to fill, and what its draws depend on besides the seed."""

    text: SlottedText
    record_id: str | int
    sample: int = 0
    attempt: int = 0


class _Entity(NamedTuple):
    first: int
    phrases: list[Words]


class TypedPhrases:
    """Draws phrases for the entities of texts; `scorer` chooses among `candidates` of them.

    A phrase depends on the seed, the record, the place and the text that was not masked alone. One
    whose masks have a link depends on the seed and the link instead, so that it is the same
    wherever the link is.
    """

    def __init__(self, seed: int, candidates: int, scorer: PhraseScorer) -> None:
        self._key = Key(str(seed).encode())
        self._candidates, self._scorer = candidates, scorer

    def choose(self, texts: Sequence[TypedText]) -> list[dict[int, str]]:
        """Return the words for the slots of each text that are part of a phrase.

        The phrases of a text are different from each other where there are candidates enough.
        """
        entities = [self._entities(text) for text in texts]
        open_ = [
            PhraseQuestion(text.text.segments, entity.first, entity.phrases)
            for text, found in zip(texts, entities, strict=True)
            for entity in found
            if len(entity.phrases) > 1
        ]
        scores = iter(self._scores(open_))
        chosen: list[dict[int, str]] = []
        for found in entities:
            taken: set[Words] = set()
            words: dict[int, str] = {}
            for first, phrases in found:
                scored = next(scores) if len(phrases) > 1 else [0.0]
                best = max(
                    range(len(phrases)),
                    key=lambda at: (phrases[at] not in taken, scored[at], -at),
                )
                taken.add(phrases[best])
                words |= enumerate(phrases[best], first)
            chosen.append(words)
        return chosen

    def _scores(self, questions: Sequence[PhraseQuestion]) -> list[list[float]]:
        """Return how much likelier each phrase is in its context than it is in general."""
        if not questions:
            return []
        by_size: dict[int, dict[Words, None]] = defaultdict(dict)
        for question in questions:
            by_size[len(question.phrases[0])] |= dict.fromkeys(question.phrases)
        neutral = [
            PhraseQuestion(("", *(" " for _ in range(size - 1)), ""), 0, list(phrases))
            for size, phrases in by_size.items()
        ]
        scores = self._scorer.phrase_scores([*questions, *neutral])
        general: dict[Words, float] = {}
        for question, row in zip(neutral, scores[len(questions) :], strict=True):
            general |= zip(question.phrases, row, strict=True)
        return [
            [
                score - _FREQUENCY * general[phrase]
                for phrase, score in zip(question.phrases, row, strict=True)
            ]
            for question, row in zip(questions, scores, strict=False)
        ]

    def _entities(self, typed: TypedText) -> list[_Entity]:
        """Return the entities that have phrases, each with its candidates."""
        parts = (type(typed.record_id).__name__, typed.record_id, typed.sample, typed.attempt)
        shared = KeyedRandom(self._key, _SHARED, *parts).below(_CHANCES)
        places = places_of(typed.text, shared)
        found: list[_Entity] = []
        last: list[Words] = []
        last_kind = "", 0, False
        amounts: dict[tuple[str, int, bool], Words] = {}
        for number, (first, masks, place) in enumerate(places):
            gap = gap_before(typed.text, places, number)
            kind = place.label, place.size, place.before[-1:] in CURRENCY
            if gap is not None and len(last) == 1 and (kind == last_kind or kind not in amounts):
                place = place._replace(earlier=Earlier(last[0], gap))
            elif kind in amounts:
                place = place._replace(earlier=Earlier(amounts[kind], None))
            shortened = gap_before(typed.text, places, number + 1) == _SHORTENED
            last = self._drawn(place, masks, typed, first, 1 if shortened else self._candidates)
            if last:
                found.append(_Entity(first, last))
            last_kind = kind
            if len(last) == 1 and canonical_label(place.label) in _AMOUNTS:
                amounts[kind] = last[0]
        return found

    def _drawn(
        self,
        place: PhrasePlace,
        masks: Sequence[Mask],
        typed: TypedText,
        first: int,
        candidates: int,
    ) -> list[Words]:
        """Return different phrases for an entity, at most as many as `candidates`.

        It is one for a linked one, which must not vary, and for amounts, of which a model knows
        nothing.
        """
        links = [mask.link for mask in masks if mask.link is not UNSET]
        linked = len(links) == len(masks)
        merged = any(mask.merged is True for mask in masks)
        label = canonical_label(place.label)
        dated = label is Label.DATE and len(masks) > 1
        wanted = 1 if linked or dated or label in _AMOUNTS else candidates
        found: dict[Words, None] = {}
        other: Words | None = None
        for number in range(_DRAWS * max(wanted, _FEWEST)):
            if linked:
                words = self._linked(place, [str(link) for link in links], merged, number)
            else:
                parts = (type(typed.record_id).__name__, typed.record_id, first)
                rng = KeyedRandom(self._key, _KIND, *parts, typed.sample, typed.attempt, number)
                words = draw_phrase(place, merged, rng)
            if words is None:
                return []
            fits = fits_neighbors(" ".join(words), place.before, place.after)
            if fits or linked:
                found[words] = None
                if len(found) >= wanted:
                    break
            other = other or words
        return list(found) or ([other] if other else [])

    def _linked(
        self, place: PhrasePlace, links: Sequence[str], merged: bool, number: int
    ) -> Words | None:
        """Return the phrase of an entity by its links: each word of a name has its own."""
        rngs = [KeyedRandom(self._key, _KIND, link, number) for link in links]
        label = canonical_label(place.label)
        if label is Label.PERSON and not merged:
            return linked_person(place, rngs)
        if label in _NAMES:  # the same in any context
            place = PhrasePlace(place.label, place.gaps, spoken=place.spoken)
        return draw_phrase(place, merged, rngs[0])
