"""Which words of an organization or a thing are its own name, and which only tell the kind."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.titles import is_plain_word
from privtool.text.surrogates.names.trades import ORGANIZATION_WORDS, SURNAMES_TOO
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set
from privtool.text.words import WEB_SIGN

_FAITHS = word_set("baptist catholic christian lutheran methodist orthodox presbyterian")
_WORD = regex.compile(
    r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+(?:(?:st|nd|rd|th)\b)?"
)
SMALL_WORDS = word_set("of the and for in at on a an de la le les du des di da del y e et und")
KEPT_WORDS = ORGANIZATION_WORDS | SMALL_WORDS
# Legal forms with full stops, and tokens for signs in text from the web.
_UNSPLIT = re.compile(
    r"\b(?:S\.?A\.?(?:B\.?)? de C\.?V\b\.?|S\. de R\.L\.|S\.A\.(?:S\.)?|N\.V\.?|B\.V\.?|A\.G\.?"
    r"|S\.p\.A\."
    r"|L\.L\.[CP]\.?|S\.r\.l\.|e\.V\.|d\.o\.o\.|z o\.o\.|K\.K\.|P\.[CA]\.?|L\.P\.?)"
    rf"|{WEB_SIGN}"
)
_AFTER_HYPHEN = word_set("fort port mount lake")
_CLUBS = "AC|AFC|AS|CF|FK|RC|SC|SK|SV"
_CLUB = re.compile(rf"(?:{_CLUBS}) (?P<after>[A-Z][a-z]\S+)|(?P<before>[A-Z][a-z]\S+) (?:{_CLUBS})")
_AND = word_set("and And AND und et y")
_NUMBERED = re.compile(r"Nos?\.?\s?\d")  # "No. 18 Squadron"
_PARTICLES = word_set("de la du des di da del le dos das do von van der den")
POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
_OWNERS = word_set(
    """children women veterans seniors teachers workers farmers men people players sheriff attorney
    governor mayor treasurer assessor coroner firemen policemen boys girls ladies kids"""
)


@lru_cache(maxsize=1 << 10)  # several files ask for the same one, one after the other
def own_runs(phrase: str, kept: frozenset[str]) -> tuple[tuple[int, int], ...]:
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
        ends = before.isdigit() or POSSESSIVE.search(before)
        follows = follows or (runs and _is_particle(phrase, runs[-1][1], match.start()))
        if follows and not word.isdigit() and not ends:
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        last, before = match.end(), word
    return tuple(runs)


def _is_particle(phrase: str, start: int, end: int) -> bool:
    """Return whether only particles stand between two words: "Charles de Gaulle"."""
    between = phrase[start:end].split()
    return bool(between) and start < end and _PARTICLES.issuperset(between)


def _key(word: str) -> str:
    """Return a word, normalized, and without the ending of "Children's"."""
    key = normalized(word)
    owner = POSSESSIVE.sub("", key)
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
    if key in _AFTER_HYPHEN and phrase[: words[number].start()].endswith("-"):
        return False  # "Dallas-Fort Worth"
    if _is_lower_word(phrase, words, number):
        return True  # "the corner store on Ash Street", "Chile national handball team"
    if key not in kept or len(word) < 2:
        return False
    final = number + 1 == len(words)
    if key in SMALL_WORDS and key != "the" and word != "an":
        return number > 0 and not final and (not word.isupper() or phrase.isupper())
    if (
        key not in SURNAMES_TOO
        or POSSESSIVE.search(word)
        or (keys[number + 1 :] and len(keys[number + 1]) == 1)
    ):
        return True  # "Ward C"
    before = phrase[words[number - 1].end() : words[number].start()] if number else ""
    after = "" if final else phrase[words[number].end() : words[number + 1].start()]
    following = "" if final else keys[number + 1]
    beside = (following, keys[number - 1] if number else "")
    if "&" in before + after or "," in before + after or "and" in beside:
        return False
    if named:
        before_key = keys[number - 1]
        is_place = Label.LOCATION.value in classes_of(before_key)  # "Brooklyn Bridge"
        is_faith = key == "church" and before_key in _FAITHS  # "Grace Baptist Church"
        return (
            is_place
            or is_faith
            or kept is not KEPT_WORDS
            or not (final and before_key in name_pools().only_given)
        )
    first = not number or keys[:number] == ["the"]
    return not (first and following in kept and following not in SMALL_WORDS)


def _is_lower_word(phrase: str, words: list[regex.Match[str]], number: int) -> bool:
    """Return whether a word is an ordinary one in lower case among capitalized words."""
    word = words[number][0]
    if not word.islower() or phrase.islower():
        return False
    return is_plain_word(phrase, words[number]) or (number > 0 and not unfamiliar_words(word))


def identifying_words(phrase: str, kept: frozenset[str]) -> set[str]:
    """Return the name's own words, normalized: those that are not generic."""
    club = _CLUB.fullmatch(phrase)
    if club is not None:  # "SC Freiburg"
        phrase = club["before"] or club["after"]
    return {
        normalized(match[0])
        for start, end in own_runs(phrase, kept)
        for match in _WORD.finditer(phrase, start, end)
        if len(match[0]) > 1 and not match[0].isdigit() and match[0] not in _PARTICLES
        if not _NUMBERED.match(phrase, match.start())
    }


def follows_sign(phrase: str, start: int) -> bool:
    """Return whether a run comes after a sign or "and"."""
    before = phrase[:start].rstrip()
    return before.endswith(("&", ",", "-", "/")) or not _AND.isdisjoint(before.split()[-1:])


def is_listed(phrase: str, start: int, end: int) -> bool:
    """Return whether a run is one of several names: "Hall & French"."""
    return follows_sign(phrase, start) or phrase[end:].lstrip()[:1] == "&"
