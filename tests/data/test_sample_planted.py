"""The hard cases that were planted in the sample corpus are there."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

from privtool.text.labels import Label

Records = list[dict[str, Any]]
Phrases = Callable[[Label], list[str]]

SPOKEN_DIGITS = re.compile(
    r"^(?:(?:double|oh|zero|one|two|three|four|five|six|seven|eight|nine) ?){5,}"
)


@pytest.mark.parametrize(
    "script", ["CYRILLIC", "GREEK", "ARABIC", "DEVANAGARI", "CJK UNIFIED", "HEBREW", "HANGUL"]
)
def test_persons_in_other_scripts(script: str, phrases: Phrases) -> None:
    assert any(unicodedata.name(person[0]).startswith(script) for person in phrases(Label.PERSON))


@pytest.mark.parametrize(
    ("feature", "pattern", "at_least"),
    [
        ("empty-ish line", r"^\.\.\.$", 1),
        ("short line", r"^(Mm-hmm|Uh-huh)\.$", 2),
        ("disfluency", r"(?i)\b(uh|um)\b", 10),
        ("contraction", r"(?i)\b(don['’]t|can['’]t|i['’]m|we['’]ll|it['’]s)\b", 20),
        ("typed mask", r"\[MASK\]", 1),
        ("typed class marker", r"\[PERSON\]", 1),
        ("HTML entity", r"&amp;", 2),
        ("tab", r"\t", 2),
        ("double space", r"\S  \S", 2),
        ("typographic quotes", r"“.*”", 5),
        ("low opening quote", r"„", 1),
        ("typographic apostrophe", r"\w’s\b", 2),
        ("emoji", r"[\U0001F300-\U0001FAFF]", 10),
        ("joined emoji", r"\u200d", 2),
        ("skin tone", r"[\U0001F3FB-\U0001F3FF]", 3),
        ("flag", r"[\U0001F1E6-\U0001F1FF]{2}", 1),
        ("Japanese kana", r"[\u3041-\u30ff]", 2),
        ("combining mark", r"[a-z][\u0300-\u036f]", 2),
        ("accented letter", r"[À-ÖØ-öø-ž]", 20),
    ],
)
def test_planted_patterns(feature: str, pattern: str, at_least: int, texts: list[str]) -> None:
    assert sum(bool(re.search(pattern, text)) for text in texts) >= at_least, feature


def test_planted_lines(texts: list[str]) -> None:
    long_lines = [text for text in texts if len(text.split()) >= 250]
    capitals = [text for text in texts if text.isupper() and len(text.split()) > 5]
    bare = [text for text in texts if re.fullmatch(r"[a-z' ]{40,}", text)]
    assert len(long_lines) == 1
    assert len(capitals) >= 8
    assert len(bare) >= 10  # lower-case transcript lines without punctuation


def test_planted_names(records: Records, phrases: Phrases) -> None:
    persons = phrases(Label.PERSON)
    assert "k o w a l s k i" in persons
    assert "J-O-H-N" in persons
    assert "J. K. Okafor" in persons
    assert sum("-" in person for person in persons) >= 8
    followed = [
        record["text"][entity["end"] :]
        for record in records
        for entity in record["entities"]
        if entity["label"] == "PERSON"
    ]
    for ending in ("'s", "’s", "' "):
        assert any(rest.startswith(ending) for rest in followed), ending


@pytest.mark.parametrize("label", [Label.PHONE, Label.CARD, Label.SSN, Label.NUMBER])
def test_digits_are_spoken_out_too(label: Label, phrases: Phrases) -> None:
    assert any(SPOKEN_DIGITS.match(phrase) for phrase in phrases(label))


def test_money_in_many_currencies(phrases: Phrases) -> None:
    money = " ".join(phrases(Label.MONEY))
    for currency in ("$", "€", "£", "¥", "₹", "₺", "CHF", "zlotys", "kronor", "R$", "euros"):
        assert currency in money, currency


def test_typed_markers_are_not_entities(records: Records) -> None:
    for record in records:
        for entity in record["entities"]:
            assert "[" not in record["text"][entity["start"] : entity["end"]], record["id"]
