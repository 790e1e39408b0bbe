"""Turns of a conversation in which a value is dictated: one digit or letter, or what announces it.

`stages/dictated_turns.py` joins them over the turns of a conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.hesitations import HESITATIONS
from privtool.text.detection.interrupted.announced_turns import (
    ANNOUNCING,
    Announcement,
    announcement_of,
)
from privtool.text.detection.numbers.dictated_items import (
    CLEAR_LETTER_NAMES,
    SPELLING_ALPHABET,
    letter_stop,
)
from privtool.text.english.numbers import PLURALS, REPEATS, SMALL
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.unicode import fold_to_ascii, lower_same_length
from privtool.text.word_sets import word_set

NUMBER, PERSON = Label.NUMBER.value, Label.PERSON.value

LONGEST_TURN = 200  # characters of a turn with items
_NUMBERS = SMALL.keys() | REPEATS.keys() | PLURALS.keys()
_SIGNS = frozenset((",", ".", "-", "…", "?", "!", ";", ":", "'", '"', "—", "–", "(", ")", "/"))
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_PAUSES = _SIGNS - {"-", "'"}
# Other words, too: items at the end of what is said, and weak evidence of dictation. The last
# ones are how a recognizer may write a digit: items only alone.
_VOWELS = word_set("oh o a i")
_WEAK = _VOWELS | word_set("to too for fore won ate tree")
_AFFIRMATIONS = word_set("yeah yes yep yup right okay ok sorry")
_CLEAR_NUMBERS = _NUMBERS - _WEAK
_SAID_AMONG_WORDS = _CLEAR_NUMBERS | {"oh", "o"}
_REPLY = 3  # words of a turn that may be a backchannel: "yes ma'am"
_AFTER_A = word_set(
    "moment second sec minute bit lot few little while couple good bad nice new year"
)
_BRIEF = 5  # words of a turn whose number may be an item whatever the other words are
_OPINIONS = word_set("think guess believe suppose mean said")
# "which one", "the other one", but "number one" is an item.
_BEFORE_ONE = word_set(
    """which that this the no last other another every any some each right wrong first second next
    good bad big little small new old only same a what my your"""
)
_COUNTS = word_set("many old long much often far tall big")
_FREE = HESITATIONS | ANNOUNCING | word_set("or one zip capital letter plus uppercase small area")


class TurnKind(IntEnum):
    """What a turn is for the dictation around it."""

    ITEM = 0  # one or a few digits and letters, and hesitations
    EDGE = 1  # the same with other talk: an item in the middle of a dictation alone
    PAUSE = 2  # hesitations and backchannels alone
    OTHER = 3
    QUESTION = 4  # of an amount: its answer is no dictation


class TurnReading(NamedTuple):
    """The kind of a turn, what it announces, and the tokens of its items.

    `clear` items are evidence of a dictation, `weak` ones only after an announcement.
    """

    kind: TurnKind
    announcement: Announcement
    items: tuple[tuple[int, int], ...] = ()
    clear: int = 0
    weak: int = 0


def read_turn(text: str) -> TurnReading:
    """Return what a turn is. Time is linear in the length of the text."""
    return _read(_tokens_of(text))


def item_spans(text: str) -> list[Span]:
    """Return the spans of the digits and letters of a turn that is a part of a dictation."""
    tokens = _tokens_of(text)
    return [
        tokens.span(first, stop, _label(tokens.word[first]), POSSIBLE)
        for first, stop in _read(tokens).items
    ]


def _tokens_of(text: str) -> Tokens:
    return Tokens(lower_same_length(fold_to_ascii(text)))


def _label(word: str) -> str:
    numeric = word in _NUMBERS or word in _WEAK - _LETTERS or word.isdecimal()
    return NUMBER if numeric else PERSON


def _read(tokens: Tokens) -> TurnReading:
    words = [word for word in tokens.word if word not in _SIGNS]
    announcement = announcement_of(words)
    if any(before == "how" and word in _COUNTS for before, word in pairwise(words)):
        return TurnReading(TurnKind.QUESTION, announcement)
    short = len(tokens) > 0 and tokens.end[-1] - tokens.start[0] <= LONGEST_TURN
    items = list(_items(tokens)) if short else []
    inside = {index for first, stop in items for index in range(first, stop)}
    rest = [word for at, word in enumerate(tokens.word) if at not in inside and word not in _SIGNS]
    free = short and all(word in _FREE or word in _LETTERS for word in rest)
    kind = TurnKind.ITEM if items else TurnKind.PAUSE
    brief = not free and 0 < len(words) <= _BRIEF
    if brief:
        items = _said_among_words(tokens)
    elif not free:
        items = _edges(tokens, items, cued=announcement is Announcement.CUE)
    if not free:
        pause = TurnKind.PAUSE if len(words) <= _REPLY else TurnKind.OTHER
        kind = TurnKind.EDGE if items else pause
    clear = sum(_is_clear(tokens, first) for first, _ in items)
    if brief:
        return TurnReading(kind, announcement, tuple(items), 0, clear)
    return TurnReading(kind, announcement, tuple(items), clear, int(bool(items) and not clear))


def _is_clear(tokens: Tokens, index: int) -> bool:
    """Return whether an item has no other meaning: not "that one"."""
    word = tokens.word[index]
    return word not in _WEAK and (word != "one" or tokens.at(index - 1) not in _BEFORE_ONE)


def _said_among_words(tokens: Tokens) -> list[tuple[int, int]]:
    """Return the numbers of a brief turn, and the letter at its end: "looks like s"."""
    words = tokens.word
    found = [
        (at, at + 1)
        for at, word in enumerate(words)
        if word in _SAID_AMONG_WORDS or _opens(tokens, at)
    ]
    last = len(words) - 1
    while last >= 0 and words[last] in _SIGNS:
        last -= 1
    letter = last >= 0 and words[last] in _LETTERS and not tokens.is_in_contraction(last)
    if letter and tokens.at(last - 1) not in _LETTERS:
        found.append((last, last + 1))
    return sorted({*found})


def _edges(tokens: Tokens, items: list[tuple[int, int]], *, cued: bool) -> list[tuple[int, int]]:
    """Return the numbers before the first sign, or after the last one or a cue.

    "seven, the dog is barking"; "my phone number starts with four".
    """
    words = tokens.word
    items = [item for item in items if words[item[0]] in _CLEAR_NUMBERS]
    found: list[tuple[int, int]] = []
    at = 0
    for first, stop in items:
        if first != at:
            break
        found.append((first, stop))
        at = stop
    if found and tokens.at(at) not in _SIGNS:
        found = []
    end, last = len(words), len(items)
    while end and words[end - 1] in _SIGNS:
        end -= 1
    while last and items[last - 1][1] == end:
        last -= 1
        end = items[last][0]
    if last < len(items) and (cued or tokens.at(end - 1) in _PAUSES):
        found += [item for item in items[last:] if item not in found]
    return found


def _items(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Yield the digits and letters of a turn; words of other meanings where nothing follows."""
    words = tokens.word
    alone = sum(word not in _SIGNS for word in words) == 1
    index = 0
    while index < len(words):
        word, stop = words[index], index + 1
        letter = word in _LETTERS and not tokens.is_in_contraction(index)
        stop = letter_stop(tokens, index) if letter else stop
        if (
            (word == "one" and (_is_clear(tokens, index) or _ends(tokens, stop)))
            or (word in _WEAK and (alone or stop > index + 1))
            or (word in _VOWELS and (_ends(tokens, stop) or _opens(tokens, index)))
            or (word in _CLEAR_NUMBERS and word != "one")
            or (letter and word not in _WEAK)
            or (word in SPELLING_ALPHABET or word in CLEAR_LETTER_NAMES)
            or (word.isdecimal() and len(word) <= 2)
        ):
            yield index, stop
        index = stop


def _ends(tokens: Tokens, index: int) -> bool:
    """Return whether what is said ends before a token: with the turn, or at "yeah", "I think"."""
    while tokens.at(index) in _SIGNS:
        index += 1
    if tokens.at(index) == "i" and tokens.at(index + 1) in _OPINIONS:
        return True
    return index == len(tokens) or tokens.word[index] in _AFFIRMATIONS


def _opens(tokens: Tokens, index: int) -> bool:
    """Return whether a vowel opens a brief turn: "a, got it", but not "a moment"."""
    if index or tokens.word[0] not in ("a", "o") or len(tokens) > _BRIEF:
        return False
    return tokens.at(1) not in _AFTER_A and not tokens.is_in_contraction(0)
