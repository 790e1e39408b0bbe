"""How many words of names in everyday talk survive, as written, in lower case and as spoken.

    python -m benchmarks.text.named_talk > result.json

The sets are in `blind_talk.tsv`, each written and committed before the rules met it; `--set NAME`
reads others than the first, `--all` reads all. Names and handles stand in «marks», titles
outside. A word survives if no span overlaps it; joined with allowList, the tagger is more careful,
and the embedded list must keep the word, too.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from benchmarks.text.talk_sets import talk_sets
from privtool.core.device import ModelSource, Runtime
from privtool.core.spans import Span
from privtool.models.taggers.load import resolve_taggers
from privtool.stages.tagging_steps import whole_names
from privtool.text.word_lists import load_allow_list
from privtool.text.words import key_of, words
from privtool.workflows.config.taggers import load_tagger

HELD_OUT = "introductions"
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


Found = Sequence[Sequence[Span]]  # the spans of each sentence


def survivors(sentences: Sequence[Sentence], found: Found) -> list[list[str]]:
    """Return the private words of each sentence that no span overlaps."""
    return [
        [one.text[start:end] for start, end in one.private if not _touched(start, end, spans)]
        for one, spans in zip(sentences, found, strict=True)
    ]


def kept_by_list(passed: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the words that allowList keeps, too."""
    listed = load_allow_list()
    return [[word for word in some if listed.keeps(key_of(word))] for some in passed]


def over_masking(sentences: Sequence[Sentence], found: Found) -> float:
    """Return the share of the words outside marks that a span overlaps."""
    touched = [
        _touched(word.start, word.end, spans)
        for one, spans in zip(sentences, found, strict=True)
        for word in words(one.text)
        if not any(word.start < end and start < word.end for start, end in one.private)
    ]
    return sum(touched) / len(touched)


def _touched(start: int, end: int, spans: Sequence[Span]) -> bool:
    return any(span.start < end and start < span.end for span in spans)


def figures(
    sentences: Sequence[Sentence],
    alone: Sequence[Sequence[str]],
    joined: Sequence[Sequence[str]],
    over: float,
) -> dict[str, Any]:
    """Return how many words and lines are left, of how many, and the percentage of over-masking."""
    total = sum(len(each.private) for each in sentences)
    survived, both = (sum(map(len, each)) for each in (alone, joined))
    return {
        "words": total,
        "survive": survived,
        "percent": round(100 * survived / total, 1),
        "percent joined with allowList": round(100 * both / total, 1),
        "lines": sum(bool(each.private) for each in sentences),
        "lines with survivors": sum(map(bool, alone)),
        "lines with survivors, joined": sum(map(bool, joined)),
        "percent of public words masked": round(100 * over, 1),
    }


def main() -> None:
    """Measure and print one JSON object."""
    sets = talk_sets()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", action="append", choices=sets, metavar="NAME", dest="names")
    parser.add_argument("--all", action="store_true", help="all sets as one")
    parser.add_argument("--tagger", action="append", default=[], help="default: the usual ones")
    parser.add_argument("--show", action="store_true", help="print the survivors on stderr")
    arguments = parser.parse_args()
    names = sets if arguments.all else arguments.names or [HELD_OUT]
    chosen = [sets[name] for name in names]
    lines = [line for each in chosen for line in each.lines]
    report: dict[str, dict[str, Any]] = {}
    for name in arguments.tagger or ["patterns", "mini-ner+patterns"]:
        found = resolve_taggers(name, ModelSource())
        alone, careful = (
            whole_names(load_tagger(found, Runtime("cpu"), careful=careful))
            for careful in (False, True)
        )
        report[name] = {}
        for manner in MANNERS:
            sentences = [sentence(line, manner) for line in lines]
            texts = [each.text for each in sentences]
            found_alone, found_careful = alone.tag(texts), careful.tag(texts)
            words_left = (
                survivors(sentences, found_alone),
                kept_by_list(survivors(sentences, found_careful)),
            )
            if arguments.show:
                _show(f"{name} {manner}", sentences, *words_left)
            report[name][manner] = figures(
                sentences, *words_left, over_masking(sentences, found_alone)
            )
    print(json.dumps(report, indent=1))


def _show(
    title: str,
    sentences: Sequence[Sentence],
    alone: Sequence[Sequence[str]],
    joined: Sequence[Sequence[str]],
) -> None:
    for one, words_left, both in zip(sentences, alone, joined, strict=True):
        if words_left:
            print(f"{title}: {one.text!r} leaves {words_left}, joined {both}", file=sys.stderr)


if __name__ == "__main__":
    main()
