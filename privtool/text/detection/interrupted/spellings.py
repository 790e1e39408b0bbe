"""Announced spellings with other words between the letters: "last name k o, hang on, w a, thanks".

After an announcement the letters "a", "i" and "o" are letters unless what follows says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.numbers.dictated_items import letter_stop
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

PERSON = Label.PERSON.value

_SPELLED = word_set("spell spelled spelt spelling spells surname lastname")
_NAMES = word_set("name names")
_LINKS = word_set(
    """is s ' : , it that that's as would be was goes written with me the like read reads starts
    begins so uh um okay"""
)
_BEFORE_LETTERS = _LINKS | _SPELLED
_MOST_LINKS = 6  # tokens from a cue to the first letter
_SAID = (
    ("it", "'", "s"),
    ("that", "'", "s"),
    ("that", "is"),
    ("it", "is"),
    ("write", "it"),
    ("spell", "it"),
)
_ANNOUNCING = _SPELLED | _NAMES | {words[0] for words in _SAID}
_VOWELS = frozenset("aio")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_PAUSES = frozenset((",", ".", "-", "…", ";"))
_SENTENCE_ENDS = frozenset("?!")
_REACH = 18  # tokens between two letters
_FEWEST = 3  # letters
_SUBJECTS = word_set("you i we")
# What follows the word "i", and what follows the word "a".
_AFTER_I = word_set(
    """am m ll d ve was have had do did don didn can could will would shall should know think guess
    mean believe suppose said say see need want hope just always never reckon beg can't got get put
    lost forgot remember read wrote live left went figured bet swear dropped keep understand"""
)
_AFTER_A = word_set(
    """second sec moment minute bit little few lot tick jiffy while couple dash dot space comma pen
    pencil break good bad big small new long short nice real half cat dog letter capital double"""
)


def find(view: TextView, _: Sequence[Span]) -> list[Span]:
    """Find the letters of announced spellings."""
    tokens = view.original_tokens
    found: list[Span] = []
    floor = 0
    for start in _starts(tokens):
        if start < floor:
            continue
        letters = list(_letters(tokens, start))
        if len(letters) < _FEWEST:
            continue
        floor = letters[-1][1]
        if any(tokens.word[at] not in _VOWELS for at, _ in letters):
            found += [tokens.span(first, stop, PERSON, POSSIBLE) for first, stop in letters]
    return found


def _starts(tokens: Tokens) -> Iterator[int]:
    """Yield the letters that follow an announcement."""
    words = tokens.word
    for index in tokens.places(_ANNOUNCING):
        word = words[index]
        if word in _SPELLED or word in _NAMES:
            start = index + 1
            while start - index <= _MOST_LINKS and tokens.at(start) in _BEFORE_LETTERS:
                if _is_letter(tokens, start):
                    break
                start += 1
            if _begins(tokens, start):
                yield start
        elif length := _said_length(words, index):
            start = index + length
            start += tokens.at(start) in ("written", "spelled", "spelt")
            article = tokens.at(start) == "a"  # "it's a b or a c"
            if _begins(tokens, start) and (not article or _is_letter(tokens, start + 2)):
                yield start


def _said_length(words: list[str], index: int) -> int:
    """Return how many words of an announcement are at `index`, 0 if it is none."""
    return next((len(s) for s in _SAID if tuple(words[index : index + len(s)]) == s), 0)


def _begins(tokens: Tokens, index: int) -> bool:
    """Return whether two letters follow each other here."""
    if not _is_letter(tokens, index):
        return False
    after = letter_stop(tokens, index)
    while tokens.at(after) in _PAUSES:
        after += 1
    return _is_letter(tokens, after) and after - index <= _MOST_LINKS


def _letters(tokens: Tokens, start: int) -> Iterator[tuple[int, int]]:
    """Yield the tokens of the letters of a spelling, with their example words."""
    index = last = start
    while index < len(tokens) and index - last <= _REACH:
        if tokens.word[index] in _SENTENCE_ENDS:
            return
        if not _is_letter(tokens, index) or not _is_spelled(tokens, index, last):
            index += 1
            continue
        stop = letter_stop(tokens, index)
        yield index, stop
        index = last = stop


def _is_spelled(tokens: Tokens, index: int, last: int) -> bool:
    """Return whether a letter is no word here; the letter before it stops at token `last`."""
    word, following = tokens.word[index], tokens.at(index + 1)
    if word not in _VOWELS or word == "o":
        return True
    if all(tokens.word[at] in _PAUSES for at in range(last, index)):
        return True
    after = index + 1
    while tokens.at(after) in _PAUSES:
        after += 1
    if _is_letter(tokens, after):
        return True
    if word == "i" and tokens.at(index + 2) in _SUBJECTS:
        return True  # "k, hang on, i can you read it back"
    return following not in (_AFTER_I if word == "i" else _AFTER_A)


def _is_letter(tokens: Tokens, index: int) -> bool:
    """Return whether a token is a letter and no part of a contraction."""
    if tokens.at(index) not in _LETTERS:
        return False
    return not tokens.is_in_contraction(index)
