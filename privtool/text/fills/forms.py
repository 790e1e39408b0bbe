"""A phrase of a class for a place in a text, from the forms of `data/en/fills.tsv`.

It depends on the label, the number of words, the text around them and random numbers alone: never
on the private words, which nobody who fills knows. So it is right only by chance.

A form has a label, the styles of text that it is for, the article that it follows, cues right
before and after it and anywhere in the text, a weight and its words. Of the forms that fit, those
with the most cues count; they are drawn by their weights. In other languages than English there are
forms of values alone (`data/intl/fills.tsv`), which are dates, times, ages, amounts, numbers, ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import product
from typing import NamedTuple

from privtool.core.rng import Key, KeyedRandom
from privtool.text.english.numbers import small_words
from privtool.text.filling.words import NAMES
from privtool.text.fills.fields import LETTERS, ONE, Field, Phrase, field_of, home
from privtool.text.fills.place import PROSE, SLOT, SPOKEN, FillPlace
from privtool.text.labels import Label, canonical_label
from privtool.text.languages import settings
from privtool.text.lexicon import entries, rows

_ANY = "-"
_CLASS = re.compile(r"@([\w.]+)")
_GAP = re.compile(r"<([^>]*)>| ")
_RANGE = re.compile(r"\{[\d.,]+\}")
_NOUN = "NOUN"
_FOLLOWS: Mapping[str, Callable[[FillPlace], bool]] = {
    _ANY: lambda _: True, _NOUN: lambda place: place.noun_follows,
    "STOP": lambda place: place.is_abbreviated,
}  # fmt: skip
_ADJACENT, _LOOSE, _ARTICLE = 4, 2, 1  # how much a cue counts: the next word, another
_BARE = "bare"  # no article
_LISTS = Key(b"kind of a list")
_DIGIT = re.compile(r"\d")
_CURRENCY = ("$", "\u00a3", "\u20ac")
_MERGED = {
    Label.PERSON: (1, 2, 2), Label.ORGANIZATION: (1, 2, 2, 3), Label.LOCATION: (1, 1, 2),
    Label.DATE: (1, 2),
}  # fmt: skip
_DIGIT_WORDS = 4  # from which on a number is said digit by digit
_OF_DIGITS = frozenset(
    (Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.NUMBER, Label.ZIP)
)
# Amounts of one text are of one form and magnitude: millions fall to millions.
_AMOUNTS = frozenset((Label.MONEY, Label.NUMBER))
_SECTION = re.compile(r"\{([=+]?)([a-z]+\.[a-z-]+)\}")
_NO_NOUN = "+"
_FEWEST, _MOST = 2, 99  # of a word that no form has
_VALUES = frozenset(row[0] for row in rows("fills", "intl"))
_Layout = dict[tuple[str, ...], tuple[int, ...]]


class Form(NamedTuple):
    """A row of the table; `layouts` are the gaps of its words, in writing and in speech.

    Forms of one `shape` differ in how large their numbers are alone.
    """

    fields: Sequence[Field]
    layouts: tuple[_Layout, _Layout]
    shape: str = ""
    styles: str = _ANY
    articles: frozenset[str] = frozenset()
    before: re.Pattern[str] | None = None
    follows: Callable[[FillPlace], bool] = _FOLLOWS[_ANY]
    near: frozenset[str] = frozenset()
    weight: int = 1
    cue_weight: int = 0

    def cues(self, place: FillPlace) -> int | None:
        """Return how much the cues count that a place has; None if it lacks one."""
        fits = (
            (self.styles == _ANY or place.style in self.styles)
            and not (self.near and self.near.isdisjoint(place.topics))
            and (self.before is None or self.before.search(place.lead) is not None)
            and (not self.articles or place.article in self.articles)
            and self.follows(place)
        )
        return self.cue_weight + _ARTICLE * bool(self.articles and place.article) if fits else None

    def sizes(self, place: FillPlace) -> Sequence[int] | None:
        """Return how many words of a place each field takes; None if they do not fit."""
        return self.layouts[place.is_spoken].get(place.gaps)

    def draw(self, place: FillPlace, rng: KeyedRandom) -> Phrase | None:
        """Return words for a place that they fit."""
        found: list[str] = []
        for field, size in zip(self.fields, self.sizes(place) or (), strict=True):
            drawn = field.draw(place, size, rng)
            if drawn is None:
                return None
            found += drawn.words
        return Phrase(tuple(found), self.shape)


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
    fields, layouts = _read(text, partial(field_of, label=label))
    shape = f"{label} {_RANGE.sub('', text)} {after if after.startswith('%') else ''}"
    lead = None if before == _ANY else re.compile(rf"(?:(?<![\w'-])|(?=\W))(?:{_cues(before)})$")
    topics, articles = _words(near), _words(article.replace(_BARE, ""))
    cue_weight = _ADJACENT * ((before != _ANY) + (after not in (_ANY, _NOUN)))
    cue_weight += _LOOSE * ((near != _ANY) + (after == _NOUN))
    pattern = re.compile(rf"[ -]?(?:{_cues(after)})(?:(?!\w)|(?<=\W))", re.IGNORECASE)
    follows = _FOLLOWS.get(after) or (
        lambda place: any(map(pattern.match, (place.unit, place.after)))  # of a second amount, too
    )
    return Form(
        fields, layouts, shape, styles, articles, lead, follows, topics, int(weight), cue_weight
    )


def _read(text: str, field: Callable[[str], Field]) -> tuple[list[Field], tuple[_Layout, _Layout]]:
    """Return the fields of a form, and how many words each has by the gaps of all words.

    These are two: in writing and in speech.
    """
    parts = _GAP.split(text)
    fields = [field(word) for word in parts[::2]]
    between = ("", *(" " if gap is None else gap for gap in parts[1::2]))
    found: tuple[_Layout, _Layout] = {}, {}
    words = [(each.written, each.spoken) for each in fields]
    for spoken, layout in enumerate(found):
        for sizes in product(*(sorted(each[spoken]) for each in words)):
            each = zip(between, sizes, strict=True)
            gaps = (gap for before, size in each for gap in (before, *[" "] * (size - 1)))
            layout.setdefault(tuple(gaps)[1:], sizes)
    return fields, found


def _words(cell: str) -> frozenset[str]:
    """Return the words of a cell, those of classes too: "@fills.titles|dear"."""
    text = _CLASS.sub(lambda found: "|".join(entries(found[1])), cell)
    return frozenset(text.split("|") if cell != _ANY else ())


def _cues(cell: str) -> str:
    """Return the pattern of a cell, with one of the words of each class in it."""
    text = _CLASS.sub(lambda found: f"(?:{'|'.join(entries(found[1]))})", cell)
    return text.replace("SLOT", SLOT)


@lru_cache(maxsize=16)
def fitting(place: FillPlace, label: Label) -> Sequence[Form]:
    """Return the forms that fit a place, those with the most cues."""
    sized = (form for form in forms().get(label.value, ()) if form.sizes(place) is not None)
    found = [(form, count) for form in sized if (count := form.cues(place)) is not None]
    most = max((count for _, count in found), default=0)
    return [form for form, count in found if count == most]


def draw_form(found: Sequence[Form], rng: KeyedRandom) -> Form:
    """Return one of some forms, as often as its weight says."""
    weighted = [form for form in found for _ in range(form.weight)]
    return weighted[rng.below(len(weighted))]


def label_of(place: FillPlace) -> Label:
    """Return the label of a place: an amount after "$" is money, whatever a tagger took it for."""
    if place.before.endswith(_CURRENCY):
        return Label.MONEY
    return canonical_label(place.label)


def draw_phrase(place: FillPlace, merged: bool, rng: KeyedRandom) -> Phrase | None:
    """Return a phrase, in one string for a `merged` marker; None if no form of the class fits."""
    label = label_of(place)
    if not merged:
        return _drawn(place, label, rng)
    if place.size > 1:
        return None
    sizes = _MERGED.get(label, (1,))
    size = 2 if place.before.endswith("$") else sizes[rng.below(len(sizes))]
    found = _drawn(place._replace(gaps=(" ",) * (size - 1)), label, rng)
    return found and found._replace(words=(" ".join(found.words),))


def _drawn(place: FillPlace, label: Label, rng: KeyedRandom) -> Phrase | None:
    if label is Label.LOCATION and ", " in place.gaps:
        return home(place, rng) or _by_parts(place, label, rng)
    found = fitting(place, label)
    written = set(place.gaps) - {" "} or _DIGIT.search(place.before + place.after)
    if not found and label not in NAMES and not written:
        place = place._replace(style=SPOKEN)  # a number in words
        found = fitting(place, label)
    if found:
        ends = label not in NAMES and place.is_lower is not place.is_upper
        several = place.is_listed or ends or label in _AMOUNTS
        form = draw_form(found, KeyedRandom(_LISTS, place.shared) if several else rng)
        return form.draw(place, rng)
    if label in _OF_DIGITS and place.size >= _DIGIT_WORDS:
        digits = (rng.below(10) for _ in (*place.gaps, ""))
        return Phrase(tuple(map(small_words if place.is_spoken else str, digits)))
    return _by_parts(place, label, rng)


def _by_parts(place: FillPlace, label: Label, rng: KeyedRandom) -> Phrase | None:
    """Return a phrase for each part between signs: a letter before a full stop, else a name."""
    ends = [number for number, gap in enumerate(place.gaps) if gap != " "]
    if not ends:
        return home(place, rng) if label is Label.LOCATION else None
    found: list[str] = []
    first, before = 0, place.before
    for end in (*ends, len(place.gaps)):
        size, after = end - first + 1, (*place.gaps, place.after)[end]
        part = place._replace(gaps=(" ",) * (size - 1), before=before, after=after)
        first, before = end + 1, after
        if size == 1 and after.startswith(".") and end < len(place.gaps):
            found.append(rng.choice(LETTERS))
            continue
        some = fitting(part, label_of(part))
        drawn = draw_form(some, rng).draw(part, rng) if some else None
        if drawn is None:
            return None
        found += drawn.words
    return Phrase(tuple(found))


def is_value(label: str | None) -> bool:
    """Return whether a label is that of values."""
    return canonical_label(label).value in _VALUES if label else False


def draw_value(place: FillPlace, merged: bool, language: str, rng: KeyedRandom) -> Phrase:
    """Return a value for a place in a text; a `merged` marker stands for any number of words."""
    place = place._replace(style=PROSE)
    label = canonical_label(place.label)
    found = [form for form in _value_forms(language)[label] if merged or form.sizes(place)]
    if found:
        form = found[rng.below(len(found))]
        shaped = place._replace(gaps=next(iter(form.layouts[0]))) if merged else place
        if drawn := form.draw(shaped, rng):
            pairs = zip(("", *shaped.gaps), drawn.words, strict=True)
            whole = "".join(gap + word for gap, word in pairs)
            return drawn._replace(words=(whole,)) if merged else drawn
    return Phrase(tuple(str(rng.between(_FEWEST, _MOST)) for _ in range(place.size)))


@cache
def _value_forms(language: str) -> Mapping[Label, Sequence[Form]]:
    """Return the forms of values in a language."""
    found: dict[Label, list[Form]] = {Label(label): [] for label in _VALUES}
    for label, text in rows("fills", "intl"):
        with suppress(KeyError, StopIteration):  # the language lacks words for it
            form = _read(text, partial(_value_field, label=label, language=language))
            found[Label(label)].append(Form(*form))
    return found


def _value_field(part: str, label: str, language: str) -> Field:
    section = _SECTION.fullmatch(part)
    if section is None:
        return field_of(part, label)
    choice, name = section.groups()
    known = entries(name, language)
    if choice != _NO_NOUN and settings(language).get("noun_capitals"):
        known = tuple(word.capitalize() for word in known)
    words = [next(word for word in known if " " not in word)] if choice else known
    return Field(ONE, ONE, lambda _place, _size, rng: Phrase((words[rng.below(len(words))],)))
