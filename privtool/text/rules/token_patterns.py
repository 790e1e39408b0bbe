"""Patterns over tokens: regular expressions in which a class of tokens stands for a character.

A class stands in braces: conditions that `&` joins, each with choices; `!` negates all of these.

    {at|to}                          one of these words or signs
    {streets.suffixes}               a word of a section of the lexicon or a kind of numbers
    {DIGITS2-6|numbers.unit}         a number
    {WORD & !streets.unnamed|near}   a word that is not in the section, nor "near"

In capitals are shapes: WORD, LETTER (a word of one letter), DIGITS (DIGITS4: at most four,
DIGITS2-6), SIGN, ANY, HIDDEN (what is found already); CAPITAL for the first letter, GLUED without a
space before it, FIRST after a line break. White space in a pattern has no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product, starmap
from operator import eq
from string import punctuation

from privtool.text.english.numbers import (
    LARGE_ORDINALS,
    ORDINAL_UNITS,
    ORDINALS,
    PLURALS,
    REPEATS,
    SCALES,
    TEENS,
    TENS,
    UNITS,
)
from privtool.text.rules.prefilter import FIRST_NAME, signs_needed
from privtool.text.rules.word_classes import class_of
from privtool.text.tokens import HIDDEN, Tokens

# A token is a pair of characters: a letter for its shape, and a sign for the lists that it is in.
# `prefilter.py` can thus derive the lists that a match needs.
_MOST_DIGITS = 7  # longer runs are of the same shape
_KINDS = (
    *(f"DIGITS{n}" for n in range(1, _MOST_DIGITS + 1)),
    "LETTER",
    "LETTERS",
    "SIGN",
    "HIDDEN",
)
_FLAGS = ("GLUED", "CAPITAL", "FIRST")
_SHAPES = range(len(_KINDS) << len(_FLAGS))
_LETTERS = [char for char in map(chr, range(0x41, 0x100)) if char.isalpha()]
_SIGNS = [char for char in map(chr, range(0x2000)) if not (char.isalnum() or char.isspace())]
_CLASS = re.compile(r"\{((?!\d+,?\d*\}|,\d+\})[^{}]+)\}")
_SECTION = re.compile(r"[a-z_-]+\.[a-z_.-]+")
_DIGITS = re.compile(r"DIGITS(?:(\d)-)?(\d)?")
_Option = tuple[frozenset[str], frozenset[str]]
_NUMBERS = {
    "unit": UNITS,
    "teen": TEENS,
    "tens": TENS,
    "scale": SCALES,
    "repeat": REPEATS,
    "plural": PLURALS,
    "ordinal": ORDINALS,
    "ordinal_unit": ORDINAL_UNITS,
    "large_ordinal": LARGE_ORDINALS,
}
_MOST_WORDS = 20_000  # remembered, other than those of lists


class TokenPatterns:
    """Patterns with the lists that they look words up in, compiled on first use."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._sources = ["".join(source.split()) for source in sources]
        self._classes: dict[str, str] = {}
        self._patterns: dict[int, re.Pattern[str]] = {}

    def pattern(self, number: int) -> re.Pattern[str]:
        """Return a pattern, for texts that `encoded` returns."""
        pattern = self._patterns.get(number)
        if pattern is None:
            source = _CLASS.sub(self._class, self._sources[number])
            pattern = self._patterns[number] = re.compile(source)
        return pattern

    @cached_property
    def needed(self) -> list[str]:
        """The signs of which a match of each pattern has at least one, "" if not known.

        They are derived from patterns with a character for each class, the lower the fewer its
        signs are: these are read much faster than those with the characters of tokens.
        """
        classes = {each for source in self._sources for each in _CLASS.findall(source)}
        signs = {each: self._signs_of(each) for each in classes}
        # Words before signs such as a stop, which most texts have.
        ordered = sorted(classes, key=lambda each: (len(signs[each]), each[0] in punctuation, each))
        names = {each: chr(number) for number, each in enumerate(ordered, ord(FIRST_NAME))}
        by_name = {name: signs[each] for each, name in names.items()}
        needed = []
        for source in self._sources:
            sets = signs_needed(_CLASS.sub(lambda match: names[match.group(1)], source))
            unions = [frozenset[str]().union(*map(by_name.__getitem__, each)) for each in sets]
            fewest = min(unions, key=len) if unions else frozenset[str]()
            needed.append("".join(sorted(fewest)))
        return needed

    @cached_property
    def words(self) -> frozenset[str] | None:
        """Words of which every match has at least one; None if not known."""
        plain = self._codes.signs[0]
        if any(not signs or plain in signs for signs in self.needed):
            return None
        signs = "".join(self.needed)
        return frozenset(word for word, codes in self._codes.items() if codes[0][1] in signs)

    def encoded(self, tokens: Tokens, plain: str) -> str:
        """Return tokens of a text as pairs of characters."""
        codes, starts = self._codes, tokens.start
        flags: list[int] = [0, *map(eq, tokens.end, starts[1:])]
        if not plain.islower():
            flags = [
                flag + 2 * plain[start].isupper()
                for flag, start in zip(flags, starts, strict=False)
            ]
        for newline in re.finditer("\n", plain):
            first = tokens.index_at(newline.end())
            if first < len(flags):
                flags[first] |= 4
        return "".join([codes[word][flag] for word, flag in zip(tokens.word, flags, strict=False)])

    @cached_property
    def _lists(self) -> dict[str, int]:
        """The lists of all classes, numbered."""
        classes = (each for source in self._sources for each in _CLASS.findall(source))
        choices = (name for each in classes for _, choices in _conditions(each) for name in choices)
        names = dict.fromkeys(name for name in choices if not name.isupper())
        return {name: number for number, name in enumerate(names)}

    @cached_property
    def _codes(self) -> _Codes:
        return _Codes(list(self._lists))

    def _class(self, match: re.Match[str]) -> str:
        source = match.group(1)
        if source not in self._classes:
            self._classes[source] = self._pairs(source)
        return self._classes[source]

    def _pairs(self, source: str) -> str:
        pairs = [
            f"[{''.join(sorted(shapes))}][{re.escape(''.join(sorted(signs)))}]"
            for shapes, signs in self._choices(source)
        ]
        return f"(?:{'|'.join(pairs)})" if pairs else "(?!)"

    def _signs_of(self, source: str) -> frozenset[str]:
        """Return the signs that a token of a class may have."""
        return frozenset[str]().union(*(signs for _, signs in self._choices(source)))

    def _choices(self, source: str) -> Iterator[_Option]:
        for options in product(*starmap(self._options, _conditions(source))):
            shapes, signs = (frozenset.intersection(*sets) for sets in zip(*options, strict=True))
            if shapes and signs:
                yield shapes, signs

    def _options(self, wanted: bool, choices: Sequence[str]) -> list[_Option]:
        """Return pairs of letters and signs, one of which a token has by a condition."""
        masks = self._codes.signs
        bits = [self._lists[name] for name in choices if not name.isupper()]
        names = [name for name in choices if name.isupper()]
        letters = frozenset(_LETTERS[k] for k in _SHAPES if any(_has(k, name) for name in names))
        signs = frozenset(
            sign for mask, sign in masks.items() if any(mask >> bit & 1 for bit in bits)
        )
        every = frozenset(_LETTERS[: len(_SHAPES)]), frozenset(masks.values())
        if not wanted:
            return [(every[0] - letters, every[1] - signs)]
        return [*([(letters, every[1])] if names else []), *([(every[0], signs)] if bits else [])]


