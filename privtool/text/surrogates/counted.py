"""Numbers, amounts and ages: near their value where the words around tell, else of their size."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
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
from privtool.text.values.code import read_dictation
from privtool.text.values.number import Number
from privtool.text.values.symbols import symbols_of

_FRACTION = re.compile(r"(?P<over>\d{1,2})/(?P<under>2|3|4|5|6|8|10|16|32|64)", re.ASCII)
_MIXED = re.compile(
    r"(?P<whole>\d{1,3})(?P<joint>[ -])(?P<part>\d{1,2}/(?:2|4|8|16|32|64))", re.ASCII
)
_JOINED = re.compile(r"\d{1,3}(?:,\d{3})?(?:-[a-z]{1,9})+|\d{1,3}-for-\d{1,3}", re.ASCII)
_LASTING = re.compile(
    r"(?:(?<!\d)\d{1,2}|[a-z])[\s-]*(?:hours?|hrs?|minutes?|mins?|seconds?|secs?)\b", re.IGNORECASE
)
_SEVERAL = re.compile(r"[\s-]*(?:feet|[a-z]{2,}s\b)", re.IGNORECASE)
_FINEST = 64
_FINER = (*[1] * 29, 2, 4, 8)  # times as many parts of a fraction, mostly as many
_LONGEST_MEASURED = 5  # digits of a number with decimals: "98.6"
_LONGEST_ORDINAL = 4  # "10th"; longer ones may be codes


def number(phrase: str, context: Context) -> str:
    """Return another number: near the old one if it is measured, else as long and as round.

    Ordinals become other ordinals; words in common use stay.
    """
    if context.cues and uncommon_words(phrase):
        context = context._replace(cues=())
    return (
        _told(phrase, context)
        or plain_number(phrase, context)
        or _other_numbers(phrase, context, "NUMBER")
        or replace_code(phrase, context, "NUMBER", rounded=True)
    )


def money(phrase: str, context: Context) -> str:
    """Return another amount of the same length, roundness and currency."""
    made = _other_numbers(phrase, context, "MONEY")
    if made is not None:
        return made
    dictation = without_units(read_dictation(phrase))
    if not any(map(str.isdigit, dictation.chars)):
        raise NoSurrogateError
    return context.retry("MONEY", phrase, partial(dictation.randomized, rounded=True))


def age(phrase: str, context: Context) -> str:
    """Return another age of the same stage of life; of two ages the first stays below the second.

    A decade ("eighties") becomes another one, "teenager" a word of the same stage.
    """
    stages, decades = quantities.find(phrase, "ages"), dates.decades_in(phrase)
    # Without that of "six and three quarters".
    found = [] if stages or decades else _numbers_beside(phrase, _quantities(phrase))
    covered = {(each.start, each.end) for group in (stages, decades, found) for each in group}
    if not covered or _has_more(phrase, covered, words("units.ages")):
        if not any(map(str.isdigit, phrase)):
            raise NoSurrogateError
        return number(phrase, context)

    def make(rng: KeyedRandom) -> str:
        if found:
            return numbers.replaced(phrase, found, partial(ages.draw, rng=rng))
        new = [(each.start, each.end, quantities.draw(each, rng)) for each in stages]
        for each in decades:
            decade = dates.write_decade(each.text, ages.other_decade(each.value, rng))
            new.append((each.start, each.end, decade))
        return replace_ranges(phrase, sorted(new))

    return context.retry("AGE", phrase, make)


def duration(phrase: str, context: Context) -> str | None:
    """Return another number of hours or minutes; None for a time of day."""
    symbols = symbols_of(phrase).symbols
    if re.search("[:wxyzN]|v[0-9a-rABC]", symbols) or not _LASTING.search(phrase):
        return None
    return _other_numbers(phrase, context, "NUMBER")


def _has_more(
    phrase: str, covered: Collection[tuple[int, int]], known: frozenset[str] = frozenset()
) -> bool:
    """Return whether a phrase has digits, or letters of no word, beside its numbers."""
    rest = replace_ranges(phrase, ((start, end, "\0") for start, end in sorted(covered)))
    rest = re.sub(r"\0(?:['\u2019]?s\b)?", " ", rest)
    return any(map(str.isdigit, rest)) or any(
        word not in known and _is_private(word) for word in re.findall(r"[^\W\d]+", rest)
    )


def _is_private(word: str) -> bool:
    """Return whether a word next to a number may be a part of a code: "8823 B"."""
    key = word.lower()
    if key in words("units.glued") or key == "a":
        return False
    if len(key) <= 2 and key not in words("units.words"):
        return len(key) == 1 or word.isupper()
    return bool(uncommon_words(word))


def bounded(phrase: str, label: Label, context: Context) -> str | None:
    """Return another end of a range for one of its ends, by the cues; else None."""
    ends = {LOWER, UPPER}.intersection(context.cues)
    if len(ends) != 1:  # neither, or both in other places of the scope
        return None
    make = _beyond_time if label is Label.TIME else _beyond
    try:
        return context.retry("bound", phrase, partial(make, phrase, UPPER in ends, label, context))
    except NoSurrogateError:
        return None


def _beyond(phrase: str, rises: bool, label: Label, context: Context, rng: KeyedRandom) -> str:
    found = numbers.find(phrase)
    if len(found) != 1 or _has_more(phrase, {(each.start, each.end) for each in found}):
        raise NoSurrogateError
    most = 100 if "%" in phrase or "percent" in context.cues else None
    value = numbers.beyond(found[0], rng, rises=rises, most=most)
    if label is Label.AGE:
        low, high = ages.band_of(found[0].value)
        low, high = (found[0].value + 1, high) if rises else (low, found[0].value - 1)
        value = rng.between(low, high) if low <= high else value
    if value is None:
        raise NoSurrogateError
    return replace_ranges(phrase, [(found[0].start, found[0].end, numbers.write(found[0], value))])


def _beyond_time(phrase: str, rises: bool, _: Label, __: Context, rng: KeyedRandom) -> str:
    found = times.find(symbols_of(phrase))
    new = times.beyond(found[0][0], rng, rises=rises) if len(found) == 1 else None
    if new is None:
        raise NoSurrogateError
    return replace_ranges(phrase, times.write(found[0][0], new))


def _told(phrase: str, context: Context) -> str | None:
    """Return a number that the words around tell or limit: "1 flight", "4 out of 5", "3/4"."""
    cues, found = context.cues, numbers.find(phrase)
    if len(found) == 1 and found[0].text == phrase and found[0].kind != "ordinal":
        if "single" in cues and found[0].value == 1:
            return "one" if phrase == "1" else "a single"
        if ("singular" in cues and found[0].value == 1) or (
            "scale" in cues and found[0].value in (5, 10)
        ):
            return numbers.in_other_form(found[0])
    fraction = _FRACTION.fullmatch(phrase)
    if fraction is not None and ("grade" in cues or int(fraction["over"]) < int(fraction["under"])):
        return other_fraction(phrase, context)
    return None


def other_fraction(phrase: str, context: Context) -> str:
    """Return "1/4" for "3/4"; of a grade "4/5"."""
    under = int(phrase.partition("/")[2])
    if "grade" in context.cues:
        return context.retry("grade", phrase, lambda rng: f"{rng.between(1, under)}/{under}")
    return context.retry("NUMBER", phrase, partial(_parts, max(under, 4)))


def _parts(under: int, rng: KeyedRandom) -> str:
    parts = min(under * _FINER[rng.below(len(_FINER))], max(under, _FINEST))
    over = rng.between(1, parts - 1)
    return f"{over - (parts % 2 == 0 and over % 2 == 0)}/{parts}"  # no "2/4"


def code_or_number(phrase: str, context: Context) -> str:
    """Return another id, or another number for a code that is none."""
    return plain_number(phrase, context) or code(phrase, context)


def plain_number(phrase: str, context: Context) -> str | None:
    """Return another number for a code that is none: "30-year", "90s", "97 29/32"; else None."""
    mixed, decades = _MIXED.fullmatch(phrase), dates.decades_in(phrase)
    if mixed is not None:
        whole, part = numbers.find(mixed["whole"])[0], other_fraction(mixed["part"], context)
        new = context.retry("NUMBER", mixed["whole"], lambda rng: str(numbers.near(whole, rng)))
        return f"{new}{mixed['joint']}{part}"
    if decades and decades[0].text == phrase and phrase[0].isdigit():
        century, tens = divmod(decades[0].value // 10, 10)
        new_tens = context.rng("decade", phrase).between_except(0 if century else 2, 9, tens)
        return dates.write_decade(phrase, 100 * century + 10 * new_tens)
    short = len(phrase) <= _LONGEST_ORDINAL and numbers.ORDINALS.fullmatch(phrase)
    if short or (_JOINED.fullmatch(phrase) and not uncommon_words(phrase)):
        return context.retry("NUMBER", phrase, partial(_near_all, phrase))
    return None


def _near_all(phrase: str, rng: KeyedRandom) -> str:
    return numbers.replaced(
        phrase, numbers.find(phrase), partial(_drawn, phrase, Policy(), False, rng=rng)
    )


def _other_numbers(phrase: str, context: Context, kind: str) -> str | None:
    """Return the phrase with other numbers and quantities; None if it has anything else."""
    said = _quantities(phrase)
    found = _numbers_beside(phrase, said)
    covered = {(each.start, each.end) for group in (said, found) for each in group}
    if not covered or not all(map(numbers.is_plain, found)) or _has_more(phrase, covered):
        return None
    policy = policy_of(_cues_within(phrase, found, context)) if kind == "NUMBER" else None
    in_parts = any(phrase[one.end : two.start].isspace() for one, two in pairwise(found))
    if in_parts and policy is None:  # "one twenty four"
        return None
    found = found[-1:] if in_parts else found
    several = "plural" in context.cues and found[-1:] != [] and found[-1].value != 1

    def make(rng: KeyedRandom) -> str:
        new = numbers.redrawn(phrase, found, partial(_drawn, phrase, policy, several, rng=rng))
        new += [(each.start, each.end, quantities.draw(each, rng)) for each in said]
        return replace_ranges(phrase, sorted(new))

    return context.retry(kind, phrase, make)


def _quantities(phrase: str) -> list[quantities.Quantity]:
    """Return the quantities of a phrase: scales only where it begins, not that of "2 million"."""
    scales = words("quantities.small_scales") | words("quantities.large_scales")
    found = quantities.find(phrase)
    return [each for each in found if each.start == 0 or each.text.lower() not in scales]


def _numbers_beside(phrase: str, said: Sequence[quantities.Quantity]) -> list[Number]:
    """Return the numbers of a phrase that are in no quantity: not the "a" of "a dozen"."""
    blanks = ((each.start, each.end, "\0" * (each.end - each.start)) for each in said)
    return numbers.find(replace_ranges(phrase, blanks) if said else phrase)


def _cues_within(phrase: str, found: Sequence[Number], context: Context) -> set[str]:
    """Return the cues around a phrase, and those of the words in it: "5 kg"."""
    fine = any(0 < each.decimals < len(each.text) - 1 <= _LONGEST_MEASURED for each in found)
    cues = {*context.cues, *(("measured",) if fine or "/" in phrase else ())}
    for each in found:
        cues |= cues_of_number(phrase[: each.start], each.text, phrase[each.end :])
    return cues


def _drawn(
    phrase: str, policy: Policy | None, several: bool, each: Number, rng: KeyedRandom
) -> int:
    """Return another value for a number of a phrase; two at least before a plural."""
    plural = each.value != 1 and (several or _SEVERAL.match(phrase, each.end) is not None)
    if policy is None:
        near = each.kind == "ordinal"
        return numbers.near(each, rng) if near else numbers.of_its_size(each, rng, 1 + plural)
    if policy.part == 0 and policy.most is not None:
        return rng.between_except(policy.least, policy.most, each.value)
    return numbers.near(each, rng, policy.part, max(policy.least, 1 + plural), policy.most)
