"""Organizations: generic words stay, the rest is drawn."""

from __future__ import annotations

import re

import regex

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.names.institutions import cities, institution
from privtool.text.surrogates.names.peoples import people
from privtool.text.surrogates.names.trades import ORGANIZATION_WORDS, SURNAMES_TOO, TRADES, WORKERS
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.word_sets import word_set
from privtool.text.words import WEB_SIGN

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+")
SMALL_WORDS = word_set("of the and for in at on a an de la le les du des di da del y e et und")
KEPT_WORDS = ORGANIZATION_WORDS | SMALL_WORDS
# Legal forms with full stops, and tokens for signs in text from the web.
_UNSPLIT = re.compile(rf"\b(?:S\.A\.|N\.V\.|B\.V\.|A\.G\.|S\.p\.A\.|L\.L\.C\.)|{WEB_SIGN}")
_POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
_OWNERS = word_set("children women veterans seniors teachers workers farmers men people players")
_LONGEST_ACRONYM = 5
_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_NUMERALS = Pool(
    ["III", "V", "VII", "VIII", "XI", "XII", "XIV", "XVII", "XVIII", "XXI", "XXIV", "XXVII"]
)
_FIRM_ENDINGS = Pool(("Group", "Partners", "and Sons", "Services", "Company"))


def organization(phrase: str, context: Context) -> str:
    """Return an organization's name with surnames for its own words; "Hospital" and "of" stay."""
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    owner = _POSSESSIVE.search(phrase)
    name = phrase[: owner.start()] if owner else phrase
    public = institution(name, context)
    if public is not None:
        return public + phrase[len(name) :]
    return rename(phrase, context, "organization", name_pools().surnames, KEPT_WORDS)


def rename(phrase: str, context: Context, kind: str, pool: Pool, kept: frozenset[str]) -> str:
    """Return the phrase with one drawn name for each run of its own words.

    That is a name of the pool for the first run and where names are listed ("Hall & Stone"), a city
    after "of", another people for a people, and another trade after the name ("Joe's Crab").
    """
    pieces: list[str] = []
    done = 0
    acronyms = " " not in phrase or not phrase.isupper()  # "MOOSE FACTORY" has none
    for number, (start, end) in enumerate(_runs(phrase, kept)):
        run = phrase[start:end]
        made = people(run, context) if len(run) > 1 else None
        if made is None:
            chosen = _pool_of_run(phrase, (start, end), number, kind, pool)
            part = kind if chosen is pool else f"{kind} part"
            made = _run_surrogate(run, context, part, chosen, acronyms)
        if kind == "organization" and run == phrase and " " in run and not _POSSESSIVE.search(run):
            made = f"{made} {cased_like(run, context.pick('firm', run, _FIRM_ENDINGS))}"
        pieces += (phrase[done:start], made)
        done = end
    if not pieces:  # "The General Hospital": nothing of its own, so that it is private as a whole
        drawn = cased_like(phrase, context.pick(kind, phrase, pool))
        last = phrase.split()[-1]
        return drawn if last == phrase else f"{drawn} {last}"
    return "".join([*pieces, phrase[done:]])


def _pool_of_run(phrase: str, run: tuple[int, int], number: int, kind: str, pool: Pool) -> Pool:
    """Return the names for a run, by what stands before it."""
    start, end = run
    before = normalized(phrase[:start]).split()[-1:]
    if kind != "place" and before in (["of"], ["in"], ["at"]):
        return cities()
    if kind == "organization" and number == 0 and _is_place(phrase[start:end]):
        return cities()
    if before in (["st."], ["st"], ["saint"]):
        return name_pools().given
    if before == ["the"] and number and kind == "organization" and phrase[end - 1] in "sS":
        return WORKERS
    listed = phrase[:start].rstrip().endswith(("&", ",", "-", "/")) or before == ["and"]
    return pool if number == 0 or listed or before == ["the"] else TRADES


