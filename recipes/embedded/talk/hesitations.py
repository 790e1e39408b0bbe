"""Hesitations of spontaneous speech in a sentence: fillers, repeated words, names broken off."""

from __future__ import annotations

import random
import re

from tagger_text import Name, Sentence

_FILLERS = ("uh", "um", "uh", "um", "er", "like", "you know", "I mean", "well", "so", "okay", "hm")
_WORD = re.compile(r"[^\s]+")


def hesitant(sentence: Sentence, rng: random.Random, share: float = 0.09) -> Sentence:
    """Insert hesitations before a share of the words; one inside a name divides it."""
    additions = []
    for word in _WORD.finditer(sentence.text):
        if rng.random() >= share:
            continue
        repeats = rng.random() < 0.3 and word[0].isalpha()
        if repeats and not _inside(sentence, word.start()):
            additions.append((word.start(), f"{word[0]} "))
        else:
            comma = rng.choice((", ", " "))
            additions.append((word.start(), f"{rng.choice(_FILLERS)}{comma}"))
    return inserted(sentence, additions)


def _inside(sentence: Sentence, position: int) -> bool:
    return any(name.start <= position < name.end for name in sentence.names)


def inserted(sentence: Sentence, additions: list[tuple[int, str]]) -> Sentence:
    """Insert texts at sorted positions; a name with one inside becomes two names."""
    text, names, last = "", [], 0
    pending = list(sentence.names)
    cuts = [*additions, (len(sentence.text), "")]
    for position, addition in cuts:
        shift = len(text) - last
        text += sentence.text[last:position]
        while pending and pending[0].start < position:
            name = pending.pop(0)
            end = min(name.end, position)
            piece = sentence.text[name.start : end].rstrip()
            names.append(Name(name.start + shift, name.start + shift + len(piece), name.label))
            if name.end > position:
                pending.insert(0, Name(position, name.end, name.label))
                break
        text, last = text + addition, position
    return Sentence(text, tuple(names), sentence.document)
