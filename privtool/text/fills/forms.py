"""The forms of phrases (`data/en/fills.tsv`), and which of them fit a place.

A form has a label, the styles of text that it is for, the article that it follows, cues right
before and after it and anywhere in the text, a weight and its words. Of the forms that fit, those
with the most cues count; they are drawn by their weights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from privtool.text.fills.fields import Field, Phrase, field_of
from privtool.text.fills.place import SLOT, FillPlace
from privtool.text.labels import Label
from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.prf import KeyedRandom

_ANY = "-"
_CLASS = re.compile(r"@([\w.]+)")
_GAP = re.compile(r"<([^>]*)>| ")
_RANGE = re.compile(r"\{[\d.,]+\}")
_NOUN, _STOP = "NOUN", "STOP"  # in the column of what follows
ADJACENT = 4  # how much a cue counts: a word next to the phrase
_LOOSE, _ARTICLE = 2, 1  # another word, an article
_BARE = "bare"  # no article


class Form(NamedTuple):
    """A row of the table; `layouts` are the gaps of its words, in writing and in speech.

    Forms of one `shape` differ in how large their numbers are alone.
    """

    shape: str
    styles: str
    articles: frozenset[str]
    before: re.Pattern[str] | None
    after: re.Pattern[str] | str
    near: frozenset[str]
    weight: int
    fields: Sequence[Field]
    layouts: tuple[Mapping[Sequence[str], Sequence[int]], Mapping[Sequence[str], Sequence[int]]]

    def cues(self, place: FillPlace) -> int | None:
        """Return how much the cues count that a place has; None if it lacks one."""
        if self.styles != _ANY and place.style not in self.styles:
            return None
        if self.near and self.near.isdisjoint(place.topics):
            return None
        if self.before is not None and self.before.search(place.lead) is None:
            return None
        if (self.articles and place.article not in self.articles) or not self._follows(place):
            return None
        after = self.after not in (_ANY, _NOUN)
        loose = bool(self.near) + (self.after == _NOUN)
        article = bool(self.articles and place.article)
        next_to = (self.before is not None) + after
        return ADJACENT * next_to + _LOOSE * loose + _ARTICLE * article

    def _follows(self, place: FillPlace) -> bool:
        """Return whether what follows the place is what the form needs."""
        if isinstance(self.after, re.Pattern):
            return any(map(self.after.match, (place.unit, place.after)))
        if self.after == _NOUN:
            return place.noun_follows
        if self.after == _STOP:
            return place.is_abbreviated
        return True

    def sizes(self, place: FillPlace) -> Sequence[int] | None:
        """Return how many words of a place each field takes; None if they do not fit."""
        return self.layouts[place.is_spoken].get(place.gaps)

    def draw(self, place: FillPlace, rng: KeyedRandom) -> Phrase | None:
        """Return words for a place that they fit, and the value of the last number."""
        found: list[str] = []
        value: float | None = None
        for field, size in zip(self.fields, self.sizes(place) or (), strict=True):
            drawn = field.draw(place, size, rng)
            if drawn is None:
                return None
            found += drawn.words
            value = value if drawn.value is None else drawn.value
        return Phrase(tuple(found), value, self.shape)


@cache
def forms() -> Mapping[str, Sequence[Form]]:
    """Return the forms of each label."""
    by_label: dict[str, list[Form]] = {}
    for cells in rows("fills"):
        for label in cells[0].split("|"):
            by_label.setdefault(label, []).append(_parsed(label, cells))
    return by_label


def _parsed(label: str, cells: Sequence[str]) -> Form:
    _, styles, article, before, after, near, weight, text = cells
    parts = _GAP.split(text)
    gaps = tuple(" " if gap is None else gap for gap in parts[1::2])
    shape = f"{label} {_RANGE.sub('', text)} {after if after.startswith('%') else ''}"
    fields = tuple(field_of(word, shape, label) for word in parts[::2])
    lead = None if before == _ANY else re.compile(rf"(?:(?<![\w'-])|(?=\W))(?:{_cues(before)})$")
    rest: re.Pattern[str] | str = after
    if after not in (_ANY, _NOUN, _STOP):
        rest = re.compile(rf"[ -]?(?:{_cues(after)})(?:(?!\w)|(?<=\W))", re.IGNORECASE)
    topics, articles = _words(near), _words(article.replace(_BARE, ""))
    layouts = _layouts(fields, gaps, False), _layouts(fields, gaps, True)
    return Form(shape, styles, articles, lead, rest, topics, int(weight), fields, layouts)


def _layouts(
    fields: Sequence[Field], between: Sequence[str], spoken: bool
) -> dict[Sequence[str], Sequence[int]]:
    """Return how many words each field has where the gaps of all words are some."""
    found: dict[Sequence[str], Sequence[int]] = {}
    for sizes in product(*(sorted(field.sizes(spoken)) for field in fields)):
        gaps = [" "] * (sizes[0] - 1)
        for gap, size in zip(between, sizes[1:], strict=True):
            gaps += [gap, *[" "] * (size - 1)]
        found.setdefault(tuple(gaps), sizes)
    return found


def _words(cell: str) -> frozenset[str]:
    """Return the words of a cell, those of classes too: "@fills.titles|dear"."""
    text = _CLASS.sub(lambda found: "|".join(entries(found[1])), cell)
    return frozenset(text.split("|") if cell != _ANY else ())


def _cues(cell: str) -> str:
    """Return the pattern of a cell, with one of the words of each class in it."""
    text = _CLASS.sub(lambda found: f"(?:{'|'.join(entries(found[1]))})", cell)
    return text.replace("SLOT", SLOT)


def fitting(place: FillPlace, label: Label) -> tuple[int, list[Form]]:
    """Return the forms that fit a place, those with the most cues, and how much these count."""
    best, found = 0, list[Form]()
    for form in forms().get(label.value, ()):
        count = form.cues(place)
        if count is None or count < best or form.sizes(place) is None:
            continue
        if count > best:
            best, found = count, []
        found.append(form)
    return best, found


def draw_form(found: Sequence[Form], rng: KeyedRandom) -> Form:
    """Return one of some forms, as often as its weight says."""
    weighted = [form for form in found for _ in range(form.weight)]
    return weighted[rng.below(len(weighted))]
