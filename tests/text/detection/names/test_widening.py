"""Half a name reveals the rest; words in other scripts are private."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span, merge_overlapping
from privtool.stages.whole_names import WholeNames
from privtool.text.detection.names.widening import widened
from tests.support.detection_examples import unmark


def widen(marked: str, found: str, label: str = "PERSON") -> tuple[str, list[tuple[int, int]]]:
    """Return the text without marks, and what the spans of all mentions of a word become."""
    text, _ = unmark(marked)
    start = text.index(found)
    spans = widened(text, [Span(start, start + len(found), label)])
    return text, [(span.start, span.end) for span in spans]


def found_in(text: str, found: str) -> list[Span]:
    """Return a span of the first mention of a word."""
    start = text.index(found)
    return [Span(start, start + len(found), "PERSON", 1.0)]


def edges(spans: list[Span]) -> list[tuple[int, int]]:
    """Return where spans start and end, of those that overlap together."""
    return [(span.start, span.end) for span in merge_overlapping(sorted(spans))]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("I met «Grace May» today.", "Grace"),
        ("I met «Grace May» today.", "May"),
        ("thanks «anna brown» for that", "anna"),
        ("Witness: «Lamar Bostwick the third». And", "Bostwick"),
        ("thanks «mark kowalski» for that", "kowalski"),
        ("THANKS «ANNA BROWN» FOR THAT", "ANNA"),
        ("We saw «J. R. Xyzzyk» there.", "Xyzzyk"),
        ("We saw «Anna de la Cruz» there.", "Anna"),
        ("We saw «Jean-Luc Picard» there.", "Luc"),
        ("Will «Anna» come?", "Anna"),
        ("Doctor «Anna» will come.", "Anna"),
        ("Ask «Anna». May I come?", "Anna"),
        ("tell «anna» may is fine", "anna"),
        ("Call «Anna» Monday.", "Anna"),
        ("The «Kowalski» Report was long and dull.", "Kowalski"),
    ],
)
def test_a_person_extends_over_the_names_next_to_it(marked, found):
    _, spans = unmark(marked)
    assert widen(marked, found)[1] == spans


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("key «ngozi.e» at line 88", "ngozi"),
        ("my snap is «its.just.roxy.p», no numbers", "roxy"),
        ("see «Okafor_backup».txt", "Okafor"),
        ("left with «Anna».She said so", "Anna"),
        ("FIND USER «KOWALCZUK.B» NOW", "KOWALCZUK"),
        ("left with «ANNA».I SAID SO", "ANNA"),
    ],
)
def test_a_person_extends_over_the_token_that_holds_it(marked, found):
    text, spans = unmark(marked)
    assert edges(widened(text, found_in(text, found))) == spans


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("«Keisha Price» saw the «Price» on the rota, and the price.", "Keisha Price"),
        ("«Anna Kowalski». «Kowalski» and «kowalski» left, «Anna» did not.", "Anna Kowalski"),
        ("ask «mark kowalski» about kowalskis car, says «kowalski»", "mark kowalski"),
        ("So «Will» will come. Will he?", "Will"),
        ("«Bjarne Thygesen» left. Poor «B.T.», no toothbrush, P.T. neither.", "Bjarne Thygesen"),
        ("«Saoirse Ní Dhomhnaill» pays; send «SND» the notice, not SNC", "Saoirse Ní Dhomhnaill"),
        ("«Ian Thompson» works in IT", "Ian Thompson"),
        ("«Anna Maria» rose at 5 A.M. or 6 AM", "Anna Maria"),
        ("«anna kowalski» is ak, or a.k.", "anna kowalski"),
    ],
)
def test_a_name_is_found_at_other_places_of_the_text(marked, found):
    text, spans = unmark(marked)
    assert edges(widened(text, found_in(text, found))) == spans


def test_a_name_has_the_same_score_at_other_places():
    spans = widened("xyzzyk and xyzzyk", [Span(0, 6, "PERSON", 0.2)])
    assert spans == [Span(0, 6, "PERSON", 0.2), Span(11, 17, "PERSON", 0.2)]


def test_other_labels_are_not_widened():
    assert widen("in Grace May today", "Grace", "LOCATION")[1] == [(3, 8)]


class Fixed:
    """A tagger that always finds the first word."""

    def tag(self, texts):
        return [[Span(0, len(text.split()[0]), "PERSON")] for text in texts]


def test_the_wrapper_widens_and_adds_other_scripts():
    texts = ["Grace May knows Анна", "anna is here"]
    found = [[(s.start, s.end) for s in spans] for spans in WholeNames(Fixed()).tag(texts)]
    assert found == [[(0, 9), (16, 20)], [(0, 4)]]
    found = WholeNames(Fixed(), other_scripts=False).tag(texts)
    assert [len(spans) for spans in found] == [1, 1]
