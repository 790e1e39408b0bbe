"""Timed words and where they stand in a text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privtool.core.record import Mask
from privtool.core.spans import Span
from privtool.text.english.spoken_words import spoken_words
from privtool.text.gaps import gaps_to_spaces, remove_gaps, replace_spans
from privtool.text.markup import plain_text, tag_names
from privtool.text.offsets import covers, locate_words

CASES = [
    ("my name is anna", ["my", "name", "is", "anna"], ["my", "name", "is", "anna"]),
    ("Hi, I'm Anna.", ["hi", "i'm", "anna"], ["Hi", "I'm", "Anna"]),
    ("Hello, Anna's!", ["hello", "ANNA'S"], ["Hello", "Anna's"]),
    ("twenty-five years", ["twenty", "five", "years"], ["twenty", "five", "years"]),
    ("at five o'clock", ["at", "five", "oclock"], ["at", "five", "o'clock"]),
    ("o'clock", ["o", "clock"], ["o", "clock"]),
    ("it's $5, 5%", ["it's", "$5", "5%"], ["it's", "$5", "5%"]),
    ("it's $5, 5%", ["its", "5", " 5%,"], ["it's", "5", "5"]),
    ("a a", ["a", "a"], ["a", "a"]),
    ("a  b", ["a", "<sil>", "b"], ["a", None, "b"]),
    ("a b", ["a", "", "b"], ["a", None, "b"]),
    ("one two three", ["one", "three"], ["one", "three"]),
    ("one two three", ["one", "tow", "three"], ["one", None, "three"]),
    ("call 555 now", ["call", "five", "now"], ["call", None, "now"]),
    ("", ["a"], [None]),
    ("a b", [], []),
    ("...", [], []),
    ("straße", ["STRASSE"], ["straße"]),
    (
        "An\u200bna e\u0301 \u24b6",
        ["anna", "e\u0301", "\u24d0"],
        ["An\u200bna", "e\u0301", "\u24b6"],
    ),
    ("so \u2764\ufe0f anna", ["so", "anna"], ["so", "anna"]),
]


@pytest.mark.parametrize(("text", "words", "found"), CASES)
def test_words_are_found_in_the_text(text, words, found):
    located = locate_words(text, words)
    assert [bounds and text[slice(*bounds)] for bounds in located] == found


@given(st.lists(st.text("abcé'1", min_size=1, max_size=5), max_size=8))
def test_the_words_of_a_text_are_found_in_order(words):
    text = " ".join(words)
    located = locate_words(text, words)
    found = [bounds for bounds in located if bounds]
    assert found == sorted(found)
    for bounds, word in zip(located, words, strict=True):
        assert (bounds is not None) == any(char.isalnum() for char in word)
    assert covers(located, text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "words", "all_found"),
    [
        ("hello there", ["hello"], False),
        ("hello there", ["there"], False),
        ("hello there", ["hell", "there"], False),
        ("hello, (there)!", ["hello", "there"], True),
        ("he\u0301llo \u24b6", ["he\u0301llo"], False),
        ("hello \U000e0141", ["hello"], False),
        ("...", [], True),
    ],
)
def test_letters_that_no_word_covers(text, words, all_found):
    located = locate_words(text, words)
    assert covers(located, text, 0, len(text)) is all_found
    assert covers(located, text, 0, 0)


@example("\u00a3\U000116d0 5.\U000116d0 \U000116d0:\U000116d0\U000116d0")  # digits of Unicode 16
@given(st.text(max_size=40))
def test_spoken_words_are_found_where_they_are(text):
    spoken = [(word.start, word.end) for word in spoken_words(text)]
    located = locate_words(text, [text[start:end] for start, end in spoken])
    assert not covers(located, text, 0, len(text)) or None in located or located == spoken


# Text without the markup that may cut words.
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


TEXT = "my name is Anna's and I'm 58."
SPANS = [Span(11, 17, "PERSON"), Span(26, 28, "AGE")]


def test_markers_with_their_masks_or_nothing():
    text, masks = replace_spans(TEXT, SPANS, "mask", "redact")
    assert text == "my name is [MASK] and I'm [MASK]."
    assert masks == (Mask(11, 17, "PERSON", "redact", 1), Mask(26, 32, "AGE", "redact", 2))
    text, masks = replace_spans(TEXT, SPANS, "class", "redact")
    assert text == "my name is [PERSON] and I'm [AGE]."
    assert [text[mask.start : mask.end] for mask in masks] == ["[PERSON]", "[AGE]"]
    assert replace_spans(TEXT, SPANS, "none", "redact") == ("my name is and I'm .", ())
    assert replace_spans(" a  b", [], "none", "redact") == (" a  b", ())
    assert replace_spans("anna", [Span(0, 4, "PERSON")], "none", "redact") == ("", ())


def test_a_text_without_its_gaps():
    masks = (Mask(5, 13, "PERSON", "redact"),)
    assert remove_gaps("i am [PERSON], sir", masks) == "i am, sir"
    assert gaps_to_spaces("i am [PERSON], sir", masks) == "i am,          sir"
    assert remove_gaps("[MASK]" + " " * 1_000_000 + "x", ()) == "x"  # in linear time
    assert remove_gaps("i am XYZ [MASK]", (Mask(5, 8, "A", "m"),)) == "i am"
    assert remove_gaps(" no  gap ", ()) == gaps_to_spaces(" no  gap ", ())
    assert remove_gaps(" no  gap ", ()) == " no  gap "


@given(st.lists(st.tuples(st.sampled_from(["hi", "you", "sir", "x y"]), st.booleans())))
def test_words_keep_their_offsets(parts):
    text, masks, kept = "", [], []
    for word, private in parts:
        (masks if private else kept).append((len(text), len(text) + len(word)))
        text += word + " "
    marks = [Mask(start, end, "PERSON", "m") for start, end in masks]
    left = gaps_to_spaces(text, marks)
    assert len(left) == len(text)
    assert all(left[start:end] == text[start:end] for start, end in kept)
    assert left.split() == " ".join(text[start:end] for start, end in kept).split()
