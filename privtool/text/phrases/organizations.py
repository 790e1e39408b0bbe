"""Names of organizations: public ones of a kind that fits, and companies of surnames and trades."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.text.labels import Label
from privtool.text.phrases.codes import ticker
from privtool.text.phrases.cues import article_of, is_quoted, next_word, noun_follows
from privtool.text.phrases.kinds import draw_kind, draw_of_kind, pool_of
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.surnames import plural_surname, surname
from privtool.text.phrases.things import owned_thing_of, thing_of
from privtool.text.surrogates.geography.us_gazetteer import STATES
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_FORMS = "Corp|Inc|Co|Ltd"
_ENDINGS = "Industries|Group|Partners|Bank|Airlines|Financial|Systems|Brothers|Stores|Foods|Steel"
_TRADES = (
    "Insurance|Savings|Capital|Energy|Oil|Steel|Chemical|Paper|Motor|Electric|Financial|"
    "Medical|Computer|Transport|Publishing|Mining|Food"
)
_NATIONS = "American|British|German|French|Japanese|Canadian|European|Swedish"
_FIRMS = "company|group|bank|firm|concern"
_INDEXED = re.compile(r" (?:industrials|averages?|composite)\b")
_CAPITAL_ARTICLE = re.compile(r"[a-z,] The $")
_TRADED_THINGS = word_set("futures cash money growth rose fell grew supply trade")
_OF_COMPANIES = word_set(
    """chairman shares shareholders holders stock unit subsidiary employees dealers customers
    spokesman spokeswoman executives"""
)
_HEADED = re.compile(r"\b(?:president|chairman|officer|director|analyst|executive) (?:of|at) the $")
_OF_BODIES = word_set("members meeting ministers countries ambassadors summit output")
_PARTS = "Commission|Council|Committee|Board"
_MOST = 7  # words
_COMPANY, _BANK = "companies of surnames", "banks of states"
_BANK_WORDS = 3
_LETTERS = "ABCDEFGHJKLMRSTW"
_TRADED = re.compile(r" (?:volume|turnover|trading|listed|issues|composite)\b")
_POSSESSIVES = word_set("my your his her our their")
_WITHIN = word_set("at from to by with for of in and or than")


def organization(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an organization's name; None for more words than such names have."""
    if place.size > _MOST:
        return None
    if place.size == 1 and place.earlier and place.earlier.gap == " (":
        return (_acronym(place.earlier.words),)
    if place.size == 1 and place.following == Label.MISC.value and "politics" in place.topics:
        return (one_of(rng, "House|Senate"),)
    words: list[str] = []
    for number, group in enumerate(place.groups()):
        before = place.gaps[group[0] - 1] if number else ""
        if "(" in before and len(group) == 1 and len(words) > 1:  # "Federal Reserve (FR)"
            words.append(_acronym(words))
        elif ")" in before and len(group) == 1:
            words.append(one_of(rng, _PARTS))
        else:
            words += _name(place, group, number, rng)
    return tuple(words)


def _acronym(words: Sequence[str]) -> str:
    return "".join(word[0] for word in words if word[0].isupper())


def _name(place: PhrasePlace, group: list[int], number: int, rng: KeyedRandom) -> list[str]:
    size = len(group)
    first, last = number == 0, group[-1] == len(place.gaps)
    joined = not last and "&" in place.gaps[group[-1]]
    if number and "<" in place.gaps[group[0] - 1] and last and place.after.startswith(">"):
        symbol = ticker(size, rng)
        if symbol:
            return list(symbol)
    if size > 1 and place.gaps[group[0]].startswith("."):  # "E.F. Hutton"
        initials = f"{rng.choice(_LETTERS)}.{rng.choice(_LETTERS)}"
        return [initials, *_of_surname(place, group[1:], rng)]
    if number or joined or (size > 1 and "'" in place.gaps[group[0]]):
        return _of_surname(place, group, rng)
    if place.size == 1 and place.is_abbreviated:
        return [one_of(rng, _FORMS)]
    plain = all(place.gaps[at] == " " for at in group[:-1])
    stop = last and place.after.startswith(".") and place.is_abbreviated
    if not (first and plain and (last or "(" in place.gaps[group[-1]])) or stop:
        return _of_surname(place, group, rng)
    if place.last_word in ("a", "an") and size > 1 and not next_word(place)[:1].isupper():
        trades = [trade.lower() for trade in _drawn_trades(size - 2, rng)]
        return [one_of(rng, _NATIONS), *trades, one_of(rng, _FIRMS)]
    weights = {
        kind: weight for kind, weight in _weights(place).items() if weight and _exists(kind, size)
    }
    kind = draw_kind(weights, rng) if weights else _COMPANY
    if kind == _BANK:
        return ["Bank", "of", _short_state(rng)]
    named = None if kind == _COMPANY else draw_of_kind(kind, size, rng)
    return list(named) if named else _of_surname(place, group, rng)


