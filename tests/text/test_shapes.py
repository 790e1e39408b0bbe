from __future__ import annotations

import pytest

from privtool.text.labels import Label
from privtool.text.shapes import shape_label
from privtool.text.words import words


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Anna", Label.WORD),
        ("mother-in-law", Label.WORD),
        ("O'Neill", Label.WORD),
        ("U.S.", Label.WORD),
        ("e.g.", Label.WORD),
        ("#tag", Label.WORD),
        ("[MASK]", Label.WORD),
        ("[XYZ]", Label.WORD),
        ("<mask>", Label.WORD),
        ("[PERSON]", Label.PERSON),
        ("[DATE]", Label.DATE),
        ("a.b+c@mail.example.org", Label.EMAIL),
        ("@anna_b", Label.USERNAME),
        ("https://x.y/z", Label.URL),
        ("https://x.y/2020/z1", Label.URL),
        ("www.anna1.example", Label.URL),
        ("anna.com", Label.URL),
        ("anna2.com/x?y", Label.URL),
        ("$1,200.50", Label.MONEY),
        ("€5", Label.MONEY),
        ("10:30", Label.TIME),
        ("10:30:15", Label.TIME),
        ("10:30pm", Label.TIME),
        ("5pm", Label.TIME),
        ("3/4/2020", Label.DATE),
        ("2020-03-04", Label.DATE),
        ("4.3.20", Label.DATE),
        ("1987", Label.DATE),
        ("42", Label.NUMBER),
        ("1,200.50", Label.NUMBER),
        ("555-1234", Label.NUMBER),
        ("9999", Label.NUMBER),
        ("AB-1234", Label.ID),
        ("1st", Label.ID),
        ("#123", Label.NUMBER),
    ],
)
def test_the_form_of_a_word_gives_its_class(text, label):
    ((start, end, _),) = words(text)
    assert shape_label(text[start:end], text[:start]) is label


def test_only_the_preceding_character_counts():
    assert shape_label("5", "it cost $") is Label.MONEY
    assert shape_label("5", "it cost $ ") is Label.NUMBER
    assert shape_label("5", "") is Label.NUMBER
