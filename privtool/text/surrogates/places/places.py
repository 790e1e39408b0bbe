"""Places: countries, states, cities and ZIP codes that agree with one another.

A state has one surrogate in a scope, a city comes from the surrogate of its state, and a ZIP code
from the surrogate of its city. So what agreed agrees again, without a table of what was drawn.
"""

from __future__ import annotations

import re
from functools import cache

import regex

from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import randomize, read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import locale_of
from privtool.text.surrogates.places.us_gazetteer import CODES, STATES, places
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized

_LETTERS = regex.compile(r"\p{L}")
_CODE = 2  # letters
_AROUND = {"DC": "MD", "district of columbia": "MD"}
_UK = re.compile(r"[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}")
_ZIP = 5
_CODE_LETTERS = 3  # "UK", "USA": capitals that say nothing about the text around
_WITH_ZIP = re.compile(r"(.*?\S)(\s+)(\d{5}(?:-\d{4})?)", re.DOTALL)
# The names that other countries go by, beside those that Faker has.
_MORE_COUNTRIES = [
    "England",
    "Scotland",
    "Wales",
    "Britain",
    "America",
    "USA",
    "US",
    "UK",
    "Russia",
    "Iran",
    "Syria",
    "Vietnam",
    "Laos",
    "Korea",
]


def location(phrase: str, context: Context) -> str:
    """A country for a country, a state for a state, else a city.

    Parts with a comma between them are done one by one; a city goes by the state behind it.
    """
    if _LETTERS.search(phrase) is None:
        raise NoSurrogateError
    parts = re.split(r"(\s*,\s*)", phrase)
    states = [_state_code(part, True) for part in parts[2::2]]
    made: list[str] = []
    for number, part in enumerate(parts[::2]):
        state = states[number] if number < len(states) else None
        made.append(_place(part, state, context, number > 0) if part else part)
    return "".join(text for pair in zip(made, [*parts[1::2], ""], strict=True) for text in pair)


def behind_comma(part: str, context: Context) -> str:
    """What follows a comma: a state, whose code may be in small letters, or another place."""
    return _place(part, None, context, True)


def zip_code(phrase: str, context: Context) -> str:
    """A ZIP code of the surrogate of its city; other postcodes keep their form.

    British ones begin with ZZ99, which is no place.
    """
    with_state = _WITH_ZIP.fullmatch(phrase)
    if with_state and _state_code(with_state.group(1), True):
        return _place(phrase, None, context, True)
    dictation = private_dictation(phrase, cues_only=True)
    chars = dictation.chars
    if not chars:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng)
        if chars.isdigit() and len(chars) in (_ZIP, 9) and _dictated_whole(phrase):
            new = _zip(chars[:_ZIP], rng, context) + new[_ZIP:]
        elif _UK.fullmatch(chars) and len(chars) >= 6:
            new = "zz99"[: len(chars) - 3] + new[-3:]
        return dictation.render(new)

    return context.retry("ZIP", phrase, make)


def city_of(city: str, state: str | None, context: Context) -> tuple[str, str]:
    """The surrogate of a city as its state's code and its name."""
    table = places()
    if state is None:
        state = table.home.get(normalized(city))
    new_state = _state(state, context) if state else _any_state(city, context)
    keyed = f"{city}/{state}"
    return new_state, context.pick("city", keyed, table.cities[new_state], "CITY", itself=city)


