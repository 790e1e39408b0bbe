"""The rest of a dictated value: digits and letters that other words part from it.

A part is a run of items that nothing interrupts. A value goes on over a few words that nobody can
list ("the dog is barking"): from what the stages have found, and from what a cue announces.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.cues import CUES as CUES_OF_VALUES
from privtool.text.detection.cues import FILLERS, MOST_FILLERS
from privtool.text.detection.said.items import (
    EXAMPLE_STARTS,
    NUMBERS,
    SINGLES,
    VOWELS,
    is_letter,
    letter_stop,
)
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lexicon import entries, words
from privtool.text.tokens import Tokens

ID, NUMBER, PERSON = Label.ID.value, Label.NUMBER.value, Label.PERSON.value

_DICTATED = frozenset(
    label.value
    for label in (
        *(Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.NUMBER),
        *(Label.IBAN, Label.IP, Label.PERSON),
    )
)
REACH = 18  # tokens between two parts
_MOST_PARTS = 12  # that one cue announces
_FEWEST = 3  # number words or letters of a dictated value
_LONGEST_DIGITS = 6
_LARGE = frozenset(("thousand", "million", "billion"))
_ITEMS = NUMBERS | SINGLES
_WEAK = VOWELS | {"one", "ones", "oh"}  # words of other meanings, too
_ENDS = words("said.after-letter") | {""}
_BEFORE_NUMBER = words("said.before-number")
_AFTER_OTHERS = words("beside_numbers.after-other-numbers")
CODE_CUES = words("value_cues.parts") | {
    word for word, label in CUES_OF_VALUES.items() if label in (ID, NUMBER, Label.NATIONAL_ID.value)
}
_BEFORE_CODES = FILLERS | CODE_CUES
_VERBS = words("value_cues.verbs")
_SPELLED = words("value_cues.spelled")
_PHRASES = tuple(phrase.split() for phrase in entries("value_cues.spelled-phrases"))
_LINKS = words("value_cues.spelled-links") | _SPELLED
_MOST_LINKS = 6
CUES = CODE_CUES | _VERBS | _SPELLED | {phrase[0] for phrase in _PHRASES}
_CLEAR_CUES = CODE_CUES | _SPELLED
_WORDS_AFTER = {"a": words("spelling.after-a"), "i": words("spelling.after-i")}
_FREE, _SAID, _OTHER = range(3)


class Part(NamedTuple):
    """Tokens `first..stop` of digits and letters, with how many there are of each."""

    first: int
    stop: int
    letters: int
    digits: int
    sampled: bool  # a letter has an example word


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find further parts of the values among the sorted `spans`, and of announced ones."""
    tokens = view.original_tokens
    state = _states(view, tokens, spans)
    cues = tokens.places(CUES)
    if not cues and _SAID not in state:
        return []
    parts = list(_parts(tokens, state))
    known = {at: NUMBER for at, part in enumerate(parts) if _SAID in state[part.first : part.stop]}
    known |= dict.fromkeys(_before_digits(tokens, parts), NUMBER)
    for label, announced in _announced(tokens, parts, cues):
        known |= dict.fromkeys(announced, label)
    if known:
        known = dict.fromkeys(_continued(tokens, parts, known), NUMBER) | known
    found = (
        tokens.span(parts[at].first, parts[at].stop, known[at], POSSIBLE) for at in sorted(known)
    )
    return [span for span in found if not _is_covered(span, spans)]


def _states(view: TextView, tokens: Tokens, spans: Sequence[Span]) -> bytearray:
    """Return for each token whether it is free, in a dictated value or in something else."""
    state = bytearray(len(tokens))
    for span in spans:
        first, stop = tokens.index_at(span.start), tokens.index_at(span.end)
        kind = _SAID if _is_dictated(view, span) else _OTHER
        kind = _FREE if kind == _OTHER and span.label in _DICTATED else kind
        state[first:stop] = bytes([kind]) * (stop - first)
    return state


def _is_dictated(view: TextView, span: Span) -> bool:
    """Return whether a span is dictated: digits or letters in words, and no amount."""
    if span.label not in _DICTATED:
        return False
    inside = view.original[span.start : span.end].replace(",", " ").split()
    split = [word.split("-") for word in inside]
    said = sum(
        len(parts) for parts in split if all(part in NUMBERS or len(part) == 1 for part in parts)
    )
    if said and any(len(word) == 1 and word.isalpha() for word in inside):
        said += sum(len(word) for word in inside if word.isdigit())  # "k for king 607"
    return said >= _FEWEST - (span.start in view.expected) and _LARGE.isdisjoint(inside)


def _is_covered(part: Span, spans: Sequence[Span]) -> bool:
    """Return whether one of the sorted, disjoint spans covers a part."""
    at = bisect_right(spans, part.start, key=lambda span: span.start) - 1
    return at >= 0 and part.end <= spans[at].end


