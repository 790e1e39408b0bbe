"""Half a name reveals the rest; words in other scripts are private."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.stages.whole_names import WholeNames
from privtool.text.detection.names.scripts import other_script_words
from privtool.text.detection.names.widening import widened
from tests.text.detection.conftest import unmark


def widen(marked: str, found: str, label: str = "PERSON") -> tuple[str, list[tuple[int, int]]]:
    """Return the text without marks, and what the spans of all mentions of a word become."""
    text, _ = unmark(marked)
    start = text.index(found)
    spans = widened(text, [Span(start, start + len(found), label)])
    return text, [(span.start, span.end) for span in spans]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("I met «Grace May» today.", "Grace"),
        ("I met «Grace May» today.", "May"),
        ("thanks «anna brown» for that", "anna"),
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


def test_other_labels_are_not_widened():
    assert widen("in Grace May today", "Grace", "LOCATION")[1] == [(3, 8)]


@pytest.mark.parametrize(
    "marked",
    [
        "here is «Анна» again",
        "«王明» and «アンナさん» and «안나» met",
        "name: «दीपक» «शर्मा»",
        "«Αnna» has a Greek first letter",
        "«Анна-Мария» came",
        "«𝐀𝐧𝐧𝐚» writes in bold",
        "π, μ and Ω are symbols, so is ℝ",
        "меня зовут «Анна» и я с «Ольгой»",
        "«Пушкин» и «А». «С». «Пушкин»",
        "εγώ είμαι ο «Νίκος» και μένω στη «Χαλκίδα»",
        "أنا «ليلى» من «فاس»",
        "אני «נועה» «מחיפה»",
        "मेरा नाम «अनन्या» है",
        "café, naïve, Zoë, Łukasz, ﬁne and x² are Latin",
        "plain text",
        "😀 ♥ ½ №",
        "call «🇦🇳🇳🇦» or «🇱\u200d🇮\u200d🇸\u200d🇦», or «🇱 🇮 🇸 🇦», from 🇵🇱 or 🇺🇸 🇬🇧",
        "«⠁⠝⠝⠁» said so ⠋",
    ],
)
def test_words_of_other_scripts_are_found(marked):
    text, spans = unmark(marked)
    assert [(span.start, span.end) for span in other_script_words(text)] == spans


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
