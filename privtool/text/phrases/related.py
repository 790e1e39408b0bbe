"""Amounts and dates that another one before them limits: "up 3 % to $210 from $204"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import KeyedRandom

_COMPARED = re.compile(
    r"^[\w%.,]*(?:\s+(?:pct|mln|bln|dlrs|cents|cts|a share|million|billion|"
    r"of (?:the |all |its )?\w+|[a-z]{3,}s))*"
    r"(?:\s+(?:in|for) \w+(?: \w+){0,2})?,?"
    r"\s+(?:(?:up|down|compared|against) )?(?:from|with|vs\.?|versus|against|to)\s+"
    r"(?:(?:last|a|the|its|year-earlier|year-ago|year's|previous|prior|about|nearly|around|roughly|"
    r"only|just|loss of|profit of|gain of) ){0,3}[$\u00a3]?$"
)
_RISING = re.compile(
    r"\b(?:rose|grew|increased|climbed|gained|jumped|advanced|up|higher|soared|surged|leapt|leaped|raised|boosted)\b"
)
_FALLING = re.compile(
    r"\b(?:fell|dropped|declined|decreased|slipped|down|lower|off|plunged|slashed|cut|reduced|reduce|lowered|trimmed)\b"
)
_CHANGED = re.compile(r"\b(?:up|down|off|rose|fell|gained|lost|added|dropped)\s+[$\u00a3]?$")
_OF_ALL = re.compile(r"^ out of $")
_CONVERTED = re.compile(r"^ \([$\u00a3]$")
_RANGE = re.compile(r"^\s*(?:to|through|until|and|-|--)\s*(?:\w+ )?$")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_AGAIN = re.compile(
    r"\b(?:from|compared (?:with|to)|against|versus|reach|exceed|rise to|grow to)\s+"
    r"(?:(?:a|about|around|nearly|roughly|some|the|net|last|year|year's|earlier|previous|prior|same|quarter|quarter's|period|its|profit|loss|income|earnings|revenue|sales|results|of|year-earlier|year-ago|restated)\s+)*[$\u00a3]?$"
)
_THAN = re.compile(
    r"\b(?:(?P<less>above|higher than|up from)|below|lower than|down from) "
    r"(?:the |a |its )?[$\u00a3]?$"
)
_FROM = re.compile(r"\b(?:from|by) [$\u00a3]?\ufffc(?: \ufffc)*(?: [a-z]+)? (?:to|and) [$\u00a3]?$")
_PAST = (
    "rose|fell|gained|lost|added|dropped|climbed|slipped|jumped|surged|tumbled|declined|advanced|"
    "eased|slid|firmed"
)
_MOVE = (
    rf"up|down|off|{_PAST}|rising|falling|gaining|losing|dropping|climbing|slipping|jumping|"
    r"advancing|easing"
)
_MOVED_BY = re.compile(
    rf"\b(?:{_MOVE}|increased|by) (?:about )?[$\u00a3]?\ufffc(?: \ufffc)?(?: points?)?,? "
    r"to [$\u00a3]?$"
)
_MOVES = re.compile(rf"\b(?:{_MOVE}) $")
_MOVER = re.compile(rf" (?:{_PAST}) [$\u00a3]?\ufffc")
_TO_A_PRICE = re.compile(r"(?: \ufffc)? to [$\u00a3]?\ufffc")
_AGAIN_A_SHARE = re.compile(
    r"\b(?:from|compared (?:with|to)|against|versus) [^.;]{0,40}\ufffc(?: \ufffc)?, or [$\u00a3]?$"
)
_A_SHARE = re.compile(r" (?:a|per) share\b")
_UP_TO = re.compile(r"(?:^|\s)(?:to|and) [$\u00a3]?$")
_REACHED = re.compile(r"\b(?:reach|exceed|rise to|grow to)(?: about)? [$\u00a3]?$")
_BETWEEN = re.compile(r"^(?: \w+)? and [$\u00a3]?$")
_CLAUSE = 120  # characters that a verb is looked for in
_SHARE_OF = re.compile(r"\bor [$\u00a3]$")
_PER_SHARE = 10  # dollars that a share hardly earns
_RATES = {"pounds": 1.6, "francs": 0.18, "Swiss francs": 0.62, "dollars": 0.84}  # dollars
_RATE = 0.55
_PER_CENT, _PER_MILLE = 100, 1000


def is_number(word: str) -> bool:
    """Return whether a word is a number in digits."""
    return _NUMBER.fullmatch(word) is not None


def is_compared(place: PhrasePlace) -> bool:
    """Return whether an amount is compared with the one before it: "$2 million from $3 million"."""
    earlier = place.earlier
    if earlier is None or len(earlier.words) != place.size:
        return False
    if _NUMBER.fullmatch(earlier.words[0]) is None or _MOVED_BY.search(place.before):
        return False
    if earlier.gap is None:
        small = float(earlier.words[0].replace(",", "")) < _PER_SHARE
        return (
            _AGAIN.search(place.before) is not None
            or (small and place.size == 1 and _SHARE_OF.search(place.before) is not None)
            or _is_share_again(place)
        )
    if _THAN.search(place.before) and _is_percentage(place.after) == _is_percentage(earlier.gap):
        return True
    if _BETWEEN.match(earlier.gap) and "between " in place.before[-40:].lower():
        return True
    compared = any(form.match(earlier.gap) for form in (_COMPARED, _OF_ALL, _CONVERTED))
    of_one_kind = _is_percentage(place.after) == _is_percentage(earlier.gap)
    return compared and (of_one_kind or _UP_TO.fullmatch(earlier.gap) is not None)


def _is_share_again(place: PhrasePlace) -> bool:
    """Return whether an amount is a share's part of one that another one is compared with."""
    return (
        _AGAIN_A_SHARE.search(place.before) is not None and _A_SHARE.match(place.after) is not None
    )