def _place(part: str, state: str | None, context: Context, behind: bool = False) -> str:
    """The surrogate of one place; `behind` a comma a code may be in small letters."""
    locale = locale_of(part)
    if locale is not None:
        return context.pick("city", part, _foreign_cities(locale))
    with_zip = _WITH_ZIP.fullmatch(part)
    if with_zip:  # "IL 62704"
        before, gap, code = with_zip.groups()
        return _place(before, state, context, True) + gap + zip_code(code, context)
    key = normalized(part)
    known = _state_code(part, behind)
    if known is not None and not (state and key in places().home):
        new = _state(known, context)
        return cased_like(part, new if sum(map(str.isalpha, part)) == _CODE else STATES[new])
    split = _city_and_state(part, behind)
    if split is not None:
        city, gap, its_state = split
        made = _place(city, _state_code(its_state, True), context)
        return made + gap + _place(its_state, None, context, True)
    if key in _country_names():
        country = context.pick("country", part, _countries(), "COUNTRY")
        return (
            country if part.isupper() and len(part) <= _CODE_LETTERS else cased_like(part, country)
        )
    return cased_like(part, city_of(part, state, context)[1])


def _zip(code: str, rng: KeyedRandom, context: Context) -> str:
    """A code of the city that stands in for the code's city; of any city for an unknown code."""
    table = places()
    known = table.of_zip.get(code)
    if known is None:
        state = _any_state(code, context)
        city = table.cities[state].draw(rng)
    else:
        state, city = city_of(known[1], known[0] if _ambiguous(known) else None, context)
    found = table.zips.get((state, city))  # none for a city of the user's
    return (found or table.zips[state, table.cities[state].draw(rng)]).draw(rng)


def _ambiguous(place: tuple[str, str]) -> bool:
    """Whether the city's name alone means a city of another state."""
    return places().home.get(normalized(place[1])) != place[0]


def _dictated_whole(phrase: str) -> bool:
    """Whether the five digits are written or said without other letters among them."""
    return all(slot.kind != "code" for slot in read_dictation(phrase).slots)


def _state_code(part: str, behind: bool = False) -> str | None:
    """The code of a state that is written in full or as its code, a ZIP code behind it or not.

    Codes in small letters count before a ZIP code, and `behind` a comma. The District of Columbia
    goes by the state around it.
    """
    written = part.strip()
    bare = re.sub(r"\s+\d{5}(?:-\d{4})?$", "", written)
    short = bare.replace(".", "")
    if len(short) == _CODE and (short.isupper() or behind or bare != written):
        short = short.upper()
        return short if short in STATES else _AROUND.get(short)
    return CODES.get(normalized(bare)) or _AROUND.get(normalized(bare))


def _city_and_state(part: str, behind: bool) -> tuple[str, str, str] | None:
    """A city, the gap, and the state right behind it; None for anything else."""
    if normalized(part) in places().home:  # "Port Washington"
        return None
    for gap in re.finditer(r"\s+", part):
        city, state = part[: gap.start()], part[gap.end() :]
        is_code = len(state) == _CODE
        if city and (behind or not is_code or not part.isupper()) and _state_code(state, behind):
            return city, gap.group(), state
    return None


def _state(code: str, context: Context) -> str:
    """The code of the surrogate of a state: the same wherever the state occurs in the scope."""
    drawn = context.pick("state", STATES[code], places().states)
    return CODES[normalized(drawn)]


def _any_state(phrase: str, context: Context) -> str:
    drawn = places().states.draw(context.rng("state of", phrase))
    return CODES[normalized(drawn)]


@cache
def _countries() -> Pool:
    """The countries that Faker knows, by their short names."""
    from faker.providers.address import Provider

    return Pool(name for name in Provider.countries if "(" not in name and len(name) < 25)


@cache
def _country_names() -> frozenset[str]:
    return frozenset(map(normalized, (*_countries().phrases, *_MORE_COUNTRIES)))


@cache
def _foreign_cities(locale: str) -> Pool:
    """Cities in another script; names of persons where Faker has no cities."""
    from importlib import import_module

    from privtool.text.surrogates.name_lists import names

    try:
        provider = import_module(f"faker.providers.address.{locale}").Provider
    except ImportError:
        return names(locale).surnames
    found = getattr(provider, "city_names", ()) or getattr(provider, "cities", ())
    return Pool(found) if found else names(locale).surnames
