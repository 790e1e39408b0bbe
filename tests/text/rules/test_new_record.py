"""docs/extending.md, followed to the letter: a new record is used by `mask` and by `surrogate`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from privtool.text.detection import identifiers
from privtool.text.detection.tagger import PatternTagger
from privtool.text.lexicon import DATA
from privtool.text.rules import files
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key

PAGE = Path(__file__).resolve().parents[3] / "docs" / "extending.md"
NUMBER = "00000000 0 ZZ4"


@pytest.fixture
def record(tmp_path, monkeypatch):
    """The record of the page, at the end of a copy of `ids.toml`."""
    (found,) = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    for language in ("intl", "en"):
        shutil.copytree(DATA / language, tmp_path / language)
    with (tmp_path / "intl" / "ids.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{found}")
    _forget()
    monkeypatch.setattr(files, "DATA", tmp_path)
    yield files.read_rules(tmp_path / "intl" / "ids.toml")[-1]
    _forget()


def _forget():
    files.package_rules.cache_clear()
    identifiers._package_matcher.cache_clear()


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
