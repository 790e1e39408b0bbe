"""Print private phrases of public corpora and their surrogates, in context, to be read.

    python -m benchmarks.text.surrogate_samples --data FOLDER --phrases 300 --seed 1

`FOLDER` has `ner/` and `text/`. Phrases are those that a corpus marks, or that `mask --annotate`
finds with its default taggers. They are drawn at random, as many from each corpus and one from each
document or conversation, on which `surrogate` runs at its defaults. A reader judges the lines.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tempfile
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

import privtool
from privtool.core.sealed import write_private_file

Record = dict[str, Any]
Span = tuple[int, int]
_MARKED = {"conll2003": "ner/conll2003.valid", "wikigold": "ner/wikigold.train",
           "wnut17": "ner/wnut17.valid"}  # fmt: skip
_FOUND = {
    name: f"text/{name}.{part}"
    for name, part in (
        ("swda", "test"),
        ("reddit", "valid"),
        ("selfdialogue", "train"),
        ("medical", "valid"),
        ("sgd", "valid"),
        ("wsj", "test"),
        ("reuters", "train"),
        ("wiki", "valid"),
    )
}
_SCOPES = ("dialogue", "doc")
_MOST_LINES = 40_000  # of a corpus; its start is a fair sample
_LONGEST = 16  # records of a document or conversation
_AROUND = 160  # characters


class Phrase(NamedTuple):
    """A private phrase: a record, which of its entities it is, and the corpus."""

    corpus: str
    record: Record
    entity: int


def scopes(path: Path, rng: random.Random) -> Iterator[list[Record]]:
    """Yield documents or conversations of a corpus at random; else records by themselves."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in islice(file, _MOST_LINES)]
    groups = [list(group) for _, group in groupby(records, key=_scope)]
    rng.shuffle(groups)
    for group in groups:
        start = rng.randrange(max(1, len(group) - _LONGEST + 1))
        yield group[start : start + _LONGEST]


def _scope(record: Record) -> str:
    return str(next(record[field] for field in (*_SCOPES, "id") if field in record))


def draw(
    name: str, path: Path, count: int, rng: random.Random
) -> tuple[list[Phrase], list[Record]]:
    """Draw phrases of a corpus, one from each scope. Return them, and the records of all scopes."""
    groups = scopes(path, rng)
    records = (record for group in groups for record in group)
    if name in _FOUND:
        raw = ({**record, "entities": []} for record in records)
        records = privtool.mask(raw, method="entityTagger", annotate=True, keep=_SCOPES)
    phrases: list[Phrase] = []
    read: list[Record] = []
    for _, scope in groupby(records, key=_scope):
        found = list(scope)
        read += found
        private = [
            Phrase(name, record, at) for record in found for at in range(len(record["entities"]))
        ]
        phrases += [rng.choice(private)] if private else []
        if len(phrases) == count:
            break
    return phrases, read


def replaced(records: list[Record], key: str) -> list[Record]:
    """Return the records with surrogates, drawn with a key."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "key")
        write_private_file(path, key.encode().ljust(16, b"-"))
        return list(privtool.surrogate(records, key_file=path))


def replaced_spans(old: Record, new: Record) -> list[Span]:
    """Return where the entities of a record with surrogates were; some are further mentions.

    The text between them is the same in both records.
    """
    ends = {each["start"]: each["end"] for each in old["entities"]}
    spans: list[Span] = []
    done = written = 0
    for number, each in enumerate(new["entities"], 1):
        start = done + each["start"] - written
        following = new["entities"][number]["start"] if number < len(new["entities"]) else None
        public = new["text"][each["end"] : following]
        rest = len(old["text"]) - len(public)
        mention = rest if following is None else old["text"].find(public, start + 1)
        done, written = ends.get(start, mention), each["end"]
        spans.append((start, done))
    return spans


def in_brackets(text: str, spans: list[Span], at: int) -> str:
    """Return the text around a span, with all spans in brackets, this one in double ones."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += (text[done:start], f"[{text[start:end]}]")
        done = end
    before, after = "".join(pieces[: 2 * at + 1]), "".join(pieces[2 * at + 2 :]) + text[done:]
    return f"{before[-_AROUND:]}[{pieces[2 * at + 1]}]{after[:_AROUND]}"


def shown(number: int, phrase: Phrase, new: Record) -> str:
    """Return the lines to read: the phrase and its surrogate, then both texts."""
    old = phrase.record
    entity = old["entities"][phrase.entity]
    spans = replaced_spans(old, new)
    at = [start for start, _ in spans].index(entity["start"])
    made = [(each["start"], each["end"]) for each in new["entities"]]
    surrogate = new["text"][slice(*made[at])]
    return (
        f"{number:3} {phrase.corpus} {entity['label']}  "
        f"[{old['text'][slice(*spans[at])]}]  ->  [{surrogate}]\n"
        f"    {in_brackets(old['text'], spans, at)}\n    {in_brackets(new['text'], made, at)}\n"
    )


def samples(
    folder: Path, count: int, seed: int, key: str, only: str | None
) -> Iterator[tuple[Phrase, Record]]:
    """Yield phrases of all corpora or one, each with its record after `surrogate`."""
    corpora = {**_MARKED, **_FOUND}
    for at, (name, path) in enumerate(corpora.items()):
        if only not in (None, name):
            continue
        share = count * (at + 1) // len(corpora) - count * at // len(corpora)
        rng = random.Random(f"{seed} {name}")
        phrases, records = draw(name, folder / f"{path}.jsonl.gz", share, rng)
        made = dict(zip(map(id, records), replaced(records, key), strict=True))
        yield from ((phrase, made[id(phrase.record)]) for phrase in phrases)


def main() -> None:
    """Print the phrases of a seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ner/ and text/")
    parser.add_argument("--phrases", type=int, default=300, help="in all corpora together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--key", default="samples", help="draw surrogates with this key")
    parser.add_argument("--only", choices=[*_MARKED, *_FOUND], help="phrases of this corpus")
    args = parser.parse_args()
    drawn = samples(args.data, args.phrases, args.seed, args.key, args.only)
    for number, (phrase, new) in enumerate(drawn, 1):
        print(shown(number, phrase, new), flush=True)


if __name__ == "__main__":
    main()
