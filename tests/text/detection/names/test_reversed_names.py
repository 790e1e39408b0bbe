"""Surnames that are everyday words: before a given name, and in charts."""

from __future__ import annotations

import pytest

from privtool.text.detection.names.tagger import NameTagger


def found(text: str) -> list[str]:
    """Return what the tagger finds."""
    return [text[span.start : span.end] for span in NameTagger().tag([text])[0]]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Patient: Small, Ann", ["Small", "Ann"]),
        ("Tenant - Long, Ann (unit 3)", ["Long", "Ann"]),
        ("pt: small, ann", ["small", "ann"]),
        ("seen today\nWhite, Ann M.\nroom 4", ["White", "Ann M"]),
        ("White, Ann said, is not my color", ["Ann"]),
        ("the walls are white, ann", ["ann"]),
        ("Color: White, blue", []),
    ],
)
def test_surnames_before_given_names(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("BEGIN:VCARD\nN:Long;Mere;;;\nEND:VCARD", ["Long", "Mere"]),
        ("N:Day;May Summer;;Dr;", ["Day", "May Summer"]),
        ("n:day;summer;;;", ["day", "summer"]),
        ("N: total number of rows; white noise", []),
        ("in N:Long;Mere", []),
    ],
)
def test_names_of_cards(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pt Long stable overnight", ["Long"]),
        ("Patient Small seen in clinic", ["Small"]),
        ("a Patient Day Care center", []),
        ("pt small for age", []),
    ],
)
def test_names_in_charts(text: str, names: list[str]):
    assert found(text) == names


def test_complaints_are_no_names():
    assert found("Pt c/o cough and fever") == []
    assert found("send it c/o Brown") == ["Brown"]
