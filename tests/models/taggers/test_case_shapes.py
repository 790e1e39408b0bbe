import pytest

from privtool.models.taggers.token_classifier import case_shapes

SHAPES = (
    "anna 42 , 東京 4th",
    "Anna Élodie 4Th",
    "NATO US B2B ЮНЕСКО",
    "McDonald iPhone USs",
    "I Á F1",
)


@pytest.mark.parametrize("shape", range(5))
def test_the_shape_of_a_word(shape):
    for word in SHAPES[shape].split():
        assert case_shapes(f"x {word} y", [(2, 2 + len(word))]) == [shape], word


def test_the_words_of_a_text_in_order():
    assert case_shapes("I saw NATO", [(0, 1), (2, 5), (6, 10)]) == [4, 0, 2]
