"""Digits and letters in any notation: `555`, "five five five", "double five", "x-ray"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import msgspec

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import REPEATS, SCALES, TEENS, TENS, UNITS, small_words
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import words
from privtool.text.unicode import fold_to_ascii

_TOKEN = re.compile(r"(?i:x-ray)|[^\W\d_]+|\d")
_LETTER = re.compile("[A-Za-z]")
_DIGITS = re.compile(r"\d+")
_CACHED = 1 << 12  # phrases: several files read the same one, one after the other
_ROUND = {word: "0" * (len(str(value)) - 1) for word, value in SCALES.items()}
_ROUND["trillion"] = 12 * "0"
_BETWEEN = words("codes.between")  # the items; they stay, as they reveal nothing
_ALPHABET = words("codes.alphabet")
_CODE_WORDS = {("x" if word == "xray" else word[0]): word for word in sorted(_ALPHABET)}
_CODE_WORDS["x"] = "x-ray"
_Tokens = list[tuple[str, int, int]]


class Slot(msgspec.Struct, frozen=True, gc=False):  # a dozen for a number
    """A part of the phrase and the digits or letters that it stands for.

    `kind` is `sign` for the characters themselves, `number` for number words, `double` for a
    repeated item, `code` for a word of the spelling alphabet.
    `joint` stands between tens and units, or between "double" and its item.
    """

    start: int
    end: int
    chars: str
    kind: str
    joint: str = " "


class Dictation(NamedTuple):
    """A phrase parsed into slots with fixed text between them."""

    phrase: str
    slots: tuple[Slot, ...]
    zero: str  # the word for 0 in the phrase: "oh", "o" or "zero"

    @property
    def chars(self) -> str:
        """All digits and letters in order."""
        return "".join([slot.chars for slot in self.slots])

    def render(self, chars: str) -> str:
        """Return the phrase with `chars` in place of its digits and letters, in its own form."""
        made: list[tuple[int, int, str]] = []
        at = 0
        for slot in self.slots:
            old, new = self.phrase[slot.start : slot.end], chars[at : at + len(slot.chars)]
            at += len(slot.chars)
            if slot.kind == "sign":
                new = new.upper() if old.isupper() else new.lower()
            else:
                new = self._slot(slot, new, old)
            made.append((slot.start, slot.end, new))
        return replace_ranges(self.phrase, made)

    def randomized(self, rng: KeyedRandom) -> str:
        """Return the phrase with random digits and letters, see `randomize`."""
        return self.render(randomize(self, rng))

    def _slot(self, slot: Slot, new: str, old: str) -> str:
        """Return words for what is not written in signs."""
        if slot.kind == "code":
            word = _CODE_WORDS[new[-1]] if new[-1:].isalpha() else self._number(new)
            return capitalized_like(old, word)
        if old.lower() in _ROUND:
            return old if new == slot.chars else " ".join(map(self._one, new))
        if slot.kind == "double" and len(set(new)) == 1:
            repeat, *_ = old.split(slot.joint)
            item = capitalized_like(old[len(repeat) :].strip(), self._one(new[0]))
            return repeat + slot.joint + item
        words = " ".join(map(self._one, new)) if slot.kind == "double" else ""
        return capitalized_like(old, words or self._number(new, slot.joint))

    def _number(self, digits: str, joint: str = " ") -> str:
        if len(digits) != 2:
            return " ".join(map(self._one, digits))
        if digits[0] == "0":
            return f"{self.zero} {self._one(digits[1])}"
        return small_words(int(digits), joint)

    def _one(self, char: str) -> str:
        if not char.isdigit():
            return char
        return self.zero if char == "0" else small_words(int(char))


def dictated(phrase: str) -> str:
    """Return the digits and letters of a phrase in order, at little cost if it has no letters."""
    text = fold_to_ascii(phrase)
    return "".join(_DIGITS.findall(text)) if has_no_letters(text) else read_dictation(phrase).chars


def has_no_letters(text: str) -> bool:
    """Return whether a text is ASCII without letters, such as most numbers."""
    return text.isascii() and _LETTER.search(text) is None


@lru_cache(maxsize=_CACHED)
def read_dictation(phrase: str) -> Dictation:
    """Parse a phrase. Words of no known meaning count letter by letter, as in a code."""
    text = fold_to_ascii(phrase)
    if has_no_letters(text):  # the usual case
        signs = [Slot(at, at + 1, char, "sign") for at, char in enumerate(text) if char.isdigit()]
        return Dictation(phrase, tuple(signs), "oh")
    tokens = [(match.group().lower(), *match.span()) for match in _TOKEN.finditer(text)]
    words = {word for word, _, _ in tokens}
    zero = next((name for name in ("oh", "zero", "o") if name in words), "oh")
    slots: list[Slot] = []
    index = 0
    while index < len(tokens):
        index = _read_one(text, tokens, index, slots)
    return Dictation(phrase, tuple(slots), zero)


def _read_one(text: str, tokens: _Tokens, index: int, slots: list[Slot]) -> int:
    """Append the slots of the item at token `index`; return the index after it."""
    word, start, end = tokens[index]
    if word.isdecimal():
        slots.append(Slot(start, end, word, "sign"))
        return index + 1
    following, _, stop = tokens[index + 1] if index + 1 < len(tokens) else ("", end, end)
    joint = text[end : tokens[index + 1][1]] if following else ""
    near = joint.isspace() or joint == "-"
    if word in REPEATS and near and (following in UNITS or len(following) == 1):
        char = str(UNITS[following]) if following in UNITS else following
        slots.append(Slot(start, stop, char * REPEATS[word], "double", joint))
        return index + 2
    if word in TENS and near and UNITS.get(following, 0) > 0:
        slots.append(Slot(start, stop, str(TENS[word] + UNITS[following]), "number", joint))
        return index + 2
    if word in TENS or word in TEENS:
        slots.append(Slot(start, end, str({**TENS, **TEENS}[word]), "number"))
    elif word in UNITS and (word != "o" or _is_zero(text, tokens, index)):
        slots.append(Slot(start, end, str(UNITS[word]), "number"))
    elif word in _ROUND:
        slots.append(Slot(start, end, _ROUND[word], "number"))
    elif word in _ALPHABET or word == "x-ray":
        slots.append(Slot(start, end, word[0], "code"))
    elif word not in _BETWEEN:
        slots += (Slot(at, at + 1, text[at].lower(), "sign") for at in range(start, end))
    return index + 1


def _is_zero(text: str, tokens: _Tokens, index: int) -> bool:
    """Return whether an "o" is a zero: it stands alone, and the phrase has number words."""
    _, start, end = tokens[index]
    glued = text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()
    return not glued and any(word in UNITS and len(word) > 1 for word, _, _ in tokens)


def randomize(dictation: Dictation, rng: KeyedRandom) -> str:
    """Return random digits and letters of the same kinds, keeping length and range.

    Leading zeros of a number stay, and no other number starts with one. "eighty six" stays between
    20 and 99, "fourteen" between 10 and 19; "hundred" stays.
    """
    chars, lowest = dictation.chars, dict[int, int]()
    for run in _DIGITS.finditer(chars):
        start, first = run.start(), run.end() - len(run[0].lstrip("0"))
        lowest |= dict.fromkeys(range(start, first) if len(run[0]) > 1 else (), -1)  # a zero
        lowest |= {first: 1} if first < run.end() else {}
    new: list[str] = []
    for slot in dictation.slots:
        spoken = slot.kind == "number" and len(slot.chars) > 1
        if spoken and set(slot.chars) == {"0"}:
            new += slot.chars
        elif spoken and len(slot.chars) == 2:
            tens, unit = map(int, slot.chars)
            if tens == 1:
                new += str(rng.between_except(10, 19, 10 + unit))
            else:
                new += str(rng.between(2, 9)) + str(rng.between(1, 9) if unit else 0)
        elif not slot.chars[0].isdigit():
            new += [rng.letters(1)] * len(slot.chars)  # several for "double" only
        else:
            low = lowest.get(len(new), 0)
            new += ["0" if low < 0 else str(rng.between(low, 9))] * len(slot.chars)
    return "".join(new)
