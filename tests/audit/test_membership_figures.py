import math

import numpy as np
import pytest

from privtool.audit.membership_figures import (
    LOSS,
    RATIO,
    Signals,
    main_signal,
    membership_figures,
)
from privtool.text.scoring.bootstrap import Resampling

HOW = Resampling(200, 1)


def signals(gain, records, units=None, seed=0, names=(LOSS, RATIO)):
    """Records that score higher by `gain`."""
    generator = np.random.default_rng(seed)
    values = {name: generator.normal(size=records) + gain for name in names}
    return Signals(values, [str(n if units is None else n % units) for n in range(records)])


def figures(members, others, how=HOW):
    return {(each.name, each.group): each for each in membership_figures(members, others, how)}


def test_a_model_that_remembers_is_caught():
    of = figures(signals(4, 1000), signals(0, 1000, seed=1))
    assert of["membership_auc", ""].interval.low > 0.99
    assert of["membership_at_1_percent", "ratio"].value > 0.9
    assert of["membership_at_1_percent", ""].risk.low > 0.8
    assert of["membership_at_0_1_percent", ""].value > 0.7
    worst = of["worst_decile_gain", ""]
    assert worst.value == pytest.approx(4 / math.log(2), abs=0.3)
    assert worst.value == pytest.approx(worst.attack.value - worst.control.value, abs=0.01)


def test_a_model_that_never_saw_the_records_is_not():
    of = figures(signals(0, 1000), signals(0, 1000, seed=1))
    for group in ("", LOSS, RATIO):
        area = of["membership_auc", group]
        assert area.interval.low < 0.5 < area.interval.high
        assert of["membership_at_1_percent", group].value < 0.03
        assert of["membership_at_1_percent", group].control.value <= 0.01
    assert of["membership_at_1_percent", ""].risk.low == 0
    low, high, _ = of["worst_decile_gain", ""].interval
    assert low < 0 < high


def test_the_main_signal_is_decided_before_the_result():
    members = signals(1, 100)
    assert main_signal(members) == RATIO
    assert main_signal(signals(1, 100, names=(LOSS,))) == LOSS
    of = figures(members, signals(0, 100, seed=1))
    assert of["membership_auc", ""].value == of["membership_auc", RATIO].value


def test_records_of_few_units_have_wide_intervals():
    def spread(gain):
        values = np.repeat(np.random.default_rng(5).normal(gain, 1, 10), 50)
        return Signals({LOSS: values}, [str(n // 50) for n in range(500)])

    others = signals(0, 500, seed=1, names=(LOSS,))
    together = figures(spread(1), others)["membership_auc", ""].interval
    alone = Signals(spread(1).values, [str(n) for n in range(500)])
    apart = figures(alone, others)["membership_auc", ""].interval
    assert together.high - together.low > 3 * (apart.high - apart.low)


def test_a_unit_has_one_weight_wherever_it_is():
    # Members and others of a unit have one score: no sample can tell them apart.
    scores = np.random.default_rng(2).normal(size=40)
    both = Signals({LOSS: scores}, [str(n) for n in range(40)])
    assert figures(both, both)["membership_auc", ""].interval[:2] == pytest.approx((0.5, 0.5))


def test_too_few_others_for_a_rate_give_no_value():
    of = figures(signals(4, 50), signals(0, 99, seed=1))
    figure = of["membership_at_1_percent", ""]
    assert (figure.value, figure.attack, figure.risk) == (None, None, None)
    assert figures(signals(4, 50), signals(0, 100, seed=1))["membership_at_1_percent", ""].value


def test_no_success_has_an_upper_bound():
    of = figures(signals(-9, 50, units=10), signals(0, 100, seed=1))
    interval = of["membership_at_1_percent", ""].interval
    assert interval == (0, pytest.approx(1 - 0.05 ** (1 / 10)), "none found")
    assert of["membership_at_1_percent", ""].risk.value == 0


def test_one_record_each_is_enough():
    of = figures(signals(0, 1), signals(1, 1))
    assert of["membership_auc", ""].value in (0, 1)


def test_results_depend_on_the_seed_alone():
    parts = signals(1, 60), signals(0, 60, seed=1)
    assert figures(*parts) == figures(*parts)
    assert figures(*parts) != figures(*parts, Resampling(200, 2))
