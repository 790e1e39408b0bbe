"""Parsing of dictation into items: digits, letters and words of the spelling alphabet."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from privtool.text.english.numbers import PLURALS, REPEATS, SCALES, SMALL, TENS, UNITS
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

SPELLING_ALPHABET = word_set(
    """alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike
    november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee
    zulu"""
)
# Letters written as they are said; those that are other words, too, stand next to a clear one.
_SAID = """ay:a bee:b cee:c dee:d ee:e eff:f gee:g aitch:h haitch:h jay:j kay:k el:l em:m en:n pee:p
    cue:q queue:q ar:r ess:s tee:t vee:v zee:z zed:z eye:i ex:x why:y oh:o you:u see:c tea:t
    are:r"""
LETTER_NAMES = {name: letter for name, _, letter in (one.partition(":") for one in _SAID.split())}
_ALSO_WORDS = word_set("eye ex why oh you see tea are el en queue")
CLEAR_LETTER_NAMES = LETTER_NAMES.keys() - _ALSO_WORDS
_ITEM_WORDS = (
    LETTER_NAMES.keys() | SMALL.keys() | SCALES.keys() | REPEATS.keys() | SPELLING_ALPHABET
)
_STARTS = (_ITEM_WORDS - _ALSO_WORDS) | {"el", "en", "oh"}
_PAUSES = word_set(", - . : … / uh um er erm ah eh dash hyphen space slash")
_MOST_PAUSES = 4
# Backchannels of the other person, and fillers of the speaker.
_ASIDES = tuple(
    tuple(words.split())
    for words in (
        "okay", "ok", "yes", "yeah", "yep", "right", "mhm", "hm", "hmm", "huh", "sorry",
        "go on", "go ahead", "got it", "all right", "uh huh", "mm hmm", "uh - huh", "mm - hmm",
    )
)  # fmt: skip
_ASIDE_STARTS = frozenset(words[0] for words in _ASIDES)
_NOISE_ENDS = {"[": "]", "<": ">", "(": ")", "{": "}"}
_LONGEST_NOISE = 6  # tokens with their brackets: "[background noise]"
_LIKE = (("as", "in"), ("like", "in"), ("for",), ("like",))
# What may follow the first item of a run, but for digits, letters and signs.
_AFTER_ITEMS = _ITEM_WORDS | _PAUSES | _ASIDE_STARTS | PLURALS.keys() | {"as", "for", "like", "and"}
_LONGEST_DIGITS = 4


class ItemKind(Enum):
    """The kind of an item in a dictated run."""

    DIGIT_WORD = "digit word"
    DIGITS = "digits"
    LETTER = "letter"
    CODE_WORD = "code word"


# Members of an enumeration are slow to look up.
DIGIT_WORD, DIGITS, LETTER, CODE_WORD = ItemKind
NUMERIC = (DIGIT_WORD, DIGITS)


class DictatedItem(NamedTuple):
    """One item: tokens `first..stop`, and its digits or letter.

    `weight` counts the spoken words; `pause` holds the signs and fillers between it and the item
    before. `tens` is true for the "twenty" of "twenty five".
    """

    first: int
    stop: int
    kind: ItemKind
    value: str
    weight: int
    pause: str
    tens: bool = False


def dictated_runs(tokens: Tokens) -> Iterator[list[DictatedItem]]:
    """Yield the maximal runs of two items or more, in order."""
    floor = 0
    for index, word in enumerate(tokens.word):
        if index < floor:
            continue
        if not (word in _STARTS or word.isdigit() or (len(word) == 1 and word.isalpha())):
            continue
        if _is_single(tokens, index):
            continue  # nearly always "a" or "one"
        item = _item(tokens, index, "")
        if item is None:
            continue
        run = [item]
        while (following := _next_item(tokens, run)) is not None:
            run.append(following)
        if len(run) > 1 or run[0].weight > 2:
            yield _with_zeros(run)
        floor = run[-1].stop


def _is_single(tokens: Tokens, index: int) -> bool:
    """Return whether no run of items can start at a token: a quick test of the word after it."""
    following = tokens.at(index + 1)
    return (
        len(following) > 1
        and following.isalpha()
        and following not in _AFTER_ITEMS
        and tokens.word[index] not in REPEATS
        and tokens.at(index + 2) != "-"  # "fi- five"
    )


def _next_item(tokens: Tokens, run: list[DictatedItem]) -> DictatedItem | None:
    """Return the item that continues the run, after at most a few pauses."""
    last = run[-1]
    begin = last.stop
    index, pause = _skip_pauses(tokens, begin)
    if last.kind is DIGIT_WORD and tokens.at(begin - 1) in SCALES:
        index += tokens.at(index) == "and"
    item = _item(tokens, index, pause)
    if item is None or len(run) == 1:
        return item
    if ("." in pause) != ("." in last.pause) or ":" in pause:
        return None  # a sentence ends, unless every item is followed by a full stop
    if item.kind is LETTER and "," in pause and "," not in last.pause:
        spelled = _is_letter(tokens, item.stop) or item.stop > item.first + 1
        spelled = spelled or (item.value not in ("a", "i") and tokens.at(item.stop) in SMALL)
        spelled = spelled or item.value == "o" or tokens.at(item.stop) in ("", ".")
        code = any(one.kind in NUMERIC for one in run) and item.value not in ("a", "i", "o")
        return item if spelled or code else None  # "k o w, a nice name"
    return item


def _skip_pauses(tokens: Tokens, begin: int) -> tuple[int, str]:
    """Return where the run may continue after a few pauses, and the signs and fillers among them.

    Noises in brackets, asides and truncated words interrupt a run; the item after them continues it
    whatever signs surround them.
    """
    if tokens.at(begin) in _ITEM_WORDS and tokens.at(begin + 1) != "-":
        return begin, ""  # the usual case
    index, interrupted = begin, False
    for _ in range(_MOST_PAUSES):
        stop = _interruption_stop(tokens, index)  # "uh - huh" before "uh"
        if stop > index:
            index, interrupted = stop, True
        elif tokens.at(index) in _PAUSES:
            index += 1
        else:
            break
    return index, "" if interrupted else "".join(tokens.word[begin:index])


def _interruption_stop(tokens: Tokens, index: int) -> int:
    """Return where a noise, an aside or a truncated word stops, else `index`."""
    word = tokens.at(index)
    end = _NOISE_ENDS.get(word)
    if end is not None:
        inside = tokens.word[index + 1 : index + _LONGEST_NOISE]
        length = inside.index(end) if end in inside else 0
        return index + length + 2 if all(map(str.isalpha, inside[:length])) and length else index
    for words in _ASIDES if word in _ASIDE_STARTS else ():
        if tuple(tokens.word[index : index + len(words)]) == words:
            return index + len(words)
    if tokens.at(index + 1) != "-" or not tokens.touches(index + 1):
        return index
    if not tokens.touches(index + 2):  # "fi- five"
        begun = word.isalpha() and any(one.startswith(word) for one in _ITEM_WORDS)
        return index + 2 if begun else index
    return index


def _with_zeros(run: list[DictatedItem]) -> list[DictatedItem]:
    """Return the run with each letter o next to a digit read as a zero."""
    numeric = [item.kind in NUMERIC for item in run]
    for index, item in enumerate(run):
        if item.value == "o" and any(numeric[max(0, index - 1) : index + 2]):
            run[index] = item._replace(kind=DIGIT_WORD, value="0")
    return run


def _item(tokens: Tokens, index: int, pause: str) -> DictatedItem | None:
    """Return the item that starts at token `index`."""
    word = tokens.at(index)
    if not (word in _ITEM_WORDS or word.isdigit() or (len(word) == 1 and word.isalpha())):
        return None
    following = tokens.at(index + 1)
    if following in PLURALS and UNITS.get(word, 0) > 1:
        value, times = str(PLURALS[following]) * UNITS[word], UNITS[word]
        return DictatedItem(index, index + 2, DIGIT_WORD, value, times, pause)
    if word in REPEATS:
        times, after = REPEATS[word], index + 1 + (following == "-")  # "double-oh"
        following = tokens.at(after)
        if following in UNITS:
            value = str(UNITS[following]) * times
            return DictatedItem(index, after + 1, DIGIT_WORD, value, times, pause)
        if _is_letter(tokens, after):
            return DictatedItem(index, after + 1, LETTER, following * times, times, pause)
        return None
    if word != "o" and (word in SMALL or word in SCALES):
        value = "00" if word in SCALES else str(SMALL[word])
        unit = index + 2 if tokens.at(index + 1) == "-" else index + 1
        tens = word in TENS and UNITS.get(tokens.at(unit), 0) > 0
        if tens:
            value = value[0]  # "twenty five" is 25
        return DictatedItem(index, index + 1, DIGIT_WORD, value, 1, pause, tens)
    if word.isdigit() and len(word) <= _LONGEST_DIGITS:
        return DictatedItem(index, index + 1, DIGITS, word, 1, pause)
    if word == "x" and tokens.word[index + 1 : index + 3] == ["-", "ray"]:
        return DictatedItem(index, index + 3, CODE_WORD, "x", 1, pause)
    if word in SPELLING_ALPHABET:
        return DictatedItem(index, index + 1, CODE_WORD, word[0], 1, pause)
    if _is_letter(tokens, index):
        return DictatedItem(index, letter_stop(tokens, index), LETTER, word, 1, pause)
    if word in LETTER_NAMES and _is_said(tokens, index):
        value = LETTER_NAMES[word]
        return DictatedItem(index, index + 1, LETTER, value, 1, pause)
    return None


def _is_said(tokens: Tokens, index: int) -> bool:
    """Return whether a word is the name of a letter here: "see" only between two such names."""
    word = tokens.word[index]
    if word in CLEAR_LETTER_NAMES:
        return True
    beside = [tokens.at(k) in CLEAR_LETTER_NAMES for k in (index - 1, index + 1)]
    return any(beside) if word in ("el", "en") else all(beside)


def _is_letter(tokens: Tokens, index: int) -> bool:
    """Return whether a single letter is not the rest of a contraction ("don't", "I'm")."""
    word = tokens.at(index)
    if len(word) != 1 or not word.isalpha() or word >= "\u0530":
        return False
    return not tokens.is_in_contraction(index)


def letter_stop(tokens: Tokens, index: int) -> int:
    """Return where a letter with its example stops: "b as in boy"."""
    begin = index + 2 if tokens.at(index + 1) == "," else index + 1
    for words in _LIKE if tokens.at(begin) in ("as", "for", "like") else ():
        stop = begin + len(words)
        if all(tokens.at(begin + k) == word for k, word in enumerate(words)):
            sample = tokens.at(stop)
            if len(sample) > 1 and sample.startswith(tokens.word[index]):
                return stop + 1
    return index + 1
