import pytest

from privtool.text.labels import Label
from privtool.text.shapes import shape_label
from privtool.text.words import words


@pytest.mark.parametrize(
    ("label", "texts"),
    [
        (Label.WORD, "Anna mother-in-law O'Neill U.S. e.g. #tag [MASK] [XYZ] <mask>"),
        (Label.PERSON, "[PERSON]"),
        (Label.EMAIL, "a.b+c@mail.example.org"),
        (Label.USERNAME, "@anna_b"),
        (Label.URL, "https://x.y/z https://x.y/2020/z1 www.anna1.example anna.com anna2.com/x?y"),
        (Label.MONEY, "$1,200.50 €5"),
        (Label.TIME, "10:30 10:30:15 10:30pm 5pm"),
        (Label.DATE, "[DATE] 3/4/2020 2020-03-04 4.3.20 1987"),
        (Label.NUMBER, "42 1,200.50 555-1234 9999 #123"),
        (Label.ID, "AB-1234 1st"),
    ],
)
def test_the_form_of_a_word_gives_its_class(label, texts):
    for text in texts.split():
        ((start, end, _),) = words(text)
        assert shape_label(text[start:end], text[:start]) is label, text


def test_only_the_preceding_character_counts():
    assert shape_label("5", "it cost $") is Label.MONEY
    assert shape_label("5", "it cost $ ") is Label.NUMBER
    assert shape_label("5", "") is Label.NUMBER
