"""Lines of everyday talk with labeled names, written for the tagger.

The authors, language models who knew neither its rules nor its lists, were given kinds of text and
asked for names where a program would miss them, and for words where it would see a name that is
none. In `written/*.txt`, a name stands in «marks» after the letter of its label; `\\n` in a line is
a line break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tagger_text import Name, Sentence

from privtool.text.labels import Label

# What corpora disagree on (products, works, handles) is not learned from, as in generated talk.
_LABELS = {"P": Label.PERSON, "L": Label.LOCATION, "O": Label.ORGANIZATION, "M": None, "U": None}
_MARKED = re.compile(r"«([PLOMU]):(.*?)»")
_FOLDER = Path(__file__).with_name("written")
_HELD_OUT = 10  # one in so many


def labeled_line(line: str, document: str) -> Sentence:
    """Return the text of a line and its names."""
    text, last = "", 0
    names: list[Name] = []
    line = line.replace("\\n", "\n")
    for found in _MARKED.finditer(line):
        text += line[last : found.start()]
        names.append(Name(len(text), len(text) + len(found[2]), _LABELS[found[1]]))
        text, last = text + found[2], found.end()
    return Sentence(text + line[last:], tuple(names), document)


def written_lines(*, held_out: bool) -> Iterator[Sentence]:
    """Yield all lines, but for each tenth of a kind, or only these."""
    for path in sorted(_FOLDER.glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if (number % _HELD_OUT == 0) is held_out:
                yield labeled_line(line, f"written:{path.stem}:{number}")
