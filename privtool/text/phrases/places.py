"""Names of places by the number of their words; a city has its state after it."""

from __future__ import annotations

import re

from privtool.text.phrases.cities import cities_with_states, city_and_state, home_of_company
from privtool.text.phrases.cues import article_of, is_determined, next_word, noun_follows
from privtool.text.phrases.kinds import draw_kind, draw_of_kind, pool_of
from privtool.text.phrases.outings import is_destination
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.phrases.streets import street
from privtool.text.surrogates.prf import Key, KeyedRandom
from privtool.text.word_sets import word_set

_NEW_SENTENCE = re.compile(r"\.\s+[A-Z\ufffc]")
_OF_CITIES = word_set("at near downtown outside suburban urban inner-city mayor greater")
_OF_COUNTRIES = re.compile(
    r"'s (?:\w+ )?(?:economy|government|president|prime|parliament|currency|army|delegation|"
    r"embassy|exports|imports|foreign|trade|finance|central|\w+ minister|ministry)\b"
)
_SELDOM = 3  # one in so many places before a full stop is an abbreviated one
_NAMED = re.compile(
    r"\b(countr(?:y|ies)|nations?|cit(?:y|ies)|towns?|states?)\b[^.?!]{0,24}$", re.IGNORECASE
)
_AS_A = re.compile(
    r"^[^.?!]{0,40}\b(?:as|is|was) (?:the|a) [\w-]+ (country|nation|city|town|state)\b"
)
_KINDS = dict.fromkeys(("country", "countries", "nation", "nations"), "country") | dict.fromkeys(
    ("city", "cities", "town", "towns"), "city"
)
_KINDS |= dict.fromkeys(("state", "states"), "state")
_IS_NATION = re.compile(
    r" (?:is|was|isn't) (?:it's|its|an?|no|our|the) (?:\w+ )?(?:nation|country)\b"
)
_OF_STATES = re.compile(
    r"\b(?:(?:governors?|senators?|legislature) (?:of|from|in)|"
    r"(?:judge|sen\.|rep\.|gov\.|congressman|senator|governor) \ufffc (?:\ufffc )?(?:of|from)) $",
    re.IGNORECASE,
)
_AT_HOME = re.compile(
    r"\b(?:live[sd]?|living|moved?|born|raised|grew up|mayor|headquarters|headquartered|based)\b"
    r"[^.?!\ufffc]{0,24}$"
)
_IN_MARKETS = re.compile(
    r"\b(?:trading|traders|dealers|quoted|exchange|brokers?)\b[^.?!\ufffc]{0,9} in $|\ufffc in $",
    re.IGNORECASE,
)
_ACTS_OF_FIRMS = re.compile(
    r" (?:said (?:it|its)|(?:makes|sells|markets|produces) (?!up\b)|"
    r"rebuffed|restructure|earned|shares|stock|[Pp]resident [^a-z]|[Cc]hairman|"
    r"spurns|acquired|reported (?:a|net|earnings|profit))\b|"
    r"'s (?:board|shares|stock|consent|confidential|profits?|earnings|shareholders|management)\b"
)
_FOR_FIRMS = re.compile(
    r"\b(?:stake in|acquired?|shares of|bid for|pay for|proposing for|takeover of|merger with) $"
)
_OF_A_NATION = word_set("government army military economy parliament people public embassy")
_OF_A_CITY = word_set("trading close area suburb suburbs neighborhood")
_OF_A_STATE = word_set("town county resident residents attorney legislature governor senator")
_STATES = re.compile(
    r"\b(?:other|most|many|some|few|several|both|these) states\b|"
    r"\bstates (?:also|have|are|that|such as)\b|\b(?:that|this) state\b|"
    r"\bstate (?:law|laws|officials|regulators|legislature|attorney|tax|taxes|court)\b"
)
_SUBURBS = re.compile(
    r"\b(?:suburbs?|outskirts|streets|downtown|(?:north|south|east|west|outside|miles from)) "
    r"(?:of )?$"
)
_IN_STATE = re.compile(r"[.,] \ufffc")
_ABROAD = re.compile(
    r"\b(?:attack(?:s|ed|ing)?|invad(?:e|es|ed|ing)|bomb(?:s|ed|ing)?|wars? (?:in|with|on|against)|"
    r"invasion of|visas? (?:to|for)|emigrat(?:e|ed|ing) to|ambassador to|relations with) $"
)
_LOOKED_AT = re.compile(
    r"\b(?:look(?:s|ed|ing)?|mad|angry|aimed|laugh(?:s|ed|ing)?) at $", re.IGNORECASE
)
_NEAR_A_CITY = re.compile(
    r"\b(?:hours?|minutes|miles?|drive|away|bus|train|departing|"
    r"flights?|fly|flying|weather|temperature|forecast) "
    r"(?:away |out |like |leaving |departing |that goes )?(?:from|to|in|of|for|out of) $",
    re.IGNORECASE,
)
_VENUE = re.compile(
    r"\b(?:venue|theatre|theater|museum|attraction|landmark|park|preserve)s? "
    r"(?:is|called|named) (?:the )?$",
    re.IGNORECASE,
)
_IN_A_REGION = re.compile(r"\b(?:in|across|throughout|around|over) the $")
_PART_OF = re.compile(
    r"\b(?:north|south|east|west)\w* (?:part|side|corner|half|end) of,?(?: uh,)? $"
)
_DRIVEN = re.compile(
    r"\b(?:drove|drive|driven|driving) (?:\w+ ){0,2}(?:to|through|from) $|"
    r"\b(?:front|storms?|rain|snow|winds?)\b[^.?!\ufffc]{0,24} (?:from|in|over) $"
)
_PARTS = word_set("southern northern eastern western central upstate rural")


