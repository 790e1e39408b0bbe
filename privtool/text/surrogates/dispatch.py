"""The generator of each label, applied within the quotes and endings of the phrase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import regex

from privtool.text.english.calendar import MONTHS, SHORT_MONTHS, WEEKDAYS, long_months, names_of
from privtool.text.filling.agreement import takes_an
from privtool.text.labels import Label, bare_label, canonical_label, is_known_label
from privtool.text.letter_case import capitalized_like, cased_like
from privtool.text.lexicon import entries
from privtool.text.surrogates import codes, counted, dated, kinds, persons, places, things
from privtool.text.surrogates.common_words import replace_uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.spelled import spell, spelled_word

_Generator = Callable[[str, Context], str]


def _in_calendar(make: _Generator, phrase: str, context: Context) -> str:
    """Return a date or time with months and weekdays of its language, some of which share names."""
    if not context.language:
        return make(phrase, context)
    full, short = names_of("month", context.language), entries("dates.short", context.language)
    names = long_months(context.language)
    long = _LETTERS.sub(lambda m: capitalized_like(m[0], names.get(m[0].lower(), m[0])), phrase)

    def own(match: regex.Match[str]) -> str:  # for one with the same names before: "April"
        word = match[0].lower()
        known = MONTHS.get(word, WEEKDAYS.get(word))
        if known is None:
            return match[0]
        names = full if word in MONTHS else names_of("weekday", context.language)
        if word in SHORT_MONTHS or (long != phrase and word in MONTHS):
            names = short
        new = word if word in names else names[known.value - (word in MONTHS)]
        return capitalized_like(match[0], new)

    made = _LETTERS.sub(own, make(long, context))
    alike = "|".join({*full}.intersection(short)) or "(?!)"  # which have no dot
    return regex.sub(rf"(?i)\b({alike})\.(?=.)", r"\1", made)


def _place(phrase: str, context: Context) -> str:
    """Return another place, or another street for one with a number."""
    street = places.names_a_street(phrase)
    if context.language:
        name = places.without_code(phrase)  # "4051 Basel"
        street = any(map(str.isdigit, name)) and any(map(str.isalpha, name))
    return (places.address if street else places.location)(phrase, context)


_GENERATORS: dict[Label, _Generator] = {
    Label.PERSON: persons.person,
    Label.LOCATION: _place,
    Label.ORGANIZATION: things.organization,
    Label.MISC: things.other_name,
    Label.WORD: things.other_name,
    Label.ADDRESS: places.address,
    Label.ZIP: places.zip_code,
    Label.DATE: partial(_in_calendar, dated.date),
    Label.TIME: partial(_in_calendar, dated.time),
    Label.AGE: counted.age,
    Label.PHONE: codes.phone,
    Label.EMAIL: persons.email,
    Label.URL: persons.url,
    Label.IP: persons.ip,
    Label.USERNAME: persons.username,
    Label.CARD: codes.card,
    Label.IBAN: codes.iban,
    Label.SSN: codes.ssn,
    Label.NATIONAL_ID: codes.national_id,
    Label.ID: partial(codes.replace_code, kind="ID"),
    Label.MONEY: counted.money,
    Label.NUMBER: counted.number,
}
_WITH_WORDS = frozenset((Label.AGE, Label.TIME, Label.MONEY))  # may have words next to the number
_SAID = codes.COUNTED | codes.CODES | {Label.NUMBER}
_SPELLABLE = (Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC, Label.ADDRESS)
# Around a name: other signs and the possessive ending, but the owner in the name of a shop is a
# part of it ("Joe's"); around anything else: white space.
_SIGNS_AROUND = r"([^\p{L}\p{N}]*+)(\p{L}.*?|\p{N}.*?)(%s[^\p{L}\p{M}\p{N}]*)"
_FIRM_EDGES = regex.compile(_SIGNS_AROUND % "", regex.DOTALL)
_NAME_EDGES = regex.compile(_SIGNS_AROUND % "(?:['\u2019\u02bc][sS])?", regex.DOTALL)
_EDGES = regex.compile(r"(\s*+)(\S.*?)(\s*)", regex.DOTALL)
_MOST_TRIES, _FAR = 48, 2000  # attempts for an article, so far apart that no other is the same
_LETTERS = regex.compile(r"\p{L}+")
_ABBREVIATED = regex.compile(r"\b\p{L}\.\p{L}$")
_FORMS = (
    (Label.EMAIL, regex.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")),
    (Label.URL, regex.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+", regex.IGNORECASE)),
    (Label.USERNAME, regex.compile(r"@\w[\w.-]*")),
    (Label.IP, regex.compile(r"\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}")),
)
_BUILT_IN_SIZE = 1000  # assumed number of built-in phrases, next to those of a user


def surrogate_for(phrase: str, label: str, context: Context) -> str:
    """Return another phrase of the kind of the label, whatever words it may contain.

    What cannot be read gets random digits and letters. Raise `NoSurrogateError` without digits.
    """
    label = label_in(phrase, label)
    kind = canonical_label(label) if is_known_label(label) else _kind_of(phrase, context)
    name = bare_label(label)
    role = kinds.kind_of_label(name) if kind is Label.PERSON else ""
    context = context._replace(role=role, kind=name)
    try:
        return _keep_edges(phrase, kind, context)
    except NoSurrogateError:
        if not any(char.isdigit() for char in phrase):
            raise
        return codes.replace_code(phrase, context, "ID")


def label_in(phrase: str, label: str) -> str:
    """Return the label that a phrase is treated by: "2015 Subaru Forester" is no plate number."""
    return "PRODUCT" if bare_label(label) == "VEHICLE" and " " in phrase.strip() else label


def _kind_of(phrase: str, context: Context) -> Label:
    """Return the kind of a phrase with an unknown label, by its form."""
    form = phrase.strip()
    date = any(map(str.isdigit, form)) and dated.whole_date(form, context.day_first)
    other = Label.DATE if date else Label.MISC
    return next((label for label, pattern in _FORMS if pattern.fullmatch(form)), other)


def _keep_edges(phrase: str, label: Label, context: Context) -> str:
    """Return the surrogate with the spaces, quotes and possessive ending of the phrase."""
    if phrase.isascii() and phrase[:1].isalnum() and phrase[-1:].isalnum() and phrase[-2:-1] != "'":
        return _keep_spelling(phrase, label, context)  # it has none
    edges = _FIRM_EDGES if label is Label.ORGANIZATION else _NAME_EDGES
    match = (edges if label in _SPELLABLE else _EDGES).fullmatch(phrase)
    if match is None:
        raise NoSurrogateError
    before, body, after = match.groups()
    made = _keep_spelling(body, label, context)
    if after[:1] == "." and _ABBREVIATED.search(body) and not _ABBREVIATED.search(made):
        after = after[1:]  # of "U.S.", which is no full stop
    return before + made + after


def _keep_spelling(phrase: str, label: Label, context: Context) -> str:
    """Return the surrogate of a phrase without its edges, spelled out if the phrase is."""
    spellable = label in _SPELLABLE and not any(map(str.isdigit, phrase))
    word = spelled_word(phrase) if spellable else None
    made = _generate(word or phrase, label, context)
    return spell(made, phrase) if word else made


def _generate(phrase: str, label: Label, context: Context) -> str:
    """Return a surrogate from the user's pool of the label or from the label's generator."""
    pools = context.options.pools
    pool = pools.get(context.kind) or pools.get(label.value)
    if pool is not None and pool.is_drawn(context.rng("user", phrase), _BUILT_IN_SIZE):
        return cased_like(phrase, context.pick("user", phrase, pool.pool))
    if label in _SAID and (said := codes.number_in_words(phrase, context, label)):
        return said
    surrogate = _agreeing(phrase, label, context)
    if label in _WITH_WORDS:
        return replace_uncommon_words(phrase, surrogate, context, label)
    return surrogate


def _agreeing(phrase: str, label: Label, context: Context) -> str:
    """Return what takes the article before the phrase, by its cues, if anything is found."""
    generate = _GENERATORS[label]
    articles = [each for each in context.cues if each in ("a", "an")]
    for attempt in range(_MOST_TRIES if len(articles) == 1 else 0):
        made = generate(phrase, context._replace(attempt=context.attempt + _FAR * attempt))
        first, *_ = (*made.lstrip("$\u20ac\u00a3(\"'").split(maxsplit=1), made)
        if first.lower() not in ("a", "an", "the") and takes_an(first) is (articles == ["an"]):
            return made
    return generate(phrase, context)
