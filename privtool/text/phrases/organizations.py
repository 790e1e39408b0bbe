"""Names of organizations: public ones of a kind that fits, and companies of surnames and trades."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.text.labels import Label
from privtool.text.phrases.cities import home_of_company
from privtool.text.phrases.codes import ticker
from privtool.text.phrases.cues import next_word, noun_follows
from privtool.text.phrases.kinds import draw_kind, draw_of_kind, pool_of
from privtool.text.phrases.organization_kinds import BANK, COMPANY, organization_weights
from privtool.text.phrases.outings import outing_of
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.spelled import abbreviation
from privtool.text.phrases.surnames import plural_surname, surname
from privtool.text.surrogates.places.us_gazetteer import STATES
from privtool.text.surrogates.prf import KeyedRandom

_FORMS = "Corp|Inc|Co|Ltd"
_ENDINGS = "Industries|Group|Partners|Bank|Airlines|Financial|Systems|Brothers|Stores|Foods|Steel"
_PLURAL_ENDINGS = "Industries|Partners|Airlines|Systems|Brothers|Stores|Foods"
_TRADES = (
    "Insurance|Savings|Capital|Energy|Oil|Steel|Chemical|Paper|Motor|Electric|Financial|"
    "Medical|Computer|Transport|Publishing|Mining|Food"
)
_NATIONS = "American|British|German|French|Japanese|Canadian|European|Swedish"
_FIRMS = "company|group|bank|firm|concern"
_PARTS = "Commission|Council|Committee|Board"
_MOST = 7  # words
_WITH_HOME = 3  # parts: a name, a city and a state
_BANK_WORDS = 3
_LETTERS = "ABCDEFGHJKLMRSTW"


def organization(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an organization's name; None for more words than such names have."""
    if place.size > _MOST:
        return None
    if place.size == 1 and place.earlier and place.earlier.gap == " (":
        return (_acronym(place.earlier.words),)
    if place.size == 1 and place.following == Label.MISC.value and "politics" in place.topics:
        return (one_of(rng, "House|Senate"),)
    said = None if outing_of(place) else abbreviation(place, rng)
    if said is not None:
        return said
    groups, home = place.groups(), _home(place)
    words: list[str] = []
    for number, group in enumerate(groups[:-2] if home else groups):
        before = place.gaps[group[0] - 1] if number else ""
        if "(" in before and len(group) == 1 and len(words) > 1:  # "Federal Reserve (FR)"
            words.append(_acronym(words))
        elif ")" in before and len(group) == 1:
            words.append(one_of(rng, _PARTS))
        else:
            words += _name(place, group, number, rng)
    return (*words, *home)


def _home(place: PhrasePlace) -> Words:
    """Return the city and state that end a name, if any do: "[MASK] Inc., [MASK], [MASK]."."""
    groups = place.groups()
    if len(groups) < _WITH_HOME or len(groups[-1]) > 1 or not place.after.startswith(".,"):
        return ()
    if place.gaps[groups[-1][0] - 1] != ", " or place.gaps[groups[-2][0] - 1] not in (", ", "., "):
        return ()
    home = home_of_company(len(groups[-2]), place.shared)
    return () if home is None else (*home[0], *home[1])


def _acronym(words: Sequence[str]) -> str:
    capitals = [word[0] for word in words if word[0].isupper()]
    return "".join(capitals or [word[0].upper() for word in words])


