import math
from collections import Counter

import pytest

from privtool.core.errors import DataError
from privtool.core.record import Record
from privtool.interfaces.lm_scoring import Score
from privtool.stages.lm_score import LmScoreStage
from tests.support.processing import processed


class OneNatAWord:
    def check(self, text):
        if "?" in text:
            raise DataError("no token for it")

    def score(self, texts):
        return [Score(-1.0 * len(text.split()), len(text.split())) for text in texts]


def test_it_adds_scores_and_counts_and_leaves_the_rest():
    counts = Counter()
    stage = LmScoreStage(OneNatAWord())
    given = [Record(id=1, text="a b", speaker="x"), Record(id=2, text="")]
    one, none = processed(stage, given, counts)
    assert (one.logprob, one.tokens, one.perplexity) == (-2, 2, pytest.approx(math.e))
    assert (one.id, one.text, one.speaker) == (1, "a b", "x")
    assert (none.tokens, none.perplexity) == (0, 1)
    assert counts == {"tokens": 2, "millinats": 2000}


def test_a_huge_perplexity_is_still_a_number():
    class Hopeless(OneNatAWord):
        def score(self, texts):
            return [Score(-1e9, 1)]

    (record,) = processed(LmScoreStage(Hopeless()), [Record(text="a")])
    assert math.isfinite(record.perplexity)


def test_a_record_that_cannot_be_scored_is_refused():
    stage = LmScoreStage(OneNatAWord())
    processed(stage, [Record(id=1, text="a")])
    with pytest.raises(DataError, match="'text' is missing"):
        processed(stage, [Record(id=1)])
    with pytest.raises(DataError, match="no token for it"):
        processed(stage, [Record(id=1, text="a?")])
