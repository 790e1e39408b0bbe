"""Numbers, amounts and ages: near their value where the words around tell, else of their size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.surrogates.codes import code, replace_code, without_units
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.number_cues import LOWER, UPPER, Policy, cues_of_number, policy_of
from privtool.text.values import age as ages
from privtool.text.values import date as dates
from privtool.text.values import number as numbers
from privtool.text.values import quantity as quantities
from privtool.text.values import time as times
from privtool.text.values.age import other_decade
from privtool.text.values.code import read_dictation
from privtool.text.values.fields import Field
from privtool.text.values.number import Number
from privtool.text.values.symbols import symbols_of

_FRACTION = re.compile(r"(?P<over>\d{1,2})/(?P<under>2|3|4|5|6|8|10|16|32|64)")
_MIXED = re.compile(r"(?P<whole>\d{1,3})(?P<joint>[ -])(?P<part>\d{1,2}/(?:2|4|8|16|32|64))")
_JOINED = re.compile(r"\d{1,3}(?:,\d{3})?(?:-[a-z]{1,9})+|\d{1,3}-for-\d{1,3}")
_LASTING = re.compile(r"[\s\d-](?:hours?|hrs?|minutes?|mins?|seconds?|secs?)\b", re.IGNORECASE)
_DECADE = re.compile(r"(?P<century>(?:18|19|20)?)(?P<tens>[1-9])0(?P<s>['\u2019]?s)")
_ONE_OF_MANY = re.compile(r"(?:\A|[a-z]\s)(?:one|1)\s[a-z]+s\b", re.IGNORECASE)
_ONE = re.compile(r"(?:\A|\s)(?:one|1)\Z", re.IGNORECASE)
_COINS = frozenset(("coins", "coins_of_many"))
_NOT_COINS = frozenset(("parts",))
_FINER = (1, 2, 4, 8)  # times as many parts of a fraction
_END = re.compile(r"(?:['\u2019]?s\b)?")  # of a plural
_LONGEST_MEASURED = 5  # digits of a number with decimals: "98.6"
_MOST_TRIES = 50
_LONGEST_ORDINAL = 4  # "10th"; longer ones may be codes


def number(phrase: str, context: Context) -> str:
    """Return another number: near the old one if it is measured, else as long and as round.

    Ordinals become other ordinals; words in common use stay.
    """
    known = _cued(phrase, context) or plain_number(phrase, context)
    if known is not None:
        return known
    if context.cues and uncommon_words(phrase):
        context = context._replace(cues=())
    return _other_numbers(phrase, context, "NUMBER") or replace_code(
        phrase, context, "NUMBER", rounded=True
    )


def money(phrase: str, context: Context) -> str:
    """Return another amount of the same length, roundness and currency."""
    made = _other_numbers(phrase, context, "MONEY")
    if made is not None:
        return made
    dictation = without_units(read_dictation(phrase))
    if not any(map(str.isdigit, dictation.chars)):
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        made = phrase
        for _ in range(_MOST_TRIES):
            made = dictation.randomized(rng, rounded=True)
            if not _ONE_OF_MANY.search(made):  # no "one bucks"
                break
        return made

    return context.retry("MONEY", phrase, make)


def age(phrase: str, context: Context) -> str:
    """Return another age of the same stage of life; of two ages the first stays below the second.

    A decade ("eighties") becomes another one, "teenager" a word of the same stage.
    """
    stages, decades = quantities.find(phrase, "ages"), dates.decades_in(phrase)
    parts = quantities.find(phrase)  # of "six and three quarters"
    found = [] if stages or decades else _without(numbers.find(phrase), parts)
    covered = _places(stages) + _places(decades) + _places(found)
    if not covered or _has_more(phrase, covered, words("units.ages")):
        if not any(map(str.isdigit, phrase)):
            raise NoSurrogateError
        return number(phrase, context)

    def make(rng: KeyedRandom) -> str:
        if found:
            return numbers.replaced(phrase, found, partial(ages.draw, rng=rng))
        new = [(each.start, each.end, quantities.draw(each, rng)) for each in stages]
        new += [
            (field.start, field.end, dates.write_decade(field.text, other_decade(field.value, rng)))
            for field in decades
        ]
        return replace_ranges(phrase, sorted(new))

    return context.retry("AGE", phrase, make)


def _places(
    found: Sequence[Number] | Sequence[quantities.Quantity] | Sequence[Field],
) -> list[tuple[int, int]]:
    return [(each.start, each.end) for each in found]


def _has_more(
    phrase: str, covered: Sequence[tuple[int, int]], known: frozenset[str] = frozenset()
) -> bool:
    """Return whether a phrase has digits, or letters of no word, beside its numbers."""
    places = [(start, _END.match(phrase, end).end(), " ") for start, end in sorted(covered)]  # type: ignore[union-attr]
    rest = replace_ranges(phrase, places)
    return any(map(str.isdigit, rest)) or any(
        word not in known and _is_private(word) for word in re.findall(r"[^\W\d]+", rest)
    )


def _is_private(word: str) -> bool:
    """Return whether a word next to a number may be a part of a code: "8823 B"."""
    key = word.lower()
    if len(key) == 1:
        return key != "a" and key not in words("units.glued")
    known = key in words("units.words") or key in words("units.glued")
    return not known and (bool(uncommon_words(word)) or (len(key) == 2 and word.isupper()))


def bounded(phrase: str, label: Label, context: Context) -> str | None:
    """Return another end of a range for one of its ends, by the cues; else None."""
    ends = {LOWER, UPPER}.intersection(context.cues)
    if len(ends) != 1:  # neither, or both in other places of the scope
        return None
    rises = UPPER in ends
    try:
        if label is Label.TIME:
            return _bounded_time(phrase, rises, context)
        found = numbers.find(phrase)
        if len(found) != 1 or "/" in phrase or _has_more(phrase, _places(found)):
            return None
        percent = "%" in phrase or "percent" in context.cues
        most = (
            100 * 10 ** found[0].decimals
            if percent
            else 99
            if found[0].kind == "words" and found[0].value < 100
            else None
        )
        return context.retry(
            "bound", phrase, partial(_beyond, phrase, found[0], rises, most, label)
        )
    except NoSurrogateError:
        return None


def _beyond(
    phrase: str, number: Number, rises: bool, most: int | None, label: Label, rng: KeyedRandom
) -> str:
    value = numbers.beyond(number, rng, rises=rises, most=most)
    if label is Label.AGE:
        low, high = ages.band_of(number.value)
        low, high = (number.value + 1, high) if rises else (low, number.value - 1)
        value = rng.between(low, high) if low <= high else value
    if value is None:
        raise NoSurrogateError
    return replace_ranges(phrase, [(number.start, number.end, numbers.write(number, value))])


def _bounded_time(phrase: str, rises: bool, context: Context) -> str | None:
    found = times.find(symbols_of(phrase))
    if len(found) != 1:
        return None
    value = found[0][0]
    hours = times.beyond(value, rises=rises)
    if not hours:
        return None

    def make(rng: KeyedRandom) -> str:
        hour = hours[rng.below(len(hours))]
        new = {"h": hour, "R": 100 * hour + value.values.get("n", 0)}
        return replace_ranges(phrase, times.write(value, new))

    return context.retry("bound", phrase, make)


def _cued(phrase: str, context: Context) -> str | None:
    """Return a number by what the words around it tell; None for any other."""
    cues = context.cues
    if "single" in cues and phrase.lower() in ("1", "one"):  # "1 flight": another would be wrong
        return "one" if phrase == "1" else "a single"
    found = numbers.find(phrase)
    if found and found[0].text == phrase and _is_told(found[0], cues):
        return numbers.in_other_form(found[0])
    fraction = _FRACTION.fullmatch(phrase)
    if fraction is not None and ("grade" in cues or int(fraction["over"]) < int(fraction["under"])):
        return other_fraction(phrase, context)
    return None


def _is_told(number: Number, cues: Sequence[str]) -> bool:
    """Return whether the words around tell a number: "there is 1"; or not a secret: "of 5"."""
    if "singular" in cues:
        return number.value == 1
    return "scale" in cues and number.value in (5, 10)


def other_fraction(phrase: str, context: Context) -> str:
    """Return "1/4" for "3/4", of finer parts where all others are private; of a grade "4/5"."""
    under = int(phrase.partition("/")[2])
    if "grade" in context.cues:
        return context.retry("grade", phrase, lambda rng: f"{rng.between(1, under)}/{under}")
    for finer in _FINER:
        try:
            return context.retry("NUMBER", phrase, partial(_parts, max(under, 4) * finer))
        except NoSurrogateError:
            continue
    return phrase  # refused by the generator


def _parts(under: int, rng: KeyedRandom) -> str:
    over = rng.between(1, under - 1)
    over -= 1 if under % 2 == 0 and over % 2 == 0 else 0  # no "2/4"
    return f"{over}/{under}"


def code_or_number(phrase: str, context: Context) -> str:
    """Return another id, or another number for a code that is none."""
    return plain_number(phrase, context) or code(phrase, context)


def plain_number(phrase: str, context: Context) -> str | None:
    """Return another number for a code that is none: "30-year", "90s", "97 29/32"; else None."""
    mixed, decade = _MIXED.fullmatch(phrase), _DECADE.fullmatch(phrase)
    if mixed is not None:
        whole = numbers.find(mixed["whole"])[0]
        part = other_fraction(mixed["part"], context)
        new = context.retry("NUMBER", mixed["whole"], lambda rng: str(numbers.near(whole, rng)))
        return f"{new}{mixed['joint']}{part}"
    if decade is not None:
        least = 0 if decade["century"] else 2
        tens = context.rng("decade", phrase).between_except(least, 9, int(decade["tens"]))
        return f"{decade['century']}{tens}0{decade['s']}"
    short = len(phrase) <= _LONGEST_ORDINAL and numbers.ORDINALS.fullmatch(phrase)
    if short or (_JOINED.fullmatch(phrase) and not uncommon_words(phrase)):
        found = numbers.find(phrase)
        policy = Policy()
        return context.retry("NUMBER", phrase, partial(_redrawn, phrase, found, policy))
    return None


def _other_numbers(phrase: str, context: Context, kind: str) -> str | None:
    """Return the phrase with other numbers and quantities; None if it has anything else."""
    said = _quantities(phrase, kind)
    found = _without(numbers.find(phrase), said)
    covered = _places(said) + _places(found)
    if not covered or not all(map(numbers.is_plain, found)):
        return None
    if _has_more(phrase, covered):
        return None
    policy = policy_of(_cues_within(phrase, found, context)) if kind == "NUMBER" else None
    run = _said_in_parts(phrase, found)
    if run and policy is None:
        return None
    found = found[-1:] if run else found
    several = "plural" in context.cues and _ONE.search(phrase) is None

    def make(rng: KeyedRandom) -> str:
        made = phrase
        for _ in range(_MOST_TRIES):
            made = _redrawn(phrase, found, policy, rng, several)
            if not ((several and _ONE.search(made)) or _one_of_many(phrase, made)):
                break
        new = _quantities(made, kind) if said else ()
        return replace_ranges(
            made, ((each.start, each.end, quantities.draw(each, rng)) for each in new)
        )

    return context.retry(kind, phrase, make)


def _quantities(phrase: str, kind: str) -> list[quantities.Quantity]:
    """Return the quantities of a phrase, without the "half" of "one and a half"."""
    found = quantities.find(phrase, left_out=_NOT_COINS if kind == "MONEY" else _COINS)
    return [
        each
        for each in found
        if not phrase[: each.start].rstrip().endswith((" and", " and a"))
        and (each.start == 0 or each.group[0] not in ("hundred", "million"))
    ]


def _one_of_many(phrase: str, made: str) -> bool:
    return _ONE_OF_MANY.search(made) is not None and _ONE_OF_MANY.search(phrase) is None


def _without(found: Sequence[Number], said: Sequence[quantities.Quantity]) -> list[Number]:
    """Return the numbers that no quantity has: not the "a" of "a dozen"."""
    return [
        number
        for number in found
        if not any(each.start <= number.start < each.end for each in said)
    ]


def _said_in_parts(phrase: str, found: Sequence[Number]) -> bool:
    """Return whether numbers follow each other without a word or sign: "one twenty four"."""
    return any(phrase[one.end : two.start].isspace() for one, two in pairwise(found))


def _cues_within(phrase: str, found: Sequence[Number], context: Context) -> set[str]:
    """Return the cues around a phrase, and those of the words in it: "5 kg"."""
    fine = any(0 < each.decimals < len(each.text) - 1 <= _LONGEST_MEASURED for each in found)
    cues = {*context.cues, *(("measured",) if fine or "/" in phrase else ())}
    for each in found:
        cues |= cues_of_number(phrase[: each.start], each.text, phrase[each.end :])
    return cues


def _redrawn(
    phrase: str,
    found: Sequence[Number],
    policy: Policy | None,
    rng: KeyedRandom,
    several: bool = False,
) -> str:
    def draw(each: Number) -> int:
        if each.kind == "ordinal" and policy is None:
            return _near_ordinal(each, rng)
        if policy is None:
            return numbers.of_its_size(each, rng)
        most = None if policy.most is None else policy.most * 10**each.decimals
        if policy.part == 0 and most is not None:
            return rng.between_except(policy.least, most, each.value)
        plural = several or re.match(r"[\s-]*(?:feet|[a-z]{2,}s\b)", phrase[each.end :]) is not None
        return numbers.near(each, rng, policy.part, max(policy.least, 1 + plural), most)

    return numbers.replaced(phrase, found, draw)


def _near_ordinal(number: Number, rng: KeyedRandom) -> int:
    """Return an ordinal at most a third, or three, away, of as many digits."""
    value, size = (
        number.value,
        len(number.text.rstrip("stndrhSTNDRH")) if number.text[0].isdigit() else 0,
    )
    if not size and value >= 30 and value % 10 == 0:
        return numbers.of_its_size(number, rng)
    reach = max(3, value // 3)
    least, most = (10 ** (size - 1), 10**size - 1) if size else (1, 99)
    return rng.between_except(max(least, value - reach), min(most, value + reach), value)


def duration(phrase: str, context: Context) -> str | None:
    """Return another number of hours or minutes; None for a time of day."""
    symbols = symbols_of(phrase).symbols
    if re.search("[:wxyzN]|v[0-9a-rABC]", symbols) or not _LASTING.search(phrase):
        return None
    return _other_numbers(phrase, context, "NUMBER")