def _parts(tokens: Tokens, state: bytearray) -> Iterator[Part]:
    """Yield all parts in order."""
    stop = 0
    items = [at for at, word in enumerate(tokens.word) if word in _ITEMS or word.isdecimal()]
    for index in items:
        part = _part_at(tokens, state, index) if index >= stop else None
        if part is not None:
            yield part
            stop = part.stop


def _part_at(tokens: Tokens, state: bytearray, first: int) -> Part | None:
    """Return the part that starts at token `first`, without a word "a" or "i" at its end."""
    if tokens.word[first] in VOWELS and _is_digits(tokens.at(first + 1)):
        return None  # an article, mostly
    letters = digits = 0
    counts, sampled = (0, 0), False
    index = stop = first
    while index < len(tokens) and state[index] != _OTHER:
        word, following = tokens.word[index], index + 1
        if word in NUMBERS and not _is_letter_o(tokens, index):
            digits += 1
            following += tokens.at(following) == "-" and tokens.at(following + 1) in NUMBERS
        elif word.isdecimal() and len(word) <= _LONGEST_DIGITS and not _is_glued(tokens, index):
            digits += len(word)
        elif word in SINGLES and _is_alone(tokens, index):
            following = letter_stop(tokens, index)
            letters, sampled = letters + 1, sampled or following > index + 1
        else:
            break
        clear = word not in VOWELS or tokens.at(following) in _ENDS or following > index + 1
        if clear or (word != "i" and letters + digits >= _FEWEST):
            stop, counts = following, (letters, digits)
        index = following
    if stop == first and tokens.word[first] in VOWELS and is_letter(tokens, first):
        stop, counts = first + 1, (1, 0)
    return Part(first, stop, *counts, sampled) if stop > first else None


def _is_letter_o(tokens: Tokens, index: int) -> bool:
    """Return whether a token is the letter "o", with no number next to it."""
    beside = (tokens.at(index - 1), tokens.at(index + 1))
    return tokens.word[index] == "o" and not any(map(_is_digits, beside))


def _is_digits(word: str) -> bool:
    return word in NUMBERS or word.isdecimal()


def _is_glued(tokens: Tokens, index: int) -> bool:
    """Return whether a token touches letters, digits or quotes."""
    around = [tokens.word[index - 1]] if tokens.touches(index) else []
    around += [tokens.word[index + 1]] if tokens.touches(index + 1) else []
    return any(word.isalnum() or word == '"' for word in around)


def _is_alone(tokens: Tokens, index: int) -> bool:
    """Return whether a letter is no part of a contraction or another word: "it's", "e-mail"."""
    if not is_letter(tokens, index) or _is_glued(tokens, index):
        return False
    before = tokens.at(index - 2) if tokens.at(index - 1) == "-" and tokens.touches(index) else ""
    joined = tokens.at(index + 1) == "-" and tokens.touches(index + 2)
    after = tokens.at(index + 2) if joined else ""
    return not before.isdecimal() and all(
        len(word) < 2 or not word.isalpha() or word in NUMBERS or word in EXAMPLE_STARTS
        for word in (before, after)
    )


def _is_weak(tokens: Tokens, part: Part) -> bool:
    """Return whether all words of a part have other meanings, too."""
    return _WEAK.issuperset(tokens.word[part.first : part.stop])


def _before_digits(tokens: Tokens, parts: Sequence[Part]) -> Iterator[int]:
    """Yield letters with an example that digits follow: "k for king, hang on, 2883"."""
    for at, part in enumerate(parts[:-1]):
        after = parts[at + 1]
        near = part.sampled and after.first - part.stop <= REACH
        if near and any(map(str.isdecimal, tokens.word[after.first : after.stop])):
            yield at


def _announced(
    tokens: Tokens, parts: Sequence[Part], cues: Sequence[int]
) -> Iterator[tuple[str, list[int]]]:
    """Yield the labels and the numbers of the parts that cues announce."""
    firsts = [part.first for part in parts]
    floor = 0
    for cue in cues:
        for label, reach, between in _announcements(tokens, cue):
            at = bisect_left(firsts, reach)
            if at < floor or at == len(parts) or firsts[at] - reach > MOST_FILLERS:
                continue
            if not between.issuperset(tokens.word[reach : firsts[at]]):
                continue
            chain = list(_chain(tokens, parts, at, label))
            kept = _value_of(tokens, parts, chain, label, tokens.word[cue] in _CLEAR_CUES)
            if kept:
                floor = kept[-1] + 1
                yield label, kept


def _announcements(tokens: Tokens, cue: int) -> Iterator[tuple[str, int, frozenset[str]]]:
    """Yield what a cue may announce: a label, where its value may start, what may come before."""
    word = tokens.word[cue]
    if word in CODE_CUES:
        yield ID, cue + 1, _BEFORE_CODES
    if word in _SPELLED:
        yield PERSON, cue + 1, _LINKS
    for phrase in _PHRASES:
        if tokens.word[cue : cue + len(phrase)] == phrase:
            yield PERSON, cue + len(phrase), _LINKS
    if word in _VERBS:
        yield ID, cue + 1, frozenset()


