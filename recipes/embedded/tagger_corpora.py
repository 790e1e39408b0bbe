"""The sentences that `mini-ner` is trained on, and those held out to choose its threshold."""

from __future__ import annotations

import argparse
import random
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from tagger_text import Sentence, read_dialogues, read_sentences
from talk.addressed import address
from talk.kinds import KINDS, draw_talk
from talk.persons import PersonNames
from written_lines import written_lines

CORPORA = {"conll2003": 1, "wnut17": 2, "wikigold": 1}  # copies: social media is scarce
TALK, WRITTEN = "talk", "written"
_HELD_OUT_TALK, _SCORED = 150, 500  # texts of each kind
_NAMED, _BARE, _ADDRESSED = 5_000, 4_000, 3_000  # lines labeled by the tagger
# The corpus that is left out together with a generated kind.
_SAME_KIND = {"clinic": "medical"}


@dataclass(frozen=True)
class TaggerCorpora:
    """Sentences to train on, those whose names are swapped for others, and held-out ones."""

    train: list[Sentence]
    sources: list[Sentence]
    held_out: dict[str, list[Sentence]]
    left_out: dict[str, list[Sentence]]


def read_corpora(options: argparse.Namespace, rng: random.Random) -> TaggerCorpora:
    """Read the corpora and draw generated talk, all without the kinds of `options.without`.

    Held out is a tenth of the documents of each corpus and of the written lines, and talk by other
    templates and names. Written lines are of many kinds: none is used if a kind is left out.
    """
    without = set(options.without)
    train: list[Sentence] = []
    held_out: dict[str, list[Sentence]] = {}
    left_out: dict[str, list[Sentence]] = {}
    for corpus, copies in CORPORA.items():
        sentences = read_sentences(options.data / "ner" / f"{corpus}.train.jsonl.gz")
        if corpus in without:
            left_out[corpus] = sentences
            continue
        documents = sorted({s.document for s in sentences})
        apart = set(rng.sample(documents, len(documents) // 10))
        held_out[corpus] = [s for s in sentences if s.document in apart]
        train += [s for s in sentences if s.document not in apart] * copies
    if options.written and not without:
        train += list(written_lines(held_out=False)) * options.written
        held_out[WRITTEN] = list(written_lines(held_out=True))
    sources = list(train)
    sgd = options.data / "text" / "sgd.train.jsonl.gz"
    train += read_dialogues(sgd, options.dialogues, rng)
    train += draw_talk(options.talk, rng, without=without)
    if options.labeled:
        train += labeled_lines(options.labeled, rng, without)
    for kind in KINDS:
        if kind in without or not options.talk:
            left_out[kind] = unseen_talk(kind)
        else:
            others = set(KINDS) - {kind}
            drawn = draw_talk(_HELD_OUT_TALK, rng, held_out=True, without=others)
            held_out.setdefault(TALK, []).extend(drawn)
    return TaggerCorpora(train, sources, held_out, left_out)


def unseen_talk(kind: str) -> list[Sentence]:
    """Draw texts of a kind by held-out templates and names, always the same."""
    others = set(KINDS) - {kind}
    return draw_talk(_SCORED, random.Random(kind), held_out=True, without=others)


def labeled_lines(path: Path, rng: random.Random, without: Collection[str]) -> list[Sentence]:
    """Draw lines of `label_talk.py`: some with names, some without, some with one added."""
    skipped = tuple(_SAME_KIND[kind] for kind in without if kind in _SAME_KIND)
    lines = [s for s in read_sentences(path) if not s.document.split(":", 1)[1].startswith(skipped)]
    named = [line for line in lines if any(name.label for name in line.names)]
    bare = [line for line in lines if not line.names]
    rng.shuffle(named)
    rng.shuffle(bare)
    persons = PersonNames(rng, held_out=False)
    addressed = [address(line, rng, persons) for line in bare[:_ADDRESSED]]
    return [*named[:_NAMED], *bare[_ADDRESSED:][:_BARE], *addressed]
