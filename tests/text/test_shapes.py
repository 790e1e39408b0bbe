from privtool.text.labels import Label
from privtool.text.shapes import shape_label
from privtool.text.words import words
from tests.support.tables import tabled


@tabled("text", "label texts")
def test_the_form_of_a_word_gives_its_class(label, texts):
    for text in texts.split():
        ((start, end, _),) = words(text)
        assert shape_label(text[start:end], text[:start]) is Label[label], text


def test_only_the_preceding_character_counts():
    assert shape_label("5", "it cost $") is Label.MONEY
    assert shape_label("5", "it cost $ ") is Label.NUMBER
    assert shape_label("5", "") is Label.NUMBER
