"""Lines of everyday text in six languages with labeled private phrases, and variations of them.

The authors, language models who knew neither rules nor lists nor test sets, were given kinds of
text and what is private. In `multilingual/LANGUAGE_KIND.txt`, a private phrase stands in «marks»
after the letter of its group; `\\n` in a line is a line break.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tagger_text import VIEWS, lower, upper
from talk.persons import PersonNames

from privtool.text.surrogates.name_lists import cities_of, name_pools, pools_for

# The labels that the words of a group may have; the first one unless it is known better.
GROUPS = {
    "P": ("PERSON",),
    "L": ("LOCATION", "ADDRESS", "ZIP"),
    "O": ("ORGANIZATION",),
    "D": ("DATE",),
    "A": ("AGE",),
    "V": ("MONEY",),
    "R": ("MISC",),
    "N": ("ID", "EMAIL", "PHONE", "URL", "NATIONAL_ID"),
}
_FOLDER = Path(__file__).with_name("multilingual")
_MARKED = re.compile(r"«([PLODAVNR]):(.*?)»", re.DOTALL)
_PRIVATE_WORD = re.compile(r"\S+")
_HELD_OUT = 12  # one in so many lines
_SHARES = (0.5, 0.24, 0.16, 0.06, 0.04)  # of `VIEWS`
_SWAPPED, _OTHER_DIGITS = 0.5, 0.5  # of the lines
_NAME_SWAPPED, _WORLD = 0.7, 0.35


@dataclass(frozen=True)
class Part:
    """A part of a line; if it is private, its group, and the labels of its words."""

    text: str
    group: str = ""
    labels: tuple[str, ...] = ()

    def words(self) -> Iterator[tuple[int, int, str]]:
        """Yield the private words: start, end and label."""
        if self.group:
            labels = self.labels or GROUPS[self.group][:1]
            for number, word in enumerate(_PRIVATE_WORD.finditer(self.text)):
                yield *word.span(), labels[min(number, len(labels) - 1)]


@dataclass(frozen=True)
class Line:
    """A line in its language, in parts."""

    language: str
    kind: str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)

    def spans(self) -> Iterator[tuple[int, int, str]]:
        """Yield the private phrases: start, end and group."""
        at = 0
        for part in self.parts:
            if part.group:
                yield at, at + len(part.text), part.group
            at += len(part.text)

    def words(self) -> Iterator[tuple[int, int, str]]:
        """Yield the private words: start, end and label."""
        at = 0
        for part in self.parts:
            yield from ((at + start, at + end, label) for start, end, label in part.words())
            at += len(part.text)


def lines(*, held_out: bool, folder: Path = _FOLDER) -> Iterator[Line]:
    """Yield all lines but for one in twelve of each file, or only these."""
    for path in sorted(folder.glob("??_*.txt")):
        language, _, kind = path.stem.partition("_")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            if line.strip() and (number % _HELD_OUT == 0) is held_out:
                yield Line(language, kind, tuple(_parts(line.replace("\\n", "\n"))))


def _parts(line: str) -> Iterator[Part]:
    last = 0
    for found in _MARKED.finditer(line):
        yield Part(line[last : found.start()])
        yield Part(found[2], found[1])
        last = found.end()
    yield Part(line[last:])


class Variation:
    """Draws a variation of a line: other names, other digits, another case."""

    def __init__(self, source: list[Line], rng: random.Random) -> None:
        self.rng, self.world = rng, PersonNames(rng, held_out=False)
        self.seen: dict[tuple[str, str, int], list[str]] = defaultdict(list)
        for line in source:
            for part in line.parts:
                if part.group:
                    self.seen[line.language, part.group, len(part.text.split())].append(part.text)
        codes = {line.language for line in source}
        self.pools = {code: Names(code) for code in codes}

    def __call__(self, line: Line) -> Line:
        """Return a variation of a line."""
        parts = line.parts
        if self.rng.random() < _SWAPPED:
            parts = tuple(
                self._other(part, before, line.language)
                for part, before in zip(parts, ("", *(p.text for p in parts)), strict=False)
            )
        if self.rng.random() < _OTHER_DIGITS:
            parts = tuple(replace(part, text=self._digits(part.text)) for part in parts)
        view = VIEWS[self.rng.choices(list(VIEWS), _SHARES)[0]]
        cut = view(" ".join(part.text for part in parts))
        made, at = [], 0
        for part in parts:
            made.append(replace(part, text=cut[at : at + len(part.text)]))
            at += len(part.text) + 1
        return Line(line.language, line.kind, tuple(made))

    def _other(self, part: Part, before: str, language: str) -> Part:
        if part.group not in ("P", "L", "O") or self.rng.random() > _NAME_SWAPPED:
            return part
        words = part.text.split()
        new = ""
        if part.group == "P" and len(words) <= 3 and not any(len(word) == 1 for word in words):
            new = self._person(len(words), language)
        elif part.group == "L" and len(words) == 1 and not before.endswith("'"):
            new = self.rng.choice(self.pools[language].cities)
        elif part.group == "O":
            new = self.rng.choice(self.seen[language, part.group, len(words)])
        return replace(part, text=_like(part.text, new)) if new else part

    def _person(self, words: int, language: str) -> str:
        pools = self.pools[language]
        given, surname = (
            self.world.pair()
            if self.rng.random() < _WORLD
            else (self.rng.choice(pools.given), self.rng.choice(pools.surnames))
        )
        if words == 1:
            return self.rng.choice((given, given, surname))
        if words == 3:
            return f"{given} {self.rng.choice(pools.surnames)} {surname}"
        return f"{given} {surname}"

    def _digits(self, text: str) -> str:
        return re.sub(r"\d", lambda _: str(self.rng.randrange(10)), text)


class Names:
    """The names of a language."""

    def __init__(self, code: str) -> None:
        pools = pools_for("", code) if code != "en" else name_pools()
        self.given, self.surnames = list(pools.given.phrases), list(pools.surnames.phrases)
        self.cities = list(cities_of(code).phrases)


def _like(old: str, new: str) -> str:
    if old.isupper() and len(old) > 3:
        return upper(new)
    return lower(new) if old == old.lower() else new
