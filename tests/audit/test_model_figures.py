import math

import numpy as np
import pytest

from privtool.audit.canaries import Canary
from privtool.audit.canary_figures import CanaryScores, canary_figures
from privtool.audit.membership_figures import (
    LOSS,
    RATIO,
    Signals,
    main_signal,
    membership_figures,
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
