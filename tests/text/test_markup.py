"""Text without the markup that may cut words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.markup import plain_text, tag_names


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<b>Tam</b>sin", "Tamsin"),
        ("<p>Dear <span class='x'>Hen</span><span>rike</span></p>", "\nDear Henrike\n"),
        ("Tam**sin** and *O*konjo", "Tamsin and Okonjo"),
        ("Zo&euml; &#84;amsin", "Zoë Tamsin"),
        ("T\x1b[31mam\x1b[0msin", "Tamsin"),
    ],
)
def test_what_a_reader_sees(text, plain):
    found = plain_text(text)
    assert found is not None
    assert found.text == plain


@pytest.mark.parametrize("text", ["", "a < b & c > d", "<Tamsin>", "2 * 3", "<tamsin@example.org>"])
def test_text_without_markup(text):
    assert plain_text(text) is None


def test_pieces_of_a_word():
    text = "<b>Tam</b>sin Okonjo"
    plain = plain_text(text)
    pieces = list(plain.pieces(0, len("Tamsin")))
    assert [text[start:end] for start, end in pieces] == ["Tam", "sin"]
    (rest,) = plain.pieces(len("Tamsin "), len(plain.text))
    assert text[slice(*rest)] == "Okonjo"


PARTS = st.sampled_from(["<b>", "</b>", "&amp;", "**", "a", "b ", "<p>", "\x1b[1m", "<", "&"])


@given(st.lists(PARTS, max_size=12).map("".join))
def test_each_character_has_its_place(text):
    plain = plain_text(text)
    if plain is not None:
        assert len(plain.text) == len(plain.starts) == len(plain.ends)
        assert list(plain.starts) == sorted(plain.starts)
        for char, start, end in zip(plain.text, plain.starts, plain.ends, strict=True):
            assert text[start:end] in (char, "&amp;") or char == "\n"


def test_names_of_tags_without_their_attributes():
    text = '<a title="Tamsin">x</a><br/>'
    assert [text[span.start : span.end] for span in tag_names(text)] == ["<a ", "</a>", "<br/>"]
