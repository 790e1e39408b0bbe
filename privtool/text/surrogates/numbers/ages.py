"""Ages: another one of the same stage of life, in the same form."""

from __future__ import annotations

import re
from itertools import pairwise

from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import SMALL, TENS, small_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_lists import locale_of
from privtool.text.surrogates.numbers.codes import number
from privtool.text.surrogates.numbers.ordinals import (
    ORDINAL,
    ORDINAL_PATTERN,
    value_of,
    written_like,
)
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.unicode import fold_to_ascii

# Stages of life: an age stays in its own. They are wide, so that a surrogate tells little of the
# age; minors stay minors. Ages of 90 and more identify people (45 CFR 164.514): they are one stage.
# 0 and 1 are drawn only for each other and themselves: "1 years" would not fit.
_BANDS = ((2, 5), (6, 12), (13, 17), (18, 34), (35, 64), (65, 89), (90, 99))
_OLDEST = 109
_MOST_TRIES = 100
_STAGES = (
    ("infant", "newborn", "toddler", "baby"),
    ("preschooler", "first grader", "schoolchild", "kindergartner"),
    ("teenager", "high schooler", "minor", "juvenile"),
    ("adolescent", "eighth grader", "eleventh grader"),
    ("twentysomething", "thirtysomething", "fortysomething", "fiftysomething"),
    ("twenty-something", "thirty-something", "forty-something", "fifty-something"),
    ("septuagenarian", "nonagenarian", "sexagenarian", "octogenarian"),
    ("teenage", "preteen", "school-age"),
    ("middle-aged", "young"),
    ("elderly", "older", "aging"),
    ("senior citizen", "retiree", "pensioner", "elderly person"),
)
_WORDS = "|".join(sorted(SMALL.keys() - {"o", "oh"}, key=len, reverse=True))
_BETWEEN = r"(?:\s*-\s*|\s+)"
_HUNDRED = rf"(?:a|one){_BETWEEN}hundred(?:(?:\s+and)?\s+(?:{_WORDS})\b)?"
_AGE = re.compile(
    rf"(?P<ordinal>{ORDINAL_PATTERN})|(?<!/)\d+(?!/)|\b{_HUNDRED}|\b(?:{'|'.join(TENS)}){_BETWEEN}(?:one|two|three|four|five|six|seven|eight|nine)\b"
    rf"|\b(?:{_WORDS})\b(?![\s-]+quarters\b)",
    re.IGNORECASE,
)
_DECADES = {f"{word[:-1]}ies": word for word in TENS}
_DECADE = re.compile(rf"\b(?:{'|'.join(_DECADES)}|teens)\b", re.IGNORECASE)
_SOMETHING = re.compile(r"[a-z]-something\b", re.IGNORECASE)  # "fifty-something"
_DECADE_END = re.compile(r"['\u2019]?s\b")
_CHINESE = "零一二三四五六七八九"


def age(phrase: str, context: Context) -> str:
    """Return another age: 40 becomes 35 to 64, "twenty-five" becomes 18 to 34 in words.

    A decade ("eighties") becomes another one, "teenager" a word of the same stage of life; of two
    ages the first stays below the second. Ages of 110 and more only keep their number of digits.
    """
    matches = list(_AGE.finditer(fold_to_ascii(phrase)))
    if not matches or _SOMETHING.search(phrase):
        return _replace_unusual(phrase, context)

    def new(match: re.Match[str], rng: KeyedRandom) -> str:
        decade = bool(_DECADE_END.match(phrase, match.end())) and match.group()[1:] == "0"
        redraw = _new_ordinal if match["ordinal"] else _new_decade if decade else _new_number
        return redraw(phrase[slice(*match.span())], rng)

    rising = _is_rising(phrase)

    def make(rng: KeyedRandom) -> str:
        made = phrase
        for _ in range(_MOST_TRIES):
            made = replace_ranges(phrase, ((*match.span(), new(match, rng)) for match in matches))
            if not rising or _is_rising(made):
                break
        return made

    return context.retry("AGE", phrase, make)


