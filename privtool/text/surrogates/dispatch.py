"""Who makes the surrogates of which label, within the quotes and endings of the phrase."""

from __future__ import annotations

from collections.abc import Callable

import regex

from privtool.text.labels import Label, bare, canonical
from privtool.text.surrogates import internet
from privtool.text.surrogates.common_words import replace_uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dates import datetimes as moments
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import GIVEN, SURNAME
from privtool.text.surrogates.names import organizations
from privtool.text.surrogates.names import persons as names
from privtool.text.surrogates.names.spelled import spell, spelled_word
from privtool.text.surrogates.numbers import ages, cards, codes, phones
from privtool.text.surrogates.places import places, streets

_MAKERS: dict[Label, Callable[[str, Context], str]] = {
    Label.PERSON: names.person,
    Label.LOCATION: places.location,
    Label.ORGANIZATION: organizations.organization,
    Label.MISC: organizations.other_name,
    Label.WORD: organizations.other_name,
    Label.ADDRESS: streets.address,
    Label.ZIP: places.zip_code,
    Label.DATE: moments.date,
    Label.TIME: moments.time,
    Label.AGE: ages.age,
    Label.PHONE: phones.phone,
    Label.EMAIL: internet.email,
    Label.URL: internet.url,
    Label.IP: internet.ip,
    Label.USERNAME: internet.username,
    Label.CARD: cards.card,
    Label.IBAN: cards.iban,
    Label.SSN: cards.ssn,
    Label.NATIONAL_ID: codes.national_id,
    Label.ID: codes.code,
    Label.MONEY: codes.money,
    Label.NUMBER: codes.number,
}
_ROLES = {
    "GIVEN_NAME": GIVEN,
    "FIRST_NAME": GIVEN,
    "MIDDLE_NAME": GIVEN,
    "SURNAME": SURNAME,
    "LAST_NAME": SURNAME,
    "FAMILY_NAME": SURNAME,
}
_COUNTED = frozenset((Label.AGE, Label.TIME, Label.MONEY))  # words may stand beside the number
_SPELLED = frozenset((Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC, Label.ADDRESS))
# What stands before and behind a name (with the possessive ending), and behind other things.
_NAME = regex.compile(
    r"([^\p{L}\p{N}]*+)(\p{L}.*?|\p{N}.*?)((?:['\u2019\u02bc][sS])?[^\p{L}\p{M}\p{N}]*)",
    regex.DOTALL,
)
_THING = regex.compile(r"(\s*+)(\S.*?)(\s*)", regex.DOTALL)
_ALL_BUILT_IN = 1000  # how many phrases the built-in ones count as beside those of a user


def surrogate_for(phrase: str, label: str, context: Context) -> str:
    """Another phrase of the kind that the label says, whatever words it may hold.

    What cannot be read as that kind but has digits gets other digits and letters. Raises
    `NoSurrogateError` for the rest.
    """
    kind = canonical(label)
    context = context._replace(role=_ROLES.get(bare(label), ""))
    try:
        return _within_edges(phrase, kind, bare(label), context)
    except NoSurrogateError:
        if not any(char.isdigit() for char in phrase):
            raise
        return codes.code(phrase, context)


def _within_edges(phrase: str, label: Label, name: str, context: Context) -> str:
    """The surrogate with the space, quotes and possessive ending of the phrase."""
    found = (_NAME if label in _SPELLED else _THING).fullmatch(phrase)
    if found is None:
        raise NoSurrogateError
    before, body, after = found.groups()
    return before + _body(body, label, name, context) + after


def _body(phrase: str, label: Label, name: str, context: Context) -> str:
    """The surrogate of a phrase without its edges, spelled if the phrase is."""
    word = spelled_word(phrase) if label in _SPELLED else None
    if word is not None:
        return spell(_plain(word, label, name, context), phrase)
    return _plain(phrase, label, name, context)


def _plain(phrase: str, label: Label, name: str, context: Context) -> str:
    """The surrogate from the user's phrases of that label or from its maker."""
    pools = context.options.pools
    user = name if name in pools else label.value
    if user in pools:
        first = context.rng("user", phrase)
        if pools[user].is_drawn(first, _ALL_BUILT_IN):
            return cased_like(phrase, context.pick("user", phrase, pools[user].pool))
    made = _MAKERS[label](phrase, context)
    return replace_uncommon_words(phrase, made, context) if label in _COUNTED else made
