import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from privtool.audit.canaries import Canary
from privtool.audit.model_figures import (
    LOSS,
    RATIO,
    CanaryScores,
    RocScores,
    Signals,
    canary_figures,
    loss_signal,
    main_signal,
    membership_figures,
    null_exposure,
    rank_exposures,
    ratio_signal,
)
from privtool.text.scoring.bootstrap import Resampling

HOW = Resampling(200, 1)


def scored(gain, canaries=200, references=1000, seed=4):
    """Scores of a model that prefers inserted canaries by `gain` for each insertion."""
    generator = np.random.default_rng(seed)
    made = [
        Canary(str(n), (1, 2, 4, 8, 16)[n % 5], bool(generator.random() < 0.5), ())
        for n in range(canaries)
    ]
    gains = np.array([gain * each.repetitions * each.inserted for each in made])
    return CanaryScores(
        made, 60 + generator.normal(size=canaries) - gains, 60 + generator.normal(size=references)
    )


def figures(found):
    return {(each.name, each.group): each for each in found[0]}


def test_a_model_that_remembers_is_caught():
    of = figures(canary_figures(scored(1.5), HOW))
    assert of["exposure", "16"].value == pytest.approx(math.log2(1000))
    means = [of["exposure", group].value for group in ("1", "2", "4", "8", "16")]
    assert (np.diff(means) > -1e-9).all()
    assert of["canary_exposed", ""].risk.low > 0.4


def test_a_model_that_never_saw_them_is_not():
    of = figures(canary_figures(scored(0.0), HOW))
    exposure = of["exposure", ""]
    assert exposure.interval.low < 1.43 < exposure.interval.high
    assert exposure.control.value == pytest.approx(1.43, abs=0.4)
    assert exposure.baseline.value == pytest.approx(1.435)
    assert of["canary_exposed", ""].value < 0.12
    assert of["canary_exposed", ""].risk.low == 0


def test_the_controls_of_a_model_that_remembers_are_near_the_null():
    of = figures(canary_figures(scored(1.5), HOW))
    assert of["exposure", ""].control.value == pytest.approx(1.43, abs=0.4)
    assert of["canary_exposed", ""].control.value < 0.12


def test_what_cannot_be_ranked_counts_against_privacy_and_its_control_shows_it():
    one = scored(0.0)
    equal = one._replace(scores=one.scores * 0, references=one.references * 0)
    exposed = figures(canary_figures(equal, HOW))["canary_exposed", ""]
    assert exposed.value == exposed.control.value == 1
    assert exposed.risk.value == 0


def test_no_success_has_an_upper_bound():
    one = scored(0.0)
    found = canary_figures(one._replace(scores=one.scores + 100), HOW)
    exposed = figures(found)["canary_exposed", ""]
    assert exposed.interval.method == "none found"
    assert exposed.interval.high == pytest.approx(1 - 0.05 ** (1 / exposed.attack.of))


def test_groups_without_a_canary_have_no_value():
    made = [Canary("a", 1, True, ("x",)), Canary("b", 2, False, ())]
    of = figures(canary_figures(CanaryScores(made, np.zeros(2), np.arange(100.0)), HOW))
    assert of["exposure", "2"].value is None
    assert of["canary_exposed", "2"].value is None
    assert of["canary_exposed", "2"].risk is None
    assert of["exposure", "1"].value == pytest.approx(math.log2(100))
    assert of["exposure", "1"].interval[:2] == (0, math.log2(100))  # one canary


def test_a_note_says_what_is_expected_of_a_canary_that_was_never_seen():
    _, (note,) = canary_figures(scored(0.0), HOW)
    assert "exposure of 1.43 bits on average, and of more than 4.29" in note


def signals(gain, records, units=None, seed=0, names=(LOSS, RATIO)):
    """Records that score higher by `gain`."""
    generator = np.random.default_rng(seed)
    values = {name: generator.normal(size=records) + gain for name in names}
    return Signals(values, [str(n if units is None else n % units) for n in range(records)])


def membership(members, others, how=HOW):
    return {(each.name, each.group): each for each in membership_figures(members, others, how)}


def test_a_model_that_remembers_its_records_is_caught():
    of = membership(signals(4, 1000), signals(0, 1000, seed=1))
    assert of["membership_auc", ""].interval.low > 0.99
    assert of["membership_at_1_percent", "ratio"].value > 0.9
    assert of["membership_at_1_percent", ""].risk.low > 0.8


