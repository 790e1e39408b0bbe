"""Other names: nationalities, events, works, products; each becomes another one of its kind."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.names.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.names.organizations import (
    KEPT_WORDS,
    in_other_script,
    rename,
    replace_digits,
)
from privtool.text.surrogates.names.other_kinds import pool_of_kind, titles, works
from privtool.text.surrogates.names.peoples import people
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

# Words of events, prizes and laws: they tell the kind and no more.
_EVENT_WORDS = word_set(
    """accord accords act agreement amendment amendments award awards bill bowl carnival challenge
    championship championships classic code conference congress constitution convention cup day
    derby directive dynasty edition eve exhibition expo fair fest festival final finals fund
    game games law league marathon masters medal olympics open parade party pride prize protocol
    race rally regatta revolution round rule season series show summer summit superbowl symphony
    tour tournament treaty trophy war week winter world"""
)
_STORM_WORDS = word_set("hurricane typhoon cyclone storm tropical")
KEPT_EVENT_WORDS = _EVENT_WORDS | _STORM_WORDS | KEPT_WORDS
_GROUPS = (
    NameGroup(
        """Boer War|Crimean War|Cold War|Falklands War|Gulf War|Korean War|Vietnam War|Winter War
        |Iraq War|Opium War""",
        """World War I|World War II|World War One|World War Two|First World War|Second World War
        |Civil War|American Civil War|Revolutionary War|War of 1812|WWI|WWII|WW1|WW2
        |Spanish Civil War|Iran-Iraq War|Six-Day War|Great War|Bosnian War""",
    ),
    NameGroup(
        "Toyota|Honda|Ford|Nissan|Chevrolet|Hyundai|Volkswagen|Subaru|Mazda|Kia|Volvo",
        "BMW|Audi|Mercedes|Tesla|Chevy|Porsche|Ferrari|Jeep|Dodge|Fiat|Renault|Lexus|Jaguar",
    ),
    NameGroup(
        """Toyota Corolla|Honda Civic|Ford Fiesta|Nissan Altima|Hyundai Elantra|Volkswagen Golf
        |Subaru Outback|Mazda Miata|Kia Sorento|Volvo Estate|Chevrolet Malibu"""
    ),
    NameGroup(
        "Kindle|Chromebook|MacBook|ThinkPad|Pixel|Galaxy|BlackBerry|Walkman",
        "iPhone|iPad|iPod|Surface|Fitbit|Roomba|Alexa|Nokia",
    ),
    NameGroup(
        "PlayStation|Xbox|Game Boy|Nintendo Switch|GameCube|Sega Saturn", "Wii|Nintendo|Atari"
    ),
    NameGroup(
        "Windows|Linux|Android|Photoshop|Excel|Firefox|PowerPoint|Acrobat|Ubuntu",
        "macOS|iOS|Word|Chrome|Outlook|Office|Safari|Debian|Unix|Java|Python",
    ),
    NameGroup(
        "Facebook|Instagram|Twitter|YouTube|WhatsApp|Snapchat|TikTok|LinkedIn|Skype|Zoom",
        "Netflix|Spotify|Uber|Tinder|Reddit|Telegram|Signal|Gmail|Pinterest|Lyft",
    ),
)
_HOLIDAYS = NameGroup(
    "Christmas|Easter|Thanksgiving|Halloween|Hanukkah|Passover|Ramadan|Diwali",
    "Yom Kippur|Eid|Lent|Rosh Hashanah|Good Friday|Memorial Day|Labor Day|Veterans Day|Mardi Gras",
)
_MAKERS = word_set(
    """toyota honda ford nissan chevrolet hyundai volkswagen subaru mazda kia volvo bmw audi
    mercedes tesla chevy porsche ferrari jeep dodge fiat renault lexus jaguar"""
)
_CAR_MODELS = 2  # where the car models are among the groups
_SMALL = word_set("a an and as at by for from in is it my of on or our the to we with you your")
_FIRST = "Al Bra Cor Del El Fen Gal Hel Il Jor Kel Lor Mar Nov Or Pel Quin Ros Sol Tor Ul Vel Zan"
_MIDDLE = "a e i o u an ar en ia in is on or um"
_LAST = "den dex dia fic lia lux met mia nex nia ra ria ro ron ta tis tra va vex vo xa"
_NUMBER_AT_END = regex.compile(r"([ -]?)(\p{Lu}{0,2}\p{N}++\p{L}?)\Z")
_WORLD_WAR = regex.compile(r"world war|ww", regex.IGNORECASE)
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019]*+")


def other_name(phrase: str, context: Context) -> str:
    """Return another name of the kind that the label, the name itself or its form tells.

    "Cup", "Prize" and the like stay. A title such as "War and Peace" becomes another title, a word
    of no known kind a coined one.
    """
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    if not any(map(str.isalpha, phrase)):
        return replace_digits(phrase, context)
    article, name = _split_article(phrase)
    known = people(name, context) or _of_group(name, context)
    if known is not None:
        return article + known
    pool = pool_of_kind(context.kind)
    if pool is None or normalized(name).split()[0] in _STORM_WORDS:
        return article + _of_form(name, article, context)
    drawn = context.pick(context.kind, name, titles(article) if pool is works() else pool)
    return article + capitalized_like(name, drawn)


def _split_article(phrase: str) -> tuple[str, str]:
    article = phrase[:4] if normalized(phrase[:4]) == "the" else ""
    rest = phrase[len(article) :]
    return (article, rest) if any(map(str.isalpha, rest)) else ("", phrase)


def _of_group(name: str, context: Context) -> str | None:
    """Return another name of a known group, with another number after it; None for others."""
    pool = _groups().pool_with(name)
    if pool is not None:
        if name.isupper():  # "BMW"
            return context.pick("name", name, pool)
        the = "the " if _WORLD_WAR.match(name) else ""  # all others have an article in the text
        return the + cased_like(name, context.pick("name", name, pool))
    words = normalized(name).split()
    if len(words) > 1 and words[0] in _MAKERS:
        return cased_like(name, context.pick("name", name, pool_of(_GROUPS[_CAR_MODELS].drawn)))
    last = _groups().pool_with(words[-1]) if len(words) > 1 else None
    if last is not None:  # "Samsung Galaxy"
        return cased_like(name, context.pick("name", name, last))
    number = _NUMBER_AT_END.search(name)
    model = name[: number.start()] if number else ""
    first = _groups().pool_with(model) if model else None
    if number is None or first is None:
        return None
    drawn = cased_like(model, context.pick("name", model, first))
    return f"{drawn}{number[1]}{replace_digits(number[2], context)}"


def _of_form(name: str, article: str, context: Context) -> str:
    """Return a name of the form of another: an event, a product with a number, a title, a word."""
    words = [normalized(word) for word in _WORD.findall(name)]
    ordinal = ORDINAL.match(name)
    if ordinal and len(words) > 1 and words[-1] in KEPT_EVENT_WORDS:
        new = context.retry("ordinal", ordinal[0], lambda rng: other_ordinal(ordinal, rng))
        return new + name[ordinal.end() :]
    if words[0] in _STORM_WORDS:
        return rename(name, context, "given", name_pools().given, KEPT_EVENT_WORDS)
    if not _EVENT_WORDS.isdisjoint(words) and _SMALL.isdisjoint(words):
        return _event(name, context)
    number = _NUMBER_AT_END.search(name)
    model = name[: number.start()] if number else ""
    if number and model.isalpha():
        coined = cased_like(model, context.pick("name", model, _coined()))
        return f"{coined}{number[1]}{replace_digits(number[2], context)}"
    if " " in name:
        return capitalized_like(name, context.pick("title", name, titles(article)))
    return capitalized_like(name, context.pick("name", name, _coined()))


def _event(name: str, context: Context) -> str:
    """Return an event with another nationality, or with surnames for its own words."""
    first, space, rest = name.partition(" ")
    nation = people(first, context) if rest else None
    if nation is not None and set(normalized(rest).split()) <= KEPT_EVENT_WORDS:
        return nation + space + rest
    return rename(name, context, "name", name_pools().surnames, KEPT_EVENT_WORDS)


@cache
def _groups() -> NameGroups:
    return NameGroups((*_GROUPS, _HOLIDAYS))


@cache
def _coined() -> Pool:
    """Return some thousand words that sound like names of products."""
    return Pool(
        first + middle + last
        for first in _FIRST.split()
        for middle in _MIDDLE.split()
        for last in _LAST.split()
    )
