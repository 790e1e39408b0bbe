"""Versions of a text with phrases: where one word is by far the likeliest, others follow it."""

from __future__ import annotations

from collections import Counter

import pytest

from privtool.interfaces.filling import WordBias
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.sampling import TopKSampler
from privtool.stages.typed_phrases import TypedPhrases
from tests.stages.test_typed_doubts import COMMON, Expects, Ranks
from tests.support.fake_filler import find_list
from tests.support.processing import processed
from tests.support.typed_fills import masked


def versions(*pieces, samples=4, doubts=True, **likely):
    """The texts of a record, and how many are missing."""
    common = WordBias(dict.fromkeys(COMMON.split(), 0.0), -50.0)
    sampler = TopKSampler(9, temperature=1.0)
    settings = FillSettings(sampler, find_list, seed=1, merge=False, samples=samples, common=common)
    typed = TypedPhrases(1, 4, Expects(**likely), doubts)
    counts: Counter[str] = Counter()
    found = processed(FillStage(settings, Ranks(**likely), typed=typed), [masked(*pieces)], counts)
    return [record.text for record in found], counts["missing"]


def test_a_common_word_stands_in_one_version_and_names_in_the_others():
    texts, missing = versions("someone goes out and ", ("MISC", 1), " on them", works=0.9)
    assert texts[0] == "someone goes out and works on them"
    assert (len(set(texts)), missing) == (4, 0)


@pytest.mark.parametrize("samples", [2, 3])
def test_a_slot_without_a_label_takes_the_next_best_words(samples):
    mask = ("WORD", 1, {"method": "entityTagger"})
    likely = {"college": 0.97, "home": 0.02, "well": 0.01}
    texts, missing = versions("we go to ", mask, " and stay", samples=samples, **likely)
    assert texts[0] == "we go to college and stay"
    assert (len(set(texts)), missing) == (samples, 0)


def test_what_has_no_other_words_is_missing():
    mask = ("WORD", 1, {"method": "entityTagger"})
    texts, missing = versions("we go to ", mask, " and stay", home=0.9)
    assert (texts, missing) == (["we go to home and stay"], 3)
