"""The surrogates of a record's private phrases: who makes which kind, and what none may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.text.labels import Label, canonical
from privtool.text.markers import lookalike_label, marker_for
from privtool.text.surrogates.context import Choices, Context, NoSurrogateError
from privtool.text.surrogates.dispatch import surrogate_for
from privtool.text.surrogates.prf import Key, normalized
from privtool.text.surrogates.private_words import words_of

_REDRAWS = 32
_CACHED = 1 << 17


class Private(NamedTuple):
    """A private phrase and its label, as the manifest or a tagger has it."""

    phrase: str
    label: str


class Surrogate(NamedTuple):
    """What takes the place of a phrase.

    `words` are the words of it that must be private nowhere in the record. `marker` is true where
    none was found and a marker takes the place, `redrawn` where the first one would have been
    private in the record.
    """

    text: str
    words: frozenset[str]
    marker: bool = False
    redrawn: bool = False


class SurrogateGenerator:
    """Makes the surrogates of records; what it makes depends on key, scope and record alone."""

    def __init__(self, key: Key, choices: Choices) -> None:
        self._key, self._choices = key, choices
        self._made: dict[tuple[str, str, str], Surrogate] = {}
        self._taken: dict[tuple[str, Label, str], str] = {}
        self.collisions = 0

    def of(self, scope: str, private: Sequence[Private]) -> list[Surrogate]:
        """The surrogates for the private phrases of one record, in order.

        None is or holds what is private in the record; if the one of the scope would, it is drawn
        again, for dates all those of the record, so that the days between them stay.
        """
        own = [self._words(*each) for each in private]
        every = own[0] if len(own) == 1 else frozenset().union(*own)
        made = [self._first(scope, each) for each in private]
        if not any(self._fails(each, every) for each in made):
            return made
        dated = [canonical(each.label) is Label.DATE for each in private]
        clash = any(
            date and self._fails(each, every) for each, date in zip(made, dated, strict=True)
        )
        again = self._dates_again(scope, private, dated, every) if clash else None
        for number, each in enumerate(private):
            if dated[number] and again is not None:
                made[number] = again[number]._replace(redrawn=True)
            elif self._fails(made[number], every):
                made[number] = self._again(scope, each, every)
        return made

    @staticmethod
    def _fails(made: Surrogate, every: frozenset[str]) -> bool:
        return not made.marker and not every.isdisjoint(made.words)

    def _first(self, scope: str, private: Private) -> Surrogate:
        """The surrogate of a phrase in its scope, wherever nothing speaks against it."""
        known = self._made.get((scope, private.label, private.phrase))
        if known is not None:
            return known
        own = self._words(*private)
        made = self._make(private, self._context(scope, own))
        if made.marker or self._fails(made, own):
            made = self._again(scope, private, own)._replace(redrawn=False)
        if len(self._made) >= _CACHED:
            self._made.clear()
            self._taken.clear()
        self._made[scope, private.label, private.phrase] = made
        self._count(scope, private, made)
        return made

    def _count(self, scope: str, private: Private, made: Surrogate) -> None:
        """Count a phrase whose surrogate is that of another phrase already."""
        if not made.marker:
            place = scope, canonical(private.label), normalized(made.text)
            key = normalized(private.phrase)
            self.collisions += self._taken.setdefault(place, key) != key

    def _again(self, scope: str, private: Private, every: frozenset[str]) -> Surrogate:
        """Another surrogate, which holds nothing of `every`; a marker if there is none."""
        for attempt in range(_REDRAWS):
            made = self._make(private, self._context(scope, every, attempt))
            if not made.marker and not self._fails(made, every):
                return made._replace(redrawn=True)
        return _marker(private)

    def _dates_again(
        self, scope: str, private: Sequence[Private], dated: Sequence[bool], every: frozenset[str]
    ) -> list[Surrogate] | None:
        """The dates of a record moved by other days, all by the same; None if none will do."""
        for attempt in range(1, _REDRAWS):
            context = self._context(scope, every, attempt)
            made = [
                self._make(each, context) if date else Surrogate("", frozenset())
                for each, date in zip(private, dated, strict=True)
            ]
            if not any(each.marker or self._fails(each, every) for each in made):
                return made
        return None

    def _words(self, phrase: str, label: str) -> frozenset[str]:
        return words_of(phrase, label, self._choices.day_first, self._choices.keep_weekdays)

    def _context(self, scope: str, avoid: frozenset[str], attempt: int = 0) -> Context:
        return Context(self._key, scope, self._choices, avoid, attempt)

    def _make(self, private: Private, context: Context) -> Surrogate:
        """A surrogate, whatever it may hold; a marker for what cannot be read, or is one itself."""
        if lookalike_label(private.phrase) is not None:
            return _marker(private)
        try:
            text = surrogate_for(*private, context)
        except NoSurrogateError:
            return _marker(private)
        return Surrogate(text, self._words(text, private.label) | _said(text, private.label))


def _said(text: str, label: str) -> frozenset[str]:
    """The words of a date or time: "may" and "april" may be the names of persons."""
    dated = canonical(label) in (Label.DATE, Label.TIME)
    return frozenset(normalized(text).split()) if dated else frozenset()


def _marker(private: Private) -> Surrogate:
    return Surrogate(
        marker_for(canonical(private.label).value, by_class=True), frozenset(), marker=True
    )
