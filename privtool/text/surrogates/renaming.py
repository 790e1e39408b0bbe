"""Names with words that tell their kind, "X Hospital" and "University of X": only X changes.

A word of X becomes another number, acronym, nationality or place if it is one.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

import regex

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import CARDINALS
from privtool.text.english.numbers import ORDINALS as ORDINAL_WORDS
from privtool.text.filling.agreement import takes_an
from privtool.text.filling.words import classes_of
from privtool.text.labels import Label
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import entries, sections, words
from privtool.text.surrogates import gazetteer, kinds
from privtool.text.surrogates.codes import replace_code
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context, Pool, normalized
from privtool.text.surrogates.gazetteer import world
from privtool.text.surrogates.kinds import kind_of, pool
from privtool.text.surrogates.name_lists import name_pools, pools_for
from privtool.text.surrogates.name_parts import is_plain_word
from privtool.text.values.number import ORDINALS, other_ordinal
from privtool.text.words import WEB_SIGN

PLACE = "place"
_SMALL = words("organizations.small")
_NO_KINDS = _SMALL | CARDINALS.keys() | ORDINAL_WORDS.keys()
KEPT_WORDS = words("organizations.legal") | words("organizations.words") | _SMALL
KEPT_WORDS_OF_THINGS = KEPT_WORDS | words("things.kept")
KINDS_OF_PLACES = words("place_words.kinds") | words("place_words.facilities")
KEPT_WORDS_OF_PLACES = KINDS_OF_PLACES | words("place_words.kept") | _SMALL
_KEPT_IN_ENGLISH = KEPT_WORDS_OF_THINGS | KEPT_WORDS_OF_PLACES
POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
# Words, initials with their full stops, and numbers; no signs of text from the web.
_OWN_WORD = regex.compile(
    rf"{WEB_SIGN}(*SKIP)(*FAIL)|\b\p{{L}}(?:\.\p{{L}})+\b\.?"
    r"|\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+(?:(?:st|nd|rd|th)\b)?"
)
_USUAL_LETTERS = "ABCDEFGHILMNOPRSTUW"  # of acronyms
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_USUAL_FORMS = 4
_YEARS = 6  # by which a year may move
_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])+\.?")
_DIGITS = re.compile(r"\d+(?:(?:st|nd|rd|th)\b)?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w.'\u2019]*")
_TOPIC = re.compile(r".*?(?P<head>\w+) (?:of|for|on) (?:the )?(?=(?P<topic>.+))")
_Found = list[regex.Match[str]]


@cache
def kept_in(language: str, kept: frozenset[str] = KEPT_WORDS) -> frozenset[str]:
    """Return `kept` words and those of another language for kinds of organizations: "Klinik"."""
    if not language:
        return kept
    said, names = sections("words", language), ("institutions", "institution-lasts", "firms")
    listed = " ".join(entry for name in names for entry in said.get(name, ()))
    return kept.union(word.replace(".", "") for word in normalized(listed).split())


@cache
def legal_forms(language: str) -> Pool:
    """Return the first forms of firms that are listed for a language: "GmbH"."""
    return Pool(entries("words.firms", language)[:_USUAL_FORMS])


@lru_cache(maxsize=1 << 10)  # several files ask for the same one, one after the other
def own_runs(phrase: str, kept: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """Return where runs of a name's own words are; `kept` ones tell only the kind of a thing."""
    runs: list[tuple[int, int]] = []
    before = ""
    found = list(_OWN_WORD.finditer(phrase))
    keys = [normalized(match[0]).replace(".", "") for match in found]
    for number, match in enumerate(found):
        if _is_kept(phrase, found, keys, kept, number, bool(runs)):
            continue
        between = phrase[runs[-1][1] : match.start()] if runs else ""
        particles = words("organizations.particles").issuperset(between.split())
        ends = before.isdigit() or match[0][0].isdigit() or POSSESSIVE.search(before)
        if runs and (particles or not between.strip(" .-")) and not ends:
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        before = match[0]
    return tuple(runs)


def identifying_words(phrase: str, kept: frozenset[str]) -> set[str]:
    """Return the name's own words, normalized: those that are not generic."""
    return {
        normalized(match[0])
        for start, end in own_runs(phrase, kept)
        for match in _OWN_WORD.finditer(phrase, start, end)
        if len(match[0]) > 1 and not match[0].isdigit()
        if match[0] not in words("organizations.particles")
    }


def _is_kept(
    phrase: str, found: _Found, keys: list[str], kept: frozenset[str], number: int, named: bool
) -> bool:
    """Return whether a word is generic and no surname, or a small one between others ("of")."""
    key, word, first, last = keys[number], found[number][0], not number, number + 1 == len(found)
    lower = word.islower() and not phrase.islower()
    if lower and (is_plain_word(phrase, word) or not (first or unfamiliar_words(word))):
        return True  # "the corner store on Ash Street"
    if key not in kept or len(word) < 2:
        return False
    if key in _SMALL and key != "the" and word != "an":
        return not (first or last) and (not word.isupper() or phrase.isupper())
    other = key not in _KEPT_IN_ENGLISH and kept > KEPT_WORDS  # of another language
    surname = other or key in words("organizations.surnames")
    return not (surname and _is_surname(phrase, found, keys, kept, number, named))


