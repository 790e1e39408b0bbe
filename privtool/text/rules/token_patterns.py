"""Patterns over tokens: regular expressions in which a class of tokens stands for a character.

A class stands in braces: choices with `|` between them, all of which `&` joins; `!` negates one.

    {at|to}                          one of these words or signs
    {streets.suffixes}               a word of a section of the lexicon or kind of `numbers.tsv`
    {DIGITS2-6|numbers.unit}         a number
    {WORD & !streets.unnamed|one}    a word that is not in a section, or "one"

In capitals are shapes: WORD, LETTER (a word of one letter), DIGITS (DIGITS4: at most four,
DIGITS2-6), SIGN, ANY; CAPITAL for the first letter; GLUED if no space stands before it. White space
in a pattern has no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import product
from operator import eq

from privtool.text.lexicon import rows, words
from privtool.text.rules.prefilter import needs_of
from privtool.text.tokens import HIDDEN, Tokens

# A token is a pair of characters: a letter for its shape, and a sign for the lists that it is in.
# `prefilter.py` can thus derive the lists that a match needs.
_MOST_DIGITS = 7  # longer runs are of the same shape
_KINDS = (*(f"DIGITS{n}" for n in range(1, _MOST_DIGITS + 1)), "LETTER", "LETTERS", "SIGN", HIDDEN)
_FLAGS = ("GLUED", "CAPITAL")
_SHAPES = range(len(_KINDS) << len(_FLAGS))
_LETTERS = [char for char in map(chr, range(0x41, 0x100)) if char.isalpha()]
_SIGNS = [char for char in map(chr, range(0x2000)) if not (char.isalnum() or char.isspace())]
_CLASS = re.compile(r"\{((?!\d+,?\d*\}|,\d+\})[^{}]+)\}")
_SECTION = re.compile(r"[a-z_-]+\.[a-z_.-]+")
_DIGITS = re.compile(r"DIGITS(?:(\d)-)?(\d)?")
_Choice = tuple[bool, str]  # whether it is wanted, and its name
_Option = tuple[frozenset[str], frozenset[str]]
_MOST_WORDS = 20_000  # remembered, other than those of lists


class TokenPatterns:
    """Patterns with the lists that they look words up in, compiled on first use."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._sources = ["".join(source.split()) for source in sources]

    @cached_property
    def patterns(self) -> list[re.Pattern[str]]:
        """The patterns, for texts that `encoded` returns."""
        return [re.compile(_CLASS.sub(self._class, source)) for source in self._sources]

    @cached_property
    def needed(self) -> list[str]:
        """The signs of which a match of each pattern has at least one, "" if not known."""
        return [needs_of(pattern).signs for pattern in self.patterns]

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
        return "".join([codes[word][flag] for word, flag in zip(tokens.word, flags, strict=False)])

    @cached_property
    def _lists(self) -> dict[str, int]:
        """The lists of all classes, numbered."""
        classes = (each for source in self._sources for each in _CLASS.findall(source))
        choices = (choice for each in classes for factor in _factors(each) for choice in factor)
        names = dict.fromkeys(name for _, name in choices if not name.isupper())
        return {name: number for number, name in enumerate(names)}

    @cached_property
    def _codes(self) -> _Codes:
        return _Codes(list(self._lists))

    def _class(self, match: re.Match[str]) -> str:
        pairs = []
        for options in product(*map(self._options, _factors(match.group(1)))):
            shapes = "".join(sorted(frozenset.intersection(*(shapes for shapes, _ in options))))
            signs = "".join(sorted(frozenset.intersection(*(signs for _, signs in options))))
            if shapes and signs:
                pairs.append(f"[{shapes}][{re.escape(signs)}]")
        return f"(?:{'|'.join(pairs)})" if pairs else "(?!)"

    def _options(self, choices: Sequence[_Choice]) -> list[_Option]:
        """Return the letters and signs of tokens that have a shape, and of those in a list."""
        shapes = [choice for choice in choices if choice[1].isupper()]
        lists = [(self._lists[name], yes) for yes, name in choices if not name.isupper()]
        letters = {_LETTERS[k] for k in _SHAPES for yes, name in shapes if _has(k, name) == yes}
        masks = self._codes.signs
        signs = {masks[m] for m in masks for bit, yes in lists if (m >> bit & 1) == yes}
        every = frozenset(_LETTERS[: len(_SHAPES)]), frozenset(masks.values())
        return [
            *([(frozenset(letters), every[1])] if shapes else []),
            *([(every[0], frozenset(signs))] if lists else []),
        ]


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


def _factors(source: str) -> list[list[_Choice]]:
    """Return the choices of each factor of a class; its plain words and signs are one."""
    factors = []
    for factor in source.split("&"):
        choices = factor.split("|")
        plain = [choice for choice in choices if _is_plain(choice)]
        others = [(not c.startswith("!"), c.lstrip("!")) for c in choices if not _is_plain(c)]
        factors.append([*others, *([(True, "|".join(plain))] if plain else [])])
    return factors


def _is_plain(choice: str) -> bool:
    return not (choice.isupper() or choice[:1] == "!" != choice or _SECTION.fullmatch(choice))


def class_words(name: str) -> Iterable[str]:
    """Return the words of a section or kind of numbers, or those of a class itself."""
    if not _SECTION.fullmatch(name):
        return name.split("|")
    file, _, kind = name.partition(".")
    if file == "numbers":
        return [word for each, _, said in rows(file) if each == kind for word in said.split()]
    try:
        return words(name)
    except (KeyError, OSError):
        return words(name, "intl")


def _kind(word: str) -> str:
    if word.isdigit():
        return f"DIGITS{min(len(word), _MOST_DIGITS)}"
    if word.isalpha():
        return "LETTER" if len(word) == 1 else "LETTERS"
    return word if word == HIDDEN else "SIGN"


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
    return kind == name if name != "ANY" else kind != HIDDEN