class _Codes(dict[str, tuple[str, ...]]):
    """Words with their pair of characters for each combination of flags."""

    def __init__(self, lists: Sequence[str]) -> None:
        masks: dict[str, int] = {}
        for bit, name in enumerate(lists):
            for word in class_words(name):
                masks[word] = masks.get(word, 0) | 1 << bit
        self.signs = dict(zip(dict.fromkeys((0, *masks.values())), _SIGNS, strict=False))
        super().__init__({word: self._pairs(word, mask) for word, mask in masks.items()})
        self._most = len(self) + _MOST_WORDS

    def __missing__(self, word: str) -> tuple[str, ...]:
        pairs = self._pairs(word, 0)
        if len(self) < self._most:
            self[word] = pairs
        return pairs

    def _pairs(self, word: str, mask: int) -> tuple[str, ...]:
        kind = _KINDS.index(_kind(word)) << len(_FLAGS)
        return tuple(_LETTERS[kind + flag] + self.signs[mask] for flag in range(1 << len(_FLAGS)))


def _conditions(source: str) -> list[tuple[bool, list[str]]]:
    """Return for each condition of a class whether it is wanted, and its choices.

    Its plain words and signs are one choice.
    """
    conditions = []
    for condition in source.split("&"):
        wanted = condition == "!" or not condition.startswith("!")
        choices = condition.removeprefix("" if wanted else "!").split("|")
        plain = [choice for choice in choices if _is_plain(choice)]
        others = [choice for choice in choices if not _is_plain(choice)]
        conditions.append((wanted, [*others, *(["|".join(plain)] if plain else [])]))
    return conditions


def _is_plain(choice: str) -> bool:
    return not (choice.isupper() or _SECTION.fullmatch(choice))


def class_words(name: str) -> Iterable[str]:
    """Return the words of a section or kind of numbers, or those of a class itself."""
    if not _SECTION.fullmatch(name):
        return name.split("|")
    file, _, kind = name.partition(".")
    if file == "numbers":
        return _NUMBERS[kind]
    return class_of(name)


def _kind(word: str) -> str:
    if word.isdigit():
        return f"DIGITS{min(len(word), _MOST_DIGITS)}"
    if word.isalpha():
        return "LETTER" if len(word) == 1 else "LETTERS"
    return "HIDDEN" if word == HIDDEN else "SIGN"


def _has(shape: int, name: str) -> bool:
    """Return whether a number of a shape has a kind or flag."""
    if name in _FLAGS:
        return shape >> _FLAGS.index(name) & 1 == 1
    kind = _KINDS[shape >> len(_FLAGS)]
    digits = _DIGITS.fullmatch(name)
    if digits:
        fewest, most = digits.groups()
        return kind.startswith("DIGITS") and int(fewest or 1) <= int(kind[-1]) <= int(most or 9)
    if name == "WORD":
        return kind.startswith("LETTER")
    return kind == name if name != "ANY" else kind != "HIDDEN"
