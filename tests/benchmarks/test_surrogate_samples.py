"""`benchmarks.text.surrogate_samples`: which phrases are drawn, and what is printed to be read."""

import gzip
import json
import random
from pathlib import Path

from benchmarks.text.surrogate_samples import Phrase, draw, replaced_spans, scopes, shown

OLD = {
    "id": "1",
    "text": "Anna saw Bob. anna left.",
    "entities": [
        {"start": 0, "end": 4, "label": "PERSON"},
        {"start": 9, "end": 12, "label": "PERSON"},
    ],
}
NEW = {
    "id": "1",
    "text": "Maria saw Tim. maria left.",
    "entities": [
        {"start": 0, "end": 5, "label": "PERSON"},
        {"start": 10, "end": 13, "label": "PERSON"},
        {"start": 15, "end": 20, "label": "PERSON"},
    ],
}


def test_further_mentions_are_found_in_the_original():
    assert replaced_spans(OLD, NEW) == [(0, 4), (9, 12), (14, 18)]


def test_a_phrase_and_its_surrogate_are_shown_in_context():
    assert shown(7, Phrase("wnut17", OLD, 1), NEW) == (
        "  7 wnut17 PERSON  [Bob]  ->  [Tim]\n"
        "    [Anna] saw [[Bob]]. [anna] left.\n"
        "    [Maria] saw [[Tim]]. [maria] left.\n"
    )


def _corpus(path: Path) -> Path:
    records = [
        {"id": number, "doc": number // 3, "text": "Anna left.", "entities": OLD["entities"][:1]}
        for number in range(60)
    ]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, records)).encode()))
    return path


def test_scopes_are_whole_documents(tmp_path: Path):
    found = list(scopes(_corpus(tmp_path / "a.jsonl.gz"), random.Random(1)))
    assert sorted(record["id"] for group in found for record in group) == list(range(60))
    assert all([record["doc"] for record in group] == [group[0]["doc"]] * 3 for group in found)


def test_a_seed_draws_the_same_phrases(tmp_path: Path):
    path = _corpus(tmp_path / "a.jsonl.gz")
    first, records = draw("conll2003", path, 4, random.Random(1))
    assert len(first) == 4
    assert all(phrase.record in records for phrase in first)
    assert len({phrase.record["doc"] for phrase in first}) == 4  # one from each
    assert len(records) == 12  # all of these documents
    assert draw("conll2003", path, 4, random.Random(1))[0] == first
    assert draw("conll2003", path, 4, random.Random(2))[0] != first
