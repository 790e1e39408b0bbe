"""Turns of a conversation in which a value is dictated: one digit or letter, or what announces it.

`turns.tsv` says what they look like, `stages/conversations.py` joins them over a conversation.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.dictation.hesitations import HESITATIONS
from privtool.text.detection.dictation.items import SINGLES
from privtool.text.detection.view import CUES
from privtool.text.english.numbers import PLURALS, REPEATS, SMALL
from privtool.text.labels import POSSIBLE, Label
from privtool.text.lexicon import rows, words
from privtool.text.rules.word_patterns import WordPatterns
from privtool.text.tokens import Tokens
from privtool.text.unicode import fold_to_ascii, lower_same_length

LONGEST_TURN = 200  # characters of a turn with items
_SHORT = 8  # words of a turn that ends with "it's" or is "go ahead"
_BRIEF = 5  # words of a turn whose number may be an item whatever the other words are
_REPLY = 3  # words of a turn that may be a backchannel: "yes ma'am"
_WEAK = words("dictation.vowels") | words("dictation.misheard")  # other words, too
_NUMBERS = (SMALL.keys() | REPEATS.keys() | PLURALS.keys() | _WEAK) - SINGLES
_SIGNS = frozenset(",.-…?!;:'\"—–()/")
_BEFORE_ONE = words("dictation.before-one")
_ANNOUNCING = words("dictation.announcing") | (
    {cue for cue, label in CUES.items() if label != Label.DATE.value} - words("value_cues.other")
)
_FREE = HESITATIONS | _ANNOUNCING | words("dictation.free") | SINGLES


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
    """The kind of a turn, what it announces, and the places of its items in the turn.

    `clear` items are evidence of a dictation, `weak` ones only after an announcement.
    """

    kind: TurnKind
    announcement: Announcement
    items: tuple[Span, ...] = ()
    clear: int = 0
    weak: int = 0


@cache
def _patterns() -> WordPatterns:
    return WordPatterns(pattern for _, pattern in rows("turns"))


def read_turn(text: str) -> TurnReading:
    """Return what a turn is. Time is linear in the length of the text."""
    tokens = Tokens(lower_same_length(fold_to_ascii(text)))
    parts = _parts(tokens)
    count = sum(word not in _SIGNS for word in tokens.word)
    announcement = Announcement.NONE
    if not _ANNOUNCING.isdisjoint(tokens.word):
        announcement = Announcement.CUE
    elif count <= _SHORT and "hint" in parts:
        announcement = Announcement.HINT
    if "question" in parts:
        return TurnReading(TurnKind.QUESTION, announcement)
    short, brief = 0 < len(text.strip()) <= LONGEST_TURN, 0 < count <= _BRIEF
    items = parts.get("item", {}) if short else {}
    inside = {index for first, stop in items.items() for index in range(first, stop)}
    rest = (word for at, word in enumerate(tokens.word) if word not in _SIGNS and at not in inside)
    if short and _FREE.issuperset(rest):
        kind = TurnKind.ITEM if items else TurnKind.PAUSE
    else:
        items = parts.get("brief" if brief else "edge", {})
        items |= parts.get("cued", {}) if announcement is Announcement.CUE and not brief else {}
        kind = TurnKind.EDGE if items else TurnKind.PAUSE if count <= _REPLY else TurnKind.OTHER
    clear = sum(_is_clear(tokens, first) for first in items)
    weak = int(bool(items) and not clear)
    if kind is TurnKind.EDGE and brief:
        clear, weak = 0, clear
    spans = []
    for first, stop in sorted(items.items()):
        numeric = tokens.word[first].isdecimal() or tokens.word[first] in _NUMBERS
        label = Label.NUMBER if numeric else Label.PERSON
        spans.append(tokens.span(first, stop, label.value, POSSIBLE))
    return TurnReading(kind, announcement, tuple(spans), clear, weak)


def _parts(tokens: Tokens) -> dict[str, dict[int, int]]:
    """Return for each kind of part in a turn where its items start, and where each stops."""
    found: dict[str, dict[int, int]] = {}
    for number, first, stop in _patterns().matches(tokens, ""):
        kind = rows("turns")[number][0]
        if kind != "sample":
            found.setdefault(kind, {}).update((each, each + 1) for each in range(first, stop))
        elif tokens.word[stop - 1].startswith(tokens.word[first]):
            found.setdefault("item", {})[first] = stop  # "b as in boy"
    return found


def _is_clear(tokens: Tokens, index: int) -> bool:
    """Return whether an item has no other meaning: not "that one"."""
    word = tokens.word[index]
    return word not in _WEAK and (word != "one" or tokens.at(index - 1) not in _BEFORE_ONE)
