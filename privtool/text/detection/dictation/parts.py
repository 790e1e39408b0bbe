"""Values that other words interrupt: runs of items with gaps.

A part is a run of digits and letters. It belongs to a value if a stage has found a part of that
value nearby, or if a cue announces the value; then the parts near it belong to it, too. Nobody can
list what a speaker says in a gap ("the dog is barking"), so only its length counts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.dictation.items import LARGE, NUMBERS, SINGLES, VOWELS, letter_stop
from privtool.text.detection.view import CUES, FILLERS, MOST_FILLERS, TextView
from privtool.text.labels import POSSIBLE, Label
from privtool.text.lexicon import entries, words
from privtool.text.rules.word_patterns import WordPatterns
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
_DIGITS = NUMBERS - {"o"}
_FREE = NUMBERS | SINGLES
_WEAK = VOWELS | {"one", "ones", "oh"}  # words of other meanings, too
_ENDS = words("dictation.after-letter") | {""}
_BEFORE_NUMBER = words("dictation.before-number")
CODE_CUES = words("value_cues.parts") | {
    word for word, label in CUES.items() if label in (ID, NUMBER, Label.NATIONAL_ID.value)
}
_SPELLED = words("value_cues.spelled")
_BETWEEN = {ID: FILLERS | CODE_CUES, PERSON: words("value_cues.spelled-links") | _SPELLED}
_SENTENCE_ENDS = {ID: (".", "?", "!"), PERSON: ("?", "!")}
_PHRASES = tuple(phrase.split() for phrase in entries("value_cues.spelled-phrases"))
_VERBS = words("value_cues.verbs")
_ANNOUNCING = CODE_CUES | _VERBS | _SPELLED | {phrase[0] for phrase in _PHRASES}


class Part(NamedTuple):
    """Tokens `first..stop` of digits and letters, with how many there are of each."""

    first: int
    stop: int
    letters: int
    digits: int
    sampled: bool  # a letter has an example word
    weak: bool  # all words have other meanings, too


@cache
def _patterns() -> WordPatterns:
    return WordPatterns(["{dictation.part}"])


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find further parts of the values among the sorted `spans`, and of announced ones."""
    if _FREE.isdisjoint(view.tokens.word):
        return []
    tokens = view.original_tokens
    cues = tokens.places(_ANNOUNCING)
    dictated = [span for span in spans if span.label in _DICTATED and _is_dictated(view, span)]
    if not cues and not dictated:
        return []
    tokens = tokens.copy()
    for span in spans:
        if span.label not in _DICTATED:
            tokens.hide(span.start, span.end)
    said = {
        index
        for span in dictated
        for index in range(tokens.index_at(span.start), tokens.index_at(span.end))
    }
    parts = list(_parts(tokens))
    known = {at: NUMBER for at, part in enumerate(parts) if not said.isdisjoint(range(*part[:2]))}
    for cue in cues:
        for label, start in _announcements(tokens, cue):
            clear = tokens.word[cue] not in _VERBS
            known |= dict.fromkeys(_announced(tokens, parts, start, label, clear), label)
    if known:
        known = dict.fromkeys(_continued(tokens, parts, known), NUMBER) | known
    found = (
        tokens.span(parts[at].first, parts[at].stop, known[at], POSSIBLE) for at in sorted(known)
    )
    return [span for span in found if not _is_covered(span, spans)]


def _is_dictated(view: TextView, span: Span) -> bool:
    """Return whether a value is dictated: digits or letters in words, and no amount."""
    inside = view.original[span.start : span.end].replace(",", " ").split()
    split = (word.split("-") for word in inside)
    said = sum(
        len(parts) for parts in split if all(part in NUMBERS or len(part) == 1 for part in parts)
    )
    if said and any(len(word) == 1 and word.isalpha() for word in inside):
        said += sum(len(word) for word in inside if word.isdigit())  # "k for king 607"
    return said >= _FEWEST - (span.start in view.expected) and LARGE.isdisjoint(inside)


def _is_covered(part: Span, spans: Sequence[Span]) -> bool:
    at = bisect_right(spans, part.start, key=lambda span: span.start) - 1
    return at >= 0 and part.end <= spans[at].end