def _is_rising(phrase: str) -> bool:
    """Return whether a phrase has two ages or more, the lower ones first."""
    values = [_value_of(match[0]) for match in _AGE.finditer(fold_to_ascii(phrase))]
    return len(values) > 1 and values[0] >= 0 and all(one < two for one, two in pairwise(values))


def _value_of(number_text: str) -> int:
    """Return the value of a number in digits or words, -1 for an ordinal."""
    if ORDINAL.fullmatch(number_text):
        return -1
    if number_text.isdigit():
        return int(number_text)
    words = re.split(_BETWEEN, number_text.lower())
    hundred = "hundred" in words
    counted = (word for word in words if word != "one" or not hundred)
    return 100 * hundred + sum(SMALL.get(word, 0) for word in counted)


def _new_number(old: str, rng: KeyedRandom) -> str:
    digits = fold_to_ascii(old)  # also superscripts and digits of other scripts
    new = _same_band(_value_of(digits), rng)
    if digits.isdigit():
        width = len(old) if digits.startswith("0") else 1
        return f"{new:0{width}d}" if new >= 0 else _same_length(digits, rng)
    if new < 0:
        raise NoSurrogateError
    return capitalized_like(old, small_words(new, "-" if "-" in old else " "))


def _new_ordinal(old: str, rng: KeyedRandom) -> str:
    """Return another ordinal of the same stage of life for "21st" or "thirty-fourth"."""
    match = ORDINAL.fullmatch(fold_to_ascii(old))
    new = _same_band(value_of(match), rng) if match else -1
    if match is None or new < 0:
        raise NoSurrogateError
    if not match["digits"]:  # words go from "first" to "ninety-ninth"
        new = new or 3 - value_of(match)
    return written_like(new, match)


def _new_decade(old: str, rng: KeyedRandom) -> str:
    """Return other digits for those of "80s"."""
    decade = int(fold_to_ascii(old)[0])
    near = [each for each in _neighbors(decade) if each != decade]
    return f"{near[rng.below(len(near))]}0"


def _neighbors(decade: int) -> range:
    """Return the decades of life at most two away: 4 for the forties."""
    return range(max(2, decade - 2), min(9, decade + 2) + 1)


def _near_decades(word: str) -> list[str]:
    old = TENS[_DECADES[word]] // 10 if word in _DECADES else 2
    return [f"{small_words(10 * each)[:-1]}ies" for each in _neighbors(old) if each != old]


def band_of(value: int) -> tuple[int, int]:
    """Return the youngest and the oldest age of a stage of life; the age itself beyond all."""
    return next(((low, high) for low, high in _BANDS if low <= value <= high), (value, value))


def _same_band(value: int, rng: KeyedRandom) -> int:
    """Return another age of the same stage of life, -1 for one beyond all stages."""
    for low, high in _BANDS:
        oldest = _OLDEST if high == _BANDS[-1][1] else high
        if value <= oldest:
            return rng.between_except(low if value >= low else 0, high, value)
    return -1


def _same_length(old: str, rng: KeyedRandom) -> str:
    return str(rng.between_except(10 ** (len(old) - 1), 10 ** len(old) - 1, int(old)))


def _replace_unusual(phrase: str, context: Context) -> str:
    """Replace decades in words, stages of life, and numbers in Chinese."""
    for stage in _STAGES:
        named = re.search(rf"\b({'|'.join(stage)})(s?)\b", phrase, re.IGNORECASE)
        if named:
            alike = Pool(stage).starting_like(named[1])
            drawn = context.pick("AGE", named[1], alike) + named[2]
            return phrase[: named.start()] + cased_like(named[1], drawn) + phrase[named.end() :]
    decade = _DECADE.search(phrase)
    if decade:
        rng = context.rng("AGE", phrase)
        words = _near_decades(decade.group().lower())
        new = capitalized_like(decade.group(), words[rng.below(len(words))])
        return phrase[: decade.start()] + new + phrase[decade.end() :]
    if locale_of(phrase) in ("zh_CN", "ja_JP"):

        def chinese(rng: KeyedRandom) -> str:
            return "".join(_CHINESE[rng.between(1, 9)] if c in _CHINESE else c for c in phrase)

        return context.retry("AGE", phrase, chinese)
    if not any(char.isdigit() for char in phrase):
        raise NoSurrogateError
    return number(phrase, context)
