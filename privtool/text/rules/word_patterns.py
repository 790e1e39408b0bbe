r"""Patterns over the words of a text: regular expressions in which a word is one character.

A word or a sign stands for itself, in any letter case, and a class in braces for any of its words:

    {period} -? (old|olds)      "years old", "months-old"
    turned «{below100}»         the part between «» is private
    {DIGITS2-6} {WORD & !streets.unnamed|near} {LETTER & GLUED}?

A class names a section of the lexicon (`{kin.female}`), a kind of number or name of the calendar
(`word_classes.py`), or a row of `data/en/slots.tsv`: a pattern, or between slashes a regular
expression for what a word looks like.
Or it has conditions that `&` joins, each with choices: words, signs, sections and shapes; `!`
negates all of these. Shapes are WORD, LETTER (a word of one letter), DIGITS (DIGITS4: at most four,
DIGITS2-6), SIGN, ANY, HIDDEN (what is found already), CAPITAL for the first letter, GLUED without a
space before it, FIRST after a line break, and JOINT for a sign between two numbers, or a colon or
dollar sign between anything ("10:30", "US$5"). A sign outside of braces is no JOINT.

Parentheses, `|`, `?`, `*`, `+`, `{2,4}`, `(?=...)` and the other look-arounds are those of regular
expressions; `.` is any word, `\.` a stop. White space has no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import eq, or_

from privtool.text.lexicon import rows, words
from privtool.text.rules.candidates import FIRST_NAME, needed_names
from privtool.text.rules.word_classes import class_of
from privtool.text.tokens import HIDDEN, Tokens

_MOST_DIGITS = 7  # longer runs are of the same shape
_DIGIT_SHAPES = tuple(f"digits{n}" for n in range(1, _MOST_DIGITS + 1))
_SHAPES = (*_DIGIT_SHAPES, "LETTER", "LETTERS", "SIGN", "HIDDEN")
_DIGITS = re.compile(r"DIGITS(?:(\d)-)?(\d)?")
_FIRST = 0x100  # the character of the first kind of words
_MOST_WORDS = 1 << 15  # remembered, other than those of classes
_ITEM = re.compile(
    r"(?P<syntax>\(\?(?:<?[=!]|:)|\{\d+(?:,\d*)?\}|[|)?*+$^.])|(?P<open>\()|(?P<value>«)"
    r"|(?P<end>»)|(?P<class>\{[^{}]+\}|\\?(?:[^\W\d_]+|\d+|[^\s\w]|_))"
)
_FIXED = {"open": "(?:", "value": "(?P<value>", "end": ")"}
_SLOT = re.compile(r"\{[a-z][\w.-]*\}")
_SECTION = re.compile(r"[a-z_-]+\.[a-z_.-]+")
# How frequent words of a shape are in texts; a listed word counts 1, a function word like a sign.
_WEIGHTS = {**dict.fromkeys(_SHAPES, 10), "LETTERS": 5000, "SIGN": 1000}


def _glued(tokens: Tokens, _: str) -> Iterator[int]:
    return (at for at, glued in enumerate(map(eq, tokens.end, tokens.start[1:]), 1) if glued)


def _capitals(tokens: Tokens, plain: str) -> Iterator[int]:
    starts = () if plain.islower() else tokens.start
    return (at for at, start in enumerate(starts) if plain[start].isupper())


def _firsts(tokens: Tokens, plain: str) -> Iterator[int]:
    places = {tokens.index_at(newline.end()) for newline in re.finditer("\n", plain)}
    return (at for at in places if at < len(tokens))


def _joints(tokens: Tokens, _: str) -> Iterator[int]:
    for at in tokens.places(_JOINTS):
        numbers = tokens.at(at - 1).isdigit() and tokens.at(at + 1).isdigit()
        if (numbers or tokens.word[at] in ":$") and tokens.touches(at) and tokens.touches(at + 1):
            yield at


_JOINTS = frozenset(",.:$")
# The words of a text that have a flag, with which they are other characters.
_FLAGS: Mapping[str, Callable[[Tokens, str], Iterator[int]]] = {
    "GLUED": _glued,
    "CAPITAL": _capitals,
    "FIRST": _firsts,
    "JOINT": _joints,
}


class WordPatterns(dict[str, str]):
    """Some patterns, and the characters of words for them.

    Words of the same classes and shape are one kind and have one character, and one more for each
    combination of the flags that the patterns mention.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._sources = list(map(expanded, patterns))
        items = (item for source in self._sources for item in _ITEM.finditer(source))
        classes = dict.fromkeys(item["class"] for item in items if item["class"])
        used = {name for each in classes for _, names in _conditions(each) for name in names}
        self._forms = [name for name, _ in _forms() if name in used]
        self._flags = [flag for flag in _FLAGS if flag in used or flag == "JOINT"]
        members: dict[str, set[str]] = {}  # of each word, the names that it goes by
        for name in sorted(used - {*self._forms}):
            for word in _members(name):
                members.setdefault(word, set()).add(name)
        listed = {word: (_shape(word), frozenset(names)) for word, names in members.items()}
        unlisted = [frozenset[str](), *(frozenset((form,)) for form in self._forms)]
        kinds = dict.fromkeys(
            [*listed.values(), *((shape, names) for shape in _SHAPES for names in unlisted)]
        )
        self._number = {kind: number for number, kind in enumerate(kinds)}
        self._width = 1 << len(self._flags)
        super().__init__({word: self._character(*kind) for word, kind in listed.items()})
        self._listed = len(self)
        self._every = (1 << len(kinds) * self._width) - 1
        self._masks = self._masks_of_names(used)
        weights = {
            self._character(shape, names): 1 if names and shape == "LETTERS" else _WEIGHTS[shape]
            for shape, names in kinds
        }
        function = members.keys() & words("grammar.function")
        weights |= {self[word]: _WEIGHTS["SIGN"] for word in function}
        signs = {each: frozenset(self._plain(each)) for each in classes}
        # Of each pattern, sets of characters without flags: a match has at least one of each.
        self.needs = list(_needs(self._sources, signs, weights))
        self._patterns: dict[int, re.Pattern[str]] = {}

    def __missing__(self, word: str) -> str:
        shape, forms = kind_of(word)
        character = self._character(
            shape, frozenset([*filter(self._forms.__contains__, forms)][:1])
        )
        if len(self) < self._listed + _MOST_WORDS:
            self[word] = character
        return character

    def matches(
        self, tokens: Tokens, plain: str, numbers: Iterable[int] | None = None
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the numbers of patterns with the first token and the stop of what is private.

        No other patterns than those with some `numbers` may match, if these are given.
        """
        characters = list(map(self.__getitem__, tokens.word))
        text = ""
        for number in self._candidates(characters) if numbers is None else sorted(numbers):
            text = text or self._text(characters, tokens, plain)
            pattern = self.pattern(number)
            for match in pattern.finditer(text):
                first, stop = match.span("value" if pattern.groupindex else 0)
                if stop > first:
                    yield number, first, stop

    def _candidates(self, characters: Iterable[str]) -> Iterator[int]:
        """Yield the numbers of the patterns of which a text has all that they need."""
        present = frozenset(characters)
        for number, needs in enumerate(self.needs):
            if not any(map(present.isdisjoint, needs)):
                yield number

    def pattern(self, number: int) -> re.Pattern[str]:
        """Return a pattern, compiled; raise `re.error` for a wrong one."""
        pattern = self._patterns.get(number)
        if pattern is None:
            source = _translated(self._sources[number], self._class)
            pattern = self._patterns[number] = re.compile(source)
        return pattern

    def _text(self, characters: list[str], tokens: Tokens, plain: str) -> str:
        """Return the characters of the words of a text, with their flags."""
        for bit, flag in enumerate(self._flags):
            for at in _FLAGS[flag](tokens, plain):
                characters[at] = chr(ord(characters[at]) + (1 << bit))
        return "".join(characters)

    def _character(self, shape: str, names: frozenset[str]) -> str:
        return chr(_FIRST + self._number[shape, names] * self._width)

    def _masks_of_names(self, used: Iterable[str]) -> dict[str, int]:
        """Return for each name the characters of its words, as bits of an integer."""
        kind = (1 << self._width) - 1
        of_shape = {shape: [name for name in used if _has(shape, name)] for shape in _SHAPES}
        masks: dict[str, int] = {}
        for (shape, names), number in self._number.items():
            for name in (*names, *of_shape[shape]):
                masks[name] = masks.get(name, 0) | kind << number * self._width
        for bit, flag in enumerate(self._flags):
            with_flag = sum(1 << each for each in range(self._width) if each >> bit & 1)
            masks[flag] = self._every // kind * with_flag
        return masks

    def _ranges(self, source: str) -> Iterator[tuple[int, int]]:
        """Yield the ranges of characters that a class, word or sign has."""
        mask = self._every
        for wanted, names in _conditions(source):
            some = reduce(or_, (self._masks.get(name, 0) for name in names))
            mask &= some if wanted else ~some
        if source.removeprefix("\\") in _JOINTS:
            mask &= ~self._masks["JOINT"]
        for run in re.finditer("1+", f"{mask:b}"[::-1]):
            yield _FIRST + run.start(), _FIRST + run.end() - 1

    def _class(self, source: str) -> str:
        ranges = "".join(f"{chr(first)}-{chr(last)}" for first, last in self._ranges(source))
        return f"[{ranges}]" if ranges else "(?!)"

    def _plain(self, source: str) -> Iterator[str]:
        """Yield the characters of a class without their flags."""
        for first, last in self._ranges(source):
            below = (first - _FIRST) // self._width * self._width + _FIRST
            yield from map(chr, range(below, last + 1, self._width))


def expanded(pattern: str) -> str:
    """Return a pattern with the patterns of its slots in their place."""
    return _SLOT.sub(_filled, pattern)


def _filled(slot: re.Match[str]) -> str:
    pattern = _table().get(slot.group()[1:-1])
    return slot.group() if pattern is None or pattern.startswith("/") else f"({expanded(pattern)})"


@cache
def _table() -> dict[str, str]:
    return {name: pattern for name, pattern, *_ in rows("slots")}


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the forms of words, by name and in their order: the first that fits counts."""
    forms = ((f"{{{name}}}", form) for name, form in _table().items() if form.startswith("/"))
    return tuple((name, re.compile(form[1:-1])) for name, form in forms)


@cache
def _any_form() -> re.Pattern[str]:
    return re.compile("|".join(form.pattern for _, form in _forms()))


def kind_of(word: str) -> tuple[str, tuple[str, ...]]:
    """Return the shape of a word and the names of its forms; unlisted words of a kind are alike."""
    some = _forms() if _any_form().fullmatch(word) else ()
    return _shape(word), tuple(name for name, form in some if form.fullmatch(word))


def _translated(source: str, translate: Callable[[str], str]) -> str:
    """Return a pattern as a regular expression, with its classes, words and signs translated."""
    return "".join(
        translate(item.group()) if item["class"] else _FIXED.get(item.lastgroup or "", item.group())
        for item in _ITEM.finditer(source)
    )


def _needs(
    sources: Iterable[str], signs: Mapping[str, frozenset[str]], weights: Mapping[str, int]
) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield for each pattern sets of characters, rare ones first: a match has one of each."""
    names = {each: chr(number) for number, each in enumerate(signs, ord(FIRST_NAME))}
    of_name = {name: signs[each] for each, name in names.items()}
    weight = {name: sum(map(weights.__getitem__, found)) for name, found in of_name.items()}

    def size(some: Iterable[str]) -> int:
        return sum(map(weight.__getitem__, some))

    for source in sources:
        needed = sorted(needed_names(_translated(source, names.__getitem__), size), key=size)
        yield tuple(frozenset[str]().union(*map(of_name.__getitem__, some)) for some in needed)


@cache
def _conditions(source: str) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """Return for each condition of a class whether it is wanted, and the names of its choices."""
    if len(source) == 1 or not source.startswith("{"):
        return ((True, (source.removeprefix("\\") or source,)),)
    if _SLOT.fullmatch(source):
        return ((True, (source,)),)
    conditions = []
    for condition in "".join(source[1:-1].split()).split("&"):
        wanted = condition == "!" or not condition.startswith("!")
        choices = condition.removeprefix("" if wanted else "!").split("|")
        names = (f"{{{each}}}" if _SECTION.fullmatch(each) else each for each in choices)
        conditions.append((wanted, tuple(names)))
    return tuple(conditions)


def _members(name: str) -> Iterable[str]:
    """Return the words of a section or class, or a word itself; none of a shape."""
    if name.startswith("{") and len(name) > 1:
        return class_of(name[1:-1])
    return () if name.isupper() else (name,)


def _shape(word: str) -> str:
    if word.isdigit():
        return _DIGIT_SHAPES[min(len(word), _MOST_DIGITS) - 1]
    if word.isalpha():
        return "LETTER" if len(word) == 1 else "LETTERS"
    return "HIDDEN" if word == HIDDEN else "SIGN"


def _has(shape: str, name: str) -> bool:
    """Return whether a shape is one of those that a name stands for."""
    digits = _DIGITS.fullmatch(name)
    if digits:
        fewest, most = digits.groups()
        return shape.startswith("digits") and int(fewest or 1) <= int(shape[-1]) <= int(most or 9)
    if name == "ANY":
        return shape != "HIDDEN"
    return shape == name or (name == "WORD" and shape.startswith("LETTER"))
