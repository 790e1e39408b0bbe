"""Postcodes: other ones of the same form, next to the place that they stand beside."""

from __future__ import annotations

import re
from functools import cache

from privtool.text.lexicon import rows
from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.places.areas import draw_zip
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.values.code import randomize, read_dictation

_BRITISH = re.compile(r"[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}")
_AMERICAN = (5, 9)  # digits
_SHORTEST = 4  # characters of a code that is told from other numbers


def zip_code(phrase: str, context: Context) -> str:
    """Return a ZIP code of the surrogate of its city; other postcodes keep their form.

    British ones begin with ZZ99, which does not exist.
    """
    dictation = private_dictation(phrase, cues_only=True)
    chars = dictation.chars
    disguised = any(slot.kind == "code" for slot in read_dictation(phrase).slots)
    if not chars:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng)
        if chars.isdigit() and len(chars) in _AMERICAN and not disguised:
            new = draw_zip(chars[: _AMERICAN[0]], rng, context) + new[_AMERICAN[0] :]
        elif _BRITISH.fullmatch(chars):
            new = "zz99"[: len(chars) - 3] + new[-3:]
        return dictation.render(new)

    return context.retry("ZIP", phrase, make)


def code_in(part: str) -> str:
    """Return the postcode before or after a place, "4051 Basel", "IL 62704"; "" without one."""
    match = _beside().fullmatch(part)
    return match["first"] or match["last"] if match else ""


def without_code(part: str) -> str:
    """Return a place without its postcode."""
    match = _beside().fullmatch(part)
    return match["after"] or match["before"] if match else part


def with_other_code(part: str, place: str, context: Context) -> str:
    """Return another place with another postcode on the side where a part has one."""
    match = _beside().fullmatch(part)
    if match is None:
        return place
    gap, code = match["gap"] or match["space"], zip_code(code_in(part), context)
    return code + gap + place if match["first"] else place + gap + code


def form_of(code: str) -> str:
    """Return the form of a postcode, 9 for a digit and A for a letter: "999 99"."""
    digits = re.sub(r"\A[A-Z]{1,2}-", "", code.upper())
    return re.sub("[A-Z]", "A", re.sub(r"\d", "9", digits))


def countries_with(form: str) -> frozenset[str]:
    """Return the countries whose postcodes have a form."""
    table = rows("postcodes", "intl")
    return frozenset(country for country, forms in table if form in forms.split("|"))


@cache
def _beside() -> re.Pattern[str]:
    """Return the pattern of a place and a postcode of four characters or more."""
    forms = {form for _, each in rows("postcodes", "intl") for form in each.split("|")}
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    code = "|".join(
        form.replace(" ", r"\s?").replace("9", r"\d").replace("A", "[A-Z]")
        for form in ordered
        if len(form) >= _SHORTEST
    )
    place = r"[^\W\d](?:[^,\d]*[^\W\d])?\.?"
    return re.compile(
        rf"(?P<first>(?:[A-Z]{{1,2}}-)?(?:{code}))(?P<gap>\s+)(?P<after>{place})"
        rf"|(?P<before>{place})(?P<space>\s+)(?P<last>{code})",
        re.IGNORECASE,
    )
