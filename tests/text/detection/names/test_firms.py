"""Firms of which a tagger found a part."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.text.detection.names.firms import firms
from privtool.text.labels import Label


def _firms(text: str, part: str, label: Label = Label.PERSON) -> list[str]:
    start = text.index(part)
    spans = [Span(start, start + len(part), label.value, 0.9)]
    return [text[firm.start : firm.end] for firm in firms(text, spans)]


@pytest.mark.parametrize(
    ("text", "part", "firm"),
    [
        ("Ximena Vdovets, paralegal, Boggs & Whitfield LLP", "&", "Boggs & Whitfield LLP"),
        ("Call Quixley & Sons at once", "Quixley", "Quixley & Sons"),
        ("by Eze, Boggs, Quixley & Vdovets LLC.", "Boggs", "Eze, Boggs, Quixley & Vdovets LLC"),
        ("of Baker & McKenzie, LLP.", "McKenzie", "Baker & McKenzie, LLP"),
    ],
)  # fmt: skip
def test_the_whole_firm_is_private(text: str, part: str, firm: str) -> None:
    assert _firms(text, part) == [firm]


def test_two_names_are_a_firm_if_one_is_marked_as_an_organization() -> None:
    assert _firms("a Quixley & Boggs knife", "Boggs", Label.ORGANIZATION) == ["Quixley & Boggs"]
    assert _firms("to Quixley & Anna", "Anna") == []


@pytest.mark.parametrize("text", ["R&D by Anna", "salt & pepper for Anna", "anna & sons"])
def test_other_ands_are_no_firms(text: str) -> None:
    assert _firms(text, text[-4:]) == []


def test_nothing_private_is_no_firm() -> None:
    assert list(firms("Salt & Pepper Inc", [])) == []
