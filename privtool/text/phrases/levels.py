"""Levels and moves: "rose 14 points to 2,120", "ended at 98, down 3", "opened at 1.83 marks"."""

from __future__ import annotations

import re

from privtool.text.labels import Label
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import KeyedRandom

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_TO = re.compile(
    r"^(?: points?| million| billion| cents)?,? to (?:about |(?:close|finish|end|settle) at )?"
    r"[$\u00a3]?$"
)
_MOVED_BY = re.compile(
    r"\b(?:up|down|off|rose|fell|gained|lost|added|dropped|climbed|slipped|jumped|surged|tumbled|"
    r"declined|increased|decreased|advanced|eased|slid|firmed|soared|plunged|shrank|grew|by) "
    r"(?:about |by )?[$\u00a3]?\ufffc(?: \ufffc)?(?: points?| million| billion| cents)?,? "
    r"to (?:about |(?:close|finish|end|settle) at )?[$\u00a3]?$"
)
_LOWER_AT = re.compile(r" points? (?:lower|higher|up|down|off) at $")
_EXTREME = re.compile(
    r"\b(?:(?P<low>low)|high|peak|record|close|finish|opening|maximum|minimum) of (?:about )?$"
)
_INDEX = re.compile(
    r"\b(?:(?P<large>[Ii]ndustrials|[Ii]ndustrial [Aa]verage)|[Tt]ransportation|[Uu]tilities|"
    r"index(?: (?:closed|ended|stood|finished|opened) at)?) $"
)
_AMOUNTED = re.compile(r"\b(?:amounted|totaled|numbered|came) (?:to )?$")
_QUAKE = re.compile(r"\b(?:quake|temblor|tremor)\b[^.?!]*\b(?:registered|measured|magnitude of) $")
_SCALE_AFTER = re.compile(r" on the (?:Richter|\ufffc) scale\b")
_VOTE = re.compile(r" (?:roll[- ]call|vote|margin|ruling)\b")
_VOTED = re.compile(r"\b(?:approved|passed|rejected|defeated|voted|carried)(?: it)? $")
_VOTED_AFTER = re.compile(r"(?: (?:and|to|by|in|last|yesterday|with)\b|[.,;])")
_POINTS = re.compile(r"^ points?,? to (?:close at |finish at |end at |settle at )?$")
_BY = re.compile(r"^,? (?:up|down|off) (?:by |about )?[$\u00a3]?$")
_RATES = {"yen": (118, 152, 2), "marks": (1.55, 2.05, 4), "francs": (5.2, 6.9, 3)}
_MONEYS = tuple(_RATES)
_OF_CURRENCIES = re.compile(
    r"\b(?:dollar|currenc(?:y|ies)|pound|sterling|yen|foreign[- ]exchange)\b", re.IGNORECASE
)
_AT = re.compile(
    r"\b(?:at|to|from|of|around|about|below|above|near|against)(?: \w+'s)?(?: \ufffc close of)? $"
)
_UNIT = re.compile(r" (marks|yen|francs)\b")
_SUM = re.compile(r"[$\u00a3\u20ac\u00a5]\ufffc $")
_CENTS, _MOST_CENTS = "cents", 95
_INDUSTRIALS, _OTHERS = (2100, 2900), (180, 690)
_UNITS = ("%", "percent", "million", "billion", "cents", "marks", "yen", "dollars")
_SMALL, _LARGE = 10, 200  # levels whose moves are fractions, or whole numbers