def test_a_model_that_never_saw_the_records_is_not():
    of = membership(signals(0, 1000), signals(0, 1000, seed=1))
    for group in ("", LOSS, RATIO):
        area = of["membership_auc", group]
        assert area.interval.low < 0.5 < area.interval.high
        assert of["membership_at_1_percent", group].value < 0.03
        assert of["membership_at_1_percent", group].control.value <= 0.01
    assert of["membership_at_1_percent", ""].risk.low == 0


def test_the_main_signal_is_decided_before_the_result():
    members = signals(1, 100)
    assert main_signal(members) == RATIO
    assert main_signal(signals(1, 100, names=(LOSS,))) == LOSS
    of = membership(members, signals(0, 100, seed=1))
    assert of["membership_auc", ""].value == of["membership_auc", RATIO].value


def test_records_of_few_units_have_wide_intervals():
    def spread(gain):
        values = np.repeat(np.random.default_rng(5).normal(gain, 1, 10), 50)
        return Signals({LOSS: values}, [str(n // 50) for n in range(500)])

    others = signals(0, 500, seed=1, names=(LOSS,))
    together = membership(spread(1), others)["membership_auc", ""].interval
    alone = Signals(spread(1).values, [str(n) for n in range(500)])
    apart = membership(alone, others)["membership_auc", ""].interval
    assert together.high - together.low > 3 * (apart.high - apart.low)


def test_one_unit_shows_nothing():
    of = membership(signals(1, 200, units=1), signals(0, 200, seed=1))
    for name in ("membership_auc", "membership_at_1_percent"):
        assert of[name, ""].interval[:2] == (0, 1), name
    assert of["membership_at_1_percent", ""].risk[1:] == (0, 1)


def test_a_unit_has_one_weight_wherever_it_is():
    # Members and others of a unit have one score: no sample can tell them apart.
    scores = np.random.default_rng(2).normal(size=40)
    both = Signals({LOSS: scores}, [str(n) for n in range(40)])
    assert membership(both, both)["membership_auc", ""].interval[:2] == pytest.approx((0.5, 0.5))


def test_too_few_others_for_a_rate_give_no_value():
    of = membership(signals(4, 50), signals(0, 99, seed=1))
    figure = of["membership_at_1_percent", ""]
    assert (figure.value, figure.attack, figure.risk) == (None, None, None)
    assert membership(signals(4, 50), signals(0, 100, seed=1))["membership_at_1_percent", ""].value


def test_no_success_among_records_has_an_upper_bound():
    of = membership(signals(-9, 50, units=10), signals(0, 100, seed=1))
    interval = of["membership_at_1_percent", ""].interval
    assert interval == (0, pytest.approx(1 - 0.05 ** (1 / 10)), "none found")
    assert of["membership_at_1_percent", ""].risk.value == 0


def test_one_record_each_is_enough():
    of = membership(signals(0, 1), signals(1, 1))
    assert of["membership_auc", ""].value in (0, 1)


def test_results_depend_on_the_seed_alone():
    parts = signals(1, 60), signals(0, 60, seed=1)
    assert membership(*parts) == membership(*parts)
    assert membership(*parts) != membership(*parts, Resampling(200, 2))


SCORES = st.lists(st.integers(0, 9).map(float), min_size=1, max_size=40)
WEIGHTED = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), min_size=1, max_size=20)


def arrays(*lists):
    return [np.array(each, float) for each in lists]


def unweighted(members, others):
    return RocScores(members, others).curve(
        *(np.ones(len(each), int) for each in (members, others))
    )


@given(SCORES, SCORES)
def test_the_area_is_that_of_mann_and_whitney(members, others):
    expected = mannwhitneyu(members, others).statistic / (len(members) * len(others))
    assert unweighted(*arrays(members, others)).auc() == pytest.approx(expected)


@given(SCORES, SCORES, st.sampled_from([0.0, 0.01, 0.1, 0.5, 1.0]))
def test_rates_at_a_level_are_those_of_the_best_threshold(members, others, level):
    members, others = arrays(members, others)
    curve = unweighted(members, others)
    thresholds = [*members, *others, math.inf, -math.inf]
    rates = [((others >= t).mean(), (members >= t).mean()) for t in thresholds]
    best = max(tpr for fpr, tpr in rates if fpr <= level)
    assert curve.point_at(level)[1] == pytest.approx(best)
    assert curve.point_at(level) in [pytest.approx(pair) for pair in rates]


@given(WEIGHTED, WEIGHTED)
def test_a_weight_is_a_number_of_copies(members, others):
    (scores, weights), (more, of_others) = (
        (np.array(values, float), np.array(counts))
        for values, counts in (zip(*members, strict=True), zip(*others, strict=True))
    )
    weighted = RocScores(scores, more).curve(weights, of_others)
    copied = unweighted(np.repeat(scores, weights), np.repeat(more, of_others))
    assert weighted.auc() == pytest.approx(copied.auc())
    assert weighted.point_at(0.1) == pytest.approx(copied.point_at(0.1))


def test_the_quarter_circle_that_jax_privacy_is_tested_with():
    others = np.linspace(0, 1, 10_000)
    members = np.sqrt(1 - np.linspace(0, 1, 10_000) ** 2)
    curve = unweighted(members, others)
    assert curve.auc() == pytest.approx(math.pi / 4, rel=1e-3)
    for fpr in (0.01, 0.1, 0.5):
        assert curve.point_at(fpr)[1] == pytest.approx(math.sqrt(fpr * (2 - fpr)), rel=1e-2)


def test_equal_scores_show_nothing():
    curve = unweighted(np.zeros(30), np.zeros(20))
    assert curve.auc() == 0.5
    assert curve.point_at(0.01) == (0, 0)


def test_without_weight_there_is_no_curve():
    scores = RocScores(np.arange(3.0), np.arange(3.0))
    assert scores.curve(np.zeros(3, int), np.ones(3, int)) is None


FEW_SCORES = st.lists(st.integers(0, 8).map(float), min_size=1, max_size=30)


def test_the_published_case_of_tf_privacy():
    # exposures_test.py: scores 1 to 16 as references; the best, a middle and the worst secret
    references = np.arange(1.0, 17.0)
    exposures = rank_exposures(np.array([0, 0.1, 3.5, 20.0]), references)
    assert exposures == pytest.approx([4, 4, 2, 4 - math.log2(17)])


@given(FEW_SCORES, FEW_SCORES)
def test_ranks_are_those_of_counting_and_a_tie_gives_the_secret_the_best_rank(scores, references):
    slow = [1 + sum(other < score for other in references) for score in scores]
    exposures = rank_exposures(np.array(scores), np.array(references))
    assert exposures == pytest.approx(np.log2(len(references) / np.array(slow)))


@given(FEW_SCORES, FEW_SCORES, st.floats(0.1, 5))
def test_a_lower_loss_never_lowers_the_exposure(scores, references, less):
    before = rank_exposures(np.array(scores), np.array(references))
    after = rank_exposures(np.array(scores) - less, np.array(references))
    assert (after >= before).all()
    assert (after <= math.log2(len(references))).all()


@pytest.mark.parametrize(("references", "mean", "top"), [(1000, 1.43, 4.29), (10_000, 1.44, 4.32)])
def test_the_null_is_that_of_a_uniform_rank(references, mean, top):
    null = null_exposure(references)
    all_ranks = math.log2(references) - np.log2(np.arange(1, references + 2))
    assert null.mean == pytest.approx(all_ranks.mean()) == pytest.approx(mean, abs=0.006)
    assert null.percentile_95 == pytest.approx(top, abs=0.006)
    assert (all_ranks <= null.percentile_95).mean() >= 0.95
    assert (all_ranks < null.percentile_95).mean() < 0.95


def test_unseen_secrets_have_the_exposure_of_the_null():
    generator = np.random.default_rng(5)
    drawn = [
        rank_exposures(generator.normal(size=1), generator.normal(size=200))[0] for _ in range(4000)
    ]
    null = null_exposure(200)
    assert np.mean(drawn) == pytest.approx(null.mean, abs=0.08)
    assert np.mean(np.array(drawn) > null.percentile_95) == pytest.approx(0.05, abs=0.012)


def test_the_loss_is_the_mean_log_probability():
    assert loss_signal(np.array([1.0, 3.0])) == -2
    assert ratio_signal(np.array([1.0, 3.0]), np.array([2.0, 2.0, 5.0])) == -2 + 3


def test_a_text_without_tokens_shows_nothing():
    assert loss_signal(np.zeros(0)) == 0
