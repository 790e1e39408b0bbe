"""Organizations: generic words stay, the rest is drawn."""

from __future__ import annotations

import re

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import SAINTS, locale_of, name_pools
from privtool.text.surrogates.names.cued_firms import (
    brand,
    civic_group,
    clinic,
    cued_firm,
    known_thing,
    newspaper,
)
from privtool.text.surrogates.names.digits_and_letters import (
    in_other_script,
    other_acronym,
    other_numeral,
    random_letters,
    replace_digits,
    usual_letter,
)
from privtool.text.surrogates.names.formed_names import formed_name
from privtool.text.surrogates.names.generic_bodies import generic_body
from privtool.text.surrogates.names.institutions import (
    cities,
    institution,
    known_organization,
    team,
)
from privtool.text.surrogates.names.own_words import (
    KEPT_WORDS,
    POSSESSIVE,
    follows_sign,
    is_listed,
    own_runs,
)
from privtool.text.surrogates.names.peoples import is_people, party, people
from privtool.text.surrogates.names.public_names import LEAGUES
from privtool.text.surrogates.names.special_forms import (
    BODIES,
    SCIENCES,
    TOPICS,
    firm_endings,
    is_plain_pair,
    names_a_topic,
    special_form,
)
from privtool.text.surrogates.names.trades import (
    ADJECTIVES,
    TRADE_NAMES,
    TRADES,
    WORKERS,
    branches_of,
    unused,
)
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.places.countries import country_surrogate, world
from privtool.text.surrogates.places.us_gazetteer import STATE_CODES, STATES, gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_LONGEST_ACRONYM = 5
# "University of North Carolina at Chapel Hill"
_CAMPUS = re.compile(r"(?P<name>.*\bof\b.+?)(?P<at>\s+at\s+)(?P<city>[^,]+)")
_ARTICLE = re.compile(r"the\s+", re.IGNORECASE)
# A union's branch, or what belongs to many.
_OF_MEMBERS = re.compile(r"\s+local\s+\d|['\u2019]\s", re.IGNORECASE)
_STATE_NAMES = frozenset(map(normalized, STATES.values())) - {"washington", "virginia", "georgia"}
_MEMBERS = re.compile(r".*\b(?:association|union|brotherhood|federation|guild) of ", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\b[A-Z]\.[A-Z]\Z")  # of "Lamar Hunt U.S. Open"
_STATE, _OWNED = re.compile(r"\sstate\b", re.IGNORECASE), re.compile(r"['\u2019]s\s")
_INITIALS, _LETTER = re.compile(r"[A-Z](?:\.[A-Z])+"), re.compile("[A-Z]")
_SCHOOL = re.compile(r"(P\.?S\.?|I\.?S\.?|M\.?S\.?|J\.?H\.?S\.?)(\s?)(\d+)")
_SCHOOLS = Pool(("PS", "IS", "MS"))
_NEEDS_NOUN = word_set(
    "legal national international royal federal public social united global american european"
)
_ROMAN = re.compile(r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})")


def organization(phrase: str, context: Context) -> str:
    """Return an organization's name with surnames for its own words; "Hospital" and "of" stay."""
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    owner = POSSESSIVE.search(phrase)
    name = phrase[: owner.start()] if owner else phrase
    if owner and (whole := known_organization(phrase, context)) is not None:
        return whole  # "Macy's"
    campus = _CAMPUS.fullmatch(phrase)
    if campus is not None:
        city = cased_like(campus["city"], context.pick("city", campus["city"], cities()))
        return organization(campus["name"], context) + campus["at"] + city
    bare = _ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name
    article = name[: len(name) - len(bare)]
    if "parks" in context.cues:
        return article + (cued_firm(bare, article, context) or bare) + phrase[len(name) :]
    school = _SCHOOL.fullmatch(bare)
    if school is not None:  # "PS 87"
        kind = context.pick("school", school[1].replace(".", ""), _SCHOOLS)
        kind = "".join(f"{letter}." for letter in kind) if "." in school[1] else kind
        number = replace_digits(school[3], context)
        return f"{article}{kind}{school[2]}{number}{phrase[len(name) :]}"
    formed = _of_form(bare, article, context)
    if formed is not None:
        return article + formed + phrase[len(name) :]
    known = known_organization(bare, context) if article else None  # "The Guardian"
    public = known and article + known
    if known is None and own_runs(bare, KEPT_WORDS) == ((0, len(bare)),):
        public = _of_no_kind(bare, article, context)
    public = public or special_form(name, context) or institution(name, context)
    if public is not None:
        return public + phrase[len(name) :]
    return rename(phrase, context, "organization", name_pools().surnames, KEPT_WORDS)


def _of_form(name: str, article: str, context: Context) -> str | None:
    """Return another party, newspaper or civic group for one in the form of these, else None."""
    if known_organization(name, context) is not None:
        return clinic(name, context) if context.kind == "HOSPITAL" else None
    formed = formed_name(name, context, organization)
    if (plain := formed or generic_body(name, context) or party(name, context)) is not None:
        return plain
    plural = name[-1:] == "s" and name.lower() not in LEAGUES and is_people(name[:-1])
    if plural and (article or "the" in context.cues):  # "the Conservatives"
        return people(name, context)
    return newspaper(name, article, context) or civic_group(name, context)


def _of_no_kind(name: str, article: str, context: Context) -> str | None:
    """Return another name for one without a word that tells its kind; None for a known one."""
    if known_organization(name, context) is not None or team(name, context) is not None:
        return None
    made = known_thing(name, context) or cued_firm(name, article, context)
    made = made or ("" if article else brand(name, context))
    return article + made if made else None


