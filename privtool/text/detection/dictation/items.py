"""What a speaker says one by one: digits, letters and words of the spelling alphabet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from privtool.text.english.numbers import CARDINALS, PLURALS, REPEATS, SCALES, SMALL, TENS, UNITS
from privtool.text.lexicon import entries, words
from privtool.text.rules.word_classes import LETTER_NAMES
from privtool.text.tokens import Tokens

SPELLING_ALPHABET = words("spelling.alphabet")
CLEAR_LETTER_NAMES = LETTER_NAMES.keys() - words("spelling.names-also-words")
_NEXT_TO_ONE = words("spelling.names-next-to-one")
CASES = words("spelling.cases")
KEYS = words("spelling.keys")
LARGE = frozenset(("thousand", "million", "billion"))
NUMBERS = CARDINALS.keys() | REPEATS.keys() | PLURALS.keys()
SINGLES = frozenset("abcdefghijklmnopqrstuvwxyz")
VOWELS = frozenset("aio")  # other words, too
_PAUSES = words("spelling.pauses")
_ASIDES = words("spelling.asides")
_MOST_PAUSES = 4
_EXAMPLES = tuple(phrase.split() for phrase in entries("spelling.examples"))
_EXAMPLE_STARTS = frozenset(phrase[0] for phrase in _EXAMPLES)
_X_RAY = ["x", "-", "ray"]
_LONGEST_DIGITS = 4
# An item starts with one of these, a sign or digits.
_STARTS = (
    REPEATS.keys()
    | SMALL.keys()
    | SCALES.keys()
    | LETTER_NAMES.keys()
    | SPELLING_ALPHABET
    | KEYS
    | CASES
)

# Kinds of items.
DIGIT_WORD, DIGITS, LETTER, CODE_WORD = "digit word", "digits", "letter", "code word"
NUMERIC = (DIGIT_WORD, DIGITS)


class Item(NamedTuple):
    """Tokens `first..stop` that say some digits or a letter, its `value`.

    `weight` counts the spoken words; `pause` holds the signs and fillers between it and the item
    before. `tens` is true for the "twenty" of "twenty five".
    """

    first: int
    stop: int
    kind: str
    value: str
    weight: int = 1
    pause: str = ""
    tens: bool = False


def runs_of_items(tokens: Tokens) -> Iterator[list[Item]]:
    """Yield the maximal runs of items, in order."""
    stop = 0
    for index, word in enumerate(tokens.word):
        starts = index >= stop and (word in _STARTS or len(word) == 1 or word.isdigit())
        item = item_at(tokens, index) if starts else None
        if item is None:
            continue
        run = [item]
        while (following := _next_item(tokens, run)) is not None:
            run.append(following)
        stop = run[-1].stop
        numeric = [each.kind in NUMERIC for each in run]
        for at, each in enumerate(run):  # next to a digit, the letter o is a zero
            if each.value == "o" and any(numeric[max(0, at - 1) : at + 2]):
                run[at] = each._replace(kind=DIGIT_WORD, value="0")
        yield run


def _next_item(tokens: Tokens, run: list[Item]) -> Item | None:
    """Return the item that continues the run, after at most a few pauses."""
    last = run[-1]
    index = last.stop
    while index < last.stop + _MOST_PAUSES and tokens.at(index) in _PAUSES:
        index += 1
    paused = tokens.word[last.stop : index]
    pause = "".join(paused) if _ASIDES.isdisjoint(paused) else ""
    if last.kind is DIGIT_WORD and tokens.at(last.stop - 1) in SCALES:
        index += tokens.at(index) == "and"
    item = item_at(tokens, index)
    if item is None:
        return None
    item = item._replace(pause=pause)
    return item if len(run) == 1 or _continues(tokens, run, item) else None


def _continues(tokens: Tokens, run: list[Item], item: Item) -> bool:
    """Return whether an item after some pause belongs to a run of several ones."""
    pause, last = item.pause, run[-1]
    if ("." in pause) != ("." in last.pause) or ":" in pause:
        return False  # a sentence ends, unless every item is followed by a full stop
    if item.kind is not LETTER or "," not in pause or "," in last.pause:
        return True
    following = tokens.at(item.stop)
    if is_letter(tokens, item.stop) or item.stop > item.first + 1 or following in ("", "."):
        return True
    if item.value in ("a", "i"):
        return False  # "k o w, a nice name"
    return item.value == "o" or following in SMALL or any(one.kind in NUMERIC for one in run)


def item_at(tokens: Tokens, index: int) -> Item | None:
    """Return the item that starts at token `index`."""
    word = tokens.at(index)
    if word in REPEATS:
        return _repeated(tokens, index)
    if word != "o" and (word in SMALL or word in SCALES):
        return _number(tokens, index)
    if word.isdigit() and len(word) <= _LONGEST_DIGITS:
        return Item(index, index + 1, DIGITS, word)
    if word in SPELLING_ALPHABET:
        return Item(index, index + 1, CODE_WORD, word[0])
    if word in KEYS:
        between = tokens.at(index - 1).isdigit() and tokens.at(index + 1).isdigit()
        return Item(index, index + 1, DIGIT_WORD, "", 0) if between else None
    return _letter(tokens, index)


def _repeated(tokens: Tokens, index: int) -> Item | None:
    """Return "double seven" or "triple w"."""
    times = REPEATS[tokens.word[index]]
    after = index + 1 + (tokens.at(index + 1) == "-")  # "double-oh"
    following = tokens.at(after)
    if following in UNITS:
        return Item(index, after + 1, DIGIT_WORD, str(UNITS[following]) * times, times)
    if is_letter(tokens, after):
        return Item(index, after + 1, LETTER, following * times, times)
    return None


def _number(tokens: Tokens, index: int) -> Item:
    """Return a number word, or "two sevens"."""
    word, following = tokens.word[index], tokens.at(index + 1)
    if following in PLURALS and UNITS.get(word, 0) > 1:
        times = UNITS[word]
        return Item(index, index + 2, DIGIT_WORD, str(PLURALS[following]) * times, times)
    unit = tokens.at(index + 2) if following == "-" else following
    if word in TENS and UNITS.get(unit, 0) > 0:  # "twenty five" is 25
        return Item(index, index + 1, DIGIT_WORD, str(TENS[word])[0], tens=True)
    return Item(index, index + 1, DIGIT_WORD, "00" if word in SCALES else str(SMALL[word]))


def _letter(tokens: Tokens, index: int) -> Item | None:
    word = tokens.at(index)
    if tokens.word[index : index + 3] == _X_RAY:
        return Item(index, index + 3, CODE_WORD, "x")
    if is_letter(tokens, index):
        return Item(index, letter_stop(tokens, index), LETTER, word)
    if word in CASES and is_letter(tokens, index + 1):
        return Item(index, letter_stop(tokens, index + 1), LETTER, tokens.at(index + 1))
    if word in LETTER_NAMES and _is_said(tokens, index):
        return Item(index, index + 1, LETTER, LETTER_NAMES[word])
    return None


def _is_said(tokens: Tokens, index: int) -> bool:
    """Return whether a word is the name of a letter here: "see" only between two such names."""
    word = tokens.word[index]
    if word in CLEAR_LETTER_NAMES:
        return True
    near = [tokens.at(k) in CLEAR_LETTER_NAMES for k in (index - 1, index + 1)]
    return any(near) if word in _NEXT_TO_ONE else all(near)


def is_letter(tokens: Tokens, index: int) -> bool:
    """Return whether a token is a letter and no part of a contraction ("don't", "I'm")."""
    word = tokens.at(index)
    if len(word) != 1 or not word.isalpha() or word >= "\u0530":
        return False
    before = tokens.at(index - 1) == "'" and tokens.touches(index)
    return not before and not (tokens.at(index + 1) == "'" and tokens.touches(index + 1))


def letter_stop(tokens: Tokens, index: int) -> int:
    """Return where a letter with its example stops: "b as in boy"."""
    begin = index + 2 if tokens.at(index + 1) == "," else index + 1
    for phrase in _EXAMPLES if tokens.at(begin) in _EXAMPLE_STARTS else ():
        stop = begin + len(phrase)
        if tokens.word[begin : stop + 3] == [*phrase, *_X_RAY]:
            return stop + 3
        if tokens.word[begin:stop] == phrase:
            sample = tokens.at(stop)
            if len(sample) > 1 and sample.startswith(tokens.word[index]):
                return stop + 1
    return index + 1
