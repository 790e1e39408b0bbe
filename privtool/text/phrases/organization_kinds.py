"""How likely each kind of organization is at a place, by its article, neighbors and topics."""

from __future__ import annotations

import re

from privtool.text.phrases.cues import article_of, is_quoted, next_word, noun_follows
from privtool.text.phrases.kinds import pool_of
from privtool.text.phrases.outings import outing_of
from privtool.text.phrases.slots import PhrasePlace
from privtool.text.phrases.things import owned_thing_of, thing_of
from privtool.text.word_sets import word_set

COMPANY, BANK = "companies of surnames", "banks of states"
_INDEXED = re.compile(r" (?:industrials|averages?|composite)\b")
_CAPITAL_ARTICLE = re.compile(r"[a-z,] The $")
_TRADED_THINGS = word_set("futures cash money growth rose fell grew supply trade")
_OF_COMPANIES = word_set(
    """chairman shares shareholders holders stock unit subsidiary employees dealers customers
    spokesman spokeswoman executives group division"""
)
_HEADED = re.compile(
    r"\b(?:president|chairman|officer|director|[Aa]nalyst|executive|partner|manager|economist)"
    r"(?:,? \ufffc){0,3},? (?:of|at|with|for) the $"
)
_CALLED = word_set("called named at like")
_POWERS = re.compile(
    r"\b(?:ousted|backed|supported|bombed|sanctioned|funded|banned|regulated|approved|rejected) "
    r"by $|\bsupport of $"
)
_OF_BODIES = word_set("members meeting ministers countries ambassadors summit output")
_OF_MEMBERS = word_set("countries nations members ministers ambassadors summit leadership")
_TRADED = re.compile(r" (?:volume|turnover|trading|listed|issues|composite)\b")
_OF_OTHER_BODIES = frozenset(("sports", "media", "markets", "charity", "school", "cars", "nations"))
_LIKE_OTHERS = re.compile(
    r"\b(?:(?:[Uu]n)?[Ll]ike (?:many |most |some )?other \w+,|companies (?:like|such as)) $"
)
_POSSESSIVES = word_set("my your his her our their")
_ARE = word_set("are were aren't weren't")
_WITHIN = word_set("at from to by with for of in and or than")