def _is_surname(
    phrase: str, found: _Found, keys: list[str], kept: frozenset[str], number: int, named: bool
) -> bool:
    """Return whether a generic word is a surname here: "Church Plumbing", "Hall & Ward".

    Also at the end of a person's name ("Anna Church"); `named` if another name stands before.
    """
    before_key, following = ["", *keys][number], [*keys, ""][number + 1]
    start = found[number - 1].end() if number else 0
    end = found[number + 1].start() if following else len(phrase)
    if {"&", ","}.intersection(phrase[start:end]) or "and" in (following, before_key):
        return kept is not KEPT_WORDS_OF_PLACES
    if named:
        place = Label.LOCATION.value in classes_of(before_key)  # "Brooklyn Bridge"
        person = before_key in name_pools().only_given and before_key not in kept
        names = kept is not KEPT_WORDS_OF_PLACES and kept is not KEPT_WORDS_OF_THINGS
        return names and not following and person and not place
    return keys[:number] in ([], ["the"]) and following in kept and following not in _NO_KINDS


def of_signs(part: str, context: Context, acronyms: bool = True) -> str | None:
    """Return another number, ordinal, letter, numeral or acronym; None for any word."""
    if _YEAR.fullmatch(part):
        return str(int(part) + context.rng("year", part).between_except(-_YEARS, _YEARS, 0))
    if part.isdigit():
        return replace_code(part, context, "number")
    ordinal = ORDINALS.fullmatch(part)
    if ordinal is not None:
        return context.retry("ordinal", part, lambda rng: other_ordinal(ordinal, rng))
    if len(part) == 1 or _INITIALS.fullmatch(part) or (acronyms and is_acronym(part)):
        return context.retry("letters", part, lambda rng: cased_like(part, _letters(part, rng)))
    return None


def _letters(part: str, rng: KeyedRandom) -> str:
    return re.sub("[A-Z]", lambda _: rng.choice(_USUAL_LETTERS), part.upper())


def is_acronym(part: str) -> bool:
    """Return whether a part of a name is a few capitals."""
    return part.isupper() and part.isalpha() and 1 < len(part) <= kinds.LONGEST_ACRONYM


def replace_digits_in(phrase: str, context: Context) -> str:
    """Return the phrase with other digits; its letters stay."""
    return _DIGITS.sub(lambda match: of_signs(match[0], context) or match[0], phrase)


def people(phrase: str, context: Context) -> str | None:
    """Return another nationality, language, religion or party; None for any other phrase.

    That of the surrogate of its country ("Libyan", where "Libya" is in the scope) if it fits.
    """
    one, kind = normalized(phrase), kind_of(phrase, kinds.PEOPLE)
    several = kind is None
    if several:
        one = next((each for each in kinds.singulars(one) if kind_of(each, kinds.PEOPLE)), one)
        kind = kind_of(one, kinds.PEOPLE)
        kind = "nation" if kind in words("kinds.nations") else kind
        kind = "faith" if kind == "priestly" else kind
    if kind is None:
        return None
    nation = gazetteer.nationality_in_scope(one, context)
    own = kind_of(nation, kinds.PEOPLE) if nation else None
    an = takes_an(one) if "one" in context.cues else None
    fits = own == kind or (own == "people_noun" and kind != "people_plural")
    fits = (nation or "").endswith("an") if several else fits
    if nation and fits and an in (None, takes_an(nation)) and context.is_fresh(nation, one):
        return cased_like(phrase, f"{nation}s" if several else nation)
    alike = kinds.pool_for(one, kind).starting_like(one)
    if an and alike is kinds.pool_for(one, kind):
        alike = pool("nation").starting_like(one)  # "an Italian": no such noun
    drawn = context.pick("people", one, alike)
    return cased_like(phrase, f"{drawn}s" if several else drawn)


def compound(name: str, context: Context) -> str | None:
    """Return a phrase of peoples with others, word by word: "German-born"; None without any.

    Small words ("half", "pro", "born") stay. Any other word rules it out.
    """
    found = list(_WORD.finditer(name))
    made: list[tuple[int, int, str]] = []
    for match in found if len(found) > 1 else ():
        key, new = normalized(match[0]), people(match[0], context)
        small = "after-hyphen" if name[: match.start()][-1:] == "-" else "before-peoples"
        if new is None and key not in words(f"things.{small}"):
            return None
        made += [(*match.span(), new)] if new is not None else []
    return replace_ranges(name, made) if made else None


