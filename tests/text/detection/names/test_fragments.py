"""Names that a model tore into parts, public words that it marks, names at other places."""

import random

import pytest

from privtool.core.spans import Span, merge_overlapping
from privtool.stages.tagging_steps import text_labels, whole_names
from privtool.text import labels
from privtool.text.detection.names.capitals import Capitals
from privtool.text.detection.names.fragments import joined_fragments, without_signs
from privtool.text.detection.names.public_words import is_medical, without_public_words
from privtool.text.detection.names.relabeling import relabeled
from privtool.text.detection.names.repeated import is_handle, with_repeated_names
from privtool.text.known_names import ordinary_words, person_names
from privtool.text.labels import SURE, Label
from privtool.text.lexicon import words
from tests.support.detection_examples import unmark
from tests.support.tables import tabled

Part = tuple[str, str, float]


def _joined(text: str, *parts: Part) -> list[tuple[str, str]]:
    spans, done = [], 0
    for part, label, score in parts:
        start = text.index(part, done)
        done = start + len(part)
        spans.append(Span(start, done, label, score))
    return [(text[span.start : span.end], span.label) for span in joined_fragments(text, spans)]


@tabled("text", "text parts name label")
def test_neighbors_of_different_classes_are_one_name(
    text: str, parts: list[tuple[str, str]], name: str, label: str
) -> None:
    assert _joined(text, *((*part, 0.9) for part in parts)) == [(name, label)]


@tabled("text", "text parts")
def test_other_neighbors_stay_two(text: str, parts: list[Part]) -> None:
    assert len(_joined(text, *parts)) == 2


def test_three_parts_are_joined() -> None:
    parts = [("Western", "ORGANIZATION", 0.9), ("New Mexico", "LOCATION", 0.9)]
    joined = _joined("Western New Mexico Telephone", *parts, ("Telephone", "PERSON", 0.9))
    assert joined == [("Western New Mexico", "ORGANIZATION"), ("Telephone", "PERSON")]
    last = ("Telephone", "LOCATION", 0.9)
    joined = _joined("Western New Mexico Telephone", *parts, last)
    assert joined == [("Western New Mexico Telephone", "ORGANIZATION")]


@tabled("text", "text phrase left")
def test_signs_next_to_a_name_are_no_part_of_it(text: str, phrase: str, left: str | None):
    start = text.index(phrase, 3 if phrase == "s" else 0)
    spans = without_signs(text, [Span(start, start + len(phrase), "PERSON", 0.9)])
    assert [text[span.start : span.end] for span in spans] == ([left] if left else [])


# A name is private wherever it is; so are words in other scripts.
def widen(marked: str, found: str, label: str = "PERSON") -> tuple[str, list[tuple[int, int]]]:
    """Return the text without marks, and what the spans of all mentions of a word become."""
    text, _ = unmark(marked)
    start = text.index(found)
    spans = with_repeated_names(text, [Span(start, start + len(found), label)])
    return text, [(span.start, span.end) for span in spans]


def found_in(text: str, found: str) -> list[Span]:
    """Return a span of the first mention of a word."""
    start = text.index(found)
    return [Span(start, start + len(found), "PERSON", 1.0)]


def edges(spans: list[Span]) -> list[tuple[int, int]]:
    """Return where spans start and end, of those that overlap together."""
    return [(span.start, span.end) for span in merge_overlapping(sorted(spans))]


@tabled("text", "marked found")
def test_a_person_extends_over_the_token_that_holds_it(marked, found):
    text, spans = unmark(marked)
    assert edges(with_repeated_names(text, found_in(text, found))) == spans


@tabled("text", "marked found")
def test_a_name_is_found_at_other_places_of_the_text(marked, found):
    text, spans = unmark(marked)
    assert edges(with_repeated_names(text, found_in(text, found))) == spans


def test_a_name_has_the_same_score_at_other_places():
    spans = with_repeated_names("xyzzyk and xyzzyk", [Span(0, 6, "PERSON", 0.2)])
    assert spans == [Span(0, 6, "PERSON", 0.2), Span(11, 17, "PERSON", 0.2)]


def test_other_labels_are_not_with_repeated_names():
    assert widen("in Grace May today", "Grace", "LOCATION")[1] == [(3, 8)]


class Fixed:
    """A tagger that always finds the first word."""

    def tag(self, texts):
        return [[Span(0, len(text.split()[0].strip(",")), "PERSON")] for text in texts]


