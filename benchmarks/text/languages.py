"""What `mask` costs and leaves in other languages than English, by file.

    python -m benchmarks.text.languages FOLDER --split valid > result.json

FOLDER has files `corpus.LANGUAGE.SPLIT.jsonl.gz` with `text` and gold `entities`, none of which is
copied here; without it, the text is talk with private words in «marks», all of which count as
persons (the files `blind_[il]*.tsv`). Words of two letters
or more outside all entities are public; those in an entity PERSON are of persons. `--by-label`
counts the words of the entities of each label. `--split ""` reads `corpus.LANGUAGE.jsonl.gz`.
`--language auto` decides by itself, the default is the language of the file.
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
from privtool.text.rules.word_classes import FOREIGN_NUMBERS
from privtool.text.word_lists import frequent_words

_WORD = re.compile(r"\w{2,}")
_MARK = re.compile("[«»]")
_TALK = Path(__file__).parent
_FREQUENT = 100  # words that are rarely what is private in a phrase


class Judged(NamedTuple):
    """A word, its label if masked, and whether it is of a person, of another entity or public."""

    word: str
    label: str
    role: str
    place: tuple[int, int]

    @property
    def masked(self) -> bool:
        return bool(self.label)


def judged(gold: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Judged]:
    """Yield the words of a text; public numbers are left out."""
    text = gold["text"]
    persons = [each for each in gold["entities"] if each["label"] == "PERSON"]
    labels = [""] * len(text)
    for span in found.get("entities", ()):
        labels[span["start"] : span["end"]] = [span["label"]] * (span["end"] - span["start"])
    roles = (
        ("person", _covered(len(text), persons)),
        ("name", _covered(len(text), gold["entities"])),
    )
    for match in _WORD.finditer(text):
        place = slice(*match.span())
        role = next((name for name, covers in roles if any(covers[place])), "public")
        if role != "public" or not any(map(str.isdigit, match.group())):
            label = labels[match.start()] if all(labels[place]) else ""
            yield Judged(match.group(), label, role, match.span())


def _covered(length: int, spans: Iterable[Mapping[str, Any]]) -> list[bool]:
    covers = [False] * length
    for span in spans:
        covers[span["start"] : span["end"]] = [True] * (span["end"] - span["start"])
    return covers


def tagged(gold: Sequence[Mapping[str, Any]], language: str) -> list[Any]:
    """Return the records of a set with what `mask` finds in them."""
    texts = ({"id": number, "text": each["text"]} for number, each in enumerate(gold))
    return list(privtool.mask(texts, method="entityTagger", annotate=True, language=language))


def left_by_label(
    gold: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]], language: str
) -> dict[str, str]:
    """Return for each label how many of the words of its entities are left.

    The most frequent words of the language do not count, unless they are numbers.
    """
    frequent = {word for word, _, _ in frequent_words(language)[:_FREQUENT]} - FOREIGN_NUMBERS
    total, left = Counter[str](), Counter[str]()
    for record, result in zip(gold, found, strict=True):
        text = record["text"]
        masked = _covered(len(text), result.get("entities", ()))
        for entity in record["entities"]:
            for match in re.finditer(r"\w+", text[entity["start"] : entity["end"]]):
                first, stop = (entity["start"] + at for at in match.span())
                if match.group().lower() not in frequent:
                    total[entity["label"]] += 1
                    left[entity["label"]] += not all(masked[first:stop])
    return {label: f"{100 * left[label] / count:.1f}% of {count}" for label, count in total.items()}


def measured(
    name: str, gold: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]], show: int
) -> dict[str, Any]:
    """Return the percentages of a set, and show its most frequent errors."""
    words = [word for pair in zip(gold, found, strict=True) for word in judged(*pair)]
    total = Counter(word.role for word in words)
    for masked, role in ((True, "public"), (False, "person")):
        errors = Counter(each.word for each in words if (each.masked, each.role) == (masked, role))
        if show:
            print(name, role, errors.most_common(show), file=sys.stderr)
    left = sum(each.role == "person" and not each.masked for each in words)
    phrases = [
        any(_covered(len(record["text"]), result.get("entities", ()))[each["start"] : each["end"]])
        for record, result in zip(gold, found, strict=True)
        for each in record["entities"]
    ]
    cost = Counter(each.label for each in words if each.role == "public" and each.masked)
    public = max(total["public"], 1)
    return {
        "persons_left_percent": round(100 * left / max(total["person"], 1), 2),
        "public_masked_percent": round(100 * cost.total() / public, 2),
        "public_masked_by_label": {
            label: round(100 * count / public, 2) for label, count in cost.most_common()
        },
        "phrases_left_percent": round(100 * phrases.count(False) / max(len(phrases), 1), 2),
        "words_of_persons": total["person"],
        "public_words": total["public"],
    }


def sets_of(folder: Path, split: str, limit: int) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield the name, language and records of each file, but not those in English."""
    for path in sorted(folder.glob(f"*.??.{split}.jsonl.gz".replace("..", "."))):
        language = path.name.split(".")[1]
        if language in languages()[1:]:
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                yield path.name, language, [json.loads(line) for line in islice(lines, limit)]


def marked_sets() -> Iterator[tuple[str, str, list[Any]]]:
    """Yield the same of the talk with marks."""
    for path in sorted(_TALK.glob("blind_[il]*.tsv")):
        rows = path.read_text(encoding="utf-8").splitlines()[1:]
        for language, group in groupby((row.split("\t") for row in rows), itemgetter(0)):
            yield f"{path.stem}.{language}", language, [_unmarked(text) for _, text in group]


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
    parser.add_argument("--by-label", action="store_true", help="words left by label")
    given = parser.parse_args()
    found = sets_of(given.folder, given.split, given.limit) if given.folder else marked_sets()
    report: dict[str, Any] = {}
    for name, language, records in found:
        results = tagged(records, given.language or language)
        report[name] = (
            left_by_label(records, results, language)
            if given.by_label
            else measured(name, records, results, given.show)
        )
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
