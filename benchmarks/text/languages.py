"""What `mask` costs and leaves in other languages than English, by file.

    python -m benchmarks.text.languages FOLDER --split valid > result.json

FOLDER has files `corpus.LANGUAGE.SPLIT.jsonl.gz` with `text` and gold `entities`, none of which is
copied here; without it, the text is talk with private words in «marks», all of which count as
persons (`blind_languages.tsv`). Words of two letters or more outside all entities are public; those
in an entity PERSON are of persons. `--language auto` decides by itself, the default is the language
of the file.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import privtool
from privtool.text.languages import languages

_WORD = re.compile(r"\w{2,}")
_MARK = re.compile("[«»]")
_BLIND = Path(__file__).parent / "blind_languages.tsv"


class Judged(NamedTuple):
    """A word, whether it is masked, and whether it is of a person, of another entity or public."""

    word: str
    masked: bool
    role: str


def judged(gold: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Judged]:
    """Yield the words of a text; public numbers are left out."""
    text = gold["text"]
    persons = [each for each in gold["entities"] if each["label"] == "PERSON"]
    masked = _covered(len(text), found.get("entities", ()))
    roles = (
        ("person", _covered(len(text), persons)),
        ("name", _covered(len(text), gold["entities"])),
    )
    for match in _WORD.finditer(text):
        place = slice(*match.span())
        role = next((name for name, covers in roles if any(covers[place])), "public")
        if role != "public" or not any(map(str.isdigit, match.group())):
            yield Judged(match.group(), all(masked[place]), role)


def _covered(length: int, spans: Iterable[Mapping[str, Any]]) -> list[bool]:
    covers = [False] * length
    for span in spans:
        covers[span["start"] : span["end"]] = [True] * (span["end"] - span["start"])
    return covers


def measured(
    name: str, gold: Sequence[Mapping[str, Any]], language: str, show: int
) -> dict[str, float | int]:
    """Return the percentages of a set, and show its most frequent errors."""
    texts = ({"id": number, "text": each["text"]} for number, each in enumerate(gold))
    found = privtool.mask(texts, method="entityTagger", annotate=True, language=language)
    words = [word for pair in zip(gold, found, strict=True) for word in judged(*pair)]
    total = Counter(word.role for word in words)
    for masked, role in ((True, "public"), (False, "person")):
        errors = Counter(each.word for each in words if (each.masked, each.role) == (masked, role))
        if show:
            print(name, role, errors.most_common(show), file=sys.stderr)
    left = sum(each.role == "person" and not each.masked for each in words)
    cost = sum(each.role == "public" and each.masked for each in words)
    return {
        "persons_left_percent": round(100 * left / max(total["person"], 1), 2),
        "public_masked_percent": round(100 * cost / max(total["public"], 1), 2),
        "words_of_persons": total["person"],
        "public_words": total["public"],
    }


def sets_of(folder: Path, split: str, limit: int) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield the name, language and records of each file."""
    for path in sorted(folder.glob(f"*.{split}.jsonl.gz")):
        language = path.name.split(".")[1]
        if language in languages():
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                yield path.name, language, [json.loads(line) for line in islice(lines, limit)]


def marked_sets() -> Iterator[tuple[str, str, list[Any]]]:
    """Yield the same of the talk with marks."""
    rows = _BLIND.read_text(encoding="utf-8").splitlines()[1:]
    for language, group in groupby((row.split("\t") for row in rows), itemgetter(0)):
        yield f"talk.{language}", language, [_unmarked(text) for _, text in group]


def _unmarked(marked: str) -> dict[str, Any]:
    """Return the text without its marks, and the entities in them."""
    text, entities = "", []
    for number, part in enumerate(_MARK.split(marked)):
        if number % 2:
            entities.append({"start": len(text), "end": len(text) + len(part), "label": "PERSON"})
        text += part
    return {"text": text, "entities": entities}


def main() -> None:
    """Measures and prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--split", default="valid")
    parser.add_argument("--limit", type=int, default=300, help="records of each file")
    parser.add_argument("--language", help="instead of that of the file")
    parser.add_argument(
        "--show", type=int, default=0, metavar="N", help="print N words of each kind"
    )
    given = parser.parse_args()
    found = sets_of(given.folder, given.split, given.limit) if given.folder else marked_sets()
    report = {
        name: measured(name, records, given.language or language, given.show)
        for name, language, records in found
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