def _name(place: PhrasePlace, group: list[int], number: int, rng: KeyedRandom) -> list[str]:
    size = len(group)
    first, last = number == 0, group[-1] == len(place.gaps)
    joined = not last and "&" in place.gaps[group[-1]]
    if number and "<" in place.gaps[group[0] - 1] and last and place.after.startswith(">"):
        symbol = ticker(size, rng)
        if symbol:
            return list(symbol)
    if size > 1 and place.gaps[group[0]].startswith("."):  # "E.F. Hutton"
        initials = f"{rng.choice(_LETTERS)}.{rng.choice(_LETTERS)}"
        return [initials, *_of_surname(place, group[1:], rng)]
    if number or joined or (size > 1 and "'" in place.gaps[group[0]]):
        return _of_surname(place, group, rng)
    if place.size == 1 and place.is_abbreviated:
        return [one_of(rng, _FORMS)]
    plain = all(place.gaps[at] == " " for at in group[:-1])
    stop = last and place.after.startswith(".") and place.is_abbreviated
    if not (first and plain and (last or "(" in place.gaps[group[-1]])) or stop:
        return _of_surname(place, group, rng)
    described = place.last_word in ("a", "an") and not outing_of(place)
    if described and size > 1 and not (next_word(place)[:1].isupper() or noun_follows(place)):
        trades = [trade.lower() for trade in _drawn_trades(size - 2, rng)]
        return [one_of(rng, _NATIONS), *trades, one_of(rng, _FIRMS)]
    weights = {
        kind: weight
        for kind, weight in organization_weights(place).items()
        if weight and _exists(kind, size)
    }
    kind = draw_kind(weights, rng) if weights else COMPANY
    if kind == BANK:
        return ["Bank", "of", _short_state(rng)]
    named = None if kind == COMPANY else draw_of_kind(kind, size, rng)
    return list(named) if named else _of_surname(place, group, rng)


def _exists(kind: str, size: int) -> bool:
    """Return whether there are names of a kind with so many words."""
    if kind == BANK:
        return size == _BANK_WORDS
    return kind == COMPANY or pool_of(kind, size) is not None


def _of_surname(place: PhrasePlace, group: list[int], rng: KeyedRandom) -> list[str]:
    """Return a surname, trades, and a legal form before a full stop or after a trade."""
    size, last = len(group), group[-1] == len(place.gaps)
    stop = (place.after if last else place.gaps[group[-1]]).startswith(".")
    # "[MASK] Corp. of [MASK]"
    inner = next((at for at, number in enumerate(group[:-1], 1) if "." in place.gaps[number]), 0)
    if inner > 1 and size - inner == 1:
        tail = "of" if last and place.following else surname(rng)
        return [*_company(inner, True, rng), tail]
    if size == 1:
        joined = bool(group[0]) and "&" in place.gaps[group[0] - 1] and place.after[:1] != "'"
        if place.after.startswith("' ") and last:
            return [plural_surname(rng)]
        return [
            one_of(rng, "Co|Co|Sons" if stop else "Co|Sons") if joined and last else surname(rng)
        ]
    if not last and "&" in place.gaps[group[-1]]:
        return [surname(rng) for _ in group]
    if last and place.after.startswith("' "):  # "[MASK] [MASK]' shares"
        return [surname(rng), *_drawn_trades(size - 2, rng), one_of(rng, _PLURAL_ENDINGS)]
    return _company(size, stop, rng)


def _company(size: int, stop: bool, rng: KeyedRandom) -> list[str]:
    if size == 1:
        return [surname(rng)]
    if size == 2 and not stop:
        return [surname(rng), one_of(rng, _ENDINGS)]
    middle = _drawn_trades(size - 2, rng)
    if size > 3:
        middle[0] = surname(rng)
    if size > 4:
        middle[1] = one_of(rng, "International|National|American|Pacific")
    return [surname(rng), *middle, one_of(rng, _FORMS if stop else "Corp|Group|Inc|Co")]


def _drawn_trades(count: int, rng: KeyedRandom) -> list[str]:
    """Return different trades that follow each other in their list."""
    trades = _TRADES.split("|")
    at = rng.below(len(trades))
    return [trades[(at + number) % len(trades)] for number in range(count)]


def _short_state(rng: KeyedRandom) -> str:
    names = [name for name in STATES.values() if " " not in name]
    return names[rng.below(len(names))]
