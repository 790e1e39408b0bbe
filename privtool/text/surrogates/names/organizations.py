"""Organizations: generic words stay, the rest is drawn."""

from __future__ import annotations

import re

import regex

from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.names.institutions import institution
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.word_sets import word_set
from privtool.text.words import WEB_SIGN

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+")
# Words that many organizations share: they tell the kind and no more.
ORGANIZATION_WORDS = word_set(
    """academy administration agency air airlines airways apartments appliance arena army
    assembly assisted associates association authority auto bakery bank bar barbershop board
    books bookstore boutique brewery bros brothers builders bureau bus butchers cab cafe car
    cardiology care cargo cars cathedral center centre chamber channel chapel charity children
    church cinema city cleaners clinic club co co-op college commerce committee company
    congregation congress construction consulate consulting contractors cooperative corp
    corporation corps council county court credit dairy daughters daycare dealership deli dental
    dentistry department design dialysis diner diocese district electric elementary embassy
    energy engineering estates eye family farms fc federation fellowship finance financial fire
    florist foods force foundation freight fund furniture gallery garage gas gazette general
    government grammar grill group guard gym harbour hardware health healthcare herald high
    holdings home homes hospice hospital hotel hotels house inc infirmary inn institute
    insurance international jewelers junior kindergarten kitchen lab laboratory labs land
    landscaping laundry law league library limited lines living llc llp lodge logistics ltd
    lumber marines market media medical memorial metro middle ministries ministry mission mobile
    mosque motel motors movers museum mutual national navy network news newspaper nursery
    nursing office oncology optical orchards orchestra organisation organization orthopedics
    painting parish parliament partners party pediatrics pharmacy pizza pizzeria plc plumbing
    police post practice preschool press primary productions properties pub radio radiology rail
    railway ranch realty records regional rehab rentals rescue resort restaurant retail roofing
    sa saint salon salons savings school schools secondary security senate senior services
    shelter sheriff shipping shire shop society software solutions sons spa sports st station
    storage store stores studio supermarket surgery surgical synagogue systems tavern taxi team
    technologies telecom television temple textiles theater theatre times trade transit
    transport travel tribunal tribune trust tv union united university urgent veterinary vision
    ward wash water winery womens works"""
)
SMALL_WORDS = word_set("of the and for in at on a an de la le les du des di da del y e et und")
KEPT_WORDS = ORGANIZATION_WORDS | SMALL_WORDS
# Legal forms with full stops, and tokens for signs in text from the web.
_UNSPLIT = re.compile(rf"\b(?:S\.A\.|N\.V\.|B\.V\.|A\.G\.|S\.p\.A\.|L\.L\.C\.)|{WEB_SIGN}")
_POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
_LONGEST_ACRONYM = 5
_FIRM_ENDINGS = Pool(("Group", "Partners", "and Sons", "Services", "Company"))


def organization(phrase: str, context: Context) -> str:
    """Return an organization's name with surnames for its own words; "Hospital" and "of" stay."""
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    public = institution(phrase, context)
    if public is not None:
        return public
    return rename(phrase, context, "organization", name_pools().surnames, KEPT_WORDS)


def rename(phrase: str, context: Context, kind: str, pool: Pool, kept: frozenset[str]) -> str:
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
        return drawn if last == phrase else f"{drawn} {last}"
    return "".join([*pieces, phrase[done:]])


def _run_surrogate(run: str, context: Context, kind: str, pool: Pool) -> str:
    """Return the surrogate of a run of words, of an acronym, or of a number in a name."""
    possessive = _POSSESSIVE.search(run)
    bare = run[: possessive.start()] if possessive else run
    ending = possessive.group() if possessive else ""
    if bare.isdigit():
        return replace_digits(bare, context)
    if len(bare) == 1:
        return context.retry(kind, bare, lambda rng: cased_like(bare, _random_letters(bare, rng)))
    if bare.isupper() and bare.isalpha() and 1 < len(bare) <= _LONGEST_ACRONYM:
        return context.retry(kind, bare, lambda rng: _random_letters(bare, rng)) + ending
    return cased_like(bare, context.pick(kind, bare, pool)) + ending


def _runs(phrase: str, kept: frozenset[str]) -> list[tuple[int, int]]:
    """Return where the name's own words are; words with only space between them are one run."""
    runs: list[tuple[int, int]] = []
    last, before = -1, ""
    forms = [match.span() for match in _UNSPLIT.finditer(phrase)]
    words = list(_WORD.finditer(phrase))
    for number, match in enumerate(words):
        word = match.group()
        inside = any(start <= match.start() < end for start, end in forms)
        if inside or _is_kept(word, phrase, kept, 0 < number < len(words) - 1):
            continue
        follows = runs and runs[-1][1] == last and not phrase[last : match.start()].strip(" .-")
        ends = before.isdigit() or _POSSESSIVE.search(before)
        if follows and not word.isdigit() and not ends:
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        last, before = match.end(), word
    return runs


def _is_kept(word: str, phrase: str, kept: frozenset[str], between: bool) -> bool:
    """Return whether a word is generic, or a small one between two others ("of")."""
    key = normalized(word)
    if key not in kept or len(word) < 2:
        return False
    if key not in SMALL_WORDS or key == "the":
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


def replace_digits(digits: str, context: Context) -> str:
    dictation = read_dictation(digits)
    if not dictation.slots:
        raise NoSurrogateError
    return context.retry("number", digits, dictation.randomized)


def in_other_script(phrase: str, context: Context) -> str:
    """Return a surname of the same script."""
    return context.pick("organization", phrase, name_pools(locale_of(phrase)).surnames)