def organization_weights(place: PhrasePlace) -> dict[str, int]:
    """Return how likely each kind is, by the article, by what follows, and by the topics."""
    cars, school = "cars" in place.topics, "school" in place.topics
    sports, media = "sports" in place.topics, "media" in place.topics
    politics = "politics" in place.topics
    if place.after.startswith("' ") or _LIKE_OTHERS.search(place.before):
        return {COMPANY: 1}
    if _TRADED.match(place.after) and place.size > 1 and article_of(place) not in ("a", "an"):
        return {"exchange_the": 1}
    if _INDEXED.match(place.after) and pool_of("index", place.size):
        return {"index": 1}
    if _CAPITAL_ARTICLE.search(place.before):
        return {"media_the": 1}  # "in The [MASK]"
    if is_quoted(place) and pool_of("title", place.size):
        return {"title": 1}
    outing = outing_of(place)
    if outing:
        return {outing: 1}
    if place.last_word in ("federal", "state") and pool_of("court", place.size):
        return {"court": 1}
    if place.after.startswith(", \ufffc") and article_of(place) in ("a", "an"):
        return {"city": 1}  # "a [MASK], [MASK], company"
    if place.last_word == "rated" and place.size == 1:
        return {"rating": 1}
    noun, one, article = noun_follows(place), place.size == 1, article_of(place)
    thing, firms = thing_of(place), "firms" in place.topics or "markets" in place.topics
    news = "news" in place.topics or firms
    written = not place.spoken and bool(place.before or place.after)
    online = written and not news and "talk" in place.topics
    if place.spoken and one and place.after.startswith("'s") and place.last_word in _CALLED:
        return {COMPANY: 6, "store": 2}  # "a place called [MASK]'s"
    if _POWERS.search(place.before) and not noun:
        return {"body": 2, "country": 3}
    if thing == "computer" and firms and not article:
        return {"computer_maker": 4, COMPANY: 2}
    if one and next_word(place) in _OF_MEMBERS and not firms and not sports:
        return {"body": 1}
    if one and next_word(place) in _OF_COMPANIES:
        return {"vehicle" if cars else COMPANY: 1}
    if next_word(place) in ("imports", "exports", "government", "army", "economy"):
        return {"nationality": 1}
    if thing == "brand" and next_word(place) in ("brand", "brands", "product"):
        return {"brand": 1}
    if thing in ("commodity", "money_supply") and one and next_word(place) in _TRADED_THINGS:
        return {thing: 1}
    if article in ("these", "those") and not noun:
        return {"vehicles" if cars else "team_the": 1}
    if "markets" in place.topics and place.before.lower().endswith("on the ") and not noun:
        return {"exchange_the": 1}
    if article == "the" and _HEADED.search(place.before):
        return {COMPANY: 3, "body_the": 1}
    if article == "the" and next_word(place) in ("agency", "division"):
        return {COMPANY: 1}
    formal = written and "talk" not in place.topics and "sports" not in place.topics
    if formal and one and article == "the" and next_word(place) in _ARE:
        return {"any_people_the": 1}
    if article == "the" and next_word(place) in _ARE and pool_of("team_the", place.size):
        return {"team_the": 1}
    if article == "the" and school and pool_of("university_the", place.size) and not noun:
        return {"university_the": 1}
    if place.last_word == "the" and online and one and not noun and place.topics <= {"talk"}:
        return {"any_thing_the": 1}
    bare = place.last_word == "the" and formal and not noun and not place.is_listed
    if bare and _OF_OTHER_BODIES.isdisjoint(place.topics):
        return {"any_body_the": 1}
    if article == "the":
        return {
            COMPANY: _companies_the(place, noun),
            "body_the": 2 if (noun or (firms and not one)) and not politics else 6,
            "index": 6 if noun and "markets" in place.topics else 0,
            "agency_the": 3 if one else 0,
            "site": 8 if online and noun and not politics else 0,
            "team_the": 20 if sports else 0,
            "league_the": 8 if sports else 0,
            "media_the": 10 if media else 0,
            "exchange_the": 8 if "markets" in place.topics else 0,
            "charity": 40 if "charity" in place.topics else 0,
            "club": int(not one),
            "institution": 8 if place.spoken and not noun and not sports else 0,
            "vehicle": 20 if cars and place.spoken else 0,
        }
    if article in ("a", "an"):
        owned = owned_thing_of(place)
        if owned and not noun:
            return {owned: 1}
        if place.spoken and not noun:
            return {"vehicle": 3, "product": 1}
        return {
            COMPANY: 4,
            "company": 2,
            "site": 6 if online else 0,
            "vehicle": 8 if cars else 0,
            "product": int(not noun),
        }
    if article in _POSSESSIVES and place.spoken and not noun and one:
        return {"institution": 4, owned_thing_of(place) or "company": 6}
    linked = not place.before and not place.after  # it has no context
    told = news or not online or not one or linked
    return {
        COMPANY: 6 if told else 1,
        "company": 1 if told else 2,
        "site": 10 if online else 0,
        "city_team" if one else "team_the": 16 if sports and not firms else 0,
        "brand": 6 if thing == "brand" else 0,
        "computer": 8 if thing == "computer" else 0,
        "body": 6 if "laws" in place.topics or next_word(place) in _OF_BODIES else 0,
        "agency_the": 1 if politics and noun and one else 0,
        "university": 8 if school else 0,
        "media": 6 if media else 0,
        "vehicle": _vehicles(place, noun) if cars else 0,
        "store": 3 if place.spoken and place.last_word in _WITHIN else 0,
        "charity": 10 if "charity" in place.topics else 0,
        BANK: 2 if "banks" in place.topics else 0,
    }


def _vehicles(place: PhrasePlace, noun: bool) -> int:
    """Return the weight of vehicles in a text about cars; one that is written has other topics."""
    if place.spoken:
        return 12 if noun or not place.last_word.endswith("'s") else 0
    return 1 if noun else 0


def _companies_the(place: PhrasePlace, noun: bool) -> int:
    """Return the weight of companies after "the": "the Davis Steel Group ad account"."""
    if place.size == 1:
        return 4 if noun else 0
    firms = "firms" in place.topics and "politics" not in place.topics
    return 4 if (noun and "politics" not in place.topics) or firms else 0
