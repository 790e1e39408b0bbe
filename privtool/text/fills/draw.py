"""A phrase of a class for a place in a text, from public distributions.

It depends on the label, the number of words, the text around them and random numbers alone: never
on the private words, which nobody who fills knows. So it is right only as often as chance has it.
"""

from __future__ import annotations

import re

from privtool.text.english.numbers import small_words
from privtool.text.filling.casing import NAMES
from privtool.text.fills.fields import Phrase
from privtool.text.fills.forms import ADJACENT, draw_form, fitting
from privtool.text.fills.names import LETTERS, home
from privtool.text.fills.place import SPOKEN, FillPlace
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.prf import Key, KeyedRandom

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


def is_certain(place: FillPlace) -> bool:
    """Return whether a word next to a place says what it is, so that its label is hardly wrong."""
    cues, _ = fitting(place, label_of(place))
    return cues >= ADJACENT or place.is_listed


def label_of(place: FillPlace) -> Label:
    """Return the label of a place: an amount after "$" is money, whatever a tagger took it for."""
    if place.before.endswith(_CURRENCY):
        return Label.MONEY
    return canonical_label(place.label)


def draw_phrase(place: FillPlace, merged: bool, rng: KeyedRandom) -> Phrase | None:
    """Return a phrase; None where the class has none of that form.

    A `merged` marker stands for several words, in one string.
    """
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
        return _home(place, rng) or _by_parts(place, label, rng)
    _, found = fitting(place, label)
    written = set(place.gaps) - {" "} or _DIGIT.search(place.before + place.after)
    if not found and label.value not in NAMES and not written:
        place = place._replace(style=SPOKEN)  # a number in words
        _, found = fitting(place, label)
    if found:
        ends = label.value not in NAMES and place.is_lower is not place.is_upper
        several = place.is_listed or ends
        form = draw_form(found, KeyedRandom(_LISTS, place.shared) if several else rng)
        return form.draw(place, rng)
    if label in _OF_DIGITS and place.size >= _DIGIT_WORDS:
        digits = (rng.below(10) for _ in (*place.gaps, ""))
        return Phrase(tuple(map(small_words if place.is_spoken else str, digits)))
    return _by_parts(place, label, rng)


def _home(place: FillPlace, rng: KeyedRandom) -> Phrase | None:
    """Return a city and its state, in short if a full stop follows."""
    at = place.gaps.index(", ") + 1 if ", " in place.gaps else place.size - 1
    words = home((at, place.size - at), place.is_abbreviated, rng)
    return None if words is None else Phrase(words)


def _by_parts(place: FillPlace, label: Label, rng: KeyedRandom) -> Phrase | None:
    """Return a phrase for each part between signs: a letter before a full stop, else a name."""
    ends = [number for number, gap in enumerate(place.gaps) if gap != " "]
    if not ends:
        return _home(place, rng) if label is Label.LOCATION else None
    found: list[str] = []
    first, before = 0, place.before
    for end in (*ends, len(place.gaps)):
        size, after = end - first + 1, (*place.gaps, place.after)[end]
        part = place._replace(gaps=(" ",) * (size - 1), before=before, after=after)
        first, before = end + 1, after
        if size == 1 and after.startswith(".") and end < len(place.gaps):
            found.append(rng.choice(LETTERS))
            continue
        _, some = fitting(part, label_of(part))
        drawn = draw_form(some, rng).draw(part, rng) if some else None
        if drawn is None:
            return None
        found += drawn.words
    return Phrase(tuple(found))