def test_the_wrapper_repeats_names_and_adds_other_scripts():
    texts = ["Grace, GRACE knows Анна", "anna is here"]
    found = [[(s.start, s.end) for s in spans] for spans in whole_names(Fixed()).tag(texts)]
    assert found == [[(0, 5), (7, 12), (19, 23)], [(0, 4)]]
    found = whole_names(Fixed(), other_scripts=False).tag(texts)
    assert [len(spans) for spans in found] == [2, 1]


# Labels that the text shows better than a model: only labels change.
def _span(text: str, phrase: str, label: str, score: float = 0.95) -> Span:
    start = text.index(phrase)
    return Span(start, start + len(phrase), label, score)


def _label(text: str, phrase: str, label: str, *others: Span, doubtful: bool = False) -> str:
    """Return the new label of a phrase of a model; others are found, too."""
    span = _span(text, phrase, label)
    return relabeled(text, [span.doubted() if doubtful else span, *others])[0].label


@tabled("text", "text phrase label new")
def test_a_name_has_the_label_that_words_next_to_it_or_lists_show(
    text: str, phrase: str, label: str, new: str
):
    assert _label(text, phrase, label) == new


@tabled("text", "text phrase label")
def test_other_labels_stay(text: str, phrase: str, label: str):
    assert _label(text, phrase, label) == label


def test_a_sure_form_outweighs_a_model():
    text = "They paid $8.4 million on May 15."
    money, date = (_span(text, each, "MISC") for each in ("$8.4 million", "May 15"))
    forms = [money._replace(label="MONEY", score=SURE), date._replace(label="DATE", score=SURE)]
    assert [span.label for span in relabeled(text, [money, date, *forms])[:2]] == ["MONEY", "DATE"]


@tabled("text", "text phrase label forms doubtful new")
def test_forms_that_are_found_outweigh_the_label_of_a_model(
    text: str, phrase: str, label: str, forms: list[Part], doubtful: bool, new: str
):
    """Scores have names, as in `privtool.text.labels`, or are numbers."""
    others = [_span(text, *each, getattr(labels, str(score), score)) for *each, score in forms]
    assert _label(text, phrase, label, *others, doubtful=doubtful) == new


@tabled("text", "text phrase label score new")
def test_quantities_are_numbers(text: str, phrase: str, label: str, score: str, new: str):
    span = _span(text, phrase, label, getattr(labels, score))
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


# What a model marks that is a word of a form, an ordinary one or one of medicine, and nothing else.
def _kept(text: str, *phrases: str, score: float = 0.9) -> list[str]:
    starts = [(text.index(phrase), len(phrase)) for phrase in phrases]
    spans = [Span(at, at + length, Label.PERSON.value, score) for at, length in starts]
    return [text[span.start : span.end] for span in without_public_words(text, spans)]


def test_only_the_public_spans_go() -> None:
    text = "Attn: Anna Kowalski, SSN to follow"
    assert _kept(text, "Attn", "Anna Kowalski", "SSN") == ["Anna Kowalski"]


def test_parts_of_names_stay() -> None:
    assert _kept("in kansas city today", "kansas", "city") == ["kansas", "city"]


# Handles made of names.
@tabled("text", "word expected")
def test_a_handle_is_two_names_or_a_name_with_initials(word: str, expected: bool) -> None:
    assert is_handle(word, {"anna", "kowalski"}.__contains__) is expected


def test_handles_of_names_that_another_tagger_finds_are_found() -> None:
    text = "ask for mirandolina, user mirandolinab"
    named = [Span(8, 19, Label.PERSON.value)]
    spans = with_repeated_names(text, named)
    assert [text[s.start : s.end] for s in spans] == ["mirandolina", "mirandolinab"]


def test_what_the_model_is_sure_of_stays_found():
    text = "He was diligent about it."
    assert _kept(text, "diligent", score=0.65)
    assert not _kept(text, "diligent", score=0.55)


def test_a_part_of_another_span_stays_found():
    text = "the lexapro house"
    spans = [Span(4, 11, Label.PERSON.value, 0.5), Span(12, 17, Label.LOCATION.value, 0.5)]
    assert without_public_words(text, spans) == spans


def test_no_public_word_is_a_listed_name():
    names = person_names()
    assert not [name for name in names if name in ordinary_words()]
    assert not [name for name, sure in names.items() if sure and is_medical(name, by_lists=False)]
    assert not [name for name, sure in names.items() if sure and name in words("acronyms.spelled")]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("We saw Anna. Then Bo went", [7, 18]),
        ("WE SAW ANNA", []),
        ("Anna: hi Bo", [9]),
        ("we saw nobody", []),
        ("é Éva", [2]),
    ],
)
def test_capitals_inside_sentences(text: str, inside: list[int]) -> None:
    assert sorted(Capitals(text).inside) == inside
