"""The forms of phrases (`data/en/fills.tsv`), and which of them fit a place.

A form has a label, the styles of text that it is for, the article that it follows, cues right
before and after it and anywhere in the text, a weight and its words. Of the forms that fit, those
with the most cues count; they are drawn by their weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from privtool.text.fills.fields import Drawn, Field, field_of
from privtool.text.fills.place import SLOT, FillPlace
from privtool.text.labels import Label
from privtool.text.lexicon import entries, rows, words
from privtool.text.surrogates.prf import KeyedRandom

_TABLE = "fills"
_ANY = "-"
_CLASS = re.compile(r"@([\w.]+)")
_GAP = re.compile(r"<([^>]*)>| ")
_NOUN, _STOP = "NOUN", "STOP"  # in the column of what follows
_ADJACENT, _LOOSE = 2, 1  # how much a cue counts: a word next to the phrase, another one
_BARE = "bare"  # without an article


class Form(NamedTuple):
    """A row of the table: `gaps` are the texts between its fields, `number` is its own."""

    number: int
    styles: str
    article: str
    before: re.Pattern[str] | None
    after: re.Pattern[str] | str
    near: frozenset[str]
    weight: int
    fields: Sequence[Field]
    gaps: Sequence[str]

    def cues(self, place: FillPlace) -> int | None:
        """Return how much the cues count that a place has; None if it lacks one."""
        if self.styles != _ANY and place.style not in self.styles:
            return None
        if self.near and self.near.isdisjoint(place.topics):
            return None
        if self.before is not None and self.before.search(place.lead) is None:
            return None
        if not self._follows(place) or (self.article != _ANY and not _is_one(self.article, place)):
            return None
        after = self.after not in (_ANY, _NOUN)
        loose = bool(self.near) + (self.after == _NOUN)
        return _ADJACENT * ((self.before is not None) + after) + _LOOSE * loose

    def _follows(self, place: FillPlace) -> bool:
        """Return whether what follows the place is what the form needs."""
        if isinstance(self.after, re.Pattern):
            return self.after.match(place.unit) is not None
        if self.after == _NOUN:
            return place.noun_follows
        if self.after == _STOP:
            return place.is_abbreviated
        return True

    def split(self, place: FillPlace) -> list[int] | None:
        """Return how many words of a place each field takes; None if they do not fit."""
        return next(self._splits(place, 0, 0), None)

    def _splits(self, place: FillPlace, number: int, first: int) -> Iterator[list[int]]:
        if number == len(self.fields):
            if first == place.size:
                yield []
            return
        for size in self.fields[number].sizes(place.is_spoken):
            last = first + size - 1
            if last >= place.size or any(gap != " " for gap in place.gaps[first:last]):
                continue
            if last < len(place.gaps) and (
                number == len(self.gaps) or place.gaps[last] != self.gaps[number]
            ):
                continue
            for rest in self._splits(place, number + 1, last + 1):
                yield [size, *rest]

    def draw(self, place: FillPlace, rng: KeyedRandom) -> Drawn | None:
        """Return words for a place that they fit, and the value of the last number."""
        found: list[str] = []
        value: float | None = None
        for field, size in zip(self.fields, self.split(place) or (), strict=True):
            drawn = field.draw(place, size, rng)
            if drawn is None:
                return None
            found += drawn.words
            value = value if drawn.value is None else drawn.value
        return Drawn(tuple(found), value)


def _is_one(articles: str, place: FillPlace) -> bool:
    """Return whether the article of a place is one of a cell: "a|fills.possessives"."""
    found = "a" if place.article == "an" else place.article or _BARE
    return any(
        found == each or ("." in each and found in words(each)) for each in articles.split("|")
    )


@cache
def forms() -> Mapping[str, Sequence[Form]]:
    """Return the forms of each label."""
    by_label: dict[str, list[Form]] = {}
    for number, cells in enumerate(rows(_TABLE)):
        for label in cells[0].split("|"):
            by_label.setdefault(label, []).append(_parsed(number, label, cells))
    return by_label


def _parsed(number: int, label: str, cells: Sequence[str]) -> Form:
    _, styles, article, before, after, near, weight, text = cells
    parts = _GAP.split(text)
    gaps = tuple(" " if gap is None else gap for gap in parts[1::2])
    fields = tuple(
        field_of(word.replace("_", " ") if "~" in word else word, number, label)
        for word in parts[::2]
    )
    lead = None if before == _ANY else re.compile(rf"(?:(?<![\w'-])|(?=\W))(?:{_cues(before)})$")
    rest: re.Pattern[str] | str = after
    if after not in (_ANY, _NOUN, _STOP):
        rest = re.compile(rf"[ -]?(?:{_cues(after)})(?:(?!\w)|(?<=\W))", re.IGNORECASE)
    topics = frozenset(_cues(near).split("|")) if near != _ANY else frozenset()
    return Form(number, styles, article, lead, rest, topics, int(weight), fields, gaps)


def _cues(cell: str) -> str:
    """Return a cell with the words of each class in it: "@fills.titles|dear"."""
    text = _CLASS.sub(lambda found: "|".join(entries(found[1])), cell)
    return text.replace("SLOT", SLOT)


def fitting(place: FillPlace, label: Label) -> tuple[int, list[Form]]:
    """Return the forms that fit a place, those with the most cues, and how much these count."""
    best, found = 0, list[Form]()
    for form in forms().get(label.value, ()):
        count = form.cues(place)
        if count is None or count < best or form.split(place) is None:
            continue
        if count > best:
            best, found = count, []
        found.append(form)
    return best, found


def draw_form(found: Sequence[Form], rng: KeyedRandom) -> Form:
    """Return one of some forms, as often as its weight says."""
    number = rng.below(sum(form.weight for form in found))
    for form in found:
        number -= form.weight
        if number < 0:
            return form
    raise AssertionError("weights are positive")
