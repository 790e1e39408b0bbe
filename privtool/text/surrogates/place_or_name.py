"""Places, and what else taggers call one: a street, a nationality or an organization."""

from __future__ import annotations

from privtool.text.lexicon import words
from privtool.text.surrogates.addresses.addresses import address, names_a_street
from privtool.text.surrogates.addresses.places import is_area, is_known, location
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.names.peoples import compound, is_people, people
from privtool.text.surrogates.names.things import known_organization
from privtool.text.surrogates.places.countries import world
from privtool.text.surrogates.places.postcodes import code_in, without_code
from privtool.text.surrogates.prf import normalized


def place_or_name(phrase: str, context: Context) -> str:
    """Return another place, street, nationality or organization for a phrase called a place."""
    coded = code_in(phrase) and world().is_foreign(without_code(phrase))  # "4051 Basel"
    if names_a_street(phrase) and not coded:
        return address(phrase, context)
    bare = phrase[4:] if phrase[:4].lower() == "the " else phrase
    if "," in phrase or is_area(bare):
        return location(phrase, context)
    article = phrase[: len(phrase) - len(bare)]
    made = None
    if is_people(bare.split()[-1]) and normalized(bare) not in words("place_words.people_or_town"):
        made = people(bare, context) or compound(bare, context)
    elif article or "the" in context.cues or not is_known(bare):
        made = known_organization(bare, context)
    return location(phrase, context) if made is None else article + made
