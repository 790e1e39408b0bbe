"""Timed words and where they stand in a text."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privtool.core.record import Mask
from privtool.core.spans import Span
from privtool.text.english.spoken_words import spoken_words
from privtool.text.gaps import gaps_to_spaces, remove_gaps, replace_spans
from privtool.text.labels import Label
from privtool.text.markers import MASK, lookalike_label, marker_for, merge_masks, shape_label
from privtool.text.markup import plain_text, tag_names
from privtool.text.offsets import covers, locate_words
from privtool.text.words import words
from tests.support.tables import tabled


@tabled("text", "text words found")
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


@tabled("text", "text words all_found")
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
@tabled("text", "text plain")
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


# Texts around and between masks, and the masks themselves.
gaps = st.sampled_from(["", " ", "  ", "\n", "\u00a0", ", ", " and ", "'s ", "."])
labels = st.sampled_from(["PERSON", "DATE", "WORD"])
methods = st.sampled_from(["allowList", "entityTagger", "allowList+entityTagger"])
parts = st.lists(st.tuples(gaps, labels, methods), max_size=8)


def masked(parts, by_class):
    """A text with masks made of (gap before it, label, method), and its masks."""
    text = ""
    masks = []
    for gap, label, method in parts:
        text += gap
        marker = marker_for(label, by_class)
        masks.append(Mask(len(text), len(text) + len(marker), label, method, len(masks) + 1))
        text += marker
    return text + " end", tuple(masks)


def test_markers_are_generic_or_name_the_label():
    assert marker_for("PERSON", by_class=False) == MASK == "[MASK]"
    assert marker_for("PERSON", by_class=True) == "[PERSON]"


@pytest.mark.parametrize("label", list(Label))
def test_class_markers_name_their_label_and_are_one_word(label):
    marker = marker_for(label.value, by_class=True)
    assert lookalike_label(marker) is label
    assert words(f"{marker}s")[0][:2] == (0, len(marker))


@tabled("text", "text")
def test_lookalikes_are_words_of_unknown_class(text):
    assert lookalike_label(text) is Label.WORD
    assert [(start, end) for start, end, _ in words(f"({text})")] == [(1, 1 + len(text))]


@pytest.mark.parametrize(
    "text", ["MASK", "[MASK", "MASK]", "[]", "[1]", "[Person]", "[MA SK]", "<b>", "<||>", "[MASK]s"]
)
def test_ordinary_text_is_not_a_lookalike(text):
    assert lookalike_label(text) is None


@tabled("text", "given_parts by_class new masks")
def test_consecutive_masks_are_merged(given_parts, by_class, new, masks):
    text, merged = merge_masks(*masked(given_parts, by_class), by_class)
    assert text == new
    found = [[m.start, m.end, m.label, m.method, m.entity, m.merged is True] for m in merged]
    assert found == masks


@settings(deadline=None)
@given(parts, st.booleans())
def test_merging_drops_only_markers_and_white_space(parts, by_class):
    text, masks = masked(parts, by_class)
    new, merged_masks = merge_masks(text, masks, by_class)
    assert merge_masks(new, merged_masks, by_class) == (new, merged_masks)
    end = 0
    for number, mask in enumerate(merged_masks):
        assert new[mask.start : mask.end] == marker_for(mask.label, by_class) or not by_class
        assert new[mask.start : mask.end].startswith("[")
        gap = new[end : mask.start]
        if number and not by_class:
            assert gap.strip() or len(f"{gap}x".splitlines()) > 1
        end = mask.end
    assert without(text, masks) == without(new, merged_masks)


def without(text, masks):
    """The text without its masks and without white space."""
    edges = [0, *(edge for mask in masks for edge in (mask.start, mask.end)), len(text)]
    rest = "".join(text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2))
    return "".join(rest.split())


@tabled("text", "label texts")
def test_the_form_of_a_word_gives_its_class(label, texts):
    for text in texts.split():
        ((start, end, _),) = words(text)
        assert shape_label(text[start:end], text[:start]) is Label[label], text


def test_only_the_preceding_character_counts():
    assert shape_label("5", "it cost $") is Label.MONEY
    assert shape_label("5", "it cost $ ") is Label.NUMBER
    assert shape_label("5", "") is Label.NUMBER
