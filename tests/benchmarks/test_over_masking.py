"""`benchmarks.text.over_masking`: which words are public, and which of them are masked."""

from benchmarks.text.over_masking import label_figures, label_pairs, public_words

TEXT = "Call Mary Quixley on Monday"


def _record(*entities: tuple[int, int]) -> dict[str, object]:
    return {"text": TEXT, "entities": [{"start": start, "end": end} for start, end in entities]}


def test_words_that_a_private_phrase_touches_do_not_count():
    assert list(public_words(_record((5, 12)), _record((0, 17)))) == [True, False, False]


def test_without_gold_all_words_are_public():
    assert list(public_words({"text": TEXT}, _record((5, 9)))) == [False, True, False, False, False]


def _labeled(*entities: tuple[int, int, str]) -> dict[str, object]:
    found = [{"start": start, "end": end, "label": label} for start, end, label in entities]
    return {"text": TEXT, "entities": found}


def test_labels_of_names_are_compared_with_those_of_the_corpus():
    raw = _labeled((5, 9, "CORPORATION"), (10, 17, "PERSON"))
    found = _labeled((0, 4, "MISC"), (5, 17, "PERSON"), (21, 27, "DATE"))
    assert [*label_pairs(raw, found)] == [("MISC", "public"), ("PERSON", "PERSON")]
    assert [*label_pairs(raw, _labeled((5, 9, "PERSON")))] == [("PERSON", "ORGANIZATION")]
    pairs = [("MISC", "public"), ("PERSON", "PERSON"), ("PERSON", "ORGANIZATION")]
    assert label_figures(pairs) == {
        "phrases": 3,
        "public": 1,
        "wrong_label": 1,
        "confusions": {"MISC is public": 1, "PERSON is ORGANIZATION": 1},
    }