def _exists(kind: str, size: int) -> bool:
    """Return whether there are names of a kind with so many words."""
    if kind == _BANK:
        return size == _BANK_WORDS
    return kind == _COMPANY or pool_of(kind, size) is not None


def _weights(place: PhrasePlace) -> dict[str, int]:
    """Return how likely each kind is, by the article, by what follows, and by the topics."""
    cars, school = "cars" in place.topics, "school" in place.topics
    sports, media = "sports" in place.topics, "media" in place.topics
    politics = "politics" in place.topics
    if place.after.startswith("' "):
        return {_COMPANY: 1}
    if _TRADED.match(place.after) and place.size > 1 and article_of(place) not in ("a", "an"):
        return {"exchange_the": 1}
    if _INDEXED.match(place.after) and pool_of("index", place.size):
        return {"index": 1}
    if _CAPITAL_ARTICLE.search(place.before):
        return {"media_the": 1}  # "in The [MASK]"
    if is_quoted(place) and pool_of("title", place.size):
        return {"title": 1}
    if place.last_word in ("federal", "state") and pool_of("court", place.size):
        return {"court": 1}
    if place.after.startswith(", \ufffc") and article_of(place) in ("a", "an"):
        return {"city": 1}  # "a [MASK], [MASK], company"
    if place.last_word == "rated" and place.size == 1:
        return {"rating": 1}
    noun, one, article = noun_follows(place), place.size == 1, article_of(place)
    thing = thing_of(place)
    if one and next_word(place) in _OF_COMPANIES:
        return {"vehicle" if cars else _COMPANY: 1}
    if next_word(place) in ("imports", "exports"):
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
        return {_COMPANY: 3, "body_the": 1}
    if article == "the" and next_word(place) in ("agency", "division"):
        return {_COMPANY: 1}
    if article == "the":
        return {
            _COMPANY: 4 if noun and one else 0,
            "body_the": 2 if noun and one and not politics else 6,
            "index": 6 if noun and "markets" in place.topics else 0,
            "agency_the": 3 if one else 0,
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
        return {_COMPANY: 4, "company": 2, "vehicle": 8 if cars else 0, "product": int(not noun)}
    if article in _POSSESSIVES and place.spoken and not noun and one:
        return {"institution": 4, owned_thing_of(place) or "company": 6}
    return {
        _COMPANY: 6,
        "company": 1,
        "city_team" if one else "team_the": 16 if sports else 0,
        "brand": 6 if thing == "brand" else 0,
        "computer": 8 if thing == "computer" else 0,
        "body": 6 if "laws" in place.topics or next_word(place) in _OF_BODIES else 0,
        "agency_the": 1 if politics and noun and one else 0,
        "university": 8 if school else 0,
        "media": 6 if media else 0,
        "vehicle": 12 if cars and (noun or not place.last_word.endswith("'s")) else 0,
        "store": 3 if place.spoken and place.last_word in _WITHIN else 0,
        "charity": 10 if "charity" in place.topics else 0,
        _BANK: 2 if "banks" in place.topics else 0,
    }


def _of_surname(place: PhrasePlace, group: list[int], rng: KeyedRandom) -> list[str]:
    """Return a surname, trades, and a legal form before a full stop or after a trade."""
    size, last = len(group), group[-1] == len(place.gaps)
    stop = last and place.after.startswith(".")
    # "[MASK] Corp. of [MASK]"
    inner = next((at for at, number in enumerate(group[:-1], 1) if "." in place.gaps[number]), 0)
    if inner > 1 and size - inner == 1:
        tail = "of" if last and place.following else surname(rng)
        return [*_company(inner, True, rng), tail]
    if size == 1:
        joined = bool(group[0]) and "&" in place.gaps[group[0] - 1] and place.after[:1] != "'"
        if place.after.startswith("' ") and last:
            return [plural_surname(rng)]
        return [
            one_of(rng, "Co|Co|Sons" if stop else "Co|Sons") if joined and last else surname(rng)
        ]
    if not last and "&" in place.gaps[group[-1]]:
        return [surname(rng) for _ in group]
    return _company(size, stop, rng)


def _company(size: int, stop: bool, rng: KeyedRandom) -> list[str]:
    if size == 1:
        return [surname(rng)]
    if size == 2 and not stop:
        return [surname(rng), one_of(rng, _ENDINGS)]
    middle = _drawn_trades(size - 2, rng)
    if size > 3:
        middle[0] = surname(rng)
    if size > 4:
        middle[1] = one_of(rng, "International|National|American|Pacific")
    return [surname(rng), *middle, one_of(rng, _FORMS if stop else "Corp|Group|Inc|Co")]


def _drawn_trades(count: int, rng: KeyedRandom) -> list[str]:
    """Return different trades that follow each other in their list."""
    trades = _TRADES.split("|")
    at = rng.below(len(trades))
    return [trades[(at + number) % len(trades)] for number in range(count)]


def _short_state(rng: KeyedRandom) -> str:
    names = [name for name in STATES.values() if " " not in name]
    return names[rng.below(len(names))]
