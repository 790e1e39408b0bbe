"""Sentences with private phrases in brackets, and the surrogates of these."""

from __future__ import annotations

from pathlib import Path

from privtool.core.record import Entity
from privtool.core.rng import Key
from privtool.stages.surrogate_phrases import index_of
from privtool.text.surrogates.context import normalized
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.name_lists import name_pools

EXAMPLES = Path(__file__).parents[2] / "data/examples/surrogates"
KEYS = [Key(f"cues {number}".encode().ljust(16, b"\0")) for number in range(4)]


def rows_of(table: str) -> list[list[str]]:
    """Return the rows of a table of examples, without its comments."""
    lines = (EXAMPLES / f"{table}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def record(sentence: str, label: str) -> tuple[str, tuple[Entity, ...]]:
    """Return the text and the entities of a sentence with its private phrases in brackets."""
    text, entities = "", []
    for number, piece in enumerate(sentence.replace("]", "[").split("[")):
        if number % 2:
            own, _, rest = piece.partition(": ") if ": " in piece else (label, "", piece)
            entities.append(Entity(len(text), len(text) + len(rest), own))
            piece = rest
        text += piece
    return text, tuple(entities)


def made(sentence: str | list[str], label: str = "", key: Key = KEYS[0]) -> list[str]:
    """Return the surrogates of the phrases of a sentence; "[LOC: Ghent]" has a label of its own.

    A list has one phrase, which is the whole text.
    """
    text, entities = (
        record(sentence, label)
        if isinstance(sentence, str)
        else (sentence[0], (Entity(0, len(sentence[0]), label),))
    )
    index = index_of(text, entities)
    private = [index.private_phrase(text[each.start : each.end], each.label) for each in entities]
    return [each.text for each in SurrogateGenerator(key).generate("s", private)]


def us_surnames() -> frozenset[str]:
    """Return the surnames to draw from, normalized."""
    return frozenset(map(normalized, name_pools().surnames.phrases))