def moved_amount(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an amount that a level, a move or a currency before it decides; None elsewhere."""
    return level_after(place, rng) or move_after(place, rng) or exchange_rate(place, rng)


def level_after(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return the level that an amount led to, larger than it; None where there is none."""
    if _LOWER_AT.search(place.before) and not place.spoken:
        below = _earlier(place, _LOWER_AT)
        return None if below is None else (f"{below * rng.between(200, 900):,.1f}",)
    value = _earlier(place, _TO)
    if value is None or not _MOVED_BY.search(place.before):
        return None
    first, *rest = place.earlier.words if place.earlier else ("",)
    if _POINTS.match((place.earlier.gap if place.earlier else None) or ""):
        return (f"{round(value * rng.between(40, 130)):,}",)
    if not rest and not place.before.endswith("$"):
        return None  # a share price
    value *= rng.between(15, 45) / 10 if value > _LARGE / 2 else rng.between(25, 90) / 10
    if rest[:1] == [_CENTS]:
        value = min(value, _MOST_CENTS)
    places = len(first.partition(".")[2])
    return (f"{value:,.{places}f}", *rest)


def quoted_level(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return the level of an index, near to those before it, a vote, or how many there are."""
    if place.size > 1 or place.spoken:
        return None
    earlier = place.earlier.words[0] if place.earlier and len(place.earlier.words) == 1 else ""
    extreme = _EXTREME.search(place.before)
    if extreme and _NUMBER.fullmatch(earlier):
        value = float(earlier.replace(",", "")) * (1000 + rng.between(2, 20)) / 1000
        return (f"{value:,.{len(earlier.partition('.')[2])}f}",)
    index = _INDEX.search(place.before)
    if index and place.after[:1] in (",", ";", "."):
        return (
            f"{rng.between(*(_INDUSTRIALS if index['large'] else _OTHERS)):,}.{rng.below(100):02}",
        )
    if _AMOUNTED.search(place.before) and not place.after.lstrip().startswith(_UNITS):
        return (f"{rng.between(12, 98)},{rng.between(100, 999)}",)
    if _QUAKE.search(place.before) or _SCALE_AFTER.match(place.after):
        return (f"{rng.between(5, 7)}.{rng.between(0, 9)}",)
    voted = _VOTE.match(place.after) and place.last_word in ("a", "the")
    if voted or (_VOTED.search(place.before) and _VOTED_AFTER.match(place.after)):
        more = rng.between(54, 68)
        return (f"{more}-{98 - more}",)
    return None


def move_after(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return by how much a level has changed, a small part of it; None where there is none."""
    value = _earlier(place, _BY)
    if value is None or place.size > 1 or place.earlier is None:
        return None
    change = value * rng.between(2, 30) / 1000
    places = len(place.earlier.words[0].partition(".")[2])
    if value < _LARGE and not places:
        return (("1/8", "1/4", "3/8", "1/2", "3/4", "7/8", "1", "2")[rng.below(8)],)
    if value < _SMALL or places:
        return (f"{max(change, 10.0**-places):.{places}f}",)
    return (f"{max(1, round(change)):,}",)


def exchange_rate(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return what a currency is worth: "the dollar opened at 141.45 yen"; None elsewhere."""
    text = place.before + place.after
    if place.spoken or "$" in text or not _OF_CURRENCIES.search(text):
        return None
    unit = _UNIT.match(place.after)
    if place.size > 2 or (place.size == 1 and unit is None) or not _AT.search(place.before):
        return None
    name = unit[1] if unit else _MONEYS[place.shared % 2]
    low, high, places = _RATES[name]
    middle = low + (high - low) * (place.shared % 97) / 97
    rate = f"{middle * rng.between(990, 1010) / 1000:.{places}f}"
    return (rate, name) if place.size == 2 and unit is None else (rate,)


def is_scaled(place: PhrasePlace) -> bool:
    """Return whether a sum has its scale in the next phrase: "a $[MISC] [MONEY] merger"."""
    return place.size == 1 and place.following == Label.MONEY.value


def is_scale_of_sum(place: PhrasePlace) -> bool:
    """Return whether a phrase is the scale of the sum before it: "$[MISC] [MONEY]"."""
    return place.size == 1 and _SUM.search(place.before) is not None and bool(place.preceding)


def _earlier(place: PhrasePlace, form: re.Pattern[str]) -> float | None:
    """Return the amount before this one if the text between them has a form."""
    earlier = place.earlier
    if earlier is None or earlier.gap is None or not form.match(earlier.gap):
        return None
    same = len(earlier.words) == place.size
    if not same or _NUMBER.fullmatch(earlier.words[0]) is None:
        return None
    return float(earlier.words[0].replace(",", ""))
