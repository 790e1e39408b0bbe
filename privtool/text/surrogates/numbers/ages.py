"""Ages: another one of the same time of life, in the same form."""

from __future__ import annotations

import re

from privtool.text.english.numbers import SMALL, TENS, small
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.name_lists import locale_of
from privtool.text.surrogates.numbers.codes import number
from privtool.text.surrogates.numbers.ordinals import (
    ORDINAL,
    ORDINAL_PATTERN,
    value_of,
    written_like,
)
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.unicode import plain

# Times of life: an age stays in its own, which also keeps its digits. From 90 on an age says who
# somebody is (45 CFR 164.514), so that all of those are one.
_BANDS = ((0, 2), (3, 5), (6, 9), (10, 12), (13, 17), (18, 29), (30, 44), (45, 59), (60, 74))
_OLDER = ((75, 89), (90, 109))
_WORDS = "|".join(sorted(SMALL.keys() - {"o", "oh"}, key=len, reverse=True))
_BETWEEN = r"(?:\s*-\s*|\s+)"
_HUNDRED = rf"(?:a|one){_BETWEEN}hundred(?:(?:\s+and)?\s+(?:{_WORDS})\b)?"
_AGE = re.compile(
    rf"(?P<ordinal>{ORDINAL_PATTERN})|\d+|\b{_HUNDRED}|\b(?:{'|'.join(TENS)}){_BETWEEN}(?:one|two|three|four|five|six|seven|eight|nine)\b"
    rf"|\b(?:{_WORDS})\b",
    re.IGNORECASE,
)
_DECADES = {f"{word[:-1]}ies": word for word in TENS}
_DECADE = re.compile(rf"\b(?:{'|'.join(_DECADES)}|teens)\b", re.IGNORECASE)
_DECADE_END = re.compile(r"['\u2019]?s\b")
_CHINESE = "零一二三四五六七八九"


def age(phrase: str, context: Context) -> str:
    """Another age: 34 becomes one of 30 to 44, "twenty-five" one of 18 to 29; in words if it was.

    A decade ("eighties") becomes a neighboring one. Ages of 110 and more keep their digits only.
    """
    found = list(_AGE.finditer(plain(phrase)))
    if not found:
        return _unusual(phrase, context)

    def make(rng: KeyedRandom) -> str:
        pieces: list[str] = []
        done = 0
        for match in found:
            start, end = match.span()
            decade = bool(_DECADE_END.match(phrase, end)) and match.group()[1:] == "0"
            one = _ordinal if match["ordinal"] else _decade if decade else _one
            pieces += (phrase[done:start], one(phrase[start:end], rng))
            done = end
        return "".join([*pieces, phrase[done:]])

    return context.retry("AGE", phrase, make)


def _one(old: str, rng: KeyedRandom) -> str:
    digits = plain(old)  # of other scripts, and raised ones, too
    if digits.isdigit():
        new = _near(int(digits), rng)
        width = len(old) if digits.startswith("0") else 1
        return f"{new:0{width}d}" if new >= 0 else _same_length(digits, rng)
    said = re.split(_BETWEEN, old.lower())
    value = sum(SMALL.get(word, 0) for word in said if word != "one" or "hundred" not in said[1:2])
    value += 100 if "hundred" in said else 0
    new = _near(value, rng)
    if new < 0:
        raise NoSurrogateError
    return capitalized_like(old, _said(new, "-" if "-" in old else " "))


def _said(value: int, joint: str) -> str:
    if value < 100:
        return small(value, joint)
    return "one hundred" + (f" and {small(value - 100, joint)}" if value > 100 else "")


def _ordinal(old: str, rng: KeyedRandom) -> str:
    """ "21st", "thirty-fourth": another one of the same time of life."""
    found = ORDINAL.fullmatch(plain(old))
    new = _near(value_of(found), rng) if found else -1
    if found is None or new < 0:
        raise NoSurrogateError
    if new >= 100 and not found["digits"]:
        new = 90 + new % 10
    return written_like(new, found)


def _decade(old: str, rng: KeyedRandom) -> str:
    """The digits of "80s"."""
    return f"{rng.other(2, 9, int(plain(old)[0]))}0"


def _near(value: int, rng: KeyedRandom) -> int:
    """Another age of the same time of life; -1 for one beyond all."""
    for low, high in (*_BANDS, *_OLDER):
        if low <= value <= high:
            return rng.other(low, high, value)
    return -1


def _same_length(old: str, rng: KeyedRandom) -> str:
    return str(rng.other(10 ** (len(old) - 1), 10 ** len(old) - 1, int(old)))


def _unusual(phrase: str, context: Context) -> str:
    """Decades in words, and numbers in Chinese."""
    decade = _DECADE.search(phrase)
    if decade:
        rng = context.rng("AGE", phrase)
        words = [
            word for word in _DECADES if word != decade.group().lower() and "fourt" not in word
        ]
        new = capitalized_like(decade.group(), words[rng.below(len(words))])
        return phrase[: decade.start()] + new + phrase[decade.end() :]
    if locale_of(phrase) in ("zh_CN", "ja_JP"):
        return context.retry(
            "AGE",
            phrase,
            lambda rng: "".join(
                _CHINESE[rng.between(1, 9)] if char in _CHINESE else char for char in phrase
            ),
        )
    if not any(char.isdigit() for char in phrase):
        raise NoSurrogateError
    return number(phrase, context)
