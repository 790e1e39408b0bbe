"""Names with words that tell their kind, "X Hospital" and "University of X": only X changes."""

from __future__ import annotations

import re

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.kinds import ORGANIZATION, THING, kind_of, other, plural, pool
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.digits_and_letters import of_signs
from privtool.text.surrogates.names.own_words import (
    KEPT_WORDS_OF_PLACES,
    KINDS_OF_PLACES,
    POSSESSIVE,
    follows_sign,
    own_runs,
)
from privtool.text.surrogates.names.peoples import people
from privtool.text.surrogates.places.areas import region
from privtool.text.surrogates.places.countries import country_surrogate, world
from privtool.text.surrogates.places.us_gazetteer import STATE_CODES, gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

PLACE = "place"
_SPACE = re.compile(r" (?:of (?:the )?)?(?=\S)")
_TOPIC = re.compile(r".*?(?P<head>\w+) (?:of|for|on) (?:the )?(?=(?P<topic>.+))")
_NATIONS_OF = {"US": "American", "USA": "American", "UK": "British"}
_MOST_SPACES = 6  # in a name of two known parts


def rename(phrase: str, context: Context, kind: str, chosen: Pool, kept: frozenset[str]) -> str:
    """Return the phrase with another name for each run of its own words.

    One of the same kind where that is known, else one of the pool for the first run and where names
    are listed ("Hall & Stone"), a city after "of", a trade after a name ("Joe's Crab").
    """
    pieces: list[str] = []
    done = 0
    # "MOOSE FACTORY" has no acronyms.
    acronyms = not phrase.isupper() or sum(map(str.isalpha, phrase.split())) < 2
    for number, (start, end) in enumerate(own_runs(phrase, kept)):
        run = phrase[start:end]
        owner = POSSESSIVE.search(run)
        bare, ending = (run[: owner.start()], owner[0]) if owner else (run, "")
        listed = follows_sign(phrase, start)  # "Kline & French"
        made = None if listed else _same_kind(bare.rstrip("."), kind, context)
        made = made or of_signs(bare, context, acronyms)
        if made is None:
            drawn = _pool_of_run(phrase, (start, end), number, kind, chosen)
            part = kind if drawn is chosen else f"{kind} part"
            made = cased_like(bare, context.pick(part, bare, drawn))
            if run == phrase and kind == "organization" and " " in run and not owner:
                word = "hospital_ending" if context.kind == "HOSPITAL" else "firm_noun"
                made = f"{made} {cased_like(run, context.pick('firm', run, pool(word)))}"
        if phrase[end : end + 1] in ("'", "\u2019") and bare[-1:] == "s" != made[-1:]:
            made = plural(made)  # "the Tenants' Union"
        pieces += (phrase[done:start], made + ending)
        done = end
    return "".join([*pieces, phrase[done:]]) if pieces else _generic(phrase, context, kind, chosen)


def landmark(name: str, context: Context) -> str | None:
    """Return another name for a place with a word for its kind: "Lake Michigan"; else None."""
    found = {normalized(word) for word in re.findall(r"[^\W\d_]+", name)}
    numbered = any(map(str.isdigit, name)) and found <= KEPT_WORDS_OF_PLACES  # "Interstate 95"
    several = len(found - words("place_words.small")) > 1
    if found.isdisjoint(KINDS_OF_PLACES) or not (several or numbered):
        return None
    return rename(name, context, PLACE, name_pools().surnames, KEPT_WORDS_OF_PLACES)


def in_two(name: str, context: Context) -> str | None:
    """Return another name for one of two known parts: "Supreme Court of Canada"; else None.

    A product after its maker stands alone: "Samsung Galaxy".
    """
    for space in _SPACE.finditer(name) if name.count(" ") <= _MOST_SPACES else ():
        first, last = name[: space.start()], name[space.end() :]
        place = place_like(last, context) if "of" in space[0] else None
        before = other(first, context, ORGANIZATION) if place else None
        after = place if before else other(last, context, ORGANIZATION, THING)
        if after is None:
            continue
        if kind_of(last, THING) and kind_of(first, ORGANIZATION, THING):
            return after
        before = before or people(first, context) or place_like(first, context)
        before = before or other(first, context, ORGANIZATION)
        if before is not None:
            return f"{before}{space[0]}{after}"
    return None


def place_like(name: str, context: Context, definite: bool = False) -> str | None:
    """Return another country, state or city; None for a name that is no place.

    An abbreviated country stands for its adjective: "U.S. Treasury".
    """
    nation = _NATIONS_OF.get(name.replace(".", ""))
    if nation is not None:
        return people(nation, context)
    if normalized(name) in STATE_CODES:
        return cased_like(name, context.pick("state", name, gazetteer().states))
    drawn = country_surrogate(name, False, context, definite)
    if drawn is not None or not is_place(name):
        return drawn
    cities = world().cities if world().is_foreign(name) else pool("large_city")
    return cased_like(name, context.pick("city", name, cities))


def is_place(name: str) -> bool:
    """Return whether a name is that of a place and of no person: "San Francisco"."""
    key = normalized(name)
    classes = classes_of(key)
    large = " " in name and (world().home(name) is not None or key in gazetteer().home)
    return large or (Label.LOCATION.value in classes and Label.PERSON.value not in classes)


def _same_kind(run: str, kind: str, context: Context) -> str | None:
    """Return another name of the kind of a run, where its words tell it."""
    if len(run) < 2:
        return None
    if kind == PLACE:
        made = region(run, context) or people(run, context) or place_like(run, context)
        parts = [place_like(part, context) for part in run.split("-")] if made is None else []
        return "-".join(filter(None, parts)) if len(parts) > 1 and all(parts) else made
    made = people(run, context) or in_two(run, context) or place_like(run, context)
    return made or other(run, context, *(THING,) * (kind == "name"), ORGANIZATION)


def _generic(phrase: str, context: Context, kind: str, chosen: Pool) -> str:
    """Return another name for one without a word of its own: it is private as a whole."""
    topic = _TOPIC.match(phrase)
    if topic is not None and normalized(topic["head"]) in words("organizations.topics"):
        drawn = context.pick("topic", phrase, pool("topic"))
        return topic[0] + cased_like(topic["topic"], drawn)  # "Ministry of Finance"
    article = phrase[:4] if phrase[:4].lower() == "the " else ""
    first, space, rest = phrase[len(article) :].partition(" ")
    drawn = context.pick(kind, phrase, chosen)
    return article + cased_like(first, drawn) + space + rest  # "General Hospital"


def _pool_of_run(phrase: str, run: tuple[int, int], number: int, kind: str, chosen: Pool) -> Pool:
    """Return the names for a run of unknown words, by what stands around it."""
    start, end = run
    before = normalized(phrase[:start]).split()
    word = before[-1] if before else ""
    if word in ("st.", "st", "saint"):
        return pool("saint")
    if kind == PLACE:
        return chosen
    head = kind == "organization" and not words("organizations.topics").isdisjoint(before)
    plain = head and not (phrase.islower() or unfamiliar_words(phrase[start:end]))
    if plain and word in ("of", "for", "on", "and"):
        return pool("topic")  # "Council for Security"
    if word in ("of", "in", "at"):
        return pool("large_city")
    if number == 0 or follows_sign(phrase, start) or word in ("the", "by"):
        return chosen
    if phrase[end:].strip(" ."):
        return pool("adjective")  # "Bob's Discount Furniture"
    return pool("trade_noun" if "'s " in phrase[:start] else "firm_noun")
