r"""Phrases: patterns over the words of a text, of which each is one character.

In the phrases of a rule, a word or a sign stands for itself, and a slot for any word of a class:

    {period} -? (old|olds)      "years old", "months-old"
    turned «{below100}»         the part between «» is private

A slot names a section of the lexicon (`{kin.female}`), or a row of `data/en/slots.tsv`: a phrase,
or a regular expression between slashes for what a word or number looks like. Parentheses, `|`, `?`,
`*`, `+`, `{2,4}`, `(?=...)` and the other look-arounds are those of regular expressions; `.` is any
word, `\.` a stop. A word gets the character of all classes that it is in, so a class is a set of
characters, and a phrase a regular expression over them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from privtool.text.lexicon import rows
from privtool.text.rules.word_classes import class_of
from privtool.text.tokens import HIDDEN

_OTHER = "\ue000"  # of a word in no class; those of classes come after it
_MOST_WORDS = 1 << 15  # remembered, in no class
_ITEM = re.compile(
    r"(?P<syntax>\(\?(?:<?[=!])|\{\d+(?:,\d*)?\}|[|)?*+$^.])|(?P<open>\()|(?P<value>«)"
    r"|(?P<end>»)|\{(?P<slot>[a-z][\w.-]*)\}|\\?(?P<word>[^\W\d_]+|[^\s\w])"
)
_SLOT = re.compile(r"\{[a-z][\w.-]*\}")
_FIXED = {"open": "(?:", "value": "(?P<value>", "end": ")"}


class Alphabet:
    """The characters of words, for the phrases of some rules."""

    def __init__(self, phrases: Iterable[str]) -> None:
        used = {item for phrase in phrases for item in _items(expanded(phrase))}
        self._forms = [(name, form) for name, form in _forms() if f"{{{name}}}" in used]
        classes: dict[str, set[str]] = {}  # of each word, the items that it is in
        for item in used - {f"{{{name}}}" for name, _ in self._forms}:
            for word in _members(item):
                classes.setdefault(word, set()).add(item)
        kinds = dict.fromkeys(frozenset(found) for found in classes.values())
        kinds |= dict.fromkeys(frozenset((f"{{{name}}}",)) for name, _ in self._forms)
        self._characters = {kind: chr(at) for at, kind in enumerate(kinds, ord(_OTHER) + 1)}
        self._sets: dict[str, str] = {}  # of an item, the characters of its words
        for kind, character in self._characters.items():
            for item in kind:
                self._sets[item] = self._sets.get(item, "") + character
        known = {word: self._characters[frozenset(found)] for word, found in classes.items()}
        self.words = {**known, HIDDEN: HIDDEN}
        self._characters_of = _Characters(self.words, self._look_up)

    def text(self, words: Iterable[str]) -> str:
        """Return words in lower case as their characters."""
        return "".join(map(self._characters_of.__getitem__, words))

    def compiled(self, phrase: str) -> re.Pattern[str]:
        """Return a phrase of the alphabet as a regular expression; `re.error` for a wrong one."""
        return re.compile("".join(map(self._translated, _ITEM.finditer(expanded(phrase)))))

    def _look_up(self, word: str) -> str:
        """Return the character of a word that no class has."""
        forms = (name for name, form in self._forms if form.fullmatch(word))
        kind = next(forms, "")  # the first form counts
        return self._characters[frozenset((f"{{{kind}}}",))] if kind else _OTHER

    def _translated(self, item: re.Match[str]) -> str:
        kind = item.lastgroup or ""
        if kind in ("slot", "word"):
            return f"[{self._sets[_name(item)]}]"
        return _FIXED.get(kind, item.group())


class _Characters(dict[str, str]):
    """The characters of words, and of some others that were looked up."""

    def __init__(self, known: Mapping[str, str], look_up: Callable[[str], str]) -> None:
        super().__init__(known)
        self._look_up, self._most = look_up, len(known) + _MOST_WORDS

    def __missing__(self, word: str) -> str:
        character = self._look_up(word)
        if len(self) < self._most:
            self[word] = character
        return character


def expanded(phrase: str) -> str:
    """Return a phrase with the phrases of its slots in their place."""
    return _SLOT.sub(_filled, phrase)


def _filled(slot: re.Match[str]) -> str:
    phrase = _table().get(slot.group()[1:-1])
    return slot.group() if phrase is None or phrase.startswith("/") else f"({expanded(phrase)})"


@cache
def _table() -> dict[str, str]:
    return {name: phrase for name, phrase, *_ in rows("slots")}


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the forms of words, by name and in their order."""
    forms = ((name, form) for name, form in _table().items() if form.startswith("/"))
    return tuple((name, re.compile(form[1:-1])) for name, form in forms)


def _items(phrase: str) -> Iterator[str]:
    """Yield the words and the slots of a phrase."""
    return (_name(item) for item in _ITEM.finditer(phrase) if item.lastgroup in ("slot", "word"))


def _name(item: re.Match[str]) -> str:
    slot = item["slot"]
    return item["word"] if slot is None else f"{{{slot}}}"


def _members(item: str) -> frozenset[str]:
    """Return the words of a slot, or a word itself."""
    return class_of(item[1:-1]) if len(item) > 1 and item.startswith("{") else frozenset((item,))
