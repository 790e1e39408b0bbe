"""Which words are one entity: the numbers in `masks`."""

import pytest

from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagged_words import entities_of_spans
from privtool.text.word_lists import make_word_list
from tests.support.fake_taggers import FakeTagger
from tests.support.processing import processed

TEXT = "so Anna Maria Smith Bob Lee saw Old Rome, Ohio"
P, L = "PERSON", "LOCATION"


@pytest.mark.parametrize(
    ("spans", "numbers"),
    [
        ([(3, 19, P), (20, 27, P), (32, 46, L)], [1, 1, 1, 2, 2, 3, 3, 3]),
        ([(20, 27, P), (3, 19, P)], [1, 1, 1, 2, 2]),
        ([(3, 13, P), (8, 19, P)], [1, 1, 1]),  # overlapping ones of one label are one
        ([(3, 13, P), (14, 19, P)], [1, 1, 2]),  # neighbors are two
        ([(3, 19, P), (8, 13, L)], [1, 1, 1]),  # the first span counts
        ([(8, 13, L), (3, 19, P)], [1, 2, 3]),  # a name that another thing interrupts
    ],
)
def test_words_of_one_entity_share_a_number(spans, numbers):
    tagger = FakeTagger({TEXT: [Span(*span) for span in spans]})
    (new,) = processed(MaskStage(MaskSettings({}), tagger), [Record(text=TEXT)])
    assert [mask.entity for mask in new.masks] == numbers


def test_words_that_only_a_list_masks_are_entities_of_their_own():
    tagger = FakeTagger({"x Anna Lee y z": [Span(2, 10, P)]})
    lists = {"allowList": make_word_list("l", ["lee"])}
    (new,) = processed(MaskStage(MaskSettings(lists), tagger), [Record(text="x Anna Lee y z")])
    assert [mask.entity for mask in new.masks] == [1, 2, 2, 3, 4]


def test_merged_markers_say_so():
    stage = MaskStage(MaskSettings({"allowList": make_word_list("l", ["so"])}, merge=True))
    (new,) = processed(stage, [Record(text="so a b so c")])
    assert [(mask.entity, mask.merged is True) for mask in new.masks] == [(1, True), (3, False)]


def test_a_long_span_joins_all_that_it_overlaps():
    spans = [Span(0, 20, P), Span(2, 3, P), Span(5, 6, P), Span(19, 30, P), Span(30, 31, P)]
    assert entities_of_spans(spans) == [0, 0, 0, 0, 4]
    assert entities_of_spans([]) == []
