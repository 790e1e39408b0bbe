"""Templates of sentences, and drawing from them.

In a template `[a|b|]` is one of several texts (nested if need be) and `{slot}` a value of
`values.py`. `{slot.x}` with a letter is the same value, or the same person, wherever it stands in
one template. A fifth of the templates of each kind is held out: training never draws from it.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from zlib import crc32

from tagger_text import Name, Sentence

from talk.values import Values

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)(?:\.(\w))?\}")
_HELD_OUT = 5  # one in so many


@dataclass(frozen=True)
class Kind:
    """A kind of text: its templates, one in a line, and how several of them make one text."""

    name: str
    lines: str
    joints: tuple[str, ...] = (" ",)
    most_parts: int = 2
    spoken: bool = False  # with hesitations

    def templates(self, held_out: bool) -> list[str]:
        """Return the templates to train on, or those held out."""
        lines = [line.strip() for line in self.lines.strip().splitlines()]
        return [line for line in lines if (crc32(line.encode()) % _HELD_OUT == 0) is held_out]


def draw(kind: Kind, rng: random.Random, *, held_out: bool) -> Sentence:
    """Draw a text: one to `most_parts` templates of a kind, with one joint between all."""
    templates = kind.templates(held_out)
    parts = rng.choices(range(1, kind.most_parts + 1), _FEWER[: kind.most_parts])[0]
    joint = rng.choice(kind.joints)
    text = ""
    names: list[Name] = []
    for number, template in enumerate(rng.sample(templates, min(parts, len(templates)))):
        part = fill(template, Values(rng, held_out=held_out))
        text += joint if number else ""
        names += [Name(n.start + len(text), n.end + len(text), n.label) for n in part.names]
        text += part.text
    return Sentence(text, tuple(names), kind.name)


_FEWER = (60, 25, 10, 5)  # weights of one to four parts


def fill(template: str, values: Values) -> Sentence:
    """Draw the choices and values of a template."""
    while _CHOICE.search(template):
        template = _CHOICE.sub(lambda found: values.rng.choice(found[1].split("|")), template)
    text, last = "", 0
    names: list[Name] = []
    for slot in _SLOT.finditer(template):
        text += template[last : slot.start()]
        value = values.draw(slot[1], slot[2])
        if value.is_name:
            start = len(text)
            if names and names[-1].label is value.label and text[names[-1].end :] == " ":
                start = names.pop().start  # a given name and a surname are one name
            names.append(Name(start, len(text) + len(value.text), value.label))
        text, last = text + value.text, slot.end()
    return Sentence(text + template[last:], tuple(names), "")
