"""Numbers that the words around them explain: "10 years", "4 out of 5", "9 3/4"."""

from __future__ import annotations

import re
from functools import partial

from privtool.text.english.numbers import CARDINALS, small_words
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.number_pairs import CLOCK
from privtool.text.surrogates.numbers.measures import near, vital_sign
from privtool.text.surrogates.numbers.order import in_order
from privtool.text.surrogates.numbers.ordinals import ORDINAL, near_ordinal
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom

_SMALL = re.compile(r"\d{1,3}(?:\.\d{1,3})?|[a-z]+(?:[ -][a-z]+)?", re.IGNORECASE)
_FRACTION = re.compile(r"(?P<over>\d{1,2})(?P<sign>/)(?P<under>2|3|4|5|6|8|10|16|32|64)")
_LAST_WORDS = re.compile(
    r"\b(?P<tens>ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[ -](?P<ones>one|two|three|four|five|six|seven|eight|nine))?\Z"
)
_YEAR = re.compile(r"1\d{3}|20[0-2]\d")
_PRESSURE = re.compile(r"[4-9]\d|1\d\d|2[0-4]\d|(?:one )?[a-z]+ty(?:[ -][a-z]+)?")
_MIXED = re.compile(r"(?P<whole>\d{1,3}[ -])(?P<part>\d{1,2}/(?:2|4|8|16|32|64))")
_JOINED = re.compile(r"\d{1,3}(?:,\d{3})?(?:-[a-z]{1,9})+|\d{1,3}-for-\d{1,3}")
_DECADE = re.compile(r"(?P<century>(?:18|19|20)?)[1-9]0(?P<s>['\u2019]?s)")
_SAME_SCALE = {"5": "five", "five": "5", "10": "ten", "ten": "10"}
_MOST_POINTS = 10
_HUNDREDS = re.compile(r"([a-z]+(?:[ -][a-z]+)?)( hundred)", re.IGNORECASE)
_ONE = {"1": "one", "one": "a single"}
_SAME_ONE = {"1": "one", "one": "1", "One": "1"}
_FEW, _MOST_DIGITS = 12, 3
_GRADES = "1234"
_GRADE_POOL = Pool(_GRADES)
_STARS = "12345"
_STAR_POOL = Pool(_STARS)
_HOURS = Pool(map(str, range(1, 13)))
_HOURS_AND_MINUTES = re.compile(r"[01]\d[0-5]\d|2[0-3][0-5]\d")
_ALL = 100  # percent
_LONGEST_ORDINAL = 4  # "10th"; longer ones may be codes


def cued_number(phrase: str, context: Context) -> str | None:
    """Return another number that fits the words around it; None without cues."""
    fraction = _FRACTION.fullmatch(phrase)
    if fraction is not None and int(fraction["over"]) < int(fraction["under"]):
        return other_fraction(phrase, context)
    cues = context.cues
    if "single" in cues and phrase.lower() in _ONE:  # "1 flight", where another number is wrong
        return _ONE[phrase.lower()]
    if "singular" in cues and phrase in _SAME_ONE:  # "there is 1": its verb shows the number
        return _SAME_ONE[phrase]
    if not cues or uncommon_words(phrase):
        return None
    counted = _counted(phrase, context) if phrase.isdigit() else None
    if counted is not None:
        return counted
    vital = "vital" in cues or ("over" in cues and _PRESSURE.fullmatch(phrase) is not None)
    if vital and any(map(str.isdigit, phrase)):
        return context.retry("NUMBER", phrase, in_order(phrase, partial(vital_sign, phrase)))
    spoken = _LAST_WORDS.search(phrase) if vital else None
    if spoken is not None:  # "one twenty four"
        made = partial(_near_words, phrase, spoken)
        return context.retry("NUMBER", phrase, made)
    if "year" in cues and _YEAR.fullmatch(phrase):  # "In 1475 he went to Rome"
        old = int(phrase)
        return context.retry(
            "NUMBER", phrase, lambda rng: str(rng.between_except(old - 40, old, old))
        )
    hundreds = _HUNDREDS.fullmatch(phrase) if "measured" in cues else None
    if hundreds is not None and _value(hundreds[1]):  # "twenty three hundred milligrams"
        return context.retry("NUMBER", phrase, partial(near, hundreds[1])) + hundreds[2]
    if "plus" in cues and phrase in _GRADES:
        return context.pick("grades", phrase, _GRADE_POOL)
    if "stars" in cues and phrase in _STARS:  # of a hotel
        return context.pick("stars", phrase, _STAR_POOL)
    if "hour" in cues and phrase in _HOURS.phrases:
        return context.pick("hour", phrase, _HOURS)
    if CLOCK in cues and _HOURS_AND_MINUTES.fullmatch(phrase):  # "1200 GMT"
        return context.retry("hour", phrase, _clock)
    if "scale" in cues and phrase.lower() in _SAME_SCALE:  # which is no secret
        return _SAME_SCALE[phrase.lower()]
    points = _value(phrase) if "share" in cues or "scale" in cues else None
    if points is not None and 0 < points <= _MOST_POINTS:
        return context.retry("NUMBER", phrase, partial(_points, phrase, "scale" in cues))
    if "measured" in cues and _SMALL.fullmatch(phrase) and _value(phrase.partition(".")[0]):
        percent = "percent" in cues and phrase.isdigit()
        several = partial(near, phrase, several="plural" in cues)
        return context.retry("NUMBER", phrase, partial(_share, phrase) if percent else several)
    return None


