"""Organizations and other names: generic words stay, the rest is drawn."""

from __future__ import annotations

import re
from functools import cache

import regex

from privtool.text.filling.word_classes import words_of_class
from privtool.text.labels import Label
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.names.other_kinds import pool_of_kind
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.word_sets import word_set
from privtool.text.words import WEB_SIGN

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+")
# Words that many organizations share: they tell the kind and no more.
ORGANIZATION_WORDS = word_set(
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
_EVENT_WORDS = word_set(
    """act award awards championship conference cup day derby dynasty edition expo fair festival
    final finals game games league marathon olympics open parade party prize race season
    series show summer summit symphony tour tournament treaty war week winter world"""
)
_SMALL_WORDS = word_set("of the and for in at on a an de la le les du des di da del y e et und")
KEPT_WORDS = ORGANIZATION_WORDS | _SMALL_WORDS
KEPT_EVENT_WORDS = _EVENT_WORDS | KEPT_WORDS
# Legal forms with full stops, and tokens for signs in text from the web.
_UNSPLIT = re.compile(rf"\b(?:S\.A\.|N\.V\.|B\.V\.|A\.G\.|S\.p\.A\.|L\.L\.C\.)|{WEB_SIGN}")
_POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
_LONGEST_ACRONYM = 5
_FIRM_ENDINGS = Pool(("Group", "Partners", "and Sons", "Services", "Company"))


def organization(phrase: str, context: Context) -> str:
    """Return an organization's name with surnames for its own words; "Hospital" and "of" stay."""
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    return _rename(phrase, context, "organization", name_pools().surnames, KEPT_WORDS)


def other_name(phrase: str, context: Context) -> str:
    """Return another nationality, or a name of the kind of the label; "Cup" and "of" stay."""
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    if not any(map(str.isalpha, phrase)):
        return _replace_digits(phrase, context)
    pool = pool_of_kind(context.kind)
    if pool is not None:
        return capitalized_like(phrase, context.pick(context.kind, phrase, pool))
    plural = normalized(phrase).endswith("s")
    return _rename(phrase, context, "name", _other_names(plural), KEPT_EVENT_WORDS)


def _rename(phrase: str, context: Context, kind: str, pool: Pool, kept: frozenset[str]) -> str:
    """Return the phrase with one drawn name for each run of its own words."""
    pieces: list[str] = []
    done = 0
    for start, end in _runs(phrase, kept):
        run = phrase[start:end]
        replacement = _run_surrogate(run, context, kind, pool)
        if kind == "organization" and run == phrase and " " in run:
            ending = context.pick("firm", run, _FIRM_ENDINGS)  # one word for several
            replacement = f"{replacement} {cased_like(run, ending)}"
        pieces += (phrase[done:start], replacement)
        done = end
    if not pieces:  # "The General Hospital": nothing of its own, so that it is private as a whole
        drawn = cased_like(phrase, context.pick(kind, phrase, pool))
        last = phrase.split()[-1]
        return drawn if last == phrase or kind != "organization" else f"{drawn} {last}"
    return "".join([*pieces, phrase[done:]])


def _run_surrogate(run: str, context: Context, kind: str, pool: Pool) -> str:
    """Return the surrogate of a run of words, of an acronym, or of a number in a name."""
    possessive = _POSSESSIVE.search(run)
    bare = run[: possessive.start()] if possessive else run
    ending = possessive.group() if possessive else ""
    if bare.isdigit():
        return _replace_digits(bare, context)
    if len(bare) == 1:
        return context.retry(kind, bare, lambda rng: cased_like(bare, _random_letters(bare, rng)))
    if bare.isupper() and bare.isalpha() and 1 < len(bare) <= _LONGEST_ACRONYM:
        return context.retry(kind, bare, lambda rng: _random_letters(bare, rng)) + ending
    return cased_like(bare, context.pick(kind, bare, pool)) + ending


def _runs(phrase: str, kept: frozenset[str]) -> list[tuple[int, int]]:
    """Return where the name's own words are; words with only space between them are one run."""
    runs: list[tuple[int, int]] = []
    last = -1
    forms = [match.span() for match in _UNSPLIT.finditer(phrase)]
    words = list(_WORD.finditer(phrase))
    for number, match in enumerate(words):
        word = match.group()
        inside = any(start <= match.start() < end for start, end in forms)
        if inside or _is_kept(word, phrase, kept, 0 < number < len(words) - 1):
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


def _is_kept(word: str, phrase: str, kept: frozenset[str], between: bool) -> bool:
    """Return whether a word is generic, or a small one between two others ("of")."""
    key = normalized(word)
    if key not in kept or len(word) < 2:
        return False
    if key not in _SMALL_WORDS or key == "the":
        return True
    return between and (not word.isupper() or phrase.isupper())


def identifying_words(phrase: str, kept: frozenset[str]) -> set[str]:
    """Return the name's own words, normalized: those that are not generic."""
    return {
        normalized(match[0])
        for start, end in _runs(phrase, kept)
        for match in _WORD.finditer(phrase, start, end)
        if len(match[0]) > 1 and not match[0].isdigit()
    }


def _random_letters(word: str, rng: KeyedRandom) -> str:
    return "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in word)


def _replace_digits(digits: str, context: Context) -> str:
    dictation = read_dictation(digits)
    if not dictation.slots:
        raise NoSurrogateError
    return context.retry("number", digits, dictation.randomized)


def _in_other_script(phrase: str, context: Context) -> str:
    """Return a surname of the same script."""
    return context.pick("organization", phrase, name_pools(locale_of(phrase)).surnames)


@cache
def _other_names(plural: bool) -> Pool:
    """Return nationalities, languages and other names, those ending in "s" or the others."""
    words = words_of_class(Label.MISC.value)
    return Pool(word.title() for word in words if word.endswith("s") == plural)
