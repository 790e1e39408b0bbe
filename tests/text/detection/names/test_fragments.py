"""Names that a model tore into parts of different classes."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.text.detection.names.fragments import joined_fragments, without_signs
from privtool.text.labels import Label

PERSON, PLACE, ORGANIZATION = Label.PERSON, Label.LOCATION, Label.ORGANIZATION
Part = tuple[str, Label, float]


def _joined(text: str, *parts: Part) -> list[tuple[str, str]]:
    spans, done = [], 0
    for part, label, score in parts:
        start = text.index(part, done)
        done = start + len(part)
        spans.append(Span(start, done, label.value, score))
    return [(text[span.start : span.end], span.label) for span in joined_fragments(text, spans)]


@pytest.mark.parametrize(
    ("text", "parts", "name", "label"),
    [
        ("by Conan Gray now", (("Conan", PERSON), ("Gray", ORGANIZATION)), "Conan Gray", PERSON),
        ("at Oracle Park", (("Oracle", ORGANIZATION), ("Park", PLACE)), "Oracle Park", PLACE),
        ("a Rolls Royce", (("Rolls", ORGANIZATION), ("Royce", PLACE)), "Rolls Royce", ORGANIZATION),
        (
            "Bank of New York",
            (("Bank of New", ORGANIZATION), ("York", PLACE)),
            "Bank of New York",
            ORGANIZATION,
        ),
    ],
)
def test_neighbors_of_different_classes_are_one_name(
    text: str, parts: tuple[tuple[str, Label], ...], name: str, label: Label
) -> None:
    assert _joined(text, *((*part, 0.9) for part in parts)) == [(name, label.value)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Chancellor Nigel Lawson", (("Chancellor", ORGANIZATION, 0.9), ("Nigel", PERSON, 0.9))),
        ("Paris, Oracle", (("Paris", PLACE, 0.9), ("Oracle", ORGANIZATION, 0.9))),
        ("Texas congressmen", (("Texas", PLACE, 0.9), ("congressmen", ORGANIZATION, 0.9))),
        ("Hurricane Hugo", (("Hurricane", PERSON, 0.2), ("Hugo", PLACE, 0.8))),
    ],
)
def test_other_neighbors_stay_two(text: str, parts: tuple[Part, ...]) -> None:
    assert len(_joined(text, *parts)) == 2


def test_three_parts_are_joined() -> None:
    parts = [("Western", ORGANIZATION, 0.9), ("New Mexico", PLACE, 0.9)]
    joined = _joined("Western New Mexico Telephone", *parts, ("Telephone", PERSON, 0.9))
    assert joined == [("Western New Mexico", "ORGANIZATION"), ("Telephone", "PERSON")]
    last = ("Telephone", PLACE, 0.9)
    joined = _joined("Western New Mexico Telephone", *parts, last)
    assert joined == [("Western New Mexico Telephone", "ORGANIZATION")]


@pytest.mark.parametrize(
    ("text", "phrase", "left"),
    [
        ("Mr. Guber is late", ". Guber", "Guber"),
        ("I saw Guber, yes", "Guber,", "Guber"),
        ("in Mass. and", "Mass.", "Mass."),
        ("the film Help! is", "Help!", "Help!"),
        ("it reached # 65", "#", None),
        ("Bob Vela's on Saturday", "'s", None),
        ("Crohn’s or not", "s", None),
        ("an s is", "s", "s"),
        ("Tim's car", "Tim's", "Tim's"),
    ],
)
def test_signs_next_to_a_name_are_no_part_of_it(text: str, phrase: str, left: str | None):
    start = text.index(phrase, 3 if phrase == "s" else 0)
    spans = without_signs(text, [Span(start, start + len(phrase), "PERSON", 0.9)])
    assert [text[span.start : span.end] for span in spans] == ([left] if left else [])
