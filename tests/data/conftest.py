"""What the tests of the sample corpus share: its records, its texts, its marked phrases."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from privtool.text.labels import Label

Records = list[dict[str, Any]]
Phrases = Callable[[Label], list[str]]


@pytest.fixture(scope="session")
def sample() -> Path:
    """The folder of the sample corpus."""
    return Path(__file__).resolve().parents[2] / "data" / "sample"


@pytest.fixture(scope="session")
def lines(sample: Path) -> list[str]:
    """The lines of `raw.jsonl`, and the nothing after the last line end."""
    return (sample / "raw.jsonl").read_bytes().decode("utf-8").split("\n")


@pytest.fixture(scope="session")
def records(lines: list[str]) -> Records:
    """The records of the sample, in file order."""
    return [json.loads(line) for line in lines if line]


@pytest.fixture(scope="session")
def texts(records: Records) -> list[str]:
    """The texts of the sample, in file order."""
    return [record["text"] for record in records]


@pytest.fixture(scope="session")
def phrases(records: Records) -> Phrases:
    """A function that gives the marked phrases with a label, in order."""

    def with_label(label: Label) -> list[str]:
        return [
            record["text"][entity["start"] : entity["end"]]
            for record in records
            for entity in record["entities"]
            if entity["label"] == label.value
        ]

    return with_label
