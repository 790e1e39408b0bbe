import numpy as np
import pytest

from privtool.audit.canaries import parse_pattern
from privtool.audit.model_figures import LOSS, RATIO
from privtool.core.device import Runtime
from privtool.core.errors import DataError
from privtool.core.record import Record
from privtool.interfaces.lm_scoring import TokenScorer
from privtool.models.lm.scorer import load_scorer
from privtool.stages.audit_block import Audited
from privtool.stages.audit_model import AuditModelStage, joined, secret_losses
from tests.support.tiny_causal_lms import tiny_gpt2
from tests.support.tiny_models import resolved, tiny_lm

START, END, UNKNOWN = 1, 2, 0


class Remembers:
    """A loss of a tenth for each letter of a word, of 0 for words that it remembers."""

    unknown = UNKNOWN

    def __init__(self, *known, closing=True, missing=()):
        self._known, self._closing, self._missing = known, closing, missing

    def check(self, text):
        if "?" in text:
            raise DataError("no token for it")

    def framed(self, text):
        ids = [UNKNOWN if word in self._missing else hash(word) for word in text.split()]
        return [START, *ids, *([END] if self._closing else [])]

    def token_losses(self, texts):
        losses = ([0 if w in self._known else len(w) / 10 for w in t.split()] for t in texts)
        return [np.array([*each, *([5.0] if self._closing else [])], float) for each in losses]


def records(*texts):
    return [Record(id=number, text=text) for number, text in enumerate(texts, 1)]


def test_signals_are_those_of_the_models_token_losses():
    stage = AuditModelStage(Remembers("bbb", "cc"), [Remembers(), Remembers("a")], (), frozenset())
    outcomes = list(stage.audit(records("bbb a cc", "dddd")))
    assert [outcome.unit for outcome in outcomes] == ["int:1", "int:2"]
    found = stage.drain()
    assert len(found.signals) == 2
    # The end of a record costs 5; 0.1 for "a", and 0.3 and 0.2 less by the model than by others.
    assert found.signals.values[LOSS] == pytest.approx([-5.1 / 4, -5.4 / 2])
    assert found.signals.values[RATIO] == pytest.approx([(0.5 + 0.4) / 2 / 4, 0])
    assert not len(stage.drain().signals)


def test_without_a_reference_there_is_the_loss_alone():
    stage = AuditModelStage(Remembers(), [], ("speaker",), frozenset())
    (outcome,) = stage.audit([Record(id=1, text="a", speaker="x")])
    assert outcome == Audited("str:x", outcome.counts)
    assert list(stage.drain().signals.values) == [LOSS]


def test_records_that_cannot_be_scored_are_refused_and_the_rest_goes_on():
    stage = AuditModelStage(Remembers(), [Remembers()], ("speaker",), frozenset())
    good = Record(id=1, text="a b", speaker="x")
    outcomes = list(
        stage.audit(
            [good, Record(id=2), Record(id=3, text="?", speaker="x"), Record(id=4, text="a"), good]
        )
    )
    assert [type(each) for each in outcomes] == [Audited, str, str, str, Audited]
    assert "'text' is missing" in outcomes[1]
    assert outcomes[2] == "no token for it"
    assert "'speaker' is missing" in outcomes[3]
    assert len(stage.drain().signals) == 2


def test_canaries_and_records_without_tokens_are_left_out_and_counted():
    stage = AuditModelStage(Remembers(closing=False), [], (), frozenset({"c"}))
    given = [Record(id="c", text="a"), Record(id="d", text=""), Record(id="e", text="a")]
    assert [each.counted for each in stage.audit(given)] == [False, True, True]
    found = stage.drain()
    assert len(found.signals) == 1
    assert found.skipped == {"canaries": 1, "without tokens": 1}
    by_speaker = AuditModelStage(Remembers(), [], ("speaker",), frozenset({"c"}))
    assert isinstance(next(by_speaker.audit(given[:1])), Audited)  # though it has no speaker


def test_parts_are_joined_in_order_and_equal_texts_have_equal_hashes():
    stage = AuditModelStage(Remembers(), [], (), frozenset())
    parts = [stage.drain()]
    for text in ("a", "bb", "a"):
        list(stage.audit(records(text)))
        parts.append(stage.drain())
    whole = joined(parts)
    assert whole.signals.units == ["int:1"] * 3
    assert whole.texts[0] == whole.texts[2] != whole.texts[1]


@pytest.mark.parametrize("closing", [True, False])
def test_the_secret_words_of_canaries_are_scored_alone(closing):
    pattern = parse_pattern("pin is {word} {word} or {word}")
    texts = ["pin is aaa b or cc", "pin is dddd b or e"]
    losses = secret_losses(Remembers("b", closing=closing), pattern, texts)
    assert losses == pytest.approx([0.5, 0.5])
    start = parse_pattern("{word} is")
    assert secret_losses(Remembers(closing=closing), start, ["aa is"]) == pytest.approx([0.2])


def test_unknown_words_of_canaries_are_refused_without_quoting_them():
    with pytest.raises(DataError, match="does not have all words of the canaries") as error:
        secret_losses(Remembers(missing=["zyx"]), parse_pattern("{word}"), ["a", "zyx"])
    assert "zyx" not in str(error.value)


@pytest.mark.parametrize("make", [tiny_lm, tiny_gpt2])
def test_models_score_tokens_as_they_score_texts(make, tmp_path):
    scorer: TokenScorer = load_scorer(resolved(make(tmp_path / "m")), Runtime("cpu", "fp32"))
    texts = ["i called the doctor", "", "so it is " * 60, "my back hurts"]
    scored = scorer.token_losses(texts), scorer.score(texts)
    for text, losses, score in zip(texts, *scored, strict=True):
        assert len(losses) == score.tokens == max(len(scorer.framed(text)) - 1, 0)
        assert losses.sum() == pytest.approx(-score.logprob)
    pattern = parse_pattern("i called the {word} {word}")
    prefix, whole = (scorer.token_losses([t])[0] for t in ("i called the", "i called the red car"))
    end = whole[-1] if make is tiny_lm else 0
    start = prefix[: 3 if make is tiny_lm else None].sum()
    expected = whole.sum() - end - start
    assert secret_losses(scorer, pattern, ["i called the red car"]) == pytest.approx([expected])