def _is_place(run: str) -> bool:
    """Return whether a run is the name of a place, and of no person."""
    classes = classes_of(normalized(run))
    return Label.LOCATION.value in classes and Label.PERSON.value not in classes


def _run_surrogate(run: str, context: Context, kind: str, pool: Pool, acronyms: bool) -> str:
    """Return the surrogate of a run of words, of an acronym, or of a number in a name."""
    possessive = _POSSESSIVE.search(run)
    bare = run[: possessive.start()] if possessive else run
    ending = possessive.group() if possessive else ""
    if bare.isdigit():
        return replace_digits(bare, context)
    if len(bare) == 1:
        return context.retry(kind, bare, lambda rng: cased_like(bare, _random_letters(bare, rng)))
    if _ROMAN.fullmatch(bare):
        return other_numeral(bare, context) + ending
    if acronyms and bare.isupper() and bare.isalpha() and 1 < len(bare) <= _LONGEST_ACRONYM:
        return context.retry(kind, bare, lambda rng: _random_letters(bare, rng)) + ending
    return cased_like(bare, context.pick(kind, bare, pool)) + ending


def _runs(phrase: str, kept: frozenset[str]) -> list[tuple[int, int]]:
    """Return where the name's own words are; words with only space between them are one run."""
    runs: list[tuple[int, int]] = []
    last, before = -1, ""
    forms = [match.span() for match in _UNSPLIT.finditer(phrase)]
    words = list(_WORD.finditer(phrase))
    keys = [_key(match[0]) for match in words]
    for number, match in enumerate(words):
        word = match.group()
        inside = any(start <= match.start() < end for start, end in forms)
        if inside or _is_kept(phrase, words, keys, number, kept, bool(runs)):
            continue
        follows = runs and runs[-1][1] == last and not phrase[last : match.start()].strip(" .-")
        ends = before.isdigit() or _POSSESSIVE.search(before)
        if follows and not word.isdigit() and not ends:
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        last, before = match.end(), word
    return runs


def _key(word: str) -> str:
    """Return a word, normalized, and without the ending of "Children's"."""
    key = normalized(word)
    owner = _POSSESSIVE.sub("", key)
    return owner if owner in _OWNERS else key


def _is_kept(
    phrase: str,
    words: list[regex.Match[str]],
    keys: list[str],
    number: int,
    kept: frozenset[str],
    named: bool,
) -> bool:
    """Return whether a word is generic, or a small one between two others ("of").

    A generic word that is a surname, too, is none where a name is expected (`named`: one stands
    before it): "Church Plumbing", "Hall & Ward"; nor at the end of a person's name ("Anna Church").
    """
    key, word = keys[number], words[number][0]
    if key not in kept or len(word) < 2:
        return False
    final = number + 1 == len(words)
    if key in SMALL_WORDS and key != "the" and word != "an":
        return number > 0 and not final and (not word.isupper() or phrase.isupper())
    if key not in SURNAMES_TOO:
        return True
    before = phrase[words[number - 1].end() : words[number].start()] if number else ""
    after = "" if final else phrase[words[number].end() : words[number + 1].start()]
    following = "" if final else keys[number + 1]
    beside = (following, keys[number - 1] if number else "")
    if "&" in before + after or "," in before + after or "and" in beside:
        return False
    if named:
        return not (final and keys[number - 1] in name_pools().only_given)
    first = not number or keys[:number] == ["the"]
    return not (first and following in kept and following not in SMALL_WORDS)


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


def other_numeral(numeral: str, context: Context) -> str:
    """Return another Roman number."""
    return context.pick("numeral", numeral, _NUMERALS)


def replace_digits_in(phrase: str, context: Context) -> str:
    """Return the phrase with other digits; its letters stay."""
    return _NUMBER.sub(lambda match: replace_digits(match[0], context), phrase)


def in_other_script(phrase: str, context: Context) -> str:
    """Return a surname of the same script."""
    return context.pick("organization", phrase, name_pools(locale_of(phrase)).surnames)
