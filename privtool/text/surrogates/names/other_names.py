"""Other names: nationalities, events, works, products; each becomes another one of its kind."""

from __future__ import annotations

from functools import partial

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.name_lists import SAINTS, locale_of
from privtool.text.surrogates.names.compounds import compound
from privtool.text.surrogates.names.digits_and_letters import (
    in_other_script,
    random_letters,
    replace_digits,
)
from privtool.text.surrogates.names.fixed_forms import of_fixed_form
from privtool.text.surrogates.names.forms import (
    KEPT_WORDS_OF_THINGS,
    coined,
    coined_with_noun,
    has_article,
    index_or_system,
    is_like_a_title,
    of_kind_words,
    other_day,
    split_article,
    stock_split,
)
from privtool.text.surrogates.names.groups_of_things import of_group
from privtool.text.surrogates.names.honors import cued_honor, honor
from privtool.text.surrogates.names.institutions import known_organization, team
from privtool.text.surrogates.names.jobs import GENDER_LABELS, JOB_LABELS, gender, job
from privtool.text.surrogates.names.known_goods import CARS, WINES
from privtool.text.surrogates.names.known_works import KNOWN_TITLES
from privtool.text.surrogates.names.laws import other_law
from privtool.text.surrogates.names.other_kinds import (
    pool_for,
    pool_of_kind,
    titles,
    titles_after_a,
    works,
)
from privtool.text.surrogates.names.peoples import faiths, nations, people
from privtool.text.surrogates.names.science import after_a_scientist, species
from privtool.text.surrogates.numbers.codes import money, number
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.places.countries import country_surrogate
from privtool.text.surrogates.places.regions import region
from privtool.text.surrogates.pools import starts_with_vowel
from privtool.text.surrogates.prf import normalized

_RANGE = regex.compile(r"\d{1,3}[-\u2013]\d{1,3}")
_SAINT = regex.compile(r"(St\.?|Saint)\s+\p{L}+")
_YEAR_BEFORE = regex.compile(r"((?:18|19|20)\d\d)(\s+)(?=\p{L})")
_LONGEST_ACRONYM = 5
_PEOPLES = frozenset(("NATIONALITY", "NORP", "NRP", "ETHNICITY"))
_FESTIVALS = pool_of("Oktoberfest|Coachella|Lollapalooza|Glastonbury|Bonnaroo|Roskilde")
ILLNESSES = "Lupus|Gout|Psoriasis|Eczema|Asthma|Sciatica|Shingles|Leukemia"
_CUED = {"car": CARS.drawn, "wine": WINES.drawn, "illness": ILLNESSES}
_SUM = regex.compile(  # "$71 million", of a tagger without a label for money
    r"(?:an?\s[$\u00a3\u20ac]?)?\d[\d.,]*\s(?:thousand|million|billion|trillion|mln|bln)"
    r"(?:\s(?:dlrs?|dollars|stg|yen|marks|francs))?"
)
_PREFIX = regex.compile(r"(?i:post|pre|anti|pro|non|ex|mid)-(?=\p{Lu}\p{Ll}+\Z)")
_HALVES = pool_of("Western|Eastern|Northern|Southern")  # of the world
_GAMES = pool_of("Paralympic|Commonwealth|European|World|Asian|African")
_ACTIVITIES = pool_of("Pilates|Zumba|Reiki|Aikido|Qigong")


def other_name(phrase: str, context: Context) -> str:
    """Return another name of the kind that the label, the name itself or its form tells.

    "Cup", "Prize" and the like stay. A title such as "War and Peace" becomes another title, a word
    of no known kind a coined one.
    """
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    label = context.kind.lower()
    if context.kind == "MISC" and _SUM.fullmatch(phrase):
        return money(phrase, context)
    fixed = of_fixed_form(phrase, context) if context.kind == "MISC" else None
    if fixed is not None:
        return fixed
    prefix = _PREFIX.match(phrase)
    if prefix is not None and compound(phrase, context) is None:  # "post-Games", "pro-Moscow"
        return prefix[0] + other_name(phrase[prefix.end() :], context)
    split = stock_split(phrase, context)
    if split is not None:
        return split
    if not any(map(str.isalpha, phrase)):
        if pool_of_kind(context.kind) is works():
            return context.pick("title", phrase, works())
        if _RANGE.fullmatch(phrase) and phrase != "9-11":  # "episodes 1-3"
            return number(phrase, context)
        return other_day(phrase, context) or replace_digits(phrase, context)
    if label in GENDER_LABELS:
        return gender(phrase, context)
    if label in JOB_LABELS:
        return job(phrase, context)
    if has_article(phrase) and pool_of_kind(context.kind) is not works():
        indefinite, space, rest = phrase.partition(" ")  # "a Super Bowl party"
        if len(indefinite) <= 2 and any(map(str.isalpha, rest)):
            made = other_name(rest, context)
            return cased_like(indefinite, "an" if starts_with_vowel(made) else "a") + space + made
    article, name = split_article(phrase)
    return article + (_known(name, context) or _of_label(name, article, context))


