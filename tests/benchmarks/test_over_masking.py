"""`benchmarks.text.over_masking`: which words are public, and which of them are masked."""

from benchmarks.text.over_masking import public_words

TEXT = "Call Mary Quixley on Monday"


def _record(*entities: tuple[int, int]) -> dict[str, object]:
    return {"text": TEXT, "entities": [{"start": start, "end": end} for start, end in entities]}


def test_words_that_a_private_phrase_touches_do_not_count():
    assert list(public_words(_record((5, 12)), _record((0, 17)))) == [True, False, False]


def test_without_gold_all_words_are_public():
    assert list(public_words({"text": TEXT}, _record((5, 9)))) == [False, True, False, False, False]
