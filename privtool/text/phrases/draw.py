"""A phrase of a class for a place in a text, from public distributions.

It depends on the label, the number of words, the text around them and random numbers alone: never
on the private words, which nobody who fills knows. So it is right only as often as chance has it.
"""

from __future__ import annotations

from privtool.text.labels import Label, canonical_label
from privtool.text.phrases.amounts import CURRENCY, money, number
from privtool.text.phrases.codes import code
from privtool.text.phrases.organizations import organization
from privtool.text.phrases.persons import full_name, person
from privtool.text.phrases.places import location
from privtool.text.phrases.public_names import names_of_class
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
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
}
_OTHER_NAMES = (
    "World Cup|World Series|Super Bowl|Nobel Prize|Civil War|Cold War|South African|North Korean|"
    "Latin American|West German|New Yorkers|Middle Eastern"
)
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
        return None
    if place.before[-1:] in CURRENCY and place.before:
        label = Label.MONEY  # whatever a tagger took the amount for
    if label is Label.MISC:
        if place.size == 1:
            return (names_of_class(label).draw(rng),)
        return tuple(one_of(rng, _OTHER_NAMES).split()) if place.size == 2 else None
    generator = _GENERATORS.get(label)
    words = code(place, label, rng) if generator is None else generator(place, rng)
    return words if words is not None and len(words) == place.size else None
