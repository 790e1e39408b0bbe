"""The ends of a range in two phrases: the lower one only falls, the upper one only rises."""

from __future__ import annotations

import re

from privtool.text.english.numbers import SMALL, TENS, small_words
from privtool.text.labels import Label
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.number_pairs import LOWER, UPPER
from privtool.text.surrogates.numbers.ages import band_of
from privtool.text.surrogates.prf import KeyedRandom

_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_NUMBER = re.compile(
    rf"\d[\d,]*(?:\.\d+)?|\b(?:{'|'.join(TENS)})[ -](?:{_UNITS})\b"
    rf"|\b(?:{'|'.join(word for word, value in SMALL.items() if value)})\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?P<minute>[:.]\d\d)?(?P<half>\s*[ap]\.?\s?m\.?)?", re.I)
_YEAR = re.compile(r"1\d{3}|20[0-2]\d")
_YEARS, _LAST_YEAR = 12, 2029
_PART, _PART_OF_DECIMAL = 3, 12  # a number moves by a third at most
_FEW = 3
_MOST_WORDS = 99
_MOST_DIGITS = 15
_NOON = 12


def bounded(phrase: str, label: Label, context: Context) -> str | None:
    """Return another end of a range for one of its ends, by the cues; else None."""
    ends = {LOWER, UPPER}.intersection(context.cues)
    if len(ends) != 1:  # neither, or both in other places of the scope
        return None
    rises = UPPER in ends
    try:
        if label is Label.TIME:
            return _hour(phrase, rises, context)
        return _bounded_number(phrase, label, rises, context)
    except NoSurrogateError:
        return None


def _bounded_number(phrase: str, label: Label, rises: bool, context: Context) -> str | None:
    numbers = list(_NUMBER.finditer(phrase))
    if len(numbers) != 1 or "/" in phrase or len(phrase) > _MOST_DIGITS * 2:
        return None
    number = numbers[0]
    choices = _choices(number[0], "%" in phrase or "percent" in context.cues, rises)
    if label is Label.AGE and number[0].isdigit():
        choices = _in_band(int(number[0]), rises, choices)
    low, high, step = choices
    if low > high:
        return None

    def make(rng: KeyedRandom) -> str:
        new = _written_like(number[0], step * rng.between(low, high))
        return phrase[: number.start()] + new + phrase[number.end() :]

    return context.retry("bound", phrase, make)


def _choices(number: str, percent: bool, rises: bool) -> tuple[int, int, int]:
    """Return the least and the greatest new number, in steps, and the step."""
    value = _digits_of(number)
    if _YEAR.fullmatch(number):
        return (
            (value + 1, min(value + _YEARS, _LAST_YEAR), 1)
            if rises
            else (value - _YEARS, value - 1, 1)
        )
    size = len(str(value))
    step = 10 ** (size - len(str(value).rstrip("0"))) if "." not in number else 1
    crosses = value + step >= 10**size if rises else value - step < 10 ** (size - 1)
    few = rises and value // step < _FEW  # "$10 billion" does not become 40
    step = step // 10 if (crosses or few) and step >= 10 else step
    reach = max(3 * step, value // (_PART_OF_DECIMAL if "." in number else _PART))
    if not rises:
        # One may become two: the upper end is three then, at least.
        return (
            (max(1, (value - reach) // step), (value - 1) // step, step) if value > 1 else (2, 2, 1)
        )
    most = (
        100 if percent and value < 100 else _MOST_WORDS if number[0].isalpha() else 10**_MOST_DIGITS
    )
    return value // step + 1, min(value + reach, most) // step, step


def _in_band(age: int, rises: bool, choices: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the ages of the same stage of life among some, or all of them."""
    low, high = band_of(age)
    first, last = (age + 1, high) if rises else (low, age - 1)
    return (first, last, 1) if first <= last else choices


def _digits_of(number: str) -> int:
    if number[0].isdigit():
        return int(number.replace(",", "").replace(".", ""))
    return sum(SMALL[word] for word in re.split("[ -]", number.lower()))


def _written_like(old: str, value: int) -> str:
    if old[0].isalpha():
        return capitalized_like(old, small_words(value, "-" if "-" in old else " "))
    decimals = len(old.partition(".")[2])
    if decimals:
        whole, rest = divmod(value, 10**decimals)
        shown = f"{whole:,}" if "," in old else str(whole)
        return f"{shown}.{rest:0{decimals}d}"
    return f"{value:,}" if "," in old else str(value)


def _hour(phrase: str, rises: bool, context: Context) -> str | None:
    """Return a later or earlier hour of the same half of the day; None if there is none."""
    clock = _CLOCK.fullmatch(phrase)
    if clock is None:
        return None
    old = int(clock["hour"])
    if clock["half"]:
        low, high = (old % _NOON + 1, _NOON - 1) if rises else (1, old % _NOON - 1)
    else:
        top = 23 if old > _NOON else _NOON
        low, high = (old + 1, top) if rises else (_NOON + 1 if old > _NOON else 1, old - 1)
    if low > high:
        last = clock["half"] and not clock["minute"] and rises
        return f"{clock['hour']}:30{clock['half']}" if last else None  # 11 pm

    width = len(clock["hour"]) if clock["hour"][0] == "0" else 1

    def make(rng: KeyedRandom) -> str:
        return f"{rng.between(low, high):0{width}d}{phrase[clock.end('hour') :]}"

    return context.retry("bound", phrase, make)
