"""Digits and letters in any notation: `555`, "five five five", "double five", "x-ray"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.english import numbers
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import one_of, words
from privtool.text.unicode import fold_to_ascii, lower_same_length

_LETTER = re.compile("[A-Za-z]")
_DIGITS = re.compile(r"\d+")
_CACHED = 1 << 12  # phrases: several files read the same one, one after the other
_ROUND = {word: "0" * (len(str(value)) - 1) for word, value in numbers.SCALES.items()}
_ROUND["trillion"] = 12 * "0"
_BETWEEN = words("codes.between")  # the items; they stay, as they reveal nothing
_ALPHABET = words("codes.alphabet")
_CODE_WORDS = {word[0]: word for word in sorted(_ALPHABET)} | {"x": "x-ray"}
_UNIT_WORDS = numbers.UNITS.keys() - {"o"}
_L = r"[^\W\d_]"
_WORD, _ALONE = re.compile(f"{_L}+"), re.compile(r"(?<![^\W_]).(?![^\W_])")
_UNIT = f"{one_of(word for word, value in numbers.UNITS.items() if value)}(?!{_L})"
_REPEATED = f"(?:{one_of(numbers.UNITS)}|{_L})(?!{_L})"
_ITEM = re.compile(  # a repeated item, tens and units, or one token
    rf"\d|(?P<repeat>{one_of(numbers.REPEATS)})(?P<joint>\s+|-)(?!x-ray)(?P<item>{_REPEATED}|\d)"
    rf"|(?P<tens>{one_of(numbers.TENS)})(?P<between>\s+|-)(?P<unit>{_UNIT})|x-ray|{_L}+"
)


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

    def _slot(self, slot: Slot, new: str, old: str) -> str:
        """Return words for what is not written in signs."""
        words = numbers.digit_words(new, zero=self.zero)
        if old.lower() in _ROUND:
            return old if new == slot.chars else words
        if slot.kind == "double" and len(set(new)) == 1:
            repeat, *_ = old.split(slot.joint)
            item = capitalized_like(old[len(repeat) :].strip(), words.split()[0])
            return repeat + slot.joint + item
        if slot.kind == "code":
            words = _CODE_WORDS.get(new, words)
        elif slot.kind == "number" and len(new) == 2 and new[0] != "0":
            words = numbers.small_words(int(new), slot.joint)
        return capitalized_like(old, words)


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
    lowered = lower_same_length(text)
    said = set(_WORD.findall(lowered))
    zero = next((name for name in ("oh", "zero", "o") if name in said), "oh")
    in_words = not _UNIT_WORDS.isdisjoint(said)
    slots: list[Slot] = []
    for item in _ITEM.finditer(lowered):
        slots += _slots(item, in_words)
    return Dictation(phrase, tuple(slots), zero)


def _slots(item: re.Match[str], in_words: bool) -> Iterator[Slot]:
    """Yield the slots of an item; an "o" alone is a zero if the phrase has number words."""
    word, (start, end) = item.group(), item.span()
    if item.lastgroup == "item":
        char = str(numbers.UNITS.get(item["item"], item["item"]))
        yield Slot(start, end, char * numbers.REPEATS[item["repeat"]], "double", item["joint"])
    elif item.lastgroup == "unit":
        number = numbers.TENS[item["tens"]] + numbers.UNITS[item["unit"]]
        yield Slot(start, end, str(number), "number", item["between"])
    elif word in numbers.SMALL and (word != "o" or (in_words and _ALONE.match(item.string, start))):
        yield Slot(start, end, str(numbers.SMALL[word]), "number")
    elif word in _ROUND:
        yield Slot(start, end, _ROUND[word], "number")
    elif word in _ALPHABET or word == "x-ray":
        yield Slot(start, end, word[0], "code")
    elif word not in _BETWEEN:
        yield from (Slot(at, at + 1, item.string[at].lower(), "sign") for at in range(start, end))


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