def _is_percentage(after: str) -> bool:
    return after.lstrip().startswith(("%", "percent", "pct"))


def is_share_of(place: PhrasePlace) -> bool:
    """Return whether an amount repeats the one before it by the share: "$2 million, or $[MASK]"."""
    return _SHARE_OF.search(place.before) is not None or place.before.endswith(", or ")


def is_falling(place: PhrasePlace) -> bool:
    """Return whether the verb next to an amount, in the clause before it, says that it fell."""
    clause = place.before[-_CLAUSE:]
    falling = [match.start() for match in _FALLING.finditer(clause)]
    rising = [match.start() for match in _RISING.finditer(clause)]
    return max(falling, default=-1) > max(rising, default=-1)


def is_move(place: PhrasePlace) -> bool:
    """Return whether an amount without a unit is how far a price moved: "rose [MASK] to [MASK]"."""
    written = not place.spoken and _TO_A_PRICE.match(place.after) is not None
    return written and _MOVES.search(place.before) is not None


def is_confirmed(place: PhrasePlace) -> bool:
    """Return whether the text confirms that a word is a name: in a list, or a share that moves."""
    return place.is_listed or _MOVER.match(place.after) is not None


def is_moved_to(place: PhrasePlace) -> bool:
    """Return whether an amount without a unit is the price after a move."""
    alone = place.after[:2] in (" \ufffc", "", ", ", ". ", " a", "; ") or place.after == "."
    return not place.spoken and alone and _MOVED_BY.search(place.before) is not None


def is_changed(place: PhrasePlace) -> bool:
    """Return whether an amount is that by which a price has changed."""
    return _CHANGED.search(place.before) is not None


def converted_sum(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return dollars for the sum in another currency before: "3 million marks ($1.8 million)"."""
    earlier = place.earlier
    if earlier is None or earlier.gap is None or not _CONVERTED.match(earlier.gap):
        return None
    value, *rest = earlier.words
    if _NUMBER.fullmatch(value) is None or len(rest) < place.size:
        return None
    rate = (
        _RATES.get(" ".join(rest[-2:]), _RATES.get(rest[-1], _RATE))
        * rng.between(90, 110)
        / _PER_CENT
    )
    dollars = float(value.replace(",", "")) * rate
    return (f"{dollars:.1f}", *rest[: place.size - 1])


def near(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an amount near to the earlier one, on the side that the verb before it says."""
    if place.earlier is None:
        return None
    first, *rest = place.earlier.words
    value = float(first.replace(",", ""))
    change = rng.between(20, 180)
    gap = place.earlier.gap or ""
    if _OF_ALL.match(gap):
        return (str(round(value) + rng.between(1, 9)),)
    if _CONVERTED.match(gap):
        return (f"{round(value * 1.6):,}", *rest)
    if place.change and not _UP_TO.search(gap):
        return _before_change(value, place.change, first, rest)
    larger = _is_larger(place, gap, rng)
    value *= (_PER_MILLE + change if larger else _PER_MILLE - change) / _PER_MILLE
    return _written(value, first, rest, 1 if larger or value <= 1 else -1)


def _before_change(value: float, change: float, first: str, rest: Sequence[str]) -> Words:
    """Return what an amount was before it changed by so many percent."""
    value /= 1 + change / _PER_CENT
    places = len(first.partition(".")[2]) or (1 if rest and value < _PER_CENT else 0)
    places = 0 if rest[:1] == ["cents"] else places
    written = f"{value:,.{places}f}"
    return (written if "." in first else written.removesuffix(".0"), *rest)


def _is_larger(place: PhrasePlace, gap: str, rng: KeyedRandom) -> bool:
    """Return whether an amount is larger than the one before it, by the verb of the clause."""
    clause = place.before[-_CLAUSE:]
    than = _THAN.search(place.before)
    if than:
        return not than["less"]
    falling, rising = _FALLING.search(clause) is not None, _RISING.search(clause) is not None
    if _UP_TO.search(gap) and not _FROM.search(place.before):
        return True  # "of 5 to 7 cents"
    if _UP_TO.search(gap) or _REACHED.search(place.before):
        return not falling
    return falling or (not rising and rng.below(2) == 0)


def _written(value: float, first: str, rest: Sequence[str], step: int) -> Words:
    """Return an amount with as many places as the first one, a `step` away if it would be equal."""
    if "." in first:
        places = len(first.partition(".")[2])
        return (f"{value:.{places}f}", *rest)
    rounded = max(1, round(value))
    equal = rounded == float(first.replace(",", ""))
    return (f"{rounded + step * equal:,}", *rest)


def month_after(place: PhrasePlace) -> str | None:
    """Return the month of an earlier date if this one ends a range that it begins."""
    earlier = place.earlier
    if earlier is None or earlier.gap is None or _RANGE.match(earlier.gap) is None:
        return None
    return next((word for word in earlier.words if word.lower() in FULL_MONTHS), None)
