"""Speech in which a value is said with hesitations, and what of it is private."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

CLEAN, HESITANT, DISTRACTED = "clean", "hesitant", "distracted"
GAP = "|"  # where a speaker may hesitate
FREE = "~"  # before a word that is not private
_HESITATION_SHARE = 0.45


class Dictation(NamedTuple):
    """A text, and the ranges of its private words."""

    text: str
    private: tuple[tuple[int, int], ...]


class Words(NamedTuple):
    """What is said before a value and inside it."""

    openings: Sequence[str]
    hesitations: Sequence[str]
    distractions: Sequence[str]


def worded(
    rng: random.Random,
    value: str,
    manner: str,
    words: Words,
    closings: Sequence[str],
    kind: str,
) -> Dictation:
    """Return an opening, a value, and a closing, as a recognizer or a typist writes them."""
    parts: list[tuple[str, bool]] = [(word, False) for word in rng.choice(words.openings).split()]
    typed = rng.random() < 0.35  # with commas and a capital
    for word in value.split():
        if word == GAP:
            if manner != CLEAN and rng.random() < _HESITATION_SHARE:
                fillers = words.hesitations if manner == HESITANT else words.distractions
                for _ in range(1 + (rng.random() < 0.2)):
                    comma = "," if typed and rng.random() < 0.7 else ""
                    parts[-1] = (parts[-1][0] + comma, parts[-1][1])
                    parts += [(filler, False) for filler in rng.choice(fillers).split()]
                    parts[-1] = (parts[-1][0] + comma, False)
            elif typed and rng.random() < 0.5 and kind not in ("e-mail", "address", "ip"):
                parts[-1] = (parts[-1][0] + ",", parts[-1][1])
            continue
        parts.append((word.removeprefix(FREE), not word.startswith(FREE)))
    parts += [(word, False) for word in rng.choice(closings).split()]
    if typed:
        parts[0] = (parts[0][0].capitalize(), parts[0][1])
        parts[-1] = (parts[-1][0] + ".", parts[-1][1])
    text, private = "", []
    for word, is_private in parts:
        text += " " if text else ""
        if is_private:
            private.append((len(text), len(text) + len(word.rstrip(",."))))
        text += word
    return Dictation(text, tuple(private))