def rename(phrase: str, context: Context, kind: str, pool: Pool, kept: frozenset[str]) -> str:
    """Return the phrase with one drawn name for each run of its own words.

    That is a name of the pool for the first run and where names are listed ("Hall & Stone"), a city
    after "of", another people for a people, and another trade after the name ("Joe's Crab").
    """
    pieces: list[str] = []
    done = 0
    acronyms = " " not in phrase or not phrase.isupper()  # "MOOSE FACTORY" has none
    for number, (start, end) in enumerate(own_runs(phrase, kept)):
        run = phrase[start:end]
        plain = len(run) > 1 and kind != "place" and not is_listed(phrase, start, end)
        made = people(run, context) if plain else None
        if made is None and kind in ("organization", "name") and " " in run:
            made = country_surrogate(run, True, context)
        if made is None:
            chosen = unused(_pool_of_run(phrase, (start, end), number, kind, pool), phrase)
            part = kind if chosen is pool else f"{kind} part"
            made = _run_surrogate(run, context, part, chosen, acronyms)
        alone = kind == "organization" and run == phrase and " " in run
        if alone and is_plain_pair(run):  # "Golden Dragon"
            made = cased_like(run, context.pick("trade name", run, TRADE_NAMES))
        elif alone and not POSSESSIVE.search(run):
            made = (
                f"{made} {cased_like(run, context.pick('firm', run, firm_endings(context.kind)))}"
            )
        pieces += (phrase[done:start], made)
        done = end + (_ABBREVIATED.search(run) is not None and phrase[end : end + 1] == ".")
    if not pieces:  # "The General Hospital": nothing of its own, so that it is private as a whole
        drawn = cased_like(phrase, context.pick(kind, phrase, pool))
        last = phrase.split()[-1]
        article = phrase[: len("the ")] if phrase.startswith("the ") else ""
        return drawn if last == phrase else f"{article}{drawn} {last}"
    return "".join([*pieces, phrase[done:]])


def _pool_of_run(phrase: str, run: tuple[int, int], number: int, kind: str, pool: Pool) -> Pool:
    """Return the names for a run, by what stands before it."""
    start, end = run
    before = normalized(phrase[:start]).split()[-1:]
    if kind == "place" and before not in (["st."], ["st"], ["saint"]):
        of_state = _STATE.match(phrase, end) is not None  # "California State Capitol Museum"
        return gazetteer().states if of_state and normalized(phrase[:end]) in _STATE_NAMES else pool
    if kind == "place":
        return SAINTS
    if normalized(phrase[start:end]) in STATE_CODES:
        return gazetteer().states
    if kind == "organization" and world().country(phrase[start:end]):
        return world().countries
    if kind == "organization" and names_a_topic(phrase, start, end):
        return SCIENCES if phrase[end:].startswith(" Sciences") else TOPICS
    if before in (["of"], ["in"], ["at"]):
        return cities()
    if kind in ("organization", "name") and _is_place(phrase[start:end]):
        return cities()
    if before in (["st."], ["st"], ["saint"]):
        return SAINTS
    many = kind == "organization" and phrase[end - 1] in "sS"
    if many and ((number and before == ["the"]) or _MEMBERS.match(phrase, 0, start)):
        return WORKERS
    if kind == "organization" and _OF_MEMBERS.match(phrase, end):
        return Pool(name for name in WORKERS.phrases if name[-1] == "s")  # "the Tenants' Union"
    listed = follows_sign(phrase, start)
    if kind == "organization" and _NEEDS_NOUN.issuperset(before or [""]) and end == len(phrase):
        return BODIES  # "Legal Aid"
    if number == 0 or listed or before in (["the"], ["by"]):
        return pool
    if phrase[end:].strip(" ."):
        return ADJECTIVES  # "Bob's Discount Furniture"
    return branches_of(before) or (TRADES if _OWNED.search(phrase, 0, start) else firm_endings(""))


def _is_place(run: str) -> bool:
    """Return whether a run is the name of a place, and of no person."""
    classes = classes_of(normalized(run))
    return Label.LOCATION.value in classes and Label.PERSON.value not in classes


def _run_surrogate(run: str, context: Context, kind: str, pool: Pool, acronyms: bool) -> str:
    """Return the surrogate of a run of words, of an acronym, or of a number in a name."""
    possessive = POSSESSIVE.search(run)
    bare = run[: possessive.start()] if possessive else run
    ending = possessive.group() if possessive else ""
    if bare.isdigit():
        return replace_digits(bare, context)
    if len(bare) == 1:
        return context.retry(kind, bare, lambda rng: cased_like(bare, random_letters(bare, rng)))
    if _INITIALS.fullmatch(bare):  # "P.S. 118"
        new = context.retry(kind, bare, lambda rng: _LETTER.sub(lambda _: usual_letter(rng), bare))
        return new + ending
    if _ROMAN.fullmatch(bare):
        return other_numeral(bare, context) + ending
    ordinal = ORDINAL.fullmatch(bare)
    if ordinal is not None and bare[0].isdigit():
        return context.retry("ordinal", bare, lambda rng: other_ordinal(ordinal, rng)) + ending
    if acronyms and bare.isupper() and bare.isalpha() and 1 < len(bare) <= _LONGEST_ACRONYM:
        if world().country(bare):  # "Cancer Research UK"
            return context.pick("country", bare, world().countries) + ending
        known = known_organization(bare, context)  # "ICU"
        if known is None:
            known = context.retry(kind, bare, lambda rng: other_acronym(bare, rng))
        return known + ending
    return cased_like(bare, context.pick(kind, bare, pool)) + ending
