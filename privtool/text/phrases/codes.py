"""Values with a form of their own: public patterns with other digits, letters and names."""

from __future__ import annotations

from privtool.text.english.numbers import small_words
from privtool.text.labels import Label
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dispatch import surrogate_for
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.places.us_gazetteer import gazetteer
from privtool.text.surrogates.prf import Key, KeyedRandom

# Public examples of each form; a surrogate of one has other digits and letters.
_PATTERNS = {
    Label.PHONE: "415-555-0142|555-0142|(415) 555-0142|415 555 0142|1 415 555 0142",
    Label.CARD: "4111111111111111|4111 1111 1111 1111",
    Label.IBAN: "DE89370400440532013000|DE89 3704 0044 0532 0130 00",
    Label.SSN: "536-22-8726|536 22 8726",
    Label.NATIONAL_ID: "536228726|536 228 726",
    Label.ID: "QX4711|48392|A-47|747|48 392",
    Label.IP: "192.168.20.15",
    Label.USERNAME: "jsmith42|msmith|jdoe",
    Label.EMAIL: "jsmith@example.com|john.smith@example.org",
    Label.URL: "www.example.org|www.example.com",
}
_STREETS = "Street|Avenue|Road|Drive|Lane"
_SPOKEN_DIGITS = 4  # words from which a number is said digit by digit
_DIGIT_LABELS = frozenset((Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID))


def code(place: PhrasePlace, label: Label, rng: KeyedRandom) -> Words | None:
    """Return a value of a label with as many words; None if there is no such form."""
    if label is Label.ADDRESS:
        return _address(place, rng)
    if label is Label.ZIP:
        table = gazetteer()
        zips = tuple(table.of_zip)
        return (zips[rng.below(len(zips))],) if place.size == 1 else None
    if label is Label.EMAIL and place.size > 3 and place.gaps[-1].isspace():
        names = [name_pools().given.draw(rng).lower() for _ in range(place.size - 4)]
        return (*names, "at", one_of(rng, "gmail|yahoo|hotmail"), "dot", "com")
    if label is Label.URL and place.size == 2 and place.gaps[0].startswith("."):
        return name_pools().surnames.draw(rng), "com"
    digits = label in _DIGIT_LABELS and place.size >= _SPOKEN_DIGITS
    if digits and (place.spoken or place.size > 5):
        drawn = (rng.below(10) for _ in range(place.size))
        return tuple(small_words(digit) if place.spoken else str(digit) for digit in drawn)
    fitting = [
        pattern
        for pattern in _PATTERNS.get(label, "").split("|")
        if pattern and len(pattern.split()) == place.size
    ]
    if not fitting or any(gap.strip() for gap in place.gaps):
        return None
    key = Key(str(rng.below(1 << 62)).encode())
    try:
        made = surrogate_for(fitting[rng.below(len(fitting))], label.value, Context(key, ""))
    except NoSurrogateError:
        return None
    words = tuple(made.split())
    return words if len(words) == place.size else None


def _address(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    name, kind = name_pools().surnames.draw(rng), one_of(rng, _STREETS)
    number = str(rng.between(1, 999))
    forms = {
        1: (number,),
        2: (name, kind),
        3: (number, name, kind),
        4: (number, rng.choice("NESW"), name, kind),
    }
    return forms.get(place.size)
