"""`mask` writes the label of a word only where it is likelier than not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.entity_links import EntityLinks
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.sure_labels import SureLabels
from privtool.stages.tagged_words import first_spans
from privtool.text.detection.confidence import FAINT
from privtool.text.surrogates.prf import Key
from privtool.text.word_lists import make_word_list
from privtool.text.words import words
from tests.support.fake_taggers import FakeTagger
from tests.support.processing import processed

COMMON = make_word_list("common", ["death", "row", "of", "the"])
TEXT = "Bank of Ohio people on death row"


def span(phrase, label, *doubtful, text=TEXT):
    start = text.index(phrase)
    parts = [(text.index(word), text.index(word) + len(word)) for word in doubtful]
    return Span(start, start + len(phrase), label, doubtful=tuple(parts))


def masks(spans, text=TEXT, **options):
    settings = MaskSettings({}, sure_labels=SureLabels(COMMON), **options)
    record = Record(id=1, text=text)
    (safe,) = processed(MaskStage(settings, FakeTagger({text: spans})), [record])
    return [(mask.label, mask.entity) for mask in safe.masks]


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        pytest.param(
            [span("Bank of Ohio", "ORGANIZATION")],
            [("ORGANIZATION", 1)] * 3,
            id="a sure label, with a common word inside",
        ),
        pytest.param(
            [span("Bank of Ohio people", "ORGANIZATION", "people")],
            [*[("ORGANIZATION", 1)] * 3, ("WORD", 2)],
            id="a doubtful word at the end",
        ),
        pytest.param(
            [span("death row", "MISC")], [("WORD", 1)] * 2, id="common words in lower case alone"
        ),
        pytest.param(
            [span("people on", "PERSON")], [("PERSON", 1)] * 2, id="other words in lower case"
        ),
        pytest.param([span("of", "DATE")], [("DATE", 1)], id="no name"),
        pytest.param(
            [span("Ohio", "MISC", "Ohio"), span("Bank of Ohio", "LOCATION")],
            [("LOCATION", 1)] * 3,
            id="sure for another tagger",
        ),
        pytest.param(
            [span("Ohio", "MISC", "Ohio"), Span(*span("Ohio", "ID")[:3], FAINT)],
            [("WORD", 1)],
            id="any word with a digit for another tagger",
        ),
    ],
)
def test_labels(spans, expected):
    assert masks(spans) == expected


def test_initials_keep_their_label():
    text = "Put me, D. E., please"
    initials = span("D. E.", "PERSON", "D", "E", text=text)
    assert masks([initials], text) == [("PERSON", 1)] * 2


def test_links_keep_doubtful_labels():
    links = EntityLinks(Key(b"key"), "dialogue")
    assert masks([span("Ohio", "MISC", "Ohio")], links=links) == [("MISC", 1)]


@given(st.data())
def test_the_same_words_stay_masked(data):
    places = st.integers(0, len(TEXT))
    spans = []
    for _ in range(data.draw(st.integers(0, 4))):
        start, end = sorted((data.draw(places), data.draw(places)))
        label = data.draw(st.sampled_from(["PERSON", "DATE", "WORD"]))
        doubtful = sorted((data.draw(places), data.draw(places)))
        spans.append(Span(start, end, label, doubtful=(tuple(doubtful),)))
    found = words(TEXT)
    sure = SureLabels(COMMON).of(TEXT, spans)
    assert first_spans(found, sure).keys() == first_spans(found, spans).keys()
