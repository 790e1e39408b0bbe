"""Names with words that tell their kind, "X Hospital" and "University of X": only X changes."""

from __future__ import annotations

import re

from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.surrogates.common_words import uncommon_words, unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.abroad import country_surrogate
from privtool.text.surrogates.geography.countries import NATIONS_OF, world
from privtool.text.surrogates.geography.us_gazetteer import STATE_CODES, STATES, gazetteer
from privtool.text.surrogates.kinds import ORGANIZATION, THING, kind_of, other, pool
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.names.digits_and_letters import of_signs
from privtool.text.surrogates.names.own_words import (
    POSSESSIVE,
    follows_sign,
    is_listed,
    own_runs,
)
from privtool.text.surrogates.names.peoples import is_people, people
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_SPACE = re.compile(r" (?:of (?:the )?)?(?=\S)")
_ABBREVIATED = re.compile(r"\b[A-Z]\.[A-Z]\Z")  # of "Lamar Hunt U.S. Open"
_TOPIC = re.compile(r".*?(?P<head>\w+) (?:of|for|on) (?:the )?(?=(?P<topic>.+))")
_STATE = re.compile(r"\sstate\b", re.IGNORECASE)
_STATE_NAMES = frozenset(map(normalized, STATES.values())) - {"washington", "virginia", "georgia"}
_OF_MEMBERS = re.compile(r"\s+local\s+\d|['\u2019]\s", re.IGNORECASE)  # "the Tenants' Union"
_MEMBERS = re.compile(r".*\b(?:association|union|brotherhood|federation|guild) of ", re.IGNORECASE)
_OWNED = re.compile(r"['\u2019]s\s")
_SAINT = ("st.", "st", "saint")
_MOST_SPACES = 6  # in a name of two known parts


def rename(phrase: str, context: Context, kind: str, chosen: Pool, kept: frozenset[str]) -> str:
    """Return the phrase with another name for each run of its own words.

    One of the same kind where that is known, else one of the pool for the first run and where names
    are listed ("Hall & Stone"), a city after "of", a trade after a name ("Joe's Crab").
    """
    pieces: list[str] = []
    done = 0
    acronyms = (
        not phrase.isupper() or sum(map(str.isalpha, phrase.split())) < 2
    )  # not in "MOOSE FACTORY"
    for number, (start, end) in enumerate(own_runs(phrase, kept)):
        run, listed = phrase[start:end], is_listed(phrase, start, end)
        owner = POSSESSIVE.search(run)
        bare, ending = (run[: owner.start()], owner[0]) if owner else (run, "")
        known = kind not in ("place", "street") and not listed
        made = (_same_kind(bare, kind, context) if known else None) or of_signs(
            bare, context, acronyms
        )
        if made is None:
            drawn = _pool_of_run(phrase, (start, end), number, kind, chosen)
            part = kind if drawn is chosen else f"{kind} part"
            made = cased_like(bare, context.pick(part, bare, drawn))
        if run == phrase and kind == "organization" and " " in run and made is not None:
            made = _whole(run, made, context)
        pieces += (phrase[done:start], made + ending)
        done = end + (_ABBREVIATED.search(run) is not None and phrase[end : end + 1] == ".")
    return "".join([*pieces, phrase[done:]]) if pieces else _generic(phrase, context, kind, chosen)


def in_two(name: str, context: Context) -> str | None:
    """Return another name for one of two known parts: "Supreme Court of Canada"; else None.

    A product after its maker stands alone: "Samsung Galaxy".
    """
    if name.count(" ") > _MOST_SPACES:
        return None
    for space in _SPACE.finditer(name):
        first, last = name[: space.start()], name[space.end() :]
        made = other(last, context, ORGANIZATION, THING) if _is_known(first) else None
        if made is not None and kind_of(last, THING) and kind_of(first, ORGANIZATION, THING):
            return made
        before = made and part_like(first, context)
        if before:
            return f"{before}{space[0]}{made}"
        place = place_like(last, context) if "of" in space[0] else None
        made = place and other(first, context, ORGANIZATION)
        if made:
            return f"{made}{space[0]}{place}"
    return None


def part_like(part: str, context: Context) -> str | None:
    """Return another people, place or organization for a known one; None for other words."""
    return (
        people(part, context)
        or place_like(part, context)
        or other(part, context, ORGANIZATION, THING)
    )