def rename(phrase: str, context: Context, kind: str, chosen: Pool, kept: frozenset[str]) -> str:
    """Return the phrase with another name for each run of its own words.

    It is of the kind of the run, else of the pool for the first and listed ones, a city after "of".
    """
    pieces: list[tuple[int, int, str]] = []
    # "MOOSE FACTORY" has no acronyms.
    acronyms = not phrase.isupper() or sum(map(str.isalpha, phrase.split())) < 2
    for number, (start, end) in enumerate(own_runs(phrase, kept)):
        run = phrase[start:end]
        owner = POSSESSIVE.search(run)
        bare, ending = (run[: owner.start()], owner[0]) if owner else (run, "")
        # After a sign, names are listed: "Kline & French".
        listed = phrase[:start].rstrip().endswith(("&", ",", "-", "/"))
        made = None if listed else _same_kind(bare.rstrip("."), kind, context)
        made = made or of_signs(bare, context, acronyms)
        if made is None:
            first = number == 0 or listed or bool(context.language)
            drawn = _pool_of_run(phrase[:start], first, kind, chosen)
            part = kind if drawn is chosen else f"{kind} part"
            made = cased_like(bare, context.pick(part, bare, drawn))
            if run == phrase and kind == "organization" and " " in run and not owner:
                word = "hospital_ending" if context.kind == "HOSPITAL" else "firm_noun"
                endings = legal_forms(context.language) if context.language else pool(word)
                made = f"{made} {cased_like(run, context.pick('firm', run, endings))}"
        pieces.append((start, end, made + ending))
    return replace_ranges(phrase, pieces) if pieces else _generic(phrase, context, kind, chosen)


def landmark(name: str, context: Context) -> str | None:
    """Return another name for a place with a word for its kind: "Lake Michigan"; else None."""
    found = {normalized(word) for word in re.findall(r"[^\W\d_]+", name)}
    numbered = any(map(str.isdigit, name)) and found <= KEPT_WORDS_OF_PLACES  # "Interstate 95"
    several = len(found - words("place_words.small")) > 1
    if found.isdisjoint(KINDS_OF_PLACES) or not (several or numbered):
        return None
    drawn = pools_for(name, context.language).surnames
    return rename(name, context, PLACE, drawn, KEPT_WORDS_OF_PLACES)


def place_like(name: str, context: Context, definite: bool = False) -> str | None:
    """Return another country, state or city; None for a name that is no place."""
    key = normalized(name)
    if key in gazetteer.STATE_CODES:
        return cased_like(name, context.pick("state", name, gazetteer.gazetteer().states))
    drawn = gazetteer.country_surrogate(name, False, context, definite)
    if drawn is not None:
        return drawn
    classes = classes_of(key)
    large = " " in name and (world().home(name) or key in gazetteer.gazetteer().home)
    if not large and (Label.LOCATION.value not in classes or Label.PERSON.value in classes):
        return None  # "San Francisco" is no person
    cities = world().cities if world().is_foreign(name) else pool("large_city")
    return cased_like(name, context.pick("city", name, cities))


def _same_kind(run: str, kind: str, context: Context) -> str | None:
    """Return another name of the kind of a run, where its words tell it."""
    if kind == PLACE:
        made = gazetteer.region(run, context) or people(run, context) or place_like(run, context)
        parts = [place_like(part, context) for part in run.split("-")] if made is None else []
        return "-".join(filter(None, parts)) if len(parts) > 1 and all(parts) else made
    made = people(run, context) or place_like(run, context)
    for space in re.finditer(" ", run) if made is None else ():  # "Boston Celtics"
        first, last = run[: space.start()], run[space.end() :]
        thing = kinds.other(last, context, kinds.ORGANIZATION, kinds.THING)
        place = thing and (people(first, context) or place_like(first, context))
        if place:
            return f"{place} {thing}"
    things = (kinds.THING,) * (kind == "name")
    return made or kinds.other(run, context, *things, kinds.ORGANIZATION)


def _generic(phrase: str, context: Context, kind: str, chosen: Pool) -> str:
    """Return another name for one without a word of its own: it is private as a whole."""
    topic = _TOPIC.match(phrase)
    if topic is not None and normalized(topic["head"]) in words("organizations.topics"):
        drawn = context.pick("topic", phrase, pool("topic"))
        return topic[0] + cased_like(topic["topic"], drawn)  # "Ministry of Finance"
    article = phrase[:4] if phrase[:4].lower() == "the " else ""
    first, space, rest = phrase[len(article) :].partition(" ")
    drawn = context.pick(kind, phrase, chosen)
    return article + cased_like(first, drawn) + space + rest  # "General Hospital"


def _pool_of_run(before: str, first: bool, kind: str, chosen: Pool) -> Pool:
    """Return the names for a run of unknown words, by the text before it."""
    said = normalized(before).split()
    word = said[-1:]
    if word in (["st."], ["st"], ["saint"]):
        return pool("saint")
    for_topic = kind == "organization" and not words("organizations.topics").isdisjoint(said)
    if for_topic and word in (["of"], ["for"], ["on"], ["and"]):
        return pool("topic")  # "Council for Security"
    if kind != PLACE and word in (["of"], ["in"], ["at"]):
        return pool("large_city")
    return chosen if first or kind == PLACE or word in (["the"], ["by"]) else pool("firm_noun")
