"""Values of the slots of templates: names of four labels, phrases not learned from, plain words.

Where corpora disagree on whether a phrase is a name (films, products, handles), it is not learned
from: neither as a name nor as another word.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Sequence
from typing import NamedTuple

from privtool.text.labels import Label
from talk.persons import PersonNames
from talk.places import cities, countries, hospital, organization, school, street
from talk.plain_words import (
    BODY,
    DRUGS,
    FILMS,
    ILLNESSES,
    JOBS,
    KIN,
    MONTHS,
    NUMBERS,
    PRODUCTS,
    THINGS,
    TONGUES,
    WEEKDAYS,
)


class Value(NamedTuple):
    """A text; `label` None with `is_name` is a phrase that is not learned from."""

    text: str
    is_name: bool = False
    label: Label | None = None


class Values:
    """Draws the values of one template."""

    def __init__(self, rng: random.Random, *, held_out: bool) -> None:
        self.rng, self.held_out = rng, held_out
        self.names = PersonNames(rng, held_out=held_out)
        self._people: dict[str, tuple[str, str]] = {}
        self._same: dict[tuple[str, str], Value] = {}

    def draw(self, slot: str, key: str | None) -> Value:
        """Draw a value, or return that of the same slot and key."""
        if slot in _PERSONS:
            person = self._people.setdefault(key or "", self.names.pair())
            if not key:
                self._people.pop("")
            return Value(_PERSONS[slot](*person, self.rng), True, Label.PERSON)
        if key:
            return self._same.setdefault((slot, key), self._draw(slot))
        return self._draw(slot)

    def _draw(self, slot: str) -> Value:
        if slot in _NAMES:
            label, make = _NAMES[slot]
            return Value(make(self.rng, self.held_out), True, label)
        if slot in _UNLEARNED:
            return Value(_UNLEARNED[slot](self.rng), True)
        return Value(_PLAIN[slot](self.rng))


def _initial(name: str) -> str:
    return f"{name[0]}."


def _full(given: str, surname: str, rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.06:
        return f"{given} {rng.choice(string.ascii_uppercase)}. {surname}"
    if kind < 0.1:
        return f"{_initial(given)} {surname}"
    return f"{given} {surname}"


def _letters(name: str, rng: random.Random) -> str:
    joint = rng.choice((" ", "-", " ", ", ", ". "))
    letters = [letter for letter in name if letter.isalpha()][:11]
    if len(letters) > 3 and rng.random() < 0.2:
        position = rng.randrange(1, len(letters))
        if letters[position].lower() == letters[position - 1].lower():
            letters[position - 1 : position + 1] = [f"double {letters[position]}"]
    spelled = joint.join(letters)
    return spelled.lower() if rng.random() < 0.4 else spelled.upper()


_PERSONS: dict[str, Callable[[str, str, random.Random], str]] = {
    "first": lambda given, surname, rng: given,
    "last": lambda given, surname, rng: surname,
    "full": _full,
    "formal": lambda given, surname, rng: f"{surname}, {given}",
    "backward": lambda given, surname, rng: f"{surname} {given}",
    "initials": lambda given, surname, rng: f"{given[0]}. {surname[0]}.",
    "initialed": lambda given, surname, rng: f"{given[0]}. {surname}",
    "caps": lambda given, surname, rng: f"{given} {surname}".upper(),
    "any": lambda given, surname, rng: rng.choice(
        (given, given, surname, _full(given, surname, rng), f"{given} {surname}")
    ),
    "spelled_first": lambda given, surname, rng: _letters(given, rng),
    "spelled_last": lambda given, surname, rng: _letters(surname, rng),
}
_NAMES: dict[str, tuple[Label, Callable[[random.Random, bool], str]]] = {
    "city": (Label.LOCATION, lambda rng, held_out: rng.choice(cities(held_out))),
    "country": (Label.LOCATION, lambda rng, held_out: rng.choice(countries(held_out))),
    "street": (Label.LOCATION, street),
    "org": (Label.ORGANIZATION, organization),
    "word_name": (
        Label.PERSON,
        lambda rng, held_out: PersonNames(rng, held_out=held_out).also_word(),
    ),
    "hospital": (Label.ORGANIZATION, hospital),
    "school": (Label.ORGANIZATION, school),
}


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice(string.digits) for _ in range(count))


def _handle(rng: random.Random) -> str:
    given, surname = PersonNames(rng, held_out=False).pair()
    joined = rng.choice((f"{given}{surname}", f"{given}_{surname}", f"{given[0]}{surname}", given))
    return "".join(joined.lower().split()) + rng.choice(("", "", _digits(rng, 2), "_"))


def _mail(rng: random.Random) -> str:
    return f"{_handle(rng)}@{rng.choice(('mail', 'example', 'post', 'work'))}.{rng.choice(_TOPS)}"


def _phone(rng: random.Random) -> str:
    form = rng.choice(("{}-{}-{}", "({}) {}-{}", "{} {} {}", "+1 {} {} {}", "{}.{}.{}"))
    return form.format(_digits(rng, 3), _digits(rng, 3), _digits(rng, 4))


def _date(rng: random.Random) -> str:
    day, year = rng.randint(1, 28), rng.randint(1940, 2025)
    month = rng.choice(MONTHS)
    form = rng.choice(("{m} {d}", "{m} {d}, {y}", "the {d}th of {m}", "{d} {m} {y}", "{n}/{d}/{y}"))
    return form.format(m=month, d=day, y=year, n=MONTHS.index(month) + 1)


def _time(rng: random.Random) -> str:
    hour = rng.randint(1, 12)
    forms = (f"{hour} pm", f"{hour}:{rng.randint(0, 5)}5 am", f"{rng.choice(NUMBERS)} o'clock")
    return rng.choice((*forms, f"half past {rng.choice(NUMBERS)}"))


def _words(words: Sequence[str]) -> Callable[[random.Random], str]:
    return lambda rng: rng.choice(words)


_TOPS = ("com", "org", "net", "co.uk", "de")
_UNLEARNED: dict[str, Callable[[random.Random], str]] = {
    "handle": lambda rng: f"@{_handle(rng)}",
    "user": _handle,
    "mail": _mail,
    "film": _words(FILMS),
    "product": _words(PRODUCTS),
    "tongue": _words(TONGUES),
}
_PLAIN: dict[str, Callable[[random.Random], str]] = {
    "nl": lambda rng: "\n",
    "phone": _phone,
    "date": _date,
    "time": _time,
    "code": lambda rng: rng.choice(string.ascii_uppercase) + _digits(rng, rng.randint(4, 8)),
    "digits": lambda rng: _digits(rng, rng.randint(3, 9)),
    "number": lambda rng: rng.choice((str(rng.randint(2, 99)), rng.choice(NUMBERS))),
    "amount": lambda rng: rng.choice(("${}", "{} dollars", "{} euros")).format(rng.randint(2, 999)),
    "month": _words(MONTHS),
    "weekday": _words(WEEKDAYS),
    "drug": _words(DRUGS),
    "illness": _words(ILLNESSES),
    "body": _words(BODY),
    "job": _words(JOBS),
    "thing": _words(THINGS),
    "kin": _words(KIN),
}
