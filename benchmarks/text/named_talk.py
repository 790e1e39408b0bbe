"""How many words of names in everyday talk survive, as written, in lower case and as spoken.

    python -m benchmarks.text.named_talk > result.json

The sentences of `named_talk_heldout.txt` were written and committed before the rules met them, and
nothing is tuned on them. Names and handles stand in «marks», titles outside. A word survives if no
span overlaps it; joined with allowList, the tagger is more careful, and the embedded list must keep
the word, too.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from privtool.core.model_options import ModelSource, Runtime
from privtool.interfaces.tagging import Tagger
from privtool.models.taggers.load import load_tagger, resolve_taggers
from privtool.stages.whole_names import WholeNames
from privtool.text.word_lists import load_allow_list
from privtool.text.words import key_of, words

HELD_OUT = Path(__file__).with_name("named_talk_heldout.txt")
MANNERS = ("written", "lower", "spoken")
_MARKED = re.compile("«(.*?)»")
_SIGNS = re.compile(r"(?<!\w)[^\w\s@/]+|[^\w\s@/]+(?!\w)|\s[—-]\s")


class Sentence(NamedTuple):
    """A text with the offsets of the words of names."""

    text: str
    private: tuple[tuple[int, int], ...]


def sentence(line: str, manner: str) -> Sentence:
    """Return a line in a manner: "spoken" has neither capitals nor signs around words.

    `\\n` in a line is a line break.
    """
    text, private = "", []
    for number, piece in enumerate(_MARKED.split(line.replace("\\n", "\n"))):
        said = piece if manner == "written" else piece.lower()
        said = _SIGNS.sub(" ", said) if manner == "spoken" else said
        if number % 2:
            private += [(len(text) + w.start, len(text) + w.end) for w in words(said)]
        text += said
    return Sentence(text, tuple(private))


def survivors(sentences: Sequence[Sentence], tagger: Tagger) -> list[list[str]]:
    """Return the private words of each sentence that no span of the tagger overlaps."""
    return [
        [
            one.text[start:end]
            for start, end in one.private
            if not any(span.start < end and start < span.end for span in spans)
        ]
        for one, spans in zip(sentences, tagger.tag([s.text for s in sentences]), strict=True)
    ]


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=Path, default=HELD_OUT, help="a text file with «marks»")
    parser.add_argument("--tagger", action="append", default=[], help="default: the usual ones")
    parser.add_argument("--show", action="store_true", help="print the survivors on stderr")
    arguments = parser.parse_args()
    lines = arguments.sentences.read_text("utf-8").splitlines()
    listed = load_allow_list()
    report: dict[str, dict[str, Any]] = {}
    for name in arguments.tagger or ["patterns+names", "mini-ner+patterns+names"]:
        found = resolve_taggers(name, ModelSource())
        alone, careful = (
            WholeNames(load_tagger(found, Runtime("cpu"), careful=careful))
            for careful in (False, True)
        )
        report[name] = {}
        for manner in MANNERS:
            sentences = [sentence(line, manner) for line in lines]
            total = sum(len(each.private) for each in sentences)
            left = survivors(sentences, alone)
            both = [
                [word for word in passed if listed.keeps(key_of(word))]
                for passed in survivors(sentences, careful)
            ]
            if arguments.show:
                for one, alone_left, joined_left in zip(sentences, left, both, strict=True):
                    if alone_left:
                        print(
                            f"{name} {manner}: {one.text!r} leaves {alone_left}, "
                            f"joined {joined_left}",
                            file=sys.stderr,
                        )
            survived, joined = (sum(map(len, each)) for each in (left, both))
            report[name][manner] = {
                "words": total,
                "survive": survived,
                "percent": round(100 * survived / total, 1),
                "percent joined with allowList": round(100 * joined / total, 1),
                "lines": sum(bool(each.private) for each in sentences),
                "lines with survivors": sum(map(bool, left)),
                "lines with survivors, joined": sum(map(bool, both)),
            }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
