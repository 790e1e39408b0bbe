"""Organisations, and other names: what says the kind of thing stays, the rest is drawn."""

from __future__ import annotations

import re
from functools import cache

import regex

from privtool.text.filling.word_classes import words_of_class
from privtool.text.labels import Label
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import randomize, read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import locale_of, names
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.word_sets import word_set
from privtool.text.words import WEB_SIGN

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+")
# Words that many organizations share: they tell the kind and no more.
KINDS = word_set(
    """academy agency air airlines airways arena associates association authority bakery bank bar
    board books boutique bureau cafe cars center centre chapel charity church city clinic
    club co college committee company consulting corp corporation council county court
    credit daughters dental department design district energy engineering fc federation
    finance financial foundation foods fund gas general group gym harbour health healthcare
    high holdings home hospice hospital hotel house inc infirmary inn institute insurance
    international laboratory lab labs land law league library limited llc llp logistics ltd
    lodge market media medical memorial ministry mobile motors museum mutual national
    network office optical orchestra organisation organization partners pharmacy plc police
    post practice press productions railway records regional rehab rescue restaurant retail
    sa saint savings school schools security services shelter shire shop society software
    solutions sons sports st station store stores studio supermarket surgery systems team
    technologies telecom television textiles theater theatre trade transport travel trust tv
    union united university veterinary ward water works"""
)
# And words of events, works and products.
_EVENTS = word_set(
    """act award awards championship conference cup day derby dynasty edition expo fair festival
    final finals game games league marathon olympics open parade party prize race season
    series show summer summit symphony tour tournament treaty war week winter world"""
)
_JOINTS = word_set("of the and for in at on a an de la le les du des di da del y e et und")
STAYS = KINDS | _JOINTS
EVENTS = _EVENTS | STAYS
# Legal forms with full stops, and what stands for a sign in a text from the web.
_FORMS = re.compile(rf"\b(?:S\.A\.|N\.V\.|B\.V\.|A\.G\.|S\.p\.A\.|L\.L\.C\.)|{WEB_SIGN}")
_POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
_LONGEST_ACRONYM = 5
_FIRMS = Pool(("Group", "Partners", "and Sons", "Services", "Company"))


def organization(phrase: str, context: Context) -> str:
    """A name of an organization: surnames for what is its own, "Hospital" and "of" as they are."""
    if locale_of(phrase) is not None:
        return _foreign(phrase, context)
    pool = names(locale_of(phrase)).surnames
    return _renamed(phrase, context, "organization", pool, STAYS)


def other_name(phrase: str, context: Context) -> str:
    """A nationality, language, event, work or product for one; "Cup" and "of" as they are."""
    if locale_of(phrase) is not None:
        return _foreign(phrase, context)
    if not any(map(str.isalpha, phrase)):
        return _digits(phrase, context)
    plural = normalized(phrase).endswith("s")
    return _renamed(phrase, context, "name", _other_names(plural), EVENTS)


def _renamed(phrase: str, context: Context, kind: str, pool: Pool, stays: frozenset[str]) -> str:
    """The phrase with one drawn name for each run of words of its own."""
    pieces: list[str] = []
    done = 0
    for start, end in _runs(phrase, stays):
        own = phrase[start:end]
        made = _own(own, context, kind, pool)
        whole = kind == "organization" and own == phrase and " " in own
        pieces += (phrase[done:start], _firm(made, own, context) if whole else made)
        done = end
    if not pieces:  # "The General Hospital": nothing of its own, so that it is private as a whole
        drawn = cased_like(phrase, context.pick(kind, phrase, pool))
        last = phrase.split()[-1]
        return drawn if last == phrase or kind != "organization" else f"{drawn} {last}"
    return "".join([*pieces, phrase[done:]])


def _own(own: str, context: Context, kind: str, pool: Pool) -> str:
    """The surrogate of a run of words, of an acronym, or of a number in a name."""
    possessive = _POSSESSIVE.search(own)
    bare = own[: possessive.start()] if possessive else own
    ending = possessive.group() if possessive else ""
    if bare.isdigit():
        return _digits(bare, context)
    if len(bare) == 1:
        return context.retry(kind, bare, lambda rng: cased_like(bare, _acronym(bare, rng)))
    if bare.isupper() and bare.isalpha() and 1 < len(bare) <= _LONGEST_ACRONYM:
        return context.retry(kind, bare, lambda rng: _acronym(bare, rng)) + ending
    return cased_like(bare, context.pick(kind, bare, pool)) + ending


def _runs(phrase: str, stays: frozenset[str]) -> list[tuple[int, int]]:
    """Where words stand that are the name's own; words with only space between are one run."""
    runs: list[tuple[int, int]] = []
    last = -1
    forms = [match.span() for match in _FORMS.finditer(phrase)]
    words = list(_WORD.finditer(phrase))
    for number, match in enumerate(words):
        word = match.group()
        inside = any(start <= match.start() < end for start, end in forms)
        if inside or _stays(word, phrase, stays, 0 < number < len(words) - 1):
            continue
        follows = runs and runs[-1][1] == last and not phrase[last : match.start()].strip(" .-")
        digit = word.isdigit() or (runs and phrase[runs[-1][0] : runs[-1][1]].isdigit())
        possessive = runs and _POSSESSIVE.search(phrase[runs[-1][0] : runs[-1][1]])
        if follows and not digit and not possessive:
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        last = match.end()
    return runs


def _stays(word: str, phrase: str, stays: frozenset[str], between: bool) -> bool:
    """Whether a word tells the kind of thing, or is a small one between two others ("of")."""
    key = normalized(word)
    if key not in stays or len(word) < 2:
        return False
    if key not in _JOINTS or key == "the":
        return True
    return between and (not word.isupper() or phrase.isupper())


def identifying_words(phrase: str, stays: frozenset[str]) -> set[str]:
    """The words of a name that are its own, normalized: those that do not tell its kind."""
    return {
        normalized(match[0])
        for start, end in _runs(phrase, stays)
        for match in _WORD.finditer(phrase, start, end)
        if len(match[0]) > 1 and not match[0].isdigit()
    }


def _firm(name: str, own: str, context: Context) -> str:
    """A name of one word for a firm of several, with a word behind it that says so."""
    ending = context.pick("firm", own, _FIRMS)
    return f"{name} {cased_like(own, ending)}"


def _acronym(word: str, rng: KeyedRandom) -> str:
    return "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in word)


def _digits(digits: str, context: Context) -> str:
    dictation = read_dictation(digits)
    if not dictation.slots:
        raise NoSurrogateError
    return context.retry("number", digits, lambda rng: dictation.render(randomize(dictation, rng)))


def _foreign(phrase: str, context: Context) -> str:
    """A name in another script: a surname of it."""
    return context.pick("organization", phrase, names(locale_of(phrase)).surnames)


@cache
def _other_names(plural: bool) -> Pool:
    """Nationalities, languages and other names; those that end in "s" or the others."""
    words = words_of_class(Label.MISC.value)
    return Pool(word.title() for word in words if word.endswith("s") == plural)