def _clock(rng: KeyedRandom) -> str:
    return f"{rng.between(6, 22):02d}{15 * rng.below(4):02d}"


def _counted(phrase: str, context: Context) -> str | None:
    """Return another small number of things, or of one in a series; "zero" before one thing."""
    value, cues = int(phrase), context.cues
    if phrase == "0" and "none" in cues:  # "makes 0 sense"
        return "zero"
    things = "few" in cues and value <= _FEW and value != 1
    if not things and not ("numbered" in cues and value):
        return None
    if len(phrase) > _MOST_DIGITS or (phrase[0] == "0" and value):
        return None
    reach = max(2, value // 6)
    low = max(2 if things else 1, value - reach)
    return context.retry(
        "NUMBER", phrase, lambda rng: str(rng.between_except(low, max(value + reach, 3), value))
    )


def other_fraction(phrase: str, context: Context) -> str:
    """Return "1/4" for "3/4", "5/16" for "7/16"; finer parts where all others are private."""
    over, under = map(int, phrase.split("/"))
    for parts in (max(under, 4), 2 * under, 4 * under, 8 * under):
        try:
            return context.retry("NUMBER", phrase, partial(_parts, parts))
        except NoSurrogateError:
            continue
    return f"{over}/{under}"  # refused by the generator


def other_grade(phrase: str, context: Context) -> str:
    """Return "4/5" for "5/5": of a scale such as that of the strength of muscles."""
    under = phrase.partition("/")[2]
    return context.retry("grade", phrase, lambda rng: f"{rng.between(1, int(under))}/{under}")


def _parts(under: int, rng: KeyedRandom) -> str:
    over = rng.between(1, under - 1)
    if under % 2 == 0 and over % 2 == 0:
        over -= 1  # no "2/4"
    return f"{over}/{under}"


def _share(phrase: str, rng: KeyedRandom) -> str:
    """Return another number of percent, below a hundred if the old one is at most that."""
    value = int(phrase)
    if value == _ALL:
        return str(5 * rng.between(12, 19))
    new = near(phrase, rng)
    return str(_ALL - rng.between(1, 3)) if value < _ALL <= int(new) else new


def plain_number(phrase: str, context: Context) -> str | None:
    """Return another number for a code that is none: "30-year", "90s", "97 29/32"; else None."""
    mixed = _MIXED.fullmatch(phrase)
    if mixed is not None:
        return _other_mixed(mixed, context)
    ordinal = ORDINAL.fullmatch(phrase)
    if ordinal is not None and len(phrase) <= _LONGEST_ORDINAL:
        return context.retry("ordinal", phrase, partial(near_ordinal, ordinal))
    decade = _DECADE.fullmatch(phrase)
    if decade is not None:
        return context.retry("decade", phrase, partial(_other_decade, decade))
    if _JOINED.fullmatch(phrase) and not uncommon_words(phrase):
        return context.retry("NUMBER", phrase, partial(near, phrase))
    return None


def _other_mixed(mixed: re.Match[str], context: Context) -> str:
    """Return "3-1/4" for "2-3/4"; finer parts where all others are private."""
    under = int(mixed["part"].partition("/")[2])
    for parts in (max(under, 4), 2 * under):
        try:
            return context.retry("NUMBER", mixed[0], partial(_near_mixed, mixed, parts))
        except NoSurrogateError:
            continue
    raise NoSurrogateError


def _near_mixed(mixed: re.Match[str], parts: int, rng: KeyedRandom) -> str:
    part = _parts(parts, rng)
    while part == mixed["part"]:  # there are others: `parts` is four at least
        part = _parts(parts, rng)
    return near(mixed["whole"], rng) + part


def _near_words(phrase: str, last: re.Match[str], rng: KeyedRandom) -> str:
    """Return the phrase with a number at its end that is at most eight away, below a hundred."""
    old = CARDINALS[last["tens"].lower()] + CARDINALS.get((last["ones"] or "").lower(), 0)
    return phrase[: last.start()] + small_words(rng.between_except(old - 8, min(old + 8, 99), old))


def _other_decade(decade: re.Match[str], rng: KeyedRandom) -> str:
    first = 0 if decade["century"] else 2
    return f"{decade['century']}{rng.between(first, 9)}0{decade['s']}"


def _points(phrase: str, scale: bool, rng: KeyedRandom) -> str:
    """Return another number of points, below those of a scale, or another scale."""
    old = _value(phrase) or 0
    value = old + rng.between(1, 3) if scale else rng.between(1, 4)
    return str(value) if phrase.isdigit() else capitalized_like(phrase, small_words(value))


def _value(phrase: str) -> int | None:
    """Return the value of a number below a thousand, in digits or in one or two words."""
    if phrase.isdigit():
        return int(phrase)
    values = [CARDINALS.get(word) for word in re.split("[ -]", phrase.lower())]
    return None if None in values else sum(value or 0 for value in values)
