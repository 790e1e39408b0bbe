"""Jobs and genders: each becomes another one in the same form."""

from __future__ import annotations

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

JOB_LABELS = word_set("profession occupation jobtitle job_title jobtype jobarea")
GENDER_LABELS = word_set("gender sex")
# By the article that stands before them: "a baker", "an editor".
_WITH_A = pool_of(
    """baker|barber|bookkeeper|carpenter|cashier|chef|cleaner|dentist|designer|driver|farmer|florist
    |gardener|janitor|lawyer|librarian|mechanic|nurse|painter|pharmacist|photographer|pilot|plumber
    |receptionist|roofer|secretary|surveyor|tailor|teacher|translator|waiter|welder"""
)
_WITH_AN = pool_of(
    """accountant|actuary|architect|art teacher|auditor|auto mechanic|editor|electrician|engineer
    |illustrator|insurance broker|interpreter|interior designer|office clerk|optician|orderly
    |orthodontist|upholsterer"""
)
_LEADING = pool_of(
    """Branch Manager|Director of Marketing|General Manager|Head of Purchasing|Logistics Manager
    |Program Director|Regional Director|Sales Manager|Shift Supervisor|Team Lead|Product Manager"""
)
_LEADERS = word_set(
    """manager director president chief officer head vice supervisor lead executive ceo cfo cto coo
    vp svp evp chair chairman chairwoman partner principal superintendent owner founder"""
)
_KEPT_BEFORE = word_set("retired former part-time full-time freelance self-employed unemployed")
_ARTICLE = regex.compile(r"(?:an?|the|my|his|her|our|their|your)\s+(?=\p{L})", regex.IGNORECASE)
_GENDERS = NameGroups(
    NameGroup(names)
    for names in (
        "male|female|nonbinary", "m|f|x", "man|woman", "men|women", "boy|girl", "boys|girls",
        "he|she", "him|her", "his|hers", "gentleman|lady", "he/him|she/her|they/them",
        "transgender|cisgender", "trans man|trans woman", "guy|lady",
    )
)  # fmt: skip
_STATUS = NameGroups(
    [
        NameGroup(
            "retired|unemployed|self-employed|semi-retired",
            "on disability|disabled|not employed|out of work|between jobs|employed",
        ),
        NameGroup("LPN|CNA|NP|CPA|EMT", "RN|PA|MD|DO|LVN|PT|OT|PhD|JD|DDS|CRNA"),
    ]
)
_ANY = pool_of("male|female|nonbinary")


def job(phrase: str, context: Context) -> str:
    """Return another job that fits the article before it, within the phrase or outside."""
    status = _STATUS.pool_with(phrase)
    if status is not None:
        return capitalized_like(phrase, context.pick("JOB", phrase, status))
    article = _ARTICLE.match(phrase)
    kept = article[0] if article else ""
    first, space, rest = phrase[len(kept) :].partition(" ")
    if rest and normalized(first) in _KEPT_BEFORE:
        return kept + first + space + job(rest, context)
    name = phrase[len(kept) :]
    if not _LEADERS.isdisjoint(normalized(name).split()):
        pool = _LEADING
    else:
        pool = _WITH_AN if normalized(name)[:1] in tuple("aeiou") else _WITH_A
    drawn = context.pick("JOB", name, pool)
    if pool is _LEADING and not name[:1].isupper():
        drawn = drawn.lower()
    lower = name.split()[0].isupper() and name.split()[-1].islower()  # "ICU nurse"
    return kept + (drawn if lower else capitalized_like(name, drawn))


def gender(phrase: str, context: Context) -> str:
    """Return another gender, with a word or letter of the same kind."""
    known = _GENDERS.pool_with(phrase)
    drawn = context.pick("GENDER", phrase, known or _ANY)
    return (
        drawn.upper() if len(phrase) == 1 and phrase.isupper() else capitalized_like(phrase, drawn)
    )
