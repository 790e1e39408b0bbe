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
from privtool.text.detection.cues import CUES
from privtool.text.detection.said.hesitations import HESITATIONS
from privtool.text.detection.said.items import (
    CLEAR_LETTER_NAMES,
    SINGLES,
    SPELLING_ALPHABET,
    letter_stop,
)
from privtool.text.english.numbers import PLURALS, REPEATS, SMALL
from privtool.text.labels import Label
from privtool.text.lexicon import entries, words
from privtool.text.tokens import Tokens
from privtool.text.unicode import fold_to_ascii, lower_same_length

NUMBER, PERSON = Label.NUMBER.value, Label.PERSON.value

LONGEST_TURN = 200  # characters of a turn with items
_SHORT = 8  # words of a turn that ends with "it's" or is "go ahead"
_BRIEF = 5  # words of a turn whose number may be an item whatever the other words are
_REPLY = 3  # words of a turn that may be a backchannel: "yes ma'am"
_SIGNS = frozenset((",", ".", "-", "…", "?", "!", ";", ":", "'", '"', "—", "–", "(", ")", "/"))
_PAUSES = _SIGNS - {"-", "'"}
_VOWELS = frozenset(("oh", "o", "a", "i"))
_WEAK = _VOWELS | words("said.misheard")  # other words, too
_CLEAR = (SMALL.keys() | REPEATS.keys() | PLURALS.keys()) - _WEAK
_AFFIRMATIONS = words("said.affirmations")
_OPINIONS = words("said.opinions")
_BEFORE_ONE = words("said.before-one")
_AFTER_A = words("spelling.after-a")
_COUNTS = words("said.counts")
_READY = tuple(phrase.split() for phrase in entries("said.ready"))
_LINKS = words("said.links")
_ANNOUNCING = words("said.announcing") | (
    {cue for cue, label in CUES.items() if label != Label.DATE.value} - words("value_cues.other")
)
_FREE = HESITATIONS | _ANNOUNCING | words("said.free") | SINGLES


class Announcement(IntEnum):
    """How clearly a turn says that a value follows."""

    NONE = 0
    HINT = 1  # "go ahead", "it's"
    CUE = 2  # "my phone number"


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
    numeric = word in _CLEAR or word in _WEAK - SINGLES or word.isdecimal()
    return NUMBER if numeric else PERSON


def _announcement_of(said: list[str]) -> Announcement:
    """Return what the words of a turn announce."""
    if not _ANNOUNCING.isdisjoint(said):
        return Announcement.CUE
    if not 0 < len(said) <= _SHORT:
        return Announcement.NONE
    ready = any(
        said[at : at + len(phrase)] == phrase for phrase in _READY for at in range(len(said))
    )
    return Announcement.HINT if ready or said[-1] in _LINKS else Announcement.NONE


def _read(tokens: Tokens) -> TurnReading:
    said = [word for word in tokens.word if word not in _SIGNS]
    announcement = _announcement_of(said)
    if any(before == "how" and word in _COUNTS for before, word in pairwise(said)):
        return TurnReading(TurnKind.QUESTION, announcement)
    short = len(tokens) > 0 and tokens.end[-1] - tokens.start[0] <= LONGEST_TURN
    items = list(_items(tokens)) if short else []
    inside = {index for first, stop in items for index in range(first, stop)}
    rest = {word for at, word in enumerate(tokens.word) if at not in inside} - _SIGNS
    if short and rest <= _FREE:
        clear = sum(_is_clear(tokens, first) for first, _ in items)
        kind = TurnKind.ITEM if items else TurnKind.PAUSE
        return TurnReading(kind, announcement, tuple(items), clear, int(bool(items) and not clear))
    brief = 0 < len(said) <= _BRIEF
    cued = announcement is Announcement.CUE
    items = _among_words(tokens) if brief else _edges(tokens, items, cued=cued)
    clear = sum(_is_clear(tokens, first) for first, _ in items)
    pause = TurnKind.PAUSE if len(said) <= _REPLY else TurnKind.OTHER
    kind = TurnKind.EDGE if items else pause
    counts = (0, clear) if brief else (clear, int(bool(items) and not clear))
    return TurnReading(kind, announcement, tuple(items), *counts)


def _is_clear(tokens: Tokens, index: int) -> bool:
    """Return whether an item has no other meaning: not "that one"."""
    word = tokens.word[index]
    return word not in _WEAK and (word != "one" or tokens.at(index - 1) not in _BEFORE_ONE)


def _among_words(tokens: Tokens) -> list[tuple[int, int]]:
    """Return the numbers of a brief turn, and the letter at its end: "looks like s"."""
    found = [
        (at, at + 1)
        for at, word in enumerate(tokens.word)
        if word in _CLEAR or word in ("oh", "o") or _opens(tokens, at)
    ]
    last = _last_word(tokens)
    letter = tokens.at(last) in SINGLES and not tokens.is_in_contraction(last)
    if letter and tokens.at(last - 1) not in SINGLES:
        found.append((last, last + 1))
    return sorted({*found})


def _last_word(tokens: Tokens) -> int:
    """Return the last token that is no sign, -1 if there is none."""
    last = len(tokens) - 1
    while last >= 0 and tokens.word[last] in _SIGNS:
        last -= 1
    return last


def _edges(tokens: Tokens, items: list[tuple[int, int]], *, cued: bool) -> list[tuple[int, int]]:
    """Return the numbers before the first sign, or after the last one or a cue.

    "seven, the dog is barking"; "my phone number starts with four".
    """
    items = [item for item in items if tokens.word[item[0]] in _CLEAR]
    stop = 0
    while items[stop : stop + 1] and items[stop][0] == (items[stop - 1][1] if stop else 0):
        stop += 1
    found = items[:stop] if stop and tokens.at(items[stop - 1][1]) in _SIGNS else []
    end, last = _last_word(tokens) + 1, len(items)
    while last and items[last - 1][1] == end:
        last -= 1
        end = items[last][0]
    if last < len(items) and (cued or tokens.at(end - 1) in _PAUSES):
        found += [item for item in items[last:] if item not in found]
    return found


def _items(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Yield the digits and letters of a turn; words of other meanings where nothing follows."""
    alone = sum(word not in _SIGNS for word in tokens.word) == 1
    index = 0
    while index < len(tokens):
        letter = tokens.word[index] in SINGLES and not tokens.is_in_contraction(index)
        stop = letter_stop(tokens, index) if letter else index + 1
        if _is_item(tokens, index, stop, letter=letter, alone=alone):
            yield index, stop
        index = stop


def _is_item(tokens: Tokens, index: int, stop: int, *, letter: bool, alone: bool) -> bool:
    """Return whether the tokens `index..stop` are a digit or a letter."""
    word = tokens.word[index]
    if word == "one":
        return _is_clear(tokens, index) or _ends(tokens, stop)
    if word in _WEAK:
        if alone or stop > index + 1:
            return True
        return word in _VOWELS and (_ends(tokens, stop) or _opens(tokens, index))
    known = word in _CLEAR or word in SPELLING_ALPHABET or word in CLEAR_LETTER_NAMES
    return letter or known or (word.isdecimal() and len(word) <= 2)


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
