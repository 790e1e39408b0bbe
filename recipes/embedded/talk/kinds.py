"""All kinds of generated text, and drawing from them."""

from __future__ import annotations

import random
from collections.abc import Collection

from tagger_text import Sentence

from talk import (
    call_center,
    chat,
    clinic,
    earnings,
    forms,
    hard_negatives,
    introductions,
    mail,
    social,
    spellings,
    vocatives,
    word_names,
)
from talk.grammar import Kind, draw
from talk.hesitations import hesitant

_MODULES = (
    *(introductions, spellings, vocatives, clinic, call_center, chat, forms, mail, earnings),
    *(social, word_names, hard_negatives),
)
KINDS: dict[str, Kind] = {module.KIND.name: module.KIND for module in _MODULES}
_HESITANT = 0.3


def draw_talk(
    count: int, rng: random.Random, *, held_out: bool = False, without: Collection[str] = ()
) -> list[Sentence]:
    """Draw texts evenly from all kinds but those in `without`; a third of speech hesitates."""
    kinds = [kind for name, kind in KINDS.items() if name not in without]
    return [_draw(kinds[number % len(kinds)], rng, held_out) for number in range(count)]


def _draw(kind: Kind, rng: random.Random, held_out: bool) -> Sentence:
    sentence = draw(kind, rng, held_out=held_out)
    return hesitant(sentence, rng) if kind.spoken and rng.random() < _HESITANT else sentence
