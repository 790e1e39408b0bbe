"""Other names: nationalities, events, works, products; each becomes another one of its kind."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.lexicon import rows, words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.abroad import country_surrogate
from privtool.text.surrogates.geography.regions import region
from privtool.text.surrogates.kinds import (
    NOUN,
    ORGANIZATION,
    THING,
    drawn_for,
    finer_kind,
    is_kind,
    kind_of,
    kind_with_article,
    other,
    pool,
)
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.names.digits_and_letters import (
    in_other_script,
    is_acronym,
    of_signs,
    other_numeral,
    replace_digits,
    replace_digits_in,
)
from privtool.text.surrogates.names.organizations import of_cued_kind
from privtool.text.surrogates.names.own_words import KEPT_WORDS, KEPT_WORDS_OF_THINGS
from privtool.text.surrogates.names.peoples import compound, people
from privtool.text.surrogates.names.renaming import in_two, is_place, rename
from privtool.text.surrogates.numbers.codes import number
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.pools import Pool, starts_with_vowel
from privtool.text.surrogates.prf import normalized

_RANGE = regex.compile(r"\d{1,3}[-\u2013]\d{1,3}")
_YEAR_BEFORE = regex.compile(r"((?:18|19|20)\d\d)(\s+)(?=\p{L})")
_YEARS = 6  # by which a year may move
_INDEFINITE = regex.compile(r"(?P<article>[Aa]n?)(?P<space> )(?P<name>.*\p{L}.*)", regex.DOTALL)
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019]*+")
_NUMBER_AT_END = regex.compile(r"([ -]?)(\p{Lu}{0,2}\p{N}++\p{L}?|(?<= )[IVX]{1,4})\Z")
_LETTER_AT_END = regex.compile(r"(?P<kind>\p{L}+ )(?P<letter>[A-Z])")
_DOSE = regex.compile(r"\s+\d[\d.,]*+\s?(?:mg|mcg|ml|g|units?|iu|tabs?|tablets?|%)\b.*", regex.I)
_ACT = regex.compile(r"(?P<name>.*\b(?:Act|Law|Bill|Code))(?P<year>(?:,? of)? \d{4})?", regex.I)
_VERSUS = regex.compile(r"(?P<one>.+?)(?P<versus>\s+vs?\.?\s+)(?P<other>.+)", regex.IGNORECASE)
_FIRST = "Al Bra Cor Del El Fen Gal Hel Il Jor Kel Lor Mar Nov Or Pel Quin Ros Sol Tor Ul Vel Zan"
_MIDDLE = "a e i o u an ar en ia in is on or um"
_LAST = "den dex dia fic lia lux met mia nex nia ra ria ro ron ta tis tra va vex vo xa"
_TITLE, _JOB, _THE = "title", "job", "The "


def other_name(phrase: str, context: Context) -> str:
    """Return another name of the kind that the label, the name itself or its form tells.

    "Cup", "Prize" and the like stay. A title such as "War and Peace" becomes another title, a word
    of no known kind a coined one.
    """
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    kind = _kinds_of_labels().get(context.kind, "")
    if not any(map(str.isalpha, phrase)):
        return _of_digits(phrase, kind, context)
    indefinite = _INDEFINITE.fullmatch(phrase) if kind != _TITLE else None
    titled = phrase[:1] == "A" and _is_title(phrase, "")  # "A Storm to Come"
    if indefinite is not None and not titled:  # "a Super Bowl party"
        made = other_name(indefinite["name"], context)
        article = "an" if starts_with_vowel(made) else "a"
        return cased_like(indefinite["article"], article) + indefinite["space"] + made
    article = phrase[: len(_THE)] if normalized(phrase[: len(_THE)]) == "the" else ""
    if not any(map(str.isalpha, phrase[len(article) :])):
        article = ""
    name = phrase[len(article) :]
    year = _YEAR_BEFORE.match(name) if kind != _TITLE else None
    if year is not None:  # "1998 Honda Accord"
        shifted = int(year[1]) + context.rng("year", year[1]).between_except(-_YEARS, _YEARS, 0)
        article, name = f"{article}{shifted}{year[2]}", name[year.end() :]
        if name.islower() and KEPT_WORDS_OF_THINGS.issuperset(name.split()):
            return article + name  # "the 1906 earthquake"
    definite = bool(article) or "the" in context.cues
    known = _known(name, kind, definite, context)
    return article + (known or _of_label(name, kind, article, definite, context))


def _of_digits(phrase: str, kind: str, context: Context) -> str:
    if kind == _TITLE:
        return context.pick(_TITLE, phrase, pool(_TITLE))
    known = other(phrase, context, THING)  # "9/11"
    if known is not None:
        return known
    return number(phrase, context) if _RANGE.fullmatch(phrase) else replace_digits(phrase, context)


def _known(name: str, kind: str, definite: bool, context: Context) -> str | None:
    """Return another name for one that is known to be of some kind; None for other names."""
    if kind == _TITLE:
        return other(name, context, ORGANIZATION) if kind_of(name, ORGANIZATION) else None
    if kind in ("nation", "faith"):
        return people(name, context) or compound(name, context)
    if kind and kind not in ("event", "product", "law"):
        return _of_kind(name, kind, context)
    if "title" in context.cues and kind_of(name, THING) not in (None, _TITLE):
        return None
    if kind_of(name, THING) == _TITLE:
        return _title(name, definite, context)
    found = people(name, context) or other(name, context, THING) or compound(name, context)
    if found is None and kind in ("", "product"):
        found = other(name, context, ORGANIZATION, NOUN)
        found = found or country_surrogate(name, False, context) or region(name, context)
    return found or in_two(name, context)


def _of_kind(name: str, kind: str, context: Context) -> str:
    """Return a name of the kind of a label, or of one of its finer kinds: "job_title"."""
    finer = finer_kind(name, kind)
    if kind == _JOB and finer == kind and not words("job.leaders").isdisjoint(name.lower().split()):
        drawn = context.pick("job", name, pool("job_title"))
        return capitalized_like(name, drawn if name[:1].isupper() else drawn.lower())
    if finer == kind:
        alike = pool(kind).starting_like(name)
        return capitalized_like(name, context.pick(kind, name, alike))
    made = drawn_for(name, finer, context)
    return made.upper() if len(name) == 1 and name.isupper() else made


def _of_label(name: str, kind: str, article: str, definite: bool, context: Context) -> str:
    """Return a name of the kind of the label, or else of the form of the name."""
    if kind in ("nation", "faith"):
        return cased_like(name, context.pick("people", name, pool(kind).starting_like(name)))
    if kind == _TITLE:
        return _title(name, definite, context)
    versus = _VERSUS.fullmatch(name)
    if versus is not None and kind in ("", "law"):  # "Roe v. Wade"
        return versus["versus"].join(_party(versus[side], context) for side in ("one", "other"))
    formed = _of_kind_words(name, kind, context)
    if formed is not None:
        return formed
    if kind:
        kind = kind_with_article(kind, definite)
        return capitalized_like(name, context.pick(kind, name, pool(kind).starting_like(name)))
    cued = of_cued_kind(name, definite, context) if "title" not in context.cues else None
    if cued is not None and name[:1].isupper():
        return cued
    if "title" in context.cues or (_is_title(name, article) and "one" not in context.cues):
        return _title(name, definite, context)
    letters = name.replace(".", "")
    signs = of_signs(letters, context) if is_acronym(letters) else None
    return signs or _with_noun(name, context)


def _of_kind_words(name: str, kind: str, context: Context) -> str | None:
    """Return a name with the words that tell its kind, or the form of its number; else None."""
    keys = [normalized(word) for word in _WORD.findall(name)]
    act = _ACT.fullmatch(name)
    if act is not None and kind != "event":
        drawn = cased_like(name, context.pick("law", act["name"], pool("law")))
        return drawn + (replace_digits_in(act["year"], context) if act["year"] else "")
    ordinal = ORDINAL.match(name)
    if ordinal and keys[-1] in KEPT_WORDS_OF_THINGS and len(keys) > 1:
        new = context.retry("ordinal", ordinal[0], lambda rng: other_ordinal(ordinal, rng))
        rest = name[ordinal.end() :]
        own = not KEPT_WORDS_OF_THINGS.issuperset(keys[1:])
        return new + (rest[:1] + _renamed(rest[1:], context) if own else rest)
    if keys[0] in words("things.storms"):
        return rename(name, context, "given", name_pools().given, KEPT_WORDS_OF_THINGS)
    if not kind and words("things.events").issuperset(keys):
        return capitalized_like(name, context.pick("event", name, pool("event_the")))
    lettered = _LETTER_AT_END.fullmatch(name)
    if lettered is not None and keys[0] in words("things.sections"):  # "Series A"
        return lettered["kind"] + (of_signs(lettered["letter"], context) or "")
    if KEPT_WORDS_OF_THINGS.issuperset(keys):  # "$71 million", "World No. 1"
        return replace_digits_in(name, context) if any(map(str.isdigit, name)) else None
    led = keys[0] in words("things.before-of") and " of " in name and " of the " not in name
    last = name.split()[-1]
    kept = keys[-1] in words("things.events") or (
        keys[-1] in KEPT_WORDS_OF_THINGS and not last.islower()
    )
    small = words("things.small").isdisjoint(keys) or keys[-1] in words("things.systems")
    if led or (kept and small and name[:1].isupper()):
        return _renamed(name, context)
    return _numbered(name, keys, context)


def _renamed(name: str, context: Context) -> str:
    """Return an event with another place or surname for its own words."""
    chosen = pool("large_city") if is_place(name.rpartition(" ")[0]) else name_pools().surnames
    return rename(name, context, "name", chosen, KEPT_WORDS_OF_THINGS)


def _numbered(name: str, keys: list[str], context: Context) -> str | None:
    """Return another product with a number: "Dyson V11", "F-16", "Section 230"; else None."""
    dose = _DOSE.search(name)
    found = dose or _NUMBER_AT_END.search(name)
    if found is None or not keys:
        return None
    model = name[: found.start()]
    kind = f"{kind_of(model, THING, ORGANIZATION)}_model"
    if is_kind(kind):
        return drawn_for(name, kind, context)
    if any(map(str.isdigit, model)) or not any(map(str.isalpha, model)):
        return None
    made = model if words("things.sections").issuperset(keys) else _model(model, context)
    if dose is not None:
        return made + number(dose[0], context)
    digits = any(map(str.isdigit, found[2]))
    new = replace_digits(found[2], context) if digits else other_numeral(found[2], context)
    return f"{made}{found[1]}{new}"


def _model(model: str, context: Context) -> str:
    known = other(model, context, THING) or of_signs(model, context)
    return known or cased_like(model, context.pick("name", model, coined().starting_like(model)))


def _with_noun(name: str, context: Context) -> str:
    """Return a coined word; a common noun after a name stays: "Velora force"."""
    first, space, rest = name.partition(" ")
    noun = first.istitle() and rest.islower() and not unfamiliar_words(rest)
    if not (noun and words("things.small").isdisjoint(rest.split()) and rest.count(" ") < 2):
        first, space, rest = name, "", ""
    drawn = context.pick("name", first, coined().starting_like(first))
    return capitalized_like(first, drawn) + space + rest


def _party(name: str, context: Context) -> str:
    country = country_surrogate(name, False, context)
    return country or rename(name, context, "name", name_pools().surnames, KEPT_WORDS)


def _is_title(name: str, article: str) -> bool:
    """Return whether a name has "The", a small word, a sign or many words: not "Neural Network"."""
    parts = name.split()
    if len(parts) < 2 or name.islower():  # "pad see ew"
        return False
    signs = not name.replace(" ", "").isalnum()
    return article[:1] == "T" or len(parts) > 2 or parts[0].islower() or signs


def _title(name: str, definite: bool, context: Context) -> str:
    return capitalized_like(name, context.pick(_TITLE, name, _titles(definite)))


@cache
def _titles(after_article: bool) -> Pool:
    """Return titles of works that follow an article, or those with no article in front."""
    with_the = [title for title in pool(_TITLE).phrases if title.startswith(_THE)]
    if after_article:
        return Pool(title.removeprefix(_THE) for title in with_the)
    return Pool(title for title in pool(_TITLE).phrases if title not in with_the)


@cache
def coined() -> Pool:
    """Return some thousand words that sound like names of products."""
    return Pool(
        first + middle + last
        for first in _FIRST.split()
        for middle in _MIDDLE.split()
        for last in _LAST.split()
    )


@cache
def _kinds_of_labels() -> dict[str, str]:
    return {label: kind for label, kind, *_ in rows("label_kinds")}
