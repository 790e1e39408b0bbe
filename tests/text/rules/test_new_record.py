"""docs/extending.md, followed to the letter: new records are used by `mask` and `surrogate`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from privtool.text.detection import identifiers
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.view import TextView
from privtool.text.lexicon import DATA
from privtool.text.rules import files
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key
from tests.support.detection_examples import unmark

PAGE = Path(__file__).resolve().parents[3] / "docs" / "extending.md"
RECORDS = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
NUMBER = "00000000 0 ZZ4"


@pytest.fixture
def record(tmp_path, monkeypatch):
    """The record of the page, at the end of a copy of `ids.toml`."""
    for language in ("intl", "en"):
        shutil.copytree(DATA / language, tmp_path / language)
    with (tmp_path / "intl" / "ids.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{RECORDS[0]}")
    _forget()
    monkeypatch.setattr(files, "DATA", tmp_path)
    yield files.read_rules(tmp_path / "intl" / "ids.toml")[-1]
    _forget()


def _forget():
    files.package_rules.cache_clear()
    identifiers.package_matcher.cache_clear()


def labels(text):
    return [span.label for span in PatternTagger().tag([text])[0]]


def test_without_the_record_the_number_has_no_label_of_its_own():
    assert labels(f"cartão {NUMBER}") != ["NATIONAL_ID"]


def test_mask_and_surrogate_use_a_new_record(record):
    assert labels(f"cartão {NUMBER}") == ["NATIONAL_ID"]
    phrase = PrivatePhrase(NUMBER, "NATIONAL_ID")
    for number in range(5):
        key = Key(f"card {number}".encode().ljust(16, b"\0"))
        (made,) = SurrogateGenerator(key).generate("", [phrase])
        assert made.text != NUMBER
        assert record.accepts(made.text)


def test_a_new_record_of_phrases_finds_its_examples_only(tmp_path):
    (tmp_path / "more_ages.toml").write_text(RECORDS[1], "utf-8")
    (rule,) = files.read_rules(tmp_path / "more_ages.toml")
    matcher = identifiers.RuleMatcher([rule])
    for text, marks in map(unmark, rule.finds):
        assert [(span.start, span.end) for span in matcher.find(TextView(text))] == marks
    assert not any(matcher.find(TextView(text)) for text in rule.leaves)
