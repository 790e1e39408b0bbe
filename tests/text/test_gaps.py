from hypothesis import given
from hypothesis import strategies as st

from privtool.core.record import Mask
from privtool.core.spans import Span
from privtool.text.gaps import gaps_to_spaces, remove_gaps, replace_spans

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
