"""Names with words that tell their kind, "X Hospital" and "University of X": only X changes.

A word of X becomes another number, acronym, nationality or place if it is one.
"""

from __future__ import annotations

import re

from privtool.core.rng import KeyedRandom
from privtool.text.filling.agreement import takes_an
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.codes import replace_code
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.gazetteer import (
    STATE_CODES,
    country_surrogate,
    gazetteer,
    nationality_in_scope,
    region,
    world,
)
from privtool.text.surrogates.kinds import (
    LONGEST_ACRONYM,
    ORGANIZATION,
    PEOPLE,
    THING,
    kind_of,
    other,
    plural,
    pool,
    pool_for,
    singulars,
)
from privtool.text.surrogates.name_lists import pools_for
from privtool.text.surrogates.own_words import (
    KEPT_WORDS_OF_PLACES,
    KINDS_OF_PLACES,
    POSSESSIVE,
    follows_sign,
    own_runs,
)
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.values.number import ORDINALS, other_ordinal

PLACE = "place"
_USUAL_LETTERS = "ABCDEFGHILMNOPRSTUW"  # of acronyms
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_YEARS = 6  # by which a year may move
_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])+\.?")
_DIGITS = re.compile(r"\d+(?:(?:st|nd|rd|th)\b)?", re.IGNORECASE)
_ROMAN = re.compile(r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_WORD = re.compile(r"[^\W\d_][\w.'\u2019]*")
_TOPIC = re.compile(r".*?(?P<head>\w+) (?:of|for|on) (?:the )?(?=(?P<topic>.+))")
_NATIONS_OF = {"US": "American", "USA": "American", "UK": "British"}
# Kinds of the words for peoples in the plural; None for those that have none.
_PLURALS = {
    **dict.fromkeys(("people_noun", "language", "continent"), "nation"),
    **dict.fromkeys(("people_plural", "religion", "ism")),
    "priestly": "faith",
}
_KEPT = {False: "before-peoples", True: "after-hyphen"}


def of_signs(part: str, context: Context, acronyms: bool = True) -> str | None:
    """Return another number, ordinal, letter, numeral or acronym; None for any word."""
    if _YEAR.fullmatch(part):
        moved = context.rng("year", part).between_except(-_YEARS, _YEARS, 0)
        return str(int(part) + moved)
    if part.isdigit():
        return replace_code(part, context, "number")
    ordinal = ORDINALS.fullmatch(part)
    if ordinal is not None:
        return context.retry("ordinal", part, lambda rng: other_ordinal(ordinal, rng))
    if len(part) > 1 and _ROMAN.fullmatch(part):
        return context.pick("numeral", part, pool("numeral"))
    if len(part) == 1 or _INITIALS.fullmatch(part) or (acronyms and is_acronym(part)):
        return context.retry("letters", part, lambda rng: _other_letters(part, rng))
    return None


def _other_letters(letters: str, rng: KeyedRandom) -> str:
    made = re.sub("[A-Z]", lambda _: rng.choice(_USUAL_LETTERS), letters.upper())
    return made if letters.isupper() else made.lower()


def is_acronym(part: str) -> bool:
    """Return whether a part of a name is a few capitals."""
    return part.isupper() and part.isalpha() and 1 < len(part) <= LONGEST_ACRONYM


def replace_digits_in(phrase: str, context: Context) -> str:
    """Return the phrase with other digits; its letters stay."""
    return _DIGITS.sub(lambda match: of_signs(match[0], context) or match[0], phrase)


def in_other_script(phrase: str, context: Context) -> str:
    """Return a surname of the same script."""
    return context.pick("organization", phrase, pools_for(phrase).surnames)


def people(phrase: str, context: Context) -> str | None:
    """Return another nationality, language, religion or party; None for any other phrase.

    That of the surrogate of its country ("Libyan", where "Libya" is in the scope) if it fits.
    """
    one, kind = normalized(phrase), kind_of(phrase, PEOPLE)
    several = kind is None
    if several:
        one = next((each for each in singulars(one) if kind_of(each, PEOPLE)), one)
        kind = kind_of(one, PEOPLE)
        kind = _PLURALS.get(kind, kind) if kind else None
    if kind is None:
        return None
    drawn = nationality_in_scope(one, context)
    if drawn is None or not _fits(drawn, one, kind, several, context):
        alike = pool_for(one, kind).starting_like(one)
        if alike is pool_for(one, kind) and "one" in context.cues and takes_an(one):
            alike = pool("nation").starting_like(one)  # "an Italian": no such noun
        drawn = context.pick("people", one, alike)
    return cased_like(phrase, f"{drawn}s" if several else drawn)


def is_people(phrase: str) -> bool:
    """Return whether a phrase names a people, a language, a religion or a party."""
    return kind_of(phrase, PEOPLE) is not None


def _fits(nation: str, one: str, kind: str, several: bool, context: Context) -> bool:
    """Return whether a nationality may stand for another one, in its number, after its article."""
    own = kind_of(nation, PEOPLE)
    fits = own == kind or (own == "people_noun" and kind != "people_plural")
    fits = nation.endswith("an") if several else fits
    article = "one" not in context.cues or takes_an(nation) == takes_an(one)
    return fits and article and context.is_fresh(nation, one)


def compound(name: str, context: Context) -> str | None:
    """Return a phrase of peoples with others, word by word: "German-born"; None without any.

    Small words ("half", "pro", "born") stay. Any other word rules it out, but for a place before a
    hyphen: "London-based".
    """
    found = list(_WORD.finditer(name))
    pieces: list[str] = []
    done = replaced = 0
    for match in found if len(found) > 1 else ():
        hyphens = name[: match.start()][-1:] == "-", name[match.end() :][:1] == "-"
        key, new = normalized(match[0]), people(match[0], context)
        place = Label.LOCATION.value in classes_of(key) and match[0][0].isupper()
        if new is None and hyphens[1] and place:
            new = cased_like(match[0], context.pick("city", match[0], pool("large_city")))
        if new is None and key not in words(f"things.{_KEPT[hyphens[0]]}"):
            return None
        replaced += new is not None
        pieces += (name[done : match.start()], new or match[0])
        done = match.end()
    return "".join([*pieces, name[done:]]) if replaced else None


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
    drawn = pools_for(name, context.language).surnames
    return rename(name, context, PLACE, drawn, KEPT_WORDS_OF_PLACES)


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
    made = people(run, context) or place_like(run, context) or _place_and_kind(run, context)
    return made or other(run, context, *(THING,) * (kind == "name"), ORGANIZATION)


def _place_and_kind(run: str, context: Context) -> str | None:
    """Return another place and name of a kind for a name of two such parts: "Boston Celtics"."""
    for space in re.finditer(" ", run):
        first, last = run[: space.start()], run[space.end() :]
        made = other(last, context, ORGANIZATION, THING)
        place = made and (people(first, context) or place_like(first, context))
        if place:
            return f"{place} {made}"
    return None


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
