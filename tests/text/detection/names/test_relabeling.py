"""Labels that the text shows better than a model: only labels change."""

from __future__ import annotations

import random

import pytest

from privtool.core.spans import Span
from privtool.stages.tagging_steps import text_labels
from privtool.text.detection import confidence
from privtool.text.detection.confidence import DOUBTFUL, POSSIBLE, SURE
from privtool.text.detection.names.relabeling import relabeled
from privtool.text.labels import Label
from tests.support.tables import cases


def _span(text: str, phrase: str, label: str, score: float = 0.95) -> Span:
    start = text.index(phrase)
    return Span(start, start + len(phrase), label, score)


def _label(text: str, phrase: str, label: str, *others: Span, doubtful: bool = False) -> str:
    """Return the new label of a phrase of a model; others are found, too."""
    span = _span(text, phrase, label)
    return relabeled(text, [span.doubted() if doubtful else span, *others])[0].label


@pytest.mark.parametrize(
    ("text", "phrase", "label", "new"),
    cases("text", "a name has the label that words next to it or lists show"),
)
def test_a_name_has_the_label_that_words_next_to_it_or_lists_show(
    text: str, phrase: str, label: str, new: str
):
    assert _label(text, phrase, label) == new


@pytest.mark.parametrize(("text", "phrase", "label"), cases("text", "other labels stay"))
def test_other_labels_stay(text: str, phrase: str, label: str):
    assert _label(text, phrase, label) == label


def test_a_sure_form_outweighs_a_model():
    text = "They paid $8.4 million on May 15."
    money, date = (_span(text, each, "MISC") for each in ("$8.4 million", "May 15"))
    forms = [money._replace(label="MONEY", score=SURE), date._replace(label="DATE", score=SURE)]
    assert [span.label for span in relabeled(text, [money, date, *forms])[:2]] == ["MONEY", "DATE"]


def test_a_form_that_covers_a_part_of_a_name_does_not():
    text = "the May 15 Movement met"
    date = _span(text, "May 15", "DATE")
    assert _label(text, "May 15 Movement", "ORGANIZATION", date) == "ORGANIZATION"


def test_several_forms_cover_a_name():
    text = "in a range of $386 - $389 an ounce"
    forms = [_span(text, each, "MONEY") for each in ("$386", "$389")]
    assert _label(text, "$386 - $389", "MISC", *forms) == "MONEY"


def test_a_likely_form_outweighs_a_guess_alone():
    text = "you turned 67 today"
    age = _span(text, "67", "AGE", POSSIBLE)
    assert _label(text, "67", "MISC", age) == "MISC"
    assert _label(text, "67", "MISC", age, doubtful=True) == "AGE"
    age = age._replace(score=DOUBTFUL)
    assert _label(text, "67", "MISC", age, doubtful=True) == "MISC"


def test_what_looks_like_a_handle_is_one_only_with_its_sign():
    for text, phrase, new in (
        ("RT @Queen_UK: hello", "@Queen_UK", "USERNAME"),
        ("the first BayCon was here", "BayCon", "MISC"),
    ):
        handle = _span(text, phrase, "USERNAME", SURE)
        assert _label(text, phrase, "MISC", handle) == new


def test_a_place_with_a_number_is_an_address():
    for text, phrase, label, new in (
        ("It is at 340 Hay Street now.", "340 Hay Street", "LOCATION", "ADDRESS"),
        ("The trip to Hay Street took long.", "Hay Street", "LOCATION", "LOCATION"),
        ("The 21 Vale lost.", "21 Vale", "ORGANIZATION", "ORGANIZATION"),
    ):
        address = _span(text, phrase, "ADDRESS", SURE)
        assert _label(text, phrase, label, address) == new


@pytest.mark.parametrize(
    ("text", "phrase", "label", "score", "new"), cases("text", "quantities are numbers")
)
def test_quantities_are_numbers(text: str, phrase: str, label: str, score: str, new: str):
    span = _span(text, phrase, label, getattr(confidence, score))
    assert relabeled(text, [span])[0].label == new


def test_nothing_but_labels_changes():
    rng = random.Random(5)
    text = "On May 15 Dr. Ann Tajik paid $5 to Safeway, 12 Elm Street, 10-fold; Addison's disease"
    labels = [label.value for label in Label]
    for _ in range(300):
        spans = []
        for _ in range(rng.randrange(8)):
            start = rng.randrange(len(text) - 1)
            end = rng.randrange(start + 1, len(text) + 1)
            spans.append(Span(start, end, rng.choice(labels), rng.random()))
        new = relabeled(text, spans)
        assert [each[:2] for each in new] == [each[:2] for each in spans]
        assert [each.score for each in new] == [each.score for each in spans]
        assert all(a == b for a, b in zip(new, spans, strict=True) if a.label == b.label)


def test_a_tagger_with_labels_of_the_text_finds_the_same():
    text = "It was on Friday."

    class Fixed:
        def tag(self, texts):
            return [[_span(each, "Friday", "MISC")] for each in texts]

    assert text_labels(Fixed()).tag([text]) == [[_span(text, "Friday", "DATE")]]