def is_firm(place: PhrasePlace) -> bool:
    """Return whether a tagger took a company for a place, by what a text says of it."""
    return not place.topics.isdisjoint(("news", "firms")) and bool(
        _ACTS_OF_FIRMS.match(place.after) or _FOR_FIRMS.search(place.before)
    )


def location(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a place, or a city with its state; None for more words than places have."""
    groups = place.groups()
    sizes = [len(group) for group in groups]
    if len(groups) > 1:
        return _several(place, sizes, rng)
    size = sizes[0]
    if place.is_abbreviated and size == 1:
        return _abbreviated(place, rng)
    if any(gap.strip() for gap in place.gaps):
        return None
    adjective = is_determined(place) or article_of(place) or not place.before.strip()
    likely = 1 if adjective else _SELDOM
    if size == 1 and _NEW_SENTENCE.match(place.after) and rng.below(likely) == 0:
        return _abbreviated(place, rng)
    ruled = place.last_word == "the" and next_word(place) in _OF_A_NATION
    if ruled or next_word(place) == "country":
        return draw_of_kind("nationality", size, rng)
    if "cars" in place.topics and place.last_word in ("a", "an"):
        return draw_of_kind("vehicle", size, rng)
    if _VENUE.search(place.before) and pool_of("venue", size):
        return draw_of_kind("venue", size, rng)
    found = street(place, rng)
    if found is not None:
        return found
    if place.last_word == "the" and "roads" in place.topics and not noun_follows(place):
        bridge = draw_of_kind("bridge_the", size, rng)
        if bridge is not None:
            return bridge
    if place.last_word == "the" and not noun_follows(place):
        named = draw_of_kind(_kind_after_the(place, size), size, rng)
        if named is not None:
            return named
    return _of_kind(place, size, rng)


def _several(place: PhrasePlace, sizes: list[int], rng: KeyedRandom) -> Words | None:
    if sizes == [1, 2] and place.gaps[-1].startswith("."):  # "of [MASK], [MASK]. [MASK]., said"
        home = home_of_company(1, place.shared, initials=True)
        return None if home is None else (*home[0], *home[1][0].split("."))
    short = sizes[1] == 1 and place.after.startswith(".") and len(sizes) == 2
    pool = cities_with_states(short).get((sizes[0], sizes[1]))
    if pool is None:
        return None
    city, _, state = pool.draw(rng).partition(", ")
    rest = [_of_kind(place, size, rng) for size in sizes[2:]]
    if None in rest:
        return None
    return (*city.split(), *state.split(), *(word for each in rest for word in each or ()))


def _abbreviated(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    if place.before.endswith("\ufffc, "):
        return draw_of_kind("state_abbreviated", 1, rng)
    return ("U.S",) if rng.below(4) else draw_of_kind("abbreviated", 1, rng)


def _kind_after_the(place: PhrasePlace, size: int) -> str:
    """Return the kind of a place after "the": regions of a country have something in them."""
    if _is_at_home(place):
        return "place_at_home_the"
    nation = not (place.spoken or _IN_A_REGION.search(place.before)) and pool_of("nation_the", size)
    return "nation_the" if nation else "place_the"


def _is_at_home(place: PhrasePlace) -> bool:
    """Return whether a text is about places in one country, not about nations."""
    return "home" in place.topics and "nations" not in place.topics


def _of_kind(place: PhrasePlace, size: int, rng: KeyedRandom) -> Words | None:
    """Return a name of a kind that fits; those of a list are of one kind.

    So are all of a text whose places say nothing of their kind: they are told apart or compared.
    """
    sure = _of_size(_sure_weights(place) or {}, size)
    weights = sure or _of_size(_likely_weights(place), size)
    if not weights:
        return city_and_state(size, rng)
    together = place.is_listed or (place.several and not sure)
    kinds = KeyedRandom(Key(b"kind of a list"), place.shared) if together else rng
    return draw_of_kind(draw_kind(weights, kinds), size, rng)


def _of_size(weights: dict[str, int], size: int) -> dict[str, int]:
    """Return the weights of kinds that have names of so many words."""
    return {kind: weight for kind, weight in weights.items() if weight and pool_of(kind, size)}


def _sure_weights(place: PhrasePlace) -> dict[str, int] | None:
    """Return how likely each kind is where the words around a place say so, else None."""
    if is_destination(place) and pool_of("landmark", place.size):
        return {"landmark": 1}
    if next_word(place) in _OF_A_CITY:
        return {"city": 1}
    if next_word(place) in _OF_A_STATE:
        return {"state": 1}
    if "space" in place.topics and not _IN_STATE.match(place.after):
        return {"planet": 1}
    if _OF_COUNTRIES.match(place.after) or _ABROAD.search(place.before):
        return {"country": 1}
    if "nations" in place.topics:
        return {"country": 1}
    if place.after.startswith("'s \ufffc") and "news" in place.topics:
        return {"country": 3, "city": 1}  # "[MASK]'s [MASK] Bank"
    if _IS_NATION.match(place.after):
        return {"country": 1}
    if place.last_word == "on" and place.size > 1 and not place.spoken:
        return {"district": 1} if pool_of("district", place.size) else None
    named = _NAMED.search(place.before) or _AS_A.search(place.after)
    if named is not None:
        return {_KINDS[named[1].lower()]: 1}
    if _OF_STATES.search(place.before):
        return {"state": 1}
    if _AT_HOME.search(place.before) or _IN_MARKETS.search(place.before):
        return {"city": 4, "state": int(place.spoken)}
    if _PART_OF.search(place.before):
        return {"state": 1}
    if place.last_word in _PARTS:
        return {"state": 2, "region": 1, "district": 8 if "markets" in place.topics else 0}
    if _DRIVEN.search(place.before):
        return {"city": 3, "state": 2}
    looked = _LOOKED_AT.search(place.before)
    near = _SUBURBS.search(place.before) or _NEAR_A_CITY.search(place.before)
    if (place.last_word in _OF_CITIES and not looked) or near:
        return {"city": 1}
    return None


def _likely_weights(place: PhrasePlace) -> dict[str, int]:
    """Return how likely each kind is where nothing is sure."""
    if noun_follows(place) and not place.several:
        return {"city": 3, "state": 3, "district": 6 if "markets" in place.topics else 0}
    if _STATES.search(place.before + place.after):
        return {"state": 1}
    if _is_at_home(place):
        return {"city": 3, "state": 2}
    if place.is_listed or place.several:
        return {"country": 3, "city": 2, "state": 2}
    return {"country": 3, "city": 3, "state": 2, "region": 1}
