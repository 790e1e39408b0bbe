import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.record import Mask
from privtool.text.labels import Label
from privtool.text.markers import MASK, lookalike_label, marker_for, merge_masks
from privtool.text.words import words

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


@pytest.mark.parametrize(
    "text",
    [
        *("[MASK]", "[mask]", "[Mask]", "[UNK]", "[unk]", "[X_1]"),
        *("<mask>", "<MASK>", "</s>", "<pad>", "<unk>", "<bos>", "<|im_end|>"),
    ],
)
def test_lookalikes_are_words_of_unknown_class(text):
    assert lookalike_label(text) is Label.WORD
    assert [(start, end) for start, end, _ in words(f"({text})")] == [(1, 1 + len(text))]


@pytest.mark.parametrize(
    "text", ["MASK", "[MASK", "MASK]", "[]", "[1]", "[Person]", "[MA SK]", "<b>", "<||>", "[MASK]s"]
)
def test_ordinary_text_is_not_a_lookalike(text):
    assert lookalike_label(text) is None


def test_consecutive_masks_are_merged():
    text, masks = masked([("", "WORD", "a"), (" ", "PERSON", "b"), (" and ", "WORD", "a")], False)
    assert text == "[MASK] [MASK] and [MASK] end"
    new, merged_masks = merge_masks(text, masks)
    assert new == "[MASK] and [MASK] end"
    # the class of the first part that has one, and the methods of all
    assert merged_masks == (
        Mask(0, 6, "PERSON", "a+b", 1, merged=True),
        Mask(11, 17, "WORD", "a", 3),
    )


@pytest.mark.parametrize("gap", ["\n", " \r\n", "\u2028", "\x85", "\x0b"])
def test_masks_in_different_lines_are_not_merged(gap):
    text, masks = masked([("", "PERSON", "t"), (gap, "PERSON", "t"), (" ", "PERSON", "t")], False)
    new, merged_masks = merge_masks(text, masks)
    assert new == f"[MASK]{gap}[MASK] end"
    assert len(merged_masks) == 2


def test_masks_of_different_classes_are_not_merged_with_class_markers():
    text, masks = masked([("", "PERSON", "t"), (" ", "PERSON", "t"), (" ", "DATE", "t")], True)
    new, merged_masks = merge_masks(text, masks, by_class=True)
    assert new == "[PERSON] [DATE] end"
    assert [mask.label for mask in merged_masks] == ["PERSON", "DATE"]


def test_the_methods_of_merged_masks_are_named_once():
    text, masks = masked([("", "WORD", "a+b"), (" ", "WORD", "b+c"), (" ", "WORD", "a+b")], False)
    assert [mask.method for mask in merge_masks(text, masks)[1]] == ["a+b+c"]


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
