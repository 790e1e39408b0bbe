"""Counting words: a vocabulary of a stream, by the word rule of `mask`, and the words of entities.

What a private release protects are the masked words of each unit, such as a person or a dialogue,
which are as private as the text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random, SystemRandom
from typing import NamedTuple

import msgspec
import regex
from msgspec import UNSET

from privtool.audit.counts import unit_of
from privtool.core.blocks import Format, Reject, parse_lines
from privtool.core.reading import Block
from privtool.core.record import Entity, Record, check_spans, entities_of, text_of
from privtool.stages.word_priors import TOTAL, LabeledWord
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.spelled import spelled_word
from privtool.text.words import ChunkCache, overlapping_words, words


class Tally(NamedTuple):
    """The word counts of a block, how many records it had, and its bad lines."""

    words: Counter[str]
    records: int
    rejects: list[Reject]


class CountBlock:
    """Counts the words of a block of records.

    A piece between white space, which no word contains, is looked up once for all its places.
    """

    def __init__(self, line_format: Format, keep_going: bool) -> None:
        self._format, self._keep_going = line_format, keep_going
        self._keys = ChunkCache(_keys)

    def __call__(self, block: Block) -> Tally:
        counted: Counter[str] = Counter()
        parsed, rejects = parse_lines(block, self._format, text_of, self._keep_going)
        chunks: Counter[str] = Counter()
        for _, text in parsed:
            chunks.update(text.split())
        for chunk, count in chunks.items():
            for key in self._keys[chunk]:
                counted[key] += count
        return Tally(counted, len(parsed), rejects)


def add_words(total: Counter[str], part: Tally) -> Counter[str]:
    """Add the words of a block, and return how many it had."""
    total.update(part.words)
    return Counter(records=part.records, words=part.words.total())


def most_frequent(counts: Counter[str], top: int | None, min_count: int) -> list[tuple[str, int]]:
    """Return words and counts, the most frequent first, equal counts in code point order."""
    pairs = (pair for pair in counts.items() if pair[1] >= min_count)
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:top]


def vocabulary_lines(counts: Counter[str], top: int | None, min_count: int) -> bytes:
    """Return lines `word<TAB>count` of the most frequent words."""
    pairs = most_frequent(counts, top, min_count)
    return "".join(f"{word}\t{count}\n" for word, count in pairs).encode()


def _keys(chunk: str) -> tuple[str, ...]:
    return tuple(word.key for word in words(chunk))


_NEVER = frozenset(
    (
        *(Label.EMAIL, Label.URL, Label.IP, Label.USERNAME, Label.PHONE, Label.CARD, Label.IBAN),
        *(Label.SSN, Label.NATIONAL_ID, Label.ID),
    )
)
_OF_CALENDAR = frozenset((Label.DATE, Label.TIME, Label.AGE))
_LONG = 5  # digits of a number, in all its words together
_LONGEST = 40  # characters
_NUMBER = regex.compile(r"[0-9]+(?:[.,][0-9]+)*")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-]\p{L}[\p{L}\p{M}]*+)*+")
_ACRONYM = regex.compile(r"\p{L}\.\p{L}|\p{L}{1,2}&\p{L}")  # two letters spell no name
_PIECES = regex.compile(r"['\u2019-]")


def may_release(label: Label, phrase: str) -> bool:
    """Return whether a private vocabulary may hold words of a masked phrase at all.

    Never those of e-mail addresses, links, accounts, phone numbers and ids, spelled names and
    numbers of five digits or more.
    """
    if label in _NEVER or spelled_word(phrase) is not None:
        return False
    return label in _OF_CALENDAR or _digits(phrase) < _LONG


def may_release_word(key: str) -> bool:
    """Return whether a private vocabulary may hold a word: no long number, no spelled name."""
    if len(key) > _LONGEST or _digits(key) >= _LONG:
        return False
    if _NUMBER.fullmatch(key) or _ACRONYM.fullmatch(key):
        return True
    letters = sum(len(piece) == 1 for piece in _PIECES.split(key))
    return len(key) > 1 and letters < 2 and _WORD.fullmatch(key) is not None


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))


UnitWords = Mapping[str, set[LabeledWord]]


class Gathered(NamedTuple):
    """The words of the units of a block, how many records it had, and its bad lines."""

    units: dict[str, set[LabeledWord]]
    records: int
    rejects: list[Reject]


class GatherBlock:
    """Gathers the masked words of units from a block of annotated records."""

    def __init__(self, fields: Sequence[str], line_format: Format, keep_going: bool) -> None:
        self._fields, self._format, self._keep_going = fields, line_format, keep_going

    def __call__(self, block: Block) -> Gathered:
        parsed, rejects = parse_lines(block, self._format, self._convert, self._keep_going)
        units: dict[str, set[LabeledWord]] = {}
        for _, (unit, found) in parsed:
            units.setdefault(unit, set()).update(found)
        return Gathered(units, len(parsed), rejects)

    def _convert(self, record: Record) -> tuple[str, list[LabeledWord]]:
        return unit_of(record, self._fields), list(masked_words(record))


class CountLabels:
    """Counts the words of entities by label, or those of fills where a record has fills."""

    def __init__(self, line_format: Format, keep_going: bool) -> None:
        self._format, self._keep_going = line_format, keep_going

    def __call__(self, block: Block) -> Tally:
        parsed, rejects = parse_lines(block, self._format, _labeled, self._keep_going)
        counted = Counter("\t".join(pair) for _, found in parsed for pair in found)
        return Tally(counted, len(parsed), rejects)


def _labeled(record: Record) -> list[LabeledWord]:
    if record.fills is UNSET:
        return list(masked_words(record))
    filled = (Entity(fill.start, fill.end, fill.label) for fill in record.fills)
    return list(masked_words(msgspec.structs.replace(record, entities=tuple(filled))))


def masked_words(record: Record) -> Iterator[LabeledWord]:
    """Yield the words of the entities of a record that may be released, with their labels."""
    text, entities = text_of(record), entities_of(record)
    check_spans(entities, len(text), "entities")
    found = words(text)
    spans = [(entity.start, entity.end) for entity in entities]
    for entity, numbers in zip(entities, overlapping_words(found, spans), strict=True):
        label = canonical_label(entity.label)
        if not numbers:
            continue
        # The whole words, as they are masked, too: an entity may cover a part of them.
        phrase = text[found[numbers[0]].start : found[numbers[-1]].end]
        if may_release(label, phrase):
            keys = (found[number].key for number in numbers)
            yield from ((label.value, key) for key in keys if may_release_word(key))


# Weights of words for a private release are bounded, so that one unit changes them little. A unit
# adds a vector of length at most 1, whatever it holds (weighted Gaussian, Gopi et al., ICML 2020):
# each of its n words adds sqrt((1 - TOTALS) / n). The rest, TOTALS, goes to the sums of labels: k
# words of a label add k sqrt(TOTALS / (n L0)) to that of the label. As k is at most n and n at most
# L0, the squares of a unit's additions have a sum of at most 1.
TOTALS = 0.05  # of the squared length of a vector


def most_keys(words_per_unit: int, labels: int) -> int:
    """Return how many weights a unit can change at most."""
    return words_per_unit + min(words_per_unit, labels)


def weights_of(
    units: UnitWords, words_per_unit: int, at_least: int, random: Random | None = None
) -> dict[LabeledWord, float]:
    """Return the weights of labeled words and of labels; only words of `at_least` units have one.

    Of more than `words_per_unit` words, a unit adds a random choice. The `at_least` - 1 largest
    additions to a weight do not count: so one unit more or less never changes a weight by more
    than it adds.
    """
    random = random or SystemRandom()
    added: dict[LabeledWord, list[float]] = {}
    for found in units.values():
        for key, value in _additions(found, words_per_unit, random).items():
            added.setdefault(key, []).append(value)
    return {
        key: math.fsum(sorted(values)[: len(values) - at_least + 1])
        for key, values in added.items()
        if len(values) >= at_least
    }


def _additions(found: set[LabeledWord], most: int, random: Random) -> dict[LabeledWord, float]:
    words = sorted(found)
    if len(words) > most:
        words = random.sample(words, most)
    by_label = Counter(label for label, _ in words)
    additions = dict.fromkeys(words, math.sqrt((1 - TOTALS) / len(words)) if words else 0.0)
    for label, count in by_label.items():
        additions[label, TOTAL] = count * math.sqrt(TOTALS / (len(words) * most))
    return additions


def unscaled(weights: Mapping[LabeledWord, float], words_per_unit: int) -> dict[LabeledWord, float]:
    """Return weights as sums over units: 1 / sqrt(n) for a word, k / sqrt(n) for a label."""
    of_word, of_label = math.sqrt(1 - TOTALS), math.sqrt(TOTALS / words_per_unit)
    return {
        key: weight / (of_label if key[1] == TOTAL else of_word) for key, weight in weights.items()
    }
