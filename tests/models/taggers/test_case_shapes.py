from __future__ import annotations

import pytest

from privtool.models.taggers.case_shapes import case_shapes


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("anna", 0),
        ("42", 0),
        (",", 0),
        ("東京", 0),
        ("4th", 0),
        ("Anna", 1),
        ("Élodie", 1),
        ("4Th", 1),
        ("NATO", 2),
        ("US", 2),
        ("B2B", 2),
        ("ЮНЕСКО", 2),
        ("McDonald", 3),
        ("iPhone", 3),
        ("USs", 3),
        ("I", 4),
        ("Á", 4),
        ("F1", 4),
    ],
)
def test_the_shape_of_a_word(word, shape):
    assert case_shapes(f"x {word} y", [(2, 2 + len(word))]) == [shape]


def test_the_words_of_a_text_in_order():
    assert case_shapes("I saw NATO", [(0, 1), (2, 5), (6, 10)]) == [4, 0, 2]
