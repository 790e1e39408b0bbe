"""Canaries: secrets of words that a model has, put into training records by coin flips.

The key file lists them all: those that were inserted and those that were not, and references that
never are. Whoever has it can find the canaries in a model.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec

from privtool.core.errors import UsageError, option
from privtool.core.rng import draw
from privtool.core.sealed import read_private_file

REPETITIONS = (1, 2, 4, 8, 16)
DEFAULT_PATTERN = "{word} {word} {word} {word} {word} {word}"
COMMAND = "audit canaries make"
CLASSES = ("word", "given", "surname", "d")
_MADE_BY = f"privtool {COMMAND} 1"
_SLOT = re.compile(r"\{(\w+)\}")
_SPARE = 4  # secrets of a pattern for each one that is drawn, at least
_SECRETS, _COINS, _IDS, _PLACES = range(4)  # purposes of draws
_NAME = "canary"


class Canary(msgspec.Struct, frozen=True):
    """A secret with its coin flip; `ids` are those of its records, none if it was left out."""

    text: str
    repetitions: int
    inserted: bool
    ids: tuple[str, ...]


class CanaryKey(msgspec.Struct, frozen=True):
    """What is in a key file. `references` are secrets of the same pattern, never inserted."""

    made_by: str
    pattern: str
    seed: str
    canaries: tuple[Canary, ...]
    references: tuple[str, ...]

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(each for canary in self.canaries for each in canary.ids)


class Pattern(NamedTuple):
    """The words of a canary: fixed ones, and names of classes in braces that secrets replace."""

    parts: tuple[str, ...]

    @property
    def slots(self) -> list[tuple[int, str]]:
        """The number and class of each word that is secret."""
        slots = [(number, _SLOT.fullmatch(part)) for number, part in enumerate(self.parts)]
        return [(number, match[1]) for number, match in slots if match]

    @property
    def fixed(self) -> list[str]:
        """The words that all canaries share."""
        return [part for part in self.parts if not _SLOT.fullmatch(part)]

    def secret_spans(self, text: str) -> list[tuple[int, int]]:
        """Return where the secret words of a canary are; adjacent ones are one span."""
        numbers = {number for number, _ in self.slots}
        spans: list[tuple[int, int]] = []
        start, secret = 0, False
        for number, word in enumerate(text.split(" ")):
            end = start + len(word)
            if number in numbers:
                spans[-1:] = [(spans[-1][0], end)] if secret else [*spans[-1:], (start, end)]
            secret, start = number in numbers, end + 1
        return spans


def parse_pattern(text: str) -> Pattern:
    """Return a pattern. Raise `UsageError` for an unknown class or a pattern without a secret."""
    pattern = Pattern(tuple(text.split()))
    unknown = [name for _, name in pattern.slots if name not in CLASSES]
    if unknown or any("{" in word or "}" in word for word in pattern.fixed):
        known = ", ".join(f"{{{name}}}" for name in CLASSES)
        raise UsageError(
            f"{option('pattern')}: words in braces must be {known}, each as a separate word"
        )
    if not pattern.slots:
        raise UsageError(f"{option('pattern')} has no secret word, such as {{word}}")
    return pattern


def make_key(
    pattern: Pattern, words: Mapping[str, Sequence[str]], canaries: int, references: int, seed: int
) -> CanaryKey:
    """Draw canaries and references, all different. Raise `UsageError` if there are too few."""
    slots, wanted = pattern.slots, canaries + references
    possible = math.prod(len(words[name]) for _, name in slots)
    if possible < _SPARE * wanted:
        raise UsageError(
            f"{option('pattern')}: the words of the model make only {possible:,} different "
            f"secrets, and {_SPARE * wanted:,} are needed"
        )
    texts: dict[str, None] = {}
    draws = count()
    while len(texts) < wanted:
        parts, number = list(pattern.parts), next(draws)
        for slot, name in slots:
            chosen = draw(seed, _NAME, _SECRETS, number, slot) % len(words[name])
            parts[slot] = words[name][chosen]
        texts[" ".join(parts)] = None
    drawn = list(texts)
    return CanaryKey(
        _MADE_BY,
        " ".join(pattern.parts),
        f"{seed % (1 << 128):x}",
        tuple(_canary(text, number, seed) for number, text in enumerate(drawn[:canaries])),
        tuple(drawn[canaries:]),
    )


def _canary(text: str, number: int, seed: int) -> Canary:
    repetitions = REPETITIONS[number % len(REPETITIONS)]
    inserted = bool(draw(seed, _NAME, _COINS, number) & 1)
    copies = range(repetitions if inserted else 0)
    ids = tuple(
        f"{_NAME}-" + "".join(f"{draw(seed, _NAME, _IDS, number, copy, n):016x}" for n in (0, 1))
        for copy in copies
    )
    return Canary(text, repetitions, inserted, ids)


def places(key: CanaryKey, records: int) -> list[tuple[int, str, str]]:
    """Return the place (before which record, all as likely), id and text of each canary record."""
    seed = int(key.seed, 16)
    found = []
    for canary in key.canaries:
        for record_id in canary.ids:
            place = draw(seed, record_id, _PLACES) % (records + 1)
            found.append((place, draw(seed, record_id, _PLACES, 1), record_id, canary.text))
    return [(place, record_id, text) for place, _, record_id, text in sorted(found)]


def encode_key(key: CanaryKey) -> bytes:
    return msgspec.json.format(msgspec.json.encode(key)) + b"\n"


def read_key(path: Path) -> CanaryKey:
    """Return what a key file holds. Raise `UsageError` if it is none, or if others can read it."""
    content = read_private_file(path, f"privtool {COMMAND} makes it")
    try:
        key = msgspec.json.decode(content, type=CanaryKey)
        parts = len(parse_pattern(key.pattern).parts)
        texts = [*(canary.text for canary in key.canaries), *key.references]
        whole = all(len(text.split(" ")) == parts for text in texts)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, UsageError):
        whole = False
    if not whole or key.made_by != _MADE_BY or not key.canaries or not key.references:
        raise UsageError(f"{path}: not a key file of privtool {COMMAND}")
    return key
