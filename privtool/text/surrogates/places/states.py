"""The states of the United States, by name, code or abbreviation, and their cities."""

from __future__ import annotations

import re

from privtool.text.lexicon import rows
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.places.us_gazetteer import STATE_CODES, STATES, gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized

CODE_LENGTH = 2  # letters
_SURROUNDING_STATE = {"DC": "MD", "district of columbia": "MD"}
_SHORT = {code: short.split("|") for code, _, short in rows("states")}
_CODES = {
    word.replace(".", "").lower(): code for code, short in _SHORT.items() for word in short if word
}
_ZIP = re.compile(r"\s+\d{5}(?:-\d{4})?$")


def state_code(part: str, after_comma: bool = False) -> str | None:
    """Return the code of a state given by name or code, with or without a ZIP code after it.

    Codes in lower case count before a ZIP code and, with `after_comma`, anywhere; abbreviations
    ("Calif.") count only there. The District of Columbia counts as the state around it.
    """
    written = part.strip()
    bare = _ZIP.sub("", written)
    short = bare.replace(".", "")
    if len(short) == CODE_LENGTH and (short.isupper() or after_comma or bare != written):
        short = short.upper()
        return short if short in STATES else _SURROUNDING_STATE.get(short)
    if after_comma and is_abbreviation(short):
        return _CODES[short.lower()]
    return STATE_CODES.get(normalized(bare)) or _SURROUNDING_STATE.get(normalized(bare))


def is_abbreviation(part: str) -> bool:
    """Return whether a word is the abbreviation of a state: "Conn"."""
    return part.replace(".", "").lower() in _CODES


def written_like(part: str, code: str) -> str:
    """Return a state as another one is written: a code, an abbreviation or a name."""
    letters = "".join(filter(str.isalpha, part))
    if len(letters) == CODE_LENGTH and (letters.isupper() or letters.islower()):
        return code
    short = _SHORT[code][0]
    if short and is_abbreviation(letters) and normalized(part) not in STATE_CODES:
        return short + ("." if part.rstrip().endswith(".") else "")
    return STATES[code]


def state_surrogate(code: str, context: Context) -> str:
    """Return the code of the surrogate of a state, the same throughout the scope."""
    return STATE_CODES[normalized(context.pick("state", STATES[code], gazetteer().states))]


def city_surrogate(city: str, state: str | None, context: Context) -> tuple[str, str]:
    """Return the surrogate of a city: its state's code and its name.

    The state is by default that of the largest city of the name; an unknown city gets any.
    """
    table = gazetteer()
    state = state or table.home.get(normalized(city))
    new = state_surrogate(state, context) if state else _any_state(city, context)
    return new, context.pick("city", f"{city}/{state}", table.cities[new], "CITY", excluded=city)


def _any_state(phrase: str, context: Context) -> str:
    drawn = gazetteer().states.draw(context.rng("state of", phrase))
    return STATE_CODES[normalized(drawn)]


def draw_zip(code: str, rng: KeyedRandom, context: Context) -> str:
    """Return a ZIP code of the surrogate of the code's city, of any city for an unknown code."""
    table = gazetteer()
    state, city = table.of_zip.get(code, ("", code))
    # A city without a state is in the state where its name is largest.
    alone = not state or table.home.get(normalized(city)) == state
    place = city_surrogate(city, None if alone else state, context)
    zips = table.zips.get(place)  # None for a city from the user's pool
    return Pool(sorted(zips or table.zips[place[0], table.cities[place[0]].draw(rng)])).draw(rng)
