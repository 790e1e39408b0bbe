"""Entities of a known class filled as whole phrases, the best of several in their context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.record import Mask
from privtool.interfaces.filling import PhraseQuestion, PhraseScorer
from privtool.stages.typed_text import runs_of
from privtool.text.filling.agreement import fits_neighbors
from privtool.text.filling.casing import CaseStyle, case_style_of
from privtool.text.filling.slots import SlottedText
from privtool.text.labels import Label, canonical_label
from privtool.text.phrases.draw import draw_phrase
from privtool.text.phrases.persons import linked_person
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import Key, KeyedRandom

_KIND = "typed fill"
_DRAWS = 6  # for each candidate: some are the same, or do not fit
_CONTEXT = 200  # characters


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
        """Return the words for the slots of each text that are part of a phrase."""
        chosen: list[dict[int, str]] = [{} for _ in texts]
        open_: list[tuple[int, _Entity]] = []
        for number, text in enumerate(texts):
            for entity in self._entities(text):
                if len(entity.phrases) == 1:
                    chosen[number] |= enumerate(entity.phrases[0], entity.first)
                else:
                    open_.append((number, entity))
        questions = [
            PhraseQuestion(texts[number].text.segments, entity.first, entity.phrases)
            for number, entity in open_
        ]
        scores = self._scorer.phrase_scores(questions) if questions else []
        for (number, entity), scored in zip(open_, scores, strict=True):
            best = max(range(len(scored)), key=lambda at: (scored[at], -at))
            chosen[number] |= enumerate(entity.phrases[best], entity.first)
        return chosen

    def _entities(self, typed: TypedText) -> list[_Entity]:
        """Return the entities that have phrases, each with its candidates."""
        text = typed.text
        spoken = _is_spoken(text.segments)
        found: list[_Entity] = []
        for first, count in runs_of(text):
            masks = text.masks[first : first + count]
            place = PhrasePlace(
                masks[0].label,
                text.segments[first + 1 : first + count],
                _before(text, first),
                text.segments[first + count][:_CONTEXT],
                spoken,
            )
            phrases = self._drawn(place, masks, typed, first)
            if phrases:
                found.append(_Entity(first, phrases))
        return found

    def _drawn(
        self, place: PhrasePlace, masks: Sequence[Mask], typed: TypedText, first: int
    ) -> list[Words]:
        """Return different phrases for an entity: one for a linked one, which must not vary."""
        links = [mask.link for mask in masks if mask.link is not UNSET]
        linked = len(links) == len(masks)
        merged = any(mask.merged is True for mask in masks)
        wanted = 1 if linked else self._candidates
        found: dict[Words, None] = {}
        other: Words | None = None
        for number in range(_DRAWS * wanted):
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
        if canonical_label(place.label) is Label.PERSON and not merged:
            return linked_person(place, rngs)
        return draw_phrase(place, merged, rngs[0])


def _before(text: SlottedText, first: int) -> str:
    """Return the text before a slot, with a sign where another slot is."""
    near = "\ufffc".join(text.segments[max(0, first - 3) : first + 1])
    return near[-_CONTEXT:]


def _is_spoken(segments: Sequence[str]) -> bool:
    """Return whether numbers are words: in a text without capitals and digits."""
    if any(char.isdigit() for segment in segments for char in segment):
        return False
    return case_style_of("\0".join(segments)) is CaseStyle.LOWER
