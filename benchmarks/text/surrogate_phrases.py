"""Print surrogates to be read: do they make sense where the phrase stood?

Each sentence of a set in `phrases/` is a scope of its own. A reader judges the lines; nothing is
measured here. A key makes the table the same on every machine; another key, another table.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from privtool.core.record import Entity
from privtool.core.rng import Key
from privtool.stages.surrogate_phrases import index_of
from privtool.text.surrogates.generator import SurrogateGenerator

_SETS = Path(__file__).parent / "phrases"
_PHRASE = re.compile(r"\[([^\]]*)\]")


class Example(NamedTuple):
    """A sentence with its private phrases in brackets, and their label."""

    label: str
    sentence: str


def examples(path: Path) -> Iterator[Example]:
    """Yield the examples of a table: a label, a tab and a sentence on each line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Example(*line.split("\t"))


def with_surrogates(example: Example, scope: str, generator: SurrogateGenerator) -> str:
    """Return the sentence with surrogates in place of its phrases, still in brackets."""
    text, entities, done = "", [], 0
    for match in _PHRASE.finditer(example.sentence):
        text += example.sentence[done : match.start()]
        entities.append(Entity(len(text), len(text) + len(match[1]), example.label))
        text += match[1]
        done = match.end()
    text += example.sentence[done:]
    index = index_of(text, entities)
    private = [index.private_phrase(text[each.start : each.end], each.label) for each in entities]
    surrogates = iter(generator.generate(scope, private))
    return _PHRASE.sub(lambda _: f"[{next(surrogates).text}]", example.sentence)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--key", default="phrases", help="draw with this key")
    parser.add_argument("--label", help="only the examples of this label")
    names = sorted(path.stem for path in _SETS.glob("*.txt"))
    parser.add_argument("--set", choices=names, default="first", help="which phrases to print")
    args = parser.parse_args()
    generator = SurrogateGenerator(Key(args.key.encode().ljust(16, b"\0")))
    for number, example in enumerate(examples(_SETS / f"{args.set}.txt"), 1):
        if args.label in (None, example.label):
            new = with_surrogates(example, str(number), generator)
            print(f"{number:3} {example.label:12} {example.sentence}  ->  {new}")


if __name__ == "__main__":
    main()
