"""The sample corpus is well-formed, and its README counts it right."""

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

from privtool.text.labels import Label

Records = list[dict[str, Any]]

GENRES = ("call", "clinic", "chat", "news", "form")
GOLD_LABELS = [label.value for label in Label if label is not Label.WORD]


def test_file_is_utf8_lines_without_escapes(lines: list[str], records: Records) -> None:
    assert lines[-1] == ""
    assert "" not in lines[:-1]
    for line, record in zip(lines, records, strict=False):
        assert line == json.dumps(record, ensure_ascii=False)


def test_fields(records: Records) -> None:
    for record in records:
        assert list(record) == ["id", "text", "speaker", "dialogue", "genre", "entities"]
        assert record["text"] == record["text"].strip() != ""
        assert record["genre"] in GENRES
        assert re.fullmatch(r"[a-z]+(-[a-z])?", record["speaker"])  # a role, never a name
        assert re.fullmatch(rf"{record['genre']}-\d{{3}}", record["dialogue"])


def test_ids_are_unique_and_count_up_in_each_dialogue(records: Records) -> None:
    seen: Counter[str] = Counter()
    for record in records:
        seen[record["dialogue"]] += 1
        assert record["id"] == f"{record['dialogue']}-{seen[record['dialogue']]:02}"


def test_spans_are_sorted_disjoint_inside_and_trimmed(records: Records) -> None:
    for record in records:
        last_end = 0
        for entity in record["entities"]:
            assert list(entity) == ["start", "end", "label"]
            assert last_end <= entity["start"] < entity["end"] <= len(record["text"]), record["id"]
            phrase = record["text"][entity["start"] : entity["end"]]
            assert phrase == phrase.strip(), record["id"]
            last_end = entity["end"]


def test_spans_do_not_split_a_character(records: Records) -> None:
    for record in records:
        text = record["text"]
        for entity in record["entities"]:
            for edge in (entity["start"], entity["end"]):
                after = text[edge : edge + 1]
                # Marks that join a cluster; a span edge before one would leave half a letter.
                assert not after or unicodedata.category(after) not in ("Mn", "Mc"), record["id"]


def test_labels_are_known_and_each_occurs(records: Records) -> None:
    counts = Counter(entity["label"] for record in records for entity in record["entities"])
    assert set(counts) == set(GOLD_LABELS)
    assert min(counts.values()) >= 2


def test_readme_table_matches(sample: Path, records: Records) -> None:
    rows: dict[str, Counter[str]] = {"records": Counter(), "without entity": Counter()}
    rows.update({label: Counter() for label in GOLD_LABELS})
    dialogues = {(record["genre"], record["dialogue"]) for record in records}
    rows["dialogues"] = Counter(genre for genre, _ in dialogues)
    for record in records:
        rows["records"][record["genre"]] += 1
        rows["without entity"][record["genre"]] += not record["entities"]
        for entity in record["entities"]:
            rows[entity["label"]][record["genre"]] += 1
    expected = {
        name: [*(row[genre] for genre in GENRES), sum(row.values())] for name, row in rows.items()
    }
    readme = (sample / "README.md").read_text(encoding="utf-8")
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in readme.splitlines()
        if line.startswith("| ")
    ]
    assert cells[0] == ["", *GENRES, "all"]
    written = {row[0]: [int(cell) for cell in row[1:]] for row in cells[1:]}
    assert written == expected
    assert f"`raw.jsonl` holds {len(records)} short records" in readme


def test_readme_example_is_in_the_file(sample: Path, records: Records) -> None:
    readme = (sample / "README.md").read_text(encoding="utf-8")
    block = readme[readme.index('{"id"') :].split("\n\n")[0]
    assert json.loads(block) in records