def is_place(name: str) -> bool:
    """Return whether a name is that of a place and of no person: "San Francisco"."""
    key = normalized(name)
    classes = classes_of(key)
    if " " in name and (world().home(name) is not None or key in gazetteer().home):
        return True
    return Label.LOCATION.value in classes and Label.PERSON.value not in classes


def is_plain_pair(run: str) -> bool:
    """Return whether a name consists of two ordinary words: nothing tells what it names."""
    parts = normalized(run).split()
    names = sum(word in person_names() for word in parts)
    return len(parts) == 2 and names < 2 and not uncommon_words(run)


def _is_known(part: str) -> bool:
    known = is_place(part) or is_people(part) or world().country(part.rstrip(".")) is not None
    return known or kind_of(part, ORGANIZATION, THING) is not None


def place_like(name: str, context: Context, definite: bool = False) -> str | None:
    """Return another country, state or city; None for a name that is no place."""
    nation = NATIONS_OF.get(name.replace(".", "").upper())
    if nation is not None and name.isupper():  # "U.S. Treasury"
        return people(nation, context)
    if normalized(name) in STATE_CODES:
        return cased_like(name, context.pick("state", name, gazetteer().states))
    country = country_surrogate(name, False, context, definite)
    if country is not None or not is_place(name):
        return country
    cities = world().cities if world().is_foreign(name) else pool("large_city")
    return cased_like(name, context.pick("city", name, cities))


def _same_kind(run: str, kind: str, context: Context) -> str | None:
    """Return another name of the kind of a run, where its words tell it."""
    if len(run) < 2:
        return None
    made = people(run, context) or in_two(run, context) or place_like(run, context)
    if made is None and kind == "name" and kind_of(run, THING) != "title":
        made = other(run, context, THING)
    return made or other(run, context, ORGANIZATION)


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


def _whole(run: str, made: str, context: Context) -> str:
    """Return a firm of a name without any word of a kind."""
    if is_plain_pair(run):  # "Golden Dragon"
        return cased_like(run, context.pick("trade name", run, pool("trade_name")))
    if POSSESSIVE.search(run) or " " in made:
        return made
    ending = "hospital_ending" if context.kind == "HOSPITAL" else "firm_noun"
    return f"{made} {cased_like(run, context.pick('firm', run, pool(ending)))}"


def _pool_of_run(phrase: str, run: tuple[int, int], number: int, kind: str, chosen: Pool) -> Pool:
    """Return the names for a run of unknown words, by what stands around it."""
    start, end = run
    before = normalized(phrase[:start]).split()[-1:]
    word = before[0] if before else ""
    if word in _SAINT:
        return pool("saint")
    if kind == "place":
        of_state = _STATE.match(phrase, end) is not None  # "California State Capitol Museum"
        return (
            gazetteer().states if of_state and normalized(phrase[:end]) in _STATE_NAMES else chosen
        )
    if kind == "organization":
        special = _pool_in_organization(phrase, start, end, number, word)
        if special is not None:
            return special
    if word in ("of", "in", "at"):
        return pool("large_city")
    if number == 0 or follows_sign(phrase, start) or word in ("the", "by"):
        return chosen
    if phrase[end:].strip(" ."):
        return pool("adjective")  # "Bob's Discount Furniture"
    return pool("trade_noun" if _OWNED.search(phrase, 0, start) else "firm_noun")


def _pool_in_organization(phrase: str, start: int, end: int, number: int, word: str) -> Pool | None:
    """Return topics, members or bodies for what an organization is for, of or called."""
    if word in ("of", "for", "on", "and") and _is_topic(phrase, start, end):
        return pool("topic")
    many = phrase[end - 1] in "sS"
    if many and ((number and word == "the") or _MEMBERS.match(phrase, 0, start)):
        return pool("worker")
    if _OF_MEMBERS.match(phrase, end):
        return pool("worker")
    if word in words("organizations.before-bodies") and end == len(phrase):
        return pool("body_noun")  # "Legal Aid"
    return None


def _is_topic(phrase: str, start: int, end: int) -> bool:
    """Return whether a run of ordinary words says what a body is for: "Ministry of Finance"."""
    head = not words("organizations.topics").isdisjoint(normalized(phrase[:start]).split())
    run = phrase[start:end]
    return head and not (phrase.islower() or unfamiliar_words(run) or is_place(run))
