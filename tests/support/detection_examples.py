"""Examples of what taggers find and leave: the tables of `tests/data/examples/`.

A row is an example: a tagger, what it must do, a label, a score and a text, in which `\\n`, `\\t`,
`\\\\` and `\\u` stand for other characters. What starts with `#` says what the rows after it show.
It must

- find: the spans of at least the score, and others from 0.5, are exactly the «marks», of the label;
- only: the spans of the label and at least the score are exactly the «marks»;
- cover: letters and digits in «marks» are all masked, and nothing outside is;
- hide: letters and digits in «marks» are all masked;
- leave: no span has the score.

The label * is any.
"""

import re
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parents[1] / "data/examples"
_HEAD = "tagger\tmust\tlabel\tscore\ttext"
_ESCAPE = re.compile(r"\\(?:([\\nt])|u(\w{4})|U(\w{8}))")
_SIGNS = {"n": "\n", "t": "\t", "\\": "\\"}


class Example(NamedTuple):
    """A row with its place."""

    place: str
    about: str
    tagger: str
    must: str
    label: str
    score: float
    text: str
    marks: list[tuple[int, int]]


def unmark(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without «marks», and the marked spans."""
    plain = ""
    marked_spans = []
    for piece in marked.split("«"):
        inside, closed, after = piece.rpartition("»")
        if closed:
            marked_spans.append((len(plain), len(plain) + len(inside)))
        plain += inside + after
    return plain, marked_spans


def examples() -> list[Example]:
    """Return all examples of all tables."""
    return [one for path in sorted(_FOLDER.glob("*.tsv")) for one in _examples(path)]


def _examples(path: Path) -> list[Example]:
    head, *lines = path.read_text("utf-8").splitlines()
    assert head == _HEAD, path
    found = []
    about = ""
    for number, line in enumerate(lines, start=2):
        if line.startswith("#"):
            about = line[2:]
            continue
        tagger, must, label, score, text = line.split("\t")
        plain, marks = unmark(_ESCAPE.sub(_sign, text))
        place = f"{path.stem}:{number}"
        found.append(Example(place, about, tagger, must, label, float(score), plain, marks))
    return found


def _sign(match: re.Match[str]) -> str:
    name, *codes = match.groups()
    return _SIGNS[name] if name else chr(int(codes[0] or codes[1], 16))