def _parts(tokens: Tokens) -> Iterator[Part]:
    for _, first, stop in _patterns().matches(tokens, ""):
        inside = tokens.word[first:stop]
        digits = sum(len(word) if word.isdecimal() else word in _DIGITS for word in inside)
        letters = sum(word in SINGLES for word in inside)
        if digits:  # where an "o" is a zero
            digits, letters = digits + inside.count("o"), letters - inside.count("o")
        sample = letter_stop(tokens, stop - 1) if inside[-1] in SINGLES else stop
        weak = sample == stop and _WEAK.issuperset(inside)
        yield Part(first, sample, letters, digits, sample > stop, weak)


def _announcements(tokens: Tokens, cue: int) -> Iterator[tuple[str, int]]:
    """Yield the labels of the values that may start after a cue, and where that is."""
    if tokens.word[cue] in CODE_CUES | _VERBS:
        yield ID, cue + 1
    if tokens.word[cue] in _SPELLED:
        yield PERSON, cue + 1
    for phrase in _PHRASES:
        if tokens.word[cue : cue + len(phrase)] == phrase:
            yield PERSON, cue + len(phrase)


def _announced(
    tokens: Tokens, parts: Sequence[Part], start: int, label: str, clear: bool
) -> list[int]:
    """Return the parts of the code or name that a cue before `start` announces, if it is one."""
    at = bisect_left(parts, (start,))
    if at == len(parts) or parts[at].first - start > MOST_FILLERS:
        return []
    between = _BETWEEN[label] if clear else frozenset[str]()
    if not between.issuperset(tokens.word[start : parts[at].first]):
        return []
    stop = at + 1
    while stop < min(len(parts), at + _MOST_PARTS):
        gap = tokens.word[parts[stop - 1].stop : parts[stop].first]
        if len(gap) > REACH or not set(gap).isdisjoint(_SENTENCE_ENDS[label]):
            break
        stop += 1
    kept = [
        number
        for number in range(at, stop)
        if not (parts[number].digits if label == PERSON else parts[number].weak)
    ]
    chosen = [parts[number] for number in kept]
    if label == PERSON:
        return kept if chosen and _is_name(tokens, chosen) else []
    letters, digits = sum(part.letters for part in chosen), sum(part.digits for part in chosen)
    few = 1 if clear else 2
    return kept if min(letters, digits) >= few and letters + digits >= _FEWEST + few else []


def _is_name(tokens: Tokens, parts: Sequence[Part]) -> bool:
    """Return whether parts spell a name, and are no choice: "it's a b or a c"."""
    first = parts[0]
    choice = tokens.word[first.first] == "a" and first.letters < _FEWEST
    many = sum(part.letters for part in parts) >= _FEWEST
    return many and not choice and not all(part.weak for part in parts)


def _continued(tokens: Tokens, parts: Sequence[Part], known: dict[int, str]) -> set[int]:
    """Return the parts that continue the known ones: several items first, then single ones."""
    found = set(known)
    for order in (range(len(parts)), reversed(range(len(parts)))):
        last: Part | None = None
        for at in order:
            part = parts[at]
            near = last is not None and _distance(last, part) <= REACH
            inside = tokens.word[part.first : part.stop]  # several: not "oh, one of them"
            several = len(inside) > 1 or (len(inside[0]) > _FEWEST and inside[0].isdecimal())
            if at in found or (near and (part.sampled or several)):
                found.add(at)
                last = part
    ordered = sorted(found)
    for at, part in enumerate(parts):
        place = bisect_left(ordered, at)
        before, after = ordered[max(place - 1, 0) : place], ordered[place : place + 1]
        distances = [
            _distance(parts[side[0]], part) if side else REACH + 1 for side in (before, after)
        ]
        if at not in found and _is_single(tokens, part, *distances):
            found.add(at)
    return found


def _distance(one: Part, other: Part) -> int:
    """Return how many tokens one part is from another, 1 if they touch."""
    return max(one.first - other.stop, other.first - one.stop) + 1


def _is_single(tokens: Tokens, part: Part, before: int, after: int) -> bool:
    """Return whether a single item belongs to a value that ends and goes on so many tokens away."""
    preceding, following = tokens.at(part.first - 1), tokens.at(part.stop)
    near, far = min(before, after), max(before, after)
    if near > REACH:
        return False
    if tokens.word[part.first] in VOWELS:
        edge = preceding in _BEFORE_NUMBER or following in _ENDS
        between = far <= REACH and "i" not in tokens.word[part.first : part.stop]
        return part.weak and near == 1 and (edge or between)
    if part.letters or preceding == "plus" or (far <= REACH and not part.weak):
        return True
    if after <= REACH and preceding in _BEFORE_NUMBER:
        return True
    return before <= REACH and following in _ENDS and not part.weak
