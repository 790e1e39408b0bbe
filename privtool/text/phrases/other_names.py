"""Names of nations, events, works, laws and products: what `MISC` stands for."""

from __future__ import annotations

import re

from privtool.text.labels import Label
from privtool.text.phrases.cues import (
    article_of,
    is_plural,
    is_quoted,
    next_word,
    noun_follows,
    phrase_starts_title,
)
from privtool.text.phrases.kinds import draw_kind, draw_of_kind, pool_of
from privtool.text.phrases.outings import is_cuisine, outing_of
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.surnames import surname
from privtool.text.phrases.things import things_of
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_QUANTITY = re.compile(
    r"\s*(?:%|(?:hundred|thousand|million|billion|trillion|percent|percentage|pct|mln|bln|points?)\b)"
)
_UNIT = re.compile(r" (?:seconds|minutes|hours|miles|pounds|degrees|feet|inches)\b")
_CURRENCY = re.compile(r" (?:dlrs?|crowns?|marks?|francs?|guilders?|stg|yen|pesos)\b")
_OF_NATIONS = word_set(
    "minister president prime foreign finance energy trade ambassador parliament army embassy"
)
_INDEXED = re.compile(r" (?:Industrial )?(?:industrials|index|[Aa]verages?|composite|futures)\b")
_OF_THINGS = word_set("brand brands product products money futures cash supply growth")
_SURNAME = "companies of surnames"
_SHORTENED = 2
_OF_TIME = word_set("on at during since until before after by last next this every")
_IS = word_set("is was are were be it's he's she's they're not i'm we're speak speaks in")
_NOUNS = frozenset((Label.WORD.value, Label.ORGANIZATION.value, Label.PERSON.value))
_EACH = word_set("any every each another one")
_POSSESSIVES = word_set("my your his her our their")
_IS_SOMEBODY = re.compile(
    r"\b(?:be|being|been|is|was|am|are|'m|'s|'re|not|become|became|becoming|as|to|by|like) an? $"
)
_AWARDED = re.compile(r"\b(?:nominat\w+|w[io]n|wins|winning|awarded|deserves?)\b[^.?!]{0,12}$")
_TOLD = re.compile(
    r"\b(?:wrote|written|read|reading|watch(?:ed|ing)?|called|titled|novel|movie|film|book|song|"
    r"album|track|episode|remake|sequel|prequel|reboot|adaptation|soundtrack|seasons?)\b"
    r"[^.?!]{0,6}$"
)
_CLOSED = re.compile(r"[,.?!]?[\"\u201d']")
_A_FELLOW = re.compile(r"\ba fellow $")
_DONE = re.compile(r"(?:ed|en|done|made|built) (?:by|on|at|in) $")
_UNDER = re.compile(r"\b(?:under|violat\w+) the $")
_RENTED = re.compile(r"\b(?:rent|watch|stream|see|play) $")
_MANY_OF = re.compile(
    r"\b(?:thousands|hundreds|millions|majority|most|many|lots?|some|all|few|none) of $"
)
_DESCRIBED = re.compile(r"\b(?:the|this|that|another) \w+(?:est|ous|al|ful|ive|ic) $")
_WITH_NATION = re.compile(r" (?:and|or) \ufffc\.? [a-z]+s\b")
_DO = re.compile(
    r",? who\b| (?:might|may|will|would|can|could|should|had|want|think|feel|won|lost)\b"
)
_DID = word_set("spent spend bought buy sold won lost have say eat drink live vote voted")
_WORKS = re.compile(
    r"\b(?:movies?|films?|shows?|books?) (?:is|are|was|were|like|such as)\b[^.?!]{0,40} "
    r"(?:like|and|or|is|are) $"
)
_ARE = re.compile(r"\b(?:are|were|they're|we're) [a-z]{3,}(?<!ing)(?<!ed) $")
_DONE_BY = word_set("by against among")
_SPOKEN_BY = word_set("by from between against among to than and said")


