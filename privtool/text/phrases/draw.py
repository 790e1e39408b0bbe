"""A phrase of a class for a place in a text, from public distributions.

It depends on the label, the number of words, the text around them and random numbers alone: never
on the private words, which nobody who fills knows. So it is right only as often as chance has it.
"""

from __future__ import annotations

from privtool.text.labels import Label, canonical_label
from privtool.text.phrases.codes import code, is_numbered, ticker
from privtool.text.phrases.heads import named_by_head
from privtool.text.phrases.money import CURRENCY, money
from privtool.text.phrases.number import is_points, is_price, number
from privtool.text.phrases.organizations import organization
from privtool.text.phrases.other_names import is_measured, is_quantity, is_scale, other_name
from privtool.text.phrases.outings import is_visited
from privtool.text.phrases.percentages import is_percentage
from privtool.text.phrases.persons import full_name, person
from privtool.text.phrases.places import is_firm, location
from privtool.text.phrases.seats import seat, unlabeled_phrase
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.phrases.times import age, date, time
from privtool.text.surrogates.prf import KeyedRandom

_GENERATORS = {
    Label.PERSON: person,
    Label.LOCATION: location,
    Label.ORGANIZATION: organization,
    Label.DATE: date,
    Label.TIME: time,
    Label.AGE: age,
    Label.MONEY: money,
    Label.NUMBER: number,
    Label.MISC: other_name,
}
_NAMES = frozenset((Label.MISC, Label.ORGANIZATION, Label.LOCATION, Label.ID, Label.DATE))
_OF_SHARES = frozenset((Label.MISC, Label.ORGANIZATION, Label.LOCATION, Label.ID, Label.URL))
_MERGED_WORDS = {Label.ORGANIZATION: (1, 2, 2, 3), Label.LOCATION: (1, 1, 2), Label.DATE: (1, 2)}
_MERGED_MONEY = 2


def draw_phrase(place: PhrasePlace, merged: bool, rng: KeyedRandom) -> Words | None:
    """Return the words of a phrase; None where the class has no such phrases.

    A `merged` marker stands for several words, in one string.
    """
    label = canonical_label(place.label)
    if not merged:
        return _words(place, label, rng)
    if place.size > 1:
        return None
    if label is Label.PERSON:
        return (full_name(place, rng),)
    sizes = _MERGED_WORDS.get(label, (1,))
    size = sizes[rng.below(len(sizes))]
    if label is Label.MONEY and place.before.endswith("$"):
        size = _MERGED_MONEY
    words = _words(place._replace(gaps=(" ",) * (size - 1)), label, rng)
    return None if words is None else (" ".join(words),)


def _words(place: PhrasePlace, label: Label, rng: KeyedRandom) -> Words | None:
    if label is Label.WORD:
        return unlabeled_phrase(place, rng) or named_by_head(place, label, rng)
    if _is_ticker(place) and label in _OF_SHARES and (label is not Label.URL or place.gaps):
        return ticker(place.size, rng)
    if place.before[-1:] in CURRENCY and place.before:
        label = Label.MONEY  # whatever a tagger took the amount for
    elif label is Label.LOCATION and not place.is_abbreviated and is_firm(place):
        label = Label.ORGANIZATION
    elif label is Label.PERSON and is_visited(place):
        label = Label.LOCATION
    elif is_scale(place):
        label = Label.MISC
    elif label in _NAMES and label is not Label.DATE and is_numbered(place):
        label = Label.ID
    elif _is_number(place, label):
        label = Label.NUMBER
    if label is Label.ADDRESS and is_points(place):
        return "percentage", "point"
    if label is Label.PHONE and is_price(place):
        label = Label.NUMBER
    found = seat(place, rng) if label in _NAMES else None
    found = found or named_by_head(place, label, rng)
    if found is not None:
        return found
    generator = _GENERATORS.get(label)
    words = code(place, label, rng) if generator is None else generator(place, rng)
    return words if words is not None and len(words) == place.size else None


def _is_number(place: PhrasePlace, label: Label) -> bool:
    """Return whether a phrase with another label is a number: before a unit, or a percentage."""
    percentage = label is Label.TIME and is_percentage(place)
    measured = label is Label.DATE and is_measured(place)
    return percentage or measured or _is_unit_count(place, label)


def _is_unit_count(place: PhrasePlace, label: Label) -> bool:
    """Return whether a number before a unit is labeled as a name; not the end of "5 1/4%"."""
    fraction = label is Label.DATE and place.preceding == Label.NUMBER.value
    return label in _NAMES and is_quantity(place) and not fraction


def _is_ticker(place: PhrasePlace) -> bool:
    """Return whether a phrase is the symbol of a share: "Miller Corp <MLR.N>"."""
    inside = place.before.endswith(" <") and place.after.startswith(">")
    return inside and place.gaps in ((), (".",))
