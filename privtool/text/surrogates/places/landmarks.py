"""Lakes, parks, buildings and the like: their own words change, those of their kind stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import regex

from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import SAINTS, name_pools
from privtool.text.surrogates.places import countries, states
from privtool.text.surrogates.places.regions import region
from privtool.text.surrogates.places.us_gazetteer import gazetteer
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.values.code import read_dictation

_GENERIC = words("place_words.kinds") | words("place_words.facilities")
_SMALL, _COMPASS = words("place_words.small"), words("place_words.compass")
KEPT_WORDS = _GENERIC | _SMALL | _COMPASS | words("place_words.further")
WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
_POSSESSIVE = regex.compile(r"['\u2019\u02bc]s\Z", regex.IGNORECASE)
_SAINT = regex.compile(r"\b(?:st|saint)\.?\s+\Z", regex.IGNORECASE)
_BODY = regex.compile(rf"(?:{'|'.join(words('place_words.bodies'))}) of (?=\p{{Lu}})")
_SIDE = regex.compile(
    rf"(?:(?:{'|'.join(sorted(_COMPASS, key=len, reverse=True))}|far|other)\s+"
    r"(?:(?:side|end|edge|part|outskirts)\s+of\s+)?)(?=\S)",
    regex.IGNORECASE,
)
_PARTICLES = frozenset((" de ", " la ", " of the "))  # "Charles de Gaulle"
_LONGEST_ACRONYM = 5
_LETTERS = "ABCDEFGHILMNOPRSTUW"  # of acronyms


def head(name: str) -> str:
    """Return what stays before a place: "Southern California", "the City of Bend"; else ""."""
    match = _BODY.match(name) or _SIDE.match(name)
    return match[0] if match else ""


def is_landmark(name: str) -> bool:
    """Return whether a name has a word for its kind, and another one or a number."""
    found = {normalized(word) for word in WORD.findall(name)}
    numbered = any(map(str.isdigit, name)) and found <= KEPT_WORDS  # "Interstate 95"
    return not found.isdisjoint(_GENERIC) and (len(found - _SMALL) > 1 or numbered)


def landmark(name: str, context: Context) -> str:
    """Return a name with a drawn one for each run of its own words: "Lake Michigan"."""
    runs = own_runs(name, KEPT_WORDS)
    if runs or any(map(str.isdigit, name)):
        return renamed(
            name,
            runs,
            lambda own, before: _other_run(own, before, context),
            lambda text: other_digits(text, context),
        )
    # Nothing of its own ("General Hospital"): private as a whole.
    drawn = context.pick("place", name, name_pools().surnames)
    return f"{cased_like(name, drawn)} {name.rpartition(' ')[2]}"


def identifying_words(name: str) -> set[str]:
    """Return the own words of a place, normalized: those that do not only tell the kind."""
    own = _BODY.sub("", name)
    found = {match[0] for run in own_runs(own, KEPT_WORDS) for match in WORD.finditer(own, *run)}
    return {normalized(word) for word in found if len(word) > 1}


def renamed(
    text: str,
    spans: Iterable[tuple[int, int]],
    other: Callable[[str, str], str],
    between: Callable[[str], str],
) -> str:
    """Return a text with other names at spans, by what is before each, and other text between."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += (between(text[done:start]), other(text[start:end], text[:start]))
        done = end
    return "".join([*pieces, between(text[done:])])


def other_digits(text: str, context: Context) -> str:
    """Return a text with other digits."""

    def other(match: regex.Match[str]) -> str:
        return context.retry("number", match[0], read_dictation(match[0]).randomized)

    return regex.sub(r"\d+", other, text)


def own_runs(name: str, kept: frozenset[str]) -> list[tuple[int, int]]:
    """Return where words are that are not kept; those with only space between are one run.

    Small words are kept between others, and ordinary words in lower case among capitals.
    """
    runs: list[tuple[int, int]] = []
    found = [match for match in WORD.finditer(name) if not name[: match.start()][-1:].isdigit()]
    for number, match in enumerate(found):
        key = normalized(_POSSESSIVE.sub("", match[0]))
        lower = match[0].islower() and not name.islower() and not unfamiliar_words(match[0])
        inside = 0 < number < len(found) - 1 or key == "the"
        if lower or (key in kept and len(key) > 1 and (inside or key not in _SMALL)):
            continue
        between = name[runs[-1][1] : match.start()] if runs else "no"
        if not between.strip(" .-") or between in _PARTICLES:
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
    return runs


def _other_run(run: str, before: str, context: Context) -> str:
    """Return another name for the own words of a landmark, or other letters."""
    ending = _POSSESSIVE.search(run)
    bare = run[: ending.start()] if ending else run
    if bare.isupper() and bare.isalpha() and len(bare) <= _LONGEST_ACRONYM and not before.isupper():
        return context.retry("acronym", bare, lambda rng: _letters(bare, rng))
    saint = _SAINT.search(before) is not None
    new = context.pick("place", bare, SAINTS) if saint else _other_name(bare, context)
    return cased_like(bare, new) + (ending[0] if ending else "")


def _letters(word: str, rng: KeyedRandom) -> str:
    return "".join(rng.choice(_LETTERS) for _ in word)


def _other_name(own: str, context: Context) -> str:
    """Return another name: of a place for that of one, else a surname."""
    state = states.state_code(own)
    if state is not None:
        return states.written_like(own, states.state_surrogate(state, context))
    known = region(own, context) or countries.country_surrogate(own, True, context)
    known = known or countries.nationality_in_scope(own, context)
    if known is not None:
        return known
    if "-" in own:
        return "-".join(_other_name(each, context) for each in own.split("-"))
    home = countries.world().home(own)
    if home is not None and normalized(own) not in name_pools().roles:
        return countries.foreign_city(own, home, context)
    if own.title() in gazetteer().large.phrases:
        return states.city_surrogate(own, None, context)[1]
    return context.pick("place", own, name_pools().surnames)