def is_quantity(place: PhrasePlace) -> bool:
    """Return whether a unit follows, whatever a tagger took the number for."""
    return place.size == 1 and _QUANTITY.match(place.after) is not None


def is_scale(place: PhrasePlace) -> bool:
    """Return whether a phrase stands between a number and its currency: "600 [MASK] francs"."""
    after_number = place.preceding == Label.NUMBER.value and place.size == 1
    return after_number and _CURRENCY.match(place.after) is not None


def is_measured(place: PhrasePlace) -> bool:
    """Return whether a unit of a long number follows: "[MASK] [MASK] seconds"."""
    return _UNIT.match(place.after) is not None


def other_name(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a name of a kind that fits the words around it; None if there is none so long."""
    if place.size == 1 and place.after.startswith("$"):
        return (one_of(rng, "US|C|A|HK"),)  # "C$2 million"
    if place.size == 1 and place.after.startswith(" $"):
        return ("a",)  # "a $2 million loan"
    if is_scale(place):
        return ("mln",)
    if place.following == Label.NUMBER.value and "talk" in place.topics:  # "Windows 8"
        return draw_of_kind("versioned", place.size, rng)
    if place.size == 1 and place.following == Label.DATE.value:
        return (one_of(rng, "late|early"),)  # "in post-war 1946"
    if place.size > _SHORTENED and place.gaps[-1] == " (":  # "Bill of Rights (BR)"
        full = other_name(place._replace(gaps=place.gaps[:-1]), rng)
        return None if full is None else (*full, "".join(word[0].upper() for word in full))
    if place.gaps == (".-",):  # "[MASK].-[MASK] steel"
        return "U.S", one_of(rng, "made|based|backed|style|led|trained")
    if any(gap.strip() for gap in place.gaps):
        return None
    if place.preceding == Label.ORGANIZATION.value and place.size == 1 and is_plural(place):
        return (one_of(rng, "Democrats|Republicans"),)
    weights = {
        kind: weight
        for kind, weight in _weights(place).items()
        if weight and (kind == _SURNAME or pool_of(kind, place.size))
    }
    if not weights:
        return None
    kind = draw_kind(weights, rng)
    return (surname(rng),) if kind == _SURNAME else draw_of_kind(kind, place.size, rng)


def _weights(place: PhrasePlace) -> dict[str, int]:
    """Return how likely each kind is: nations before a noun, peoples before a plural verb."""
    cars, politics = "cars" in place.topics, "politics" in place.topics
    news = "news" in place.topics
    if (phrase_starts_title(place) and (place.size > 1 or _CLOSED.match(place.after))) or is_quoted(
        place
    ):
        return {"title": 1, "law": 0}
    article = article_of(place)
    if _INDEXED.match(place.after) and pool_of("index", place.size):
        return {"index": 1}
    outing = outing_of(place)
    if outing and (article or outing != "restaurant"):
        return {outing: 1}
    if is_cuisine(place) and not article and place.size == 1:
        return {"nationality": 1}
    if not article and next_word(place) in ("shares", "stock", "bonds"):
        return {"company": 3, "nationality": 1}
    if next_word(place) in ("imports", "exports") or _WITH_NATION.match(place.after):
        return {"nationality": 1}
    things = [] if is_plural(place) else things_of(place)
    if things and (not noun_follows(place) or next_word(place) in _OF_THINGS):
        return dict.fromkeys(things, 4) | {"nationality": 2 if "breed" in things else 0}
    told = article != "the" and not noun_follows(place) and _TOLD.search(place.before)
    told = told or ("media" in place.topics and _RENTED.search(place.before))
    told = told or ("media" in place.topics and _WORKS.search(place.before))
    if told and pool_of("title", place.size):
        return {"title": 1}
    rated = "ratings" in place.topics and "media" not in place.topics
    if rated and place.size == 1 and not noun_follows(place):
        return {"rating": 1}
    several = article == "the" and _DO.match(place.after)
    if several or is_plural(place) or (article in ("these", "those") and not noun_follows(place)):
        return {"vehicles": 1} if cars or place.size > 2 else {"people": 1}
    fellow = place.last_word == "fellow"
    if fellow and (not noun_follows(place) or next_word(place).endswith("ing")):
        return {"person" if _A_FELLOW.search(place.before) else "people": 1}
    if article in ("a", "an") and not noun_follows(place):
        if _IS_SOMEBODY.search(place.before):
            return {"person": 1}
        if _AWARDED.search(place.before):
            return {"award": 1}
        if cars:
            return {"vehicle": 1}
        return _any_thing(place, "any_thing_a") or {"vehicle": 2, "product": 2}
    if article in _POSSESSIVES and not noun_follows(place) and not cars:
        return _any_thing(place, "any_thing_my") or {"product": 3, "vehicle": 1}
    if _ARE.search(place.before):  # "they are rich [MASK]"
        return {"people": 1}
    if place.size > 2:
        if "markets" in place.topics:
            return {"index": 1}
        if cars:
            return {"vehicle": 1}
        kind = "any_thing_the" if article == "the" else "any_thing"
        neutral = None if politics else _any_thing(place, kind)
        return neutral or {
            "title": 0 if article == "the" else 3,
            "law": 6 if politics else 2,
            "event": 2,
        }
    if not article and next_word(place) in _DID and place.size == 1 and not place.spoken:
        return {"people": 1}
    if place.following in _NOUNS:  # "the fundamentalist [MISC] [MASK] said"
        return {"nationality": 4, "creed": 4 if politics else 1}
    if next_word(place).lower() in _OF_NATIONS:
        return {"nationality": 1}
    if noun_follows(place):
        return {
            "nationality": 2 if cars and place.spoken else 8,
            "creed": 2 if politics and place.size == 1 else 0,
            "vehicle": 4 if cars else 0,
        }
    if cars:
        return {"vehicles" if article == "the" else "vehicle": 1}
    if article == "the" and _UNDER.search(place.before) and pool_of("law", place.size):
        return {"law": 1}
    if article == "the":
        by = place.before.split()[-2:-1]
        people = 3 if place.last_word == "the" else 0
        if people and (place.several or (by and by[0] in _DONE_BY)):
            return {"people": 1}
        return _any_thing(place, "any_thing_the") or {"people": people, "event_the": 1}
    if place.last_word in _EACH or next_word(place) == "here":
        return {"person": 1}
    if place.last_word in _IS and place.size == 1:
        return {"nationality": 1}
    if (
        place.last_word in _OF_TIME
        and "media" not in place.topics
        and not _DONE.search(place.before)
    ):
        return {"event": 3, "company": 1}
    if place.after.startswith("'"):
        return {"company": 1}
    if (place.last_word in _DONE_BY or _MANY_OF.search(place.before)) and not news:
        return {"people": 1}
    owned, described = place.last_word.endswith(("'s", "\u2019s")), _DESCRIBED.search(place.before)
    kind = "any_thing_my" if owned else "any_thing_the" if described else "any_thing"
    neutral = _any_thing(place, kind)
    if neutral:
        return neutral
    written, one = not news and not place.spoken, place.size == 1
    # A surname is the name of anything: of a game, a brand, a place in a story.
    return {
        "company": 3 if news else 0,
        _SURNAME: 6 if one else 0,
        "people": 6 if place.last_word in _SPOKEN_BY else 0,
        "title": 6 if written and not one else 2 if "media" in place.topics else int(not one),
        "law": 1 if politics else 0,
    }


def _any_thing(place: PhrasePlace, kind: str) -> dict[str, int] | None:
    """Return a kind of words that stand for anything, where a text says nothing of the kind.

    A title of several words reads true where people write of shows, books and games.
    """
    in_context = bool(place.before.strip() or place.after.strip()) and not place.is_listed
    named = "news" in place.topics or (place.size > 1 and not place.spoken)
    if not in_context or named or pool_of(kind, place.size) is None:
        return None
    return {kind: 1}
