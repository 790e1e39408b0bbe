"""Common words, for masks without a label."""

import math
from collections import Counter

import pytest

from privtool.interfaces.filling import Candidate, Ranking, WordBias, candidates
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler, common_words_alone
from privtool.stages.typed_phrases import TypedPhrases
from tests.support.fake_filler import FakeFiller, find_list
from tests.support.processing import processed
from tests.support.typed_fills import Lengths, masked


class Ranks(FakeFiller):
    """Ranks words by a likelihood and what the bias of a slot adds."""

    def __init__(self, **likely):
        super().__init__()
        self.likely = likely

    def ranking(self, draft, want, k):
        bias = want.bias or WordBias({})
        found = [
            Candidate(token, word, math.log(likely) + bias.words.get(word, bias.other), False)
            for token, (word, likely) in enumerate(self.likely.items())
        ]
        return Ranking(candidates(sorted(found, key=lambda each: -each.score)[:k]))


COMMON = "home college well kids the movie one"


WORD = ("WORD", 1, {"method": "entityTagger"})


def versions(*pieces, samples=1, id=1, **likely):
    """The texts of a record, and how many are missing; only COMMON words may fill a WORD."""
    common = WordBias(dict.fromkeys(COMMON.split(), 0.0), -50.0)
    sampler = TopKSampler(9, temperature=1.0)
    settings = FillSettings(
        sampler, find_list, seed=1, merge=False, samples=samples, common=lambda _: common
    )
    typed = TypedPhrases(1, Lengths())
    counts: Counter[str] = Counter()
    stage = FillStage(settings, Ranks(**likely), typed=typed)
    found = processed(stage, [masked(*pieces, id=id)], counts)
    return [record.text for record in found], counts["missing"]


def unlabeled(before, after, method="entityTagger", **likely):
    """The words in ten records with one slot without a label."""
    mask = ("WORD", 1, {"method": method})
    texts = [versions(before, mask, after, id=number, **likely)[0][0] for number in range(10)]
    return {text.removeprefix(before).removesuffix(after) for text in texts}


def test_a_word_without_a_label_becomes_a_common_one_that_the_text_does_not_have():
    text = "the kids go to ", " and stay"
    assert unlabeled(*text, boston=0.9, kids=0.05, college=0.04, well=0.001) == {"college"}
    assert unlabeled(*text, boston=0.9, kids=0.05) == {"kids"}  # if there is no other


def test_a_plural_repeats_its_singular():
    text = "all homes are near the ", " and stay"
    assert unlabeled(*text, home=0.9, college=0.05) == {"college"}


def test_a_function_word_stands_only_where_nothing_else_can():
    text = "so I love ", " music"
    assert unlabeled(*text, the=0.9, home=0.06, college=0.01) == {"home"}
    assert unlabeled(*text, the=0.9, home=0.001) == {"the"}


def test_words_that_a_list_masked_are_drawn_as_often_as_the_model_says():
    text = "the kids go to ", " and stay"
    assert "boston" in unlabeled(*text, method="allowList", boston=0.9, college=0.04)


def test_words_that_models_overrate_need_to_be_much_likelier():
    biases = common_words_alone().words
    assert biases["movie"] < biases["house"] == 0
    assert "anna" not in biases


def test_a_determiner_stands_before_another_slot():
    assert versions("so I go ", WORD, " ", WORD, ".", the=0.7, home=0.3)[0] == ["so I go the home."]


@pytest.mark.parametrize("between", [" or ", " and then went to the new "])
def test_two_words_without_a_label_are_different(between):
    texts, _ = versions("go ", WORD, between, WORD, " now", home=0.9, college=0.01)
    assert texts == [f"go home{between}college now"]


@pytest.mark.parametrize("samples", [2, 3])
def test_a_slot_without_a_label_takes_the_next_best_words(samples):
    likely = {"college": 0.97, "home": 0.02, "well": 0.01}
    texts, missing = versions("we go to ", WORD, " and stay", samples=samples, **likely)
    assert texts[0] == "we go to college and stay"
    assert (len(set(texts)), missing) == (samples, 0)


def test_what_has_no_other_words_is_missing():
    texts, missing = versions("we go to ", WORD, " and stay", samples=4, home=0.9)
    assert (texts, missing) == (["we go to home and stay"], 3)
