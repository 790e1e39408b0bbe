"""Lakes, parks, buildings and the like: their own words change, those of their kind stay."""

from __future__ import annotations

import regex

from privtool.text.lexicon import words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import SAINTS, name_pools
from privtool.text.surrogates.places.countries import (
    country_surrogate,
    foreign_city,
    nationality_in_scope,
    world,
)
from privtool.text.surrogates.places.regions import region
from privtool.text.surrogates.places.states import city_surrogate, state_surrogate
from privtool.text.surrogates.places.us_gazetteer import STATE_CODES, STATES, gazetteer
from privtool.text.surrogates.prf import KeyedRandom, normalized

_GENERIC = words("place_words.kinds") | words("place_words.facilities")
_SMALL = words("place_words.small")
KEPT_WORDS = _GENERIC | _SMALL | words("place_words.compass") | words("place_words.further")
_WORD = regex.compile(
    r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+(?:(?:st|nd|rd|th)\b)?"
)
_POSSESSIVE = regex.compile(r"['\u2019\u02bc]s\Z", regex.IGNORECASE)
_SAINT = regex.compile(r"\b(?:st|saint)\.?\s+\Z", regex.IGNORECASE)
_BODY = regex.compile(rf"(?:{'|'.join(words('place_words.bodies'))}) of (?=\p{{Lu}})")
_SIDE = regex.compile(
    r"(?:(?:north|south|east|west)(?:ern)?|far|other|outer)\s+(?:side|end|edge|part|outskirts)\s+of\s+"
    rf"|(?:{'|'.join(sorted(words('place_words.compass'), key=len, reverse=True))})\s+(?=\S)",
    regex.IGNORECASE,
)
_LONGEST_ACRONYM = 5
_LETTERS = "ABCDEFGHILMNOPRSTUW"  # of acronyms


def head(name: str) -> str:
    """Return what stays before a place: "Southern California", "the City of Bend"; else ""."""
    match = _BODY.match(name) or _SIDE.match(name)
    return match[0] if match else ""


def is_landmark(name: str) -> bool:
    """Return whether a name has a word for its kind, and another one or a number."""
    found = {normalized(word) for word in _WORD.findall(name)}
    numbered = any(map(str.isdigit, name)) and found <= KEPT_WORDS  # "Interstate 95"
    return not found.isdisjoint(_GENERIC) and (len(found - _SMALL) > 1 or numbered)


def landmark(name: str, context: Context) -> str:
    """Return a name with a drawn one for each run of its own words: "Lake Michigan"."""
    pieces: list[str] = []
    done = 0
    for start, end in _own_runs(name):
        pieces += (name[done:start], _other_run(name[start:end], name[:start], context))
        done = end
    if pieces:
        return "".join([*pieces, name[done:]])
    # Nothing of its own ("the General Hospital"): private as a whole.
    first, _, last = name.rpartition(" ")
    article = first[:4] if first[:4].lower() == "the " else ""
    return f"{article}{cased_like(name, context.pick('place', name, name_pools().surnames))} {last}"


def identifying_words(name: str) -> set[str]:
    """Return the own words of a place, normalized: those that do not only tell the kind."""
    own = _BODY.sub("", name)
    return {
        normalized(match[0])
        for start, end in _own_runs(own)
        for match in _WORD.finditer(own, start, end)
        if len(match[0]) > 1 and not match[0].isdigit()
    }


def _own_runs(name: str) -> list[tuple[int, int]]:
    """Return where the own words of a name are; words with only space between are one run."""
    runs: list[tuple[int, int]] = []
    last = -1
    matches = list(_WORD.finditer(name))
    for number, match in enumerate(matches):
        if _is_kept(name, match, 0 < number < len(matches) - 1):
            continue
        digits = match[0].isdigit() or name[max(last - 1, 0) : max(last, 0)].isdigit()
        if (
            runs
            and runs[-1][1] == last
            and not digits
            and not name[last : match.start()].strip(" .-")
        ):
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        last = match.end()
    return runs


def _is_kept(name: str, match: regex.Match[str], inside: bool) -> bool:
    key = normalized(_POSSESSIVE.sub("", match[0]))
    if match[0].islower() and not name.islower() and not unfamiliar_words(match[0]):
        return True  # "the corner store on Ash Street"
    return key in KEPT_WORDS and len(key) > 1 and (inside or key not in _SMALL or key == "the")


def _other_run(run: str, before: str, context: Context) -> str:
    """Return another name for the own words of a landmark, or other digits or letters."""
    if run[0].isdigit():
        return other_digits(run, context)
    ending = _POSSESSIVE.search(run)
    bare = run[: ending.start()] if ending else run
    if bare.isupper() and bare.isalpha() and len(bare) <= _LONGEST_ACRONYM and not before.isupper():
        return context.retry("acronym", bare, lambda rng: _letters(bare, rng))
    return _name(bare, before, context) + (ending[0] if ending else "")


def other_digits(text: str, context: Context) -> str:
    """Return a text with other digits."""
    return regex.sub(
        r"\d+",
        lambda match: context.retry("number", match[0], read_dictation(match[0]).randomized),
        text,
    )


def _name(own: str, before: str, context: Context) -> str:
    """Return another name: of a place for that of one, else a surname."""
    if _SAINT.search(before):
        return cased_like(own, context.pick("place", own, SAINTS))
    if normalized(own) in STATE_CODES:
        return cased_like(own, STATES[state_surrogate(STATE_CODES[normalized(own)], context)])
    known = region(own, context) or country_surrogate(own, True, context)
    known = known or nationality_in_scope(own, context)
    if known is not None:
        return cased_like(own, known)
    pools = name_pools()
    if normalized(own) not in pools.roles:
        if world().is_foreign(own):
            return foreign_city(own, world().home(own) or "", context)
        if normalized(own) in gazetteer().home:
            return cased_like(own, city_surrogate(own, None, context)[1])
    return cased_like(own, context.pick("place", own, pools.surnames))


def _letters(word: str, rng: KeyedRandom) -> str:
    return "".join(rng.choice(_LETTERS) for _ in word)
