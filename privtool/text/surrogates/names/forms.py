"""Forms of names that tell their kind: events, products with a number, laws."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.compounds import COMPOUND_WORDS
from privtool.text.surrogates.names.digits_and_letters import (
    other_numeral,
    random_letters,
    replace_digits,
)
from privtool.text.surrogates.names.institutions import cities, is_place
from privtool.text.surrogates.names.organizations import rename
from privtool.text.surrogates.names.other_kinds import pool_for, titles
from privtool.text.surrogates.names.own_words import KEPT_WORDS
from privtool.text.surrogates.names.peoples import nations, people
from privtool.text.surrogates.numbers.codes import number as number_like
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.places.countries import world
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.word_sets import word_set

# Words of events, prizes and laws: they tell the kind and no more.
_EVENT_WORDS = word_set(
    """accord accords act agreement amendment amendments award awards bill bowl carnival challenge
    championship championships classic code conference congress constitution convention cup day
    derby directive dynasty edition eve exhibition expo fair fest festival final finals fund
    game games law league marathon masters medal olympics open parade party pride prize protocol
    race rally regatta revolution round rule season series show summer summit superbowl symphony
    tour tournament treaty trophy war week winter winners crisis strike massacre
    uprising intifada copa coppa coupe liga pokal talks
    convention conventions primary election elections debate playoffs
    earthquake earthquakes flood floods fire fires tsunami eruption explosion bombing bombings
    shooting attack attacks riot riots crash blackout drought famine siege hijacking assassination
    scandal protest protests march outbreak recession election
    semifinals semifinal grand prix nationals regionals gala ball concert picnic reunion
    vote referendum trot potluck tournament
    disaster meltdown collapse spill derailment sinking landslide pandemic epidemic genocide coup
    invasion"""
)
_NATIONS = frozenset(("US", "USA", "UK"))
_LAWS = frozenset(("act", "bill"))
_STORM_WORDS = word_set("hurricane superstorm typhoon cyclone storm tropical")
KEPT_EVENT_WORDS = _EVENT_WORDS | _STORM_WORDS | KEPT_WORDS
_STRUGGLES = word_set("civil liberation independence border revolutionary cold winter gulf")
_SMALL = word_set("a an and as at by for from in is it my of on or our the to we with you your")
_FIRST = "Al Bra Cor Del El Fen Gal Hel Il Jor Kel Lor Mar Nov Or Pel Quin Ros Sol Tor Ul Vel Zan"
_MIDDLE = "a e i o u an ar en ia in is on or um"
_LAST = "den dex dia fic lia lux met mia nex nia ra ria ro ron ta tis tra va vex vo xa"
NUMBER_AT_END = regex.compile(r"([ -]?)(\p{Lu}{0,2}\p{N}++\p{L}?|(?<= )[IVX]{1,4})\Z")
# What follows these words is the name: "Operation Desert Storm", "the Battle of the Bulge".
_LED = regex.compile(
    r"(?:operation|project|mission)\s+"
    r"|(?P<place>(?:battle|siege|campaign|conquest|treaty|peace|massacre|bombing|fall|congress|convention|accord)\s+of"
    r"\s+)",
    regex.IGNORECASE,
)
_ARTICLE = regex.compile(r"the\s+", regex.IGNORECASE)
_DOSE = regex.compile(
    r"\s+\d[\d.,]*+\s?(?:mg|mcg|ml|g|units?|iu|tabs?|tablets?|capsules?|%)\b.*", regex.IGNORECASE
)
_SECTIONS = word_set(
    """section sections title article rule chapter part code penal civil criminal proposition prop
    no series source type class group plan phase stage step volume episode appendix exhibit schedule
    level grade channel tier category zone sector annex option vitamin hepatitis"""
)
_FIRST_LETTERS = Pool("ABCDEF")
_MONTH_AND_DAY = regex.compile(r"(\d{1,2})([/-])(\d{1,2})")
_LETTERED = regex.compile(r"(?P<kind>\p{L}+ )(?P<letter>[A-Z])")
_SYSTEMS = word_set(
    """index program programme system network fund bank company corporation board council committee
    agency service foundation association institute university college amphitheatre amphitheater
    theater theatre stadium arena museum library hospital airport hotel restaurant railway"""
)
KEPT_WORDS_OF_THINGS = (
    KEPT_EVENT_WORDS
    | COMPOUND_WORDS
    | _SECTIONS
    | _SYSTEMS
    | word_set(
        """disease syndrome disorder film flight campaign conquest
        liberation independence border revolutionary gulf cold mln bln million billion trillion
        thousand dlr dlrs operation project mission battle siege peace bombing fall mg mcg ml unit
        year month decade century
        units iu tab tabs tablet tablets capsule capsules retired former freelance self employed
        unemployed time full"""
    )
)
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019]*+")

_SPLIT = regex.compile(r"(\d|two|three|four|five)([- ]for[- ](?:1|one))", regex.IGNORECASE)
_SPLITS = Pool("2345")


def of_kind_words(name: str, context: Context) -> str | None:
    """Return a name with the words that tell its kind, or the form of its number; else None."""
    words = [normalized(word) for word in _WORD.findall(name)]
    ordinal = ORDINAL.match(name)
    if ordinal and len(words) > 1 and words[-1] in KEPT_EVENT_WORDS:
        new = context.retry("ordinal", ordinal[0], lambda rng: other_ordinal(ordinal, rng))
        rest = name[ordinal.end() :]
        own = KEPT_WORDS_OF_THINGS.issuperset(words[1:])
        return f"{new} {_event(rest.strip(), context)}" if not own else new + rest
    if words[0] in _STORM_WORDS:
        return rename(name, context, "given", name_pools().given, KEPT_EVENT_WORDS)
    led = _LED.match(name)
    if led is not None:
        rest = _ARTICLE.sub("", name[led.end() :])
        pool = cities() if led["place"] else titles("")
        return led[0] + cased_like(rest, context.pick("title", rest, pool))
    generic = _EVENT_WORDS.issuperset(words) and context.kind != "LAW"
    generic |= context.kind == "EVENT" and KEPT_EVENT_WORDS.issuperset(words)
    if generic or words[-1] in _LAWS:
        kind = "EVENT" if generic else "LAW"
        return capitalized_like(name, context.pick(kind, name, pool_for(kind)))
    lettered = _LETTERED.fullmatch(name)
    if lettered is not None and words[0] in _SECTIONS:  # "Series A"
        return lettered["kind"] + context.pick("lettered", lettered["letter"], _FIRST_LETTERS)
    number = NUMBER_AT_END.search(name)
    if number and words and _SECTIONS.issuperset(words):
        return _model(name[: number.start()], number, context)
    if not _EVENT_WORDS.isdisjoint(words) and _SMALL.isdisjoint(words):
        return _event(name, context)
    dose = _DOSE.search(name)
    if dose is not None:
        drug = name[: dose.start()]
        made = capitalized_like(drug, context.pick("name", drug, coined().starting_like(drug)))
        return made + number_like(dose[0], context)
    model = name[: number.start()] if number else ""
    if number and len(_WORD.findall(model)) >= 1 and not any(map(str.isdigit, model)):
        return _model(model, number, context)
    return None


def _model(model: str, number: regex.Match[str], context: Context) -> str:
    """Return another product with a number: "Dyson V11", "F-16", "Section 230"."""
    words = {normalized(word) for word in _WORD.findall(model)}
    if words <= _SECTIONS:
        made = model
    elif model.isupper() and len(model) <= 2:
        made = context.retry("model", model, lambda rng: random_letters(model, rng))
    else:
        made = cased_like(model, context.pick("name", model, coined().starting_like(model)))
    roman = not any(map(str.isdigit, number[2]))
    new = other_numeral(number[2], context) if roman else replace_digits(number[2], context)
    return f"{made}{number[1]}{new}"


def _event(name: str, context: Context) -> str:
    """Return an event with another nationality, or with surnames for its own words."""
    first, space, rest = name.partition(" ")
    nation = people(first, context) if rest else None
    if rest and first.replace(".", "") in _NATIONS:  # "U.S. Open"
        nation = context.pick("people", first, nations())
    if nation is not None and set(normalized(rest).split()) <= KEPT_EVENT_WORDS:
        return nation + space + rest
    if rest and world().country(first):  # "Bangladesh Liberation War"
        words = set(normalized(rest).split())
        if words <= KEPT_EVENT_WORDS | _STRUGGLES:
            return (
                cased_like(first, context.pick("country", first, world().countries)) + space + rest
            )
    own = name.rpartition(" ")[0]  # "the San Francisco earthquake"
    pool = cities() if is_place(own) else name_pools().surnames
    return rename(name, context, "name", pool, KEPT_EVENT_WORDS)


@cache
def coined() -> Pool:
    """Return some thousand words that sound like names of products."""
    return Pool(
        first + middle + last
        for first in _FIRST.split()
        for middle in _MIDDLE.split()
        for last in _LAST.split()
    )


def is_like_a_title(name: str, article: str) -> bool:
    """Return whether a name has "The", a small word, a sign or many words: not "Neural Network"."""
    words = name.split()
    if len(words) < 2 or name.islower():  # "pad see ew"
        return False
    plain = name.replace(" ", "").isalnum()
    return article[:1] == "T" or len(words) > 2 or any(map(str.islower, words)) or not plain


def stock_split(phrase: str, context: Context) -> str | None:
    """Return "4-for-1" for "2-for-1"; None for anything else."""
    split = _SPLIT.fullmatch(phrase)
    return split and f"{context.pick('split', split[1], _SPLITS)}{split[2]}"


def index_or_system(name: str, context: Context) -> str | None:
    """Return another index, network or the like; None for any other name."""
    first, _, last = name.rpartition(" ")
    if not first or normalized(last) not in _SYSTEMS or not last[0].isupper():
        return None
    drawn = context.pick("system", first, name_pools().surnames)
    return f"{drawn.upper() if name.isupper() else drawn} {last}"


def other_day(phrase: str, context: Context) -> str | None:
    """Return another month and day for an event that is named after its own: "9/11"; else None."""
    day = _MONTH_AND_DAY.fullmatch(phrase)

    def made(rng: KeyedRandom) -> str:
        return f"{rng.between(1, 12)}{day[2] if day else ''}{rng.between(1, 28)}"

    return day and context.retry("day", phrase, made)


def coined_with_noun(name: str, context: Context) -> str | None:
    """Return "Velora force" for "Debye force": the common noun after a name stays; else None."""
    first, _, rest = name.partition(" ")
    words = rest.split()
    if not first.istitle() or not rest.islower() or not _SMALL.isdisjoint(words):
        return None
    if len(words) > 2 or unfamiliar_words(rest):
        return None
    return f"{context.pick('name', first, coined().starting_like(first))} {rest}"


def split_article(phrase: str) -> tuple[str, str]:
    """Return the article at the start of a name, "" for none, and the rest."""
    article = phrase[:4] if normalized(phrase[:4]) == "the" else ""
    rest = phrase[len(article) :]
    return (article, rest) if any(map(str.isalpha, rest)) else ("", phrase)


def has_article(phrase: str) -> bool:
    """Return whether a phrase begins with "a" or "an" and is no title: "a Super Bowl party"."""
    titled = phrase[:1] == "A" and is_like_a_title(phrase, "")  # "A Storm to Come"
    return phrase[:2].lower() in ("a ", "an") and not titled
