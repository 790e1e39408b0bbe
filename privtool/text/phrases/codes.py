"""Values with a form of their own: public patterns with other digits, letters and names."""

from __future__ import annotations

import re

from privtool.text.english.numbers import small_words
from privtool.text.labels import Label
from privtool.text.phrases.cues import next_word, noun_follows
from privtool.text.phrases.kinds import draw_of_kind
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dispatch import surrogate_for
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.places.us_gazetteer import gazetteer
from privtool.text.surrogates.prf import Key, KeyedRandom
from privtool.text.word_sets import word_set

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
_NUMBERED = re.compile(
    r"(?:\b(?:no\.|number|code|id|account|flight|ticket|room|serial|invoice|reference|ref|badge|"
    r"passport)(?!\w)\W*(?:is|was)?\W*|#)$",
    re.IGNORECASE,
)
_TERMS = "12-month|six-month|two-year|90-day"
_MEASURES = {
    "period average contract loan trial prison term stay rule reign career marriage war strike": (
        _TERMS
    ),
    "program plan project phase history effort battle campaign tenure deal pact lease": _TERMS,
    "bond bonds mortgage mortgages treasury issue note notes": "30-year|10-year|five-year",
    "plunge drop crash decline fall gain rise rally slide move": "50-point|120-point|9.5-point",
    "increase increases decrease improvement growth": "two-fold|three-fold|five-fold|10-fold",
    "split stock": "2-for-1|3-for-2|4-for-1",
    "basis ratio": "two-to-one|5-to-1",
    "week": "35-hour|40-hour",
    "stretch section segment tunnel bridge road trail route race walk": "2-mile|5-mile|20-mile",
    "mural wall fence tower statue wave yacht boat": "50-foot|100-foot|30-foot",
    "odds": "10-to-1|3-to-1|5-to-2",
    "generation century grade floor place": "2nd|3rd|4th|5th",
    "group organization nation bloc": "12-nation|20-nation",
}
_MORE = re.compile(r" (?:(?:more|less|as|worse|better)\b|(?!other)[a-z]{3,}er (?:than\b|[^a-z]))")
_RATE = re.compile(r" (?:a|an|per) (?:month|year|week|day|hour)\b")
_OF_TIME = word_set("by since until in at for of from to")
_PERIODS = "30-day|10-year|five-year|two-year|six-month|10-point|two-day"
_ORDINALS = "2nd|3rd|4th|5th"
_PAID = re.compile(r"\b(?:made|makes?|making|earn(?:s|ed)?|paid|pays?|costs?|worth|spent) $")
_FIGURES = "60fps|30fps|1080p|720p|90%|3am|10pm"
_LETTERS = "ABCDEFGHJKLMRSTW"
_STREETS = "Street|Avenue|Road|Drive|Lane"
_SPOKEN_DIGITS = 4  # words from which a number is said digit by digit
_DIGIT_LABELS = frozenset((Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID))


def code(place: PhrasePlace, label: Label, rng: KeyedRandom) -> Words | None:
    """Return a value of a label with as many words; None if there is no such form."""
    if label is Label.ID and place.size == 1 and not _NUMBERED.search(place.before):
        measured = measure(place, rng)
        if place.last_word == "vitamin":
            return (one_of(rng, "D3|B12|C|K2"),)
        if measured:
            return (measured,)
        if _PAID.search(place.before):
            return (f"{rng.between(2, 90)}k",)
        if "talk" in place.topics and not place.is_listed:
            return draw_of_kind("gadget", 1, rng)
    if label is Label.PHONE and place.before.endswith("+") and place.size < 3:
        number = f"{rng.between(201, 989)}-555-{rng.between(100, 199):04}"
        return ("1", number) if place.size > 1 else (f"1-{number}",)
    if label is Label.PHONE and place.size == 2 and place.gaps[0].startswith(")"):
        return str(rng.between(201, 989)), f"555-{rng.between(100, 199):04}"
    if label is Label.ADDRESS:
        road = draw_of_kind("road", place.size, rng) if "roads" in place.topics else None
        return _address(place, rng) if road is None else road
    if label is Label.ZIP:
        table = gazetteer()
        zips = tuple(table.of_zip)
        return (zips[rng.below(len(zips))],) if place.size == 1 else None
    if label is Label.EMAIL and place.size > 3 and place.gaps[-1].isspace():
        names = [name_pools().given.draw(rng).lower() for _ in range(place.size - 4)]
        return (*names, "at", one_of(rng, "gmail|yahoo|hotmail"), "dot", "com")
    if label is Label.URL and place.size == 2 and place.gaps[0].startswith("."):
        return name_pools().surnames.draw(rng), "com"
    if label is Label.USERNAME and place.gaps == ("/",):
        name = code(place._replace(gaps=()), label, rng)
        return None if name is None else ("u", *name)  # "u/jdoe", on Reddit
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


def is_numbered(place: PhrasePlace) -> bool:
    """Return whether a number or code is announced: "your claim number is [MASK]"."""
    return place.size == 1 and _NUMBERED.search(place.before) is not None


def ticker(size: int, rng: KeyedRandom) -> Words | None:
    """Return the symbol of a share in capitals, and the exchange after a dot."""
    symbol = "".join(rng.choice(_LETTERS) for _ in range(rng.between(3, 4)))
    return {1: (symbol,), 2: (symbol, one_of(rng, "N|O|L|A|TO"))}.get(size)


def measure(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    """Return a number with its unit before a noun, which taggers take for a code, or "mid-1994"."""
    noun = next_word(place)
    if _RATE.match(place.after):  # "I make 2k a month"
        return f"{rng.between(2, 60)}00"
    if _MORE.match(place.after):
        return one_of(rng, "10x|5x|3x|2x")
    if noun_follows(place) or noun in ("said", "or"):
        forms = next((forms for nouns, forms in _MEASURES.items() if noun in nouns.split()), "")
        return one_of(rng, forms or (_PERIODS if "news" in place.topics else _ORDINALS))
    if place.last_word in ("the", "early", "late") and not place.after.startswith("'"):
        return one_of(rng, "60s|70s|80s|90s")
    if place.last_word in _OF_TIME:
        if "talk" in place.topics or place.last_word == "at":
            return one_of(rng, _FIGURES) if place.last_word == "at" else None
        return f"{one_of(rng, 'mid|late|early')}-{1975 + place.shared % 45}"
    return None


def _address(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    name, kind = name_pools().surnames.draw(rng), one_of(rng, _STREETS)
    number = str(rng.between(1, 999))
    if place.size == 1 and place.preceding == Label.LOCATION.value:
        return (kind,)  # of a street whose name has another label
    forms = {
        1: (number,),
        2: (name, kind),
        3: (number, name, kind),
        4: (number, rng.choice("NESW"), name, kind),
    }
    return forms.get(place.size)