def _known(name: str, context: Context) -> str | None:
    """Return another people, team or brand; None for other names."""
    if pool_of_kind(context.kind) is works():
        return known_organization(name, context)  # a magazine
    if context.kind == "LANGUAGE":
        return None
    if context.kind in _PEOPLES:  # "The Vikings settled here"
        return of_group(name, context) or people(name, context) or compound(name, context)
    return (
        of_group(name, context)
        or honor(name, context)
        or people(name, context)
        or compound(name, context)
        or _team(name, context)
        or _organization(name, context)
        or _place(name, context)
    )


def _place(name: str, context: Context) -> str | None:
    """Return another country or region where the label leaves the kind open."""
    if pool_of_kind(context.kind):
        return None
    return country_surrogate(name, False, context) or region(name, context)


def _organization(name: str, context: Context) -> str | None:
    """Return another organization for a known one where the label leaves the kind open."""
    return None if pool_of_kind(context.kind) else known_organization(name, context)


def _team(name: str, context: Context) -> str | None:
    """Return another team where the label leaves the kind open: not for "Geneva Conventions"."""
    formed = normalized(name).split()[-1] in KEPT_WORDS_OF_THINGS
    return None if formed or pool_of_kind(context.kind) else team(name, context)


def _of_label(name: str, article: str, context: Context) -> str:
    """Return a name of the kind of the label, or else of the form of the name."""
    if context.kind in _PEOPLES:
        return cased_like(name, context.pick("people", name, nations().starting_like(name)))
    if context.kind == "RELIGION":
        return cased_like(name, context.pick("people", name, faiths()))
    pool = pool_of_kind(context.kind)
    year = _YEAR_BEFORE.match(name)
    if year is not None and pool is not works():
        shifted = int(year[1]) + context.rng("year", year[1]).between_except(-6, 6, 0)
        rest = name[year.end() :]
        if rest.islower() and KEPT_WORDS_OF_THINGS.issuperset(rest.split()):
            return f"{shifted}{year[2]}{rest}"  # "the 1906 earthquake"
        return f"{shifted}{year[2]}{_known(rest, context) or _of_label(rest, '', context)}"
    if pool is None:
        return _of_form(name, article, context)
    ordinal = ORDINAL.fullmatch(name) if context.kind == "LAW" else None
    if ordinal is not None:  # "He pleaded the Fifth"
        return context.retry("ordinal", name, partial(other_ordinal, ordinal))
    law = other_law(name, context) if pool is not works() else None
    if law is not None:
        return law
    if pool is not works():
        formed = of_kind_words(name, context)
        if formed is not None:
            return formed
    if context.kind == "LAW" and name.isupper() and " " not in name:
        return context.pick("name", name, pool_for("ACT"))
    bare_event = context.kind == "EVENT" and not article and name[:1].isupper()
    if bare_event and " " not in name:  # "sang at Eurovision": no name that needs an article
        drawn = context.pick("festival", name, _FESTIVALS)
        return drawn if name.isupper() else capitalized_like(name, drawn)  # "CES"
    after_the = article or ("the" if "the" in context.cues else "")
    chosen = titles(after_the) if pool is works() else pool.starting_like(name)
    if pool is works() and "one" in context.cues:
        chosen = titles_after_a(starts_with_vowel(name))
    drawn = context.pick(context.kind, name, chosen)
    return capitalized_like(name, drawn)


def _of_form(name: str, article: str, context: Context) -> str:
    """Return a name of the form of another: an event, a product with a number, a title, a word."""
    formed = other_law(name, context) or of_kind_words(name, context)
    if formed is None and "title" not in context.cues:
        formed = index_or_system(name, context)
    formed = formed or species(name, context) or after_a_scientist(name, context)
    formed = formed or cued_honor(name, context)
    if formed is not None:
        return formed
    if name in _HALVES.phrases:
        return context.pick("half", name, _HALVES)
    if name in ("Olympic", "OLYMPIC"):  # champions
        return cased_like(name, context.pick("games", name, _GAMES.starting_like(name)))
    saint = _SAINT.fullmatch(name)
    if saint is not None:
        drawn = context.pick("given", name, SAINTS)
        return f"{saint[1]} {drawn}"
    if "activity" in context.cues:
        return capitalized_like(name, context.pick("name", name, _ACTIVITIES))
    kind = next((_CUED[cue] for cue in context.cues if cue in _CUED), None)
    if kind is not None and name[:1].isupper():
        return capitalized_like(name, context.pick("name", name, pool_of(kind)))
    article = article or ("the" if "the" in context.cues else "")
    titled = "title" in context.cues or normalized(name) in KNOWN_TITLES
    common = None if titled else coined_with_noun(name, context)
    if common is not None:
        return common
    if titled or (is_like_a_title(name, article) and "one" not in context.cues):
        return capitalized_like(name, context.pick("title", name, titles(article)))
    letters = name.replace(".", "")
    if letters.isupper() and 1 < len(letters) <= _LONGEST_ACRONYM:
        return context.retry("name", letters, lambda rng: random_letters(letters, rng))
    return capitalized_like(name, context.pick("name", name, coined().starting_like(name)))