def _chain(tokens: Tokens, parts: Sequence[Part], at: int, label: str) -> Iterator[int]:
    """Yield the part `at` and those after it, each in reach of the one before, in one sentence."""
    ends = ("?", "!") if label == PERSON else (".", "?", "!")
    last = parts[at]
    for number in range(at, min(at + _MOST_PARTS, len(parts))):
        part = parts[number]
        gap = tokens.word[last.stop : part.first]
        if number > at and (len(gap) > REACH or any(end in gap for end in ends)):
            return
        if not _is_weak(tokens, part) or (label == PERSON and _is_said(tokens, part, gap)):
            yield number
            last = part


def _is_said(tokens: Tokens, part: Part, gap: Sequence[str]) -> bool:
    """Return whether "a", "i" or "o" is a letter in a spelling, by the words around it."""
    word, following = tokens.word[part.first], tokens.at(part.stop)
    if part.digits or word == "o" or not any(map(str.isalpha, gap)):
        return not part.digits
    return following not in _WORDS_AFTER[word]


def _is_choice(tokens: Tokens, first: Part) -> bool:
    """Return whether this is "it's a b or a c"."""
    return tokens.word[first.first] == "a" and first.letters < _FEWEST


def _value_of(
    tokens: Tokens, parts: Sequence[Part], chain: Sequence[int], label: str, cued: bool
) -> list[int]:
    """Return the parts of a chain that make a value of what was announced, if they do."""
    if label == PERSON:
        chain = [at for at in chain if parts[at].letters and not parts[at].digits]
        near = [at for at in chain if parts[at].first - parts[chain[0]].first <= _MOST_LINKS]
        if sum(parts[at].letters for at in near) < 2 or (
            not cued and _is_choice(tokens, parts[near[0]])
        ):
            return []
        clear = any(not _is_weak(tokens, parts[at]) for at in chain)
        return list(chain) if clear and sum(parts[at].letters for at in chain) >= 3 else []
    letters = sum(parts[at].letters for at in chain)
    digits = sum(parts[at].digits for at in chain)
    few, fewest = (1, 4) if cued else (2, 5)
    return list(chain) if min(letters, digits) >= few and letters + digits >= fewest else []


def _continued(tokens: Tokens, parts: Sequence[Part], known: dict[int, str]) -> set[int]:
    """Return the parts that continue the known ones: several items first, then single ones."""
    found = set(known)
    for order in (range(len(parts)), reversed(range(len(parts)))):
        last: Part | None = None
        for at in order:
            part = parts[at]
            near = last is not None and _distance(last, part) <= REACH
            if at in found or (near and (part.sampled or _is_several(tokens, part))):
                found.add(at)
                last = part
    before, after = _neighbors(parts, found), _neighbors(parts, found, backward=True)
    singles = (at for at in range(len(parts)) if at not in found)
    return found | {at for at in singles if _is_part(tokens, parts[at], before[at], after[at])}


def _distance(one: Part, other: Part) -> int:
    """Return how many tokens one part is from another, 1 if they touch."""
    return max(one.first - other.stop, other.first - one.stop) + 1


def _neighbors(parts: Sequence[Part], found: set[int], *, backward: bool = False) -> list[int]:
    """Return for each part how far the found part before it is, or `backward` the one after it."""
    distances = [REACH + 1] * len(parts)
    last: Part | None = None
    for at in reversed(range(len(parts))) if backward else range(len(parts)):
        if last is not None:
            distances[at] = _distance(last, parts[at])
        last = parts[at] if at in found else last
    return distances


def _is_several(tokens: Tokens, part: Part) -> bool:
    """Return whether these are several digits or letters, not "oh, one of them"."""
    inside = tokens.word[part.first : part.stop]
    if _is_weak(tokens, part):
        return "one" in inside and len({*inside}) > 1 and tokens.at(part.stop) not in _AFTER_OTHERS
    return len(inside) > 1 or (len(inside[0]) > _FEWEST and inside[0].isdecimal())


def _is_part(tokens: Tokens, part: Part, before: int, after: int) -> bool:
    """Return whether a single item belongs to a value that ends and goes on so many tokens away."""
    preceding, following = tokens.at(part.first - 1), tokens.at(part.stop)
    near, far = min(before, after), max(before, after)
    if near > REACH:
        return False
    weak, inside = _is_weak(tokens, part), tokens.word[part.first : part.stop]
    if tokens.word[part.first] in VOWELS:
        edge = preceding in _BEFORE_NUMBER or following in _ENDS
        return weak and near == 1 and (edge or (far <= REACH and "i" not in inside))
    if part.letters or preceding == "plus" or (far <= REACH and not weak):
        return True
    if after <= REACH and preceding in _BEFORE_NUMBER and following not in _AFTER_OTHERS:
        return True
    return before <= REACH and following in _ENDS and not weak
