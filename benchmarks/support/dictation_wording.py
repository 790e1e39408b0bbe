"""Dictation worded by a TOML file: frames, hesitations, forms of values, and ways to say digits.

Unlike `benchmarks/support/dictation.py`, whose words the tagger was developed with, these are held
out: each file was written and committed before the tagger met it. docs/privacy.md has the figures
of that first run; what older files show may be mended afterwards.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.support.dictation import sample
from benchmarks.support.hesitant_speech import FREE, GAP, Dictation, Words, worded
from privtool.text.english.numbers import digit_words, ordinal_words, small_words, year_words

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FOLDER = Path(__file__).with_name("dictation_wordings")
_SLOT = re.compile(r"\{(\w+)\}")
_LETTERS = "bcdfghjklmnpqrtvwxz"


def wordings() -> list[str]:
    """Return the names of the held-out wordings."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def heldout(wording: str, kind: str, manner: str, count: int, seed: int) -> list[Dictation]:
    """Return `count` dictations of a kind and manner in a wording."""
    tables = tomllib.loads((_FOLDER / f"{wording}.toml").read_text("utf-8"))
    rng = random.Random(f"{wording} {kind} {manner} {seed}")
    words = Words(tables["openings"][kind], tables["hesitations"], tables["distractions"])
    return [
        worded(rng, _value(rng, tables, kind), manner, words, tables["closings"], kind)
        for _ in range(count)
    ]


def _value(rng: random.Random, tables: dict[str, Any], kind: str) -> str:
    """Return a value in one of the forms of its kind, said in one way."""
    speech = _Speech(rng, tables)
    words = []
    for part in rng.choice(tables["values"][kind]).split():
        free = FREE if part.startswith(FREE) else ""
        said = _SLOT.sub(lambda match: speech.slot(match[1]), part.removeprefix(FREE))
        words += [word if word == GAP else free + word.removeprefix(free) for word in said.split()]
    return " ".join(words)


class _Speech:
    """How one speaker says numbers, letters and names."""

    def __init__(self, rng: random.Random, tables: dict[str, Any]) -> None:
        self._rng, self._tables = rng, tables
        self._way, self._zero = rng.choice(tables["ways"]), rng.choice(tables["zeros"])

    def slot(self, name: str) -> str:
        """Return the words for a slot: so many digits, a part of a date, a word of a list."""
        rng = self._rng
        if name.isdigit():
            return self._group("".join(rng.choice("0123456789") for _ in range(int(name))))
        numbers: dict[str, Callable[[], str]] = {
            "octet": lambda: self._group(str(rng.randint(1, 254))),
            "house": lambda: self._group(str(rng.randint(2, 9899))),
            "year": lambda: year_words(rng.randint(1930, 2012)),
            "shortyear": lambda: small_words(rng.randint(30, 99)),
            "small": lambda: small_words(rng.randint(2, 12)),
            "day": lambda: small_words(rng.randint(2, 28)),
            "dayth": lambda: ordinal_words(rng.randint(1, 31)),
            "letter": lambda: rng.choice(_LETTERS),
            "sampled": self._sampled,
            "initial": lambda: rng.choice(self._tables["given"])[0],
            "spelled": lambda: self._spelled(rng.choice(self._tables["surname"])),
        }
        return numbers[name]() if name in numbers else str(rng.choice(self._tables[name]))

    def _sampled(self) -> str:
        letter = self._rng.choice(_LETTERS)
        return f"{letter} {FREE}for {FREE}{sample(letter)}"

    def _spelled(self, name: str) -> str:
        """Return the letters of a name, with pauses."""
        size = self._rng.choice((2, 3, 4))
        groups = (name[k : k + size] for k in range(0, len(name), size))
        return f" {GAP} ".join(" ".join(group) for group in groups)

    def _group(self, digits: str) -> str:
        """Return digits as the speaker says them: "two sevens", "forty five", "nine hundred"."""
        if self._way == "numerals":
            return digits
        if self._way == "pairs" and len(digits) % 2 == 0 and "0" not in digits[::2]:
            return " ".join(small_words(int(digits[k : k + 2])) for k in range(0, len(digits), 2))
        if self._way == "hundreds" and len(digits) == 3 and digits[0] != "0":
            rest = int(digits[1:])
            joint = self._rng.choice(("", f" {FREE}and")) if rest else ""
            return f"{digit_words(digits[0])} hundred{joint} {small_words(rest) if rest else ''}"
        if self._way in ("doubles", "times"):
            runs = ["".join(run) for _, run in groupby(digits)]
            return " ".join(map(self._run, runs))
        return digit_words(digits, zero=self._zero)

    def _run(self, run: str) -> str:
        """Return a run of the same digit: "double seven", "three sevens"."""
        digit = digit_words(run[0], zero=self._zero)
        if self._way == "times" and 1 < len(run) < 10 and run[0] != "0":
            return f"{small_words(len(run))} {digit}{'es' if digit.endswith('x') else 's'}"
        if self._way == "doubles" and len(run) in (2, 3):
            return f"{'double' if len(run) == 2 else 'triple'} {digit}"
        return digit_words(run, zero=self._zero)
