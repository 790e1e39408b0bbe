from collections import Counter

import pytest

from privtool.audit.counts import Key, add
from privtool.audit.figures import figures_of
from privtool.audit.intervals import bound_of_none, wilson
from privtool.text.scoring.bootstrap import Resampling, Totals

TOKENS = Key("token_leak")


def totals_of(per_unit, key=TOKENS, more=()):
    totals = Totals(Resampling(2000, 1))
    for number, (hits, of) in enumerate(per_unit):
        counts = Counter()
        add(counts, key, hits, of)
        for other, pair in more:
            add(counts, other, *pair)
        totals.add(counts, str(number))
    return totals


def figure_of(per_unit, **more):
    totals = totals_of(per_unit, **more)
    return figures_of(totals, len(per_unit))[0]


def test_units_that_are_attempts_have_a_wilson_interval():
    found = figure_of([(1, 1)] * 3 + [(0, 1)] * 7)
    assert found.value == 0.3
    assert found.interval == (*wilson(3, 10), "wilson")


def test_without_hits_only_the_upper_bound_is_known():
    found = figure_of([(0, 1)] * 100)
    assert found.interval == (0, bound_of_none(100), "none found")


def test_many_attempts_in_few_units_are_not_independent():
    # All attempts are in 4 of 50 units: the bound is that of about 4, not of 400.
    found = figure_of([(0, 100)] * 4 + [(0, 0)] * 46)
    assert found.interval.high == pytest.approx(bound_of_none(4), rel=0.1)


def test_attempts_in_common_units_are_resampled_together():
    # Either all or nothing leaks in a unit: the interval is much wider than that of 500 attempts.
    found = figure_of([(50, 50)] * 5 + [(0, 50)] * 5)
    assert found.interval.method == "bootstrap"
    assert found.interval.high - found.interval.low > 0.5
    alone = wilson(250, 500)
    assert alone[1] - alone[0] < 0.1


def test_baseline_control_and_risk():
    key = Key("token_leak")
    more = [(key._replace(role="baseline"), (1, 10)), (key._replace(role="control"), (2, 10))]
    found = figure_of([(6, 10)] * 20 + [(5, 10)] * 20, more=more)
    assert found.above_baseline
    assert found.control.value == 0.2
    assert found.risk.value == pytest.approx((0.55 - 0.2) / 0.8)
    assert found.risk.low < found.risk.value < found.risk.high


def test_an_attack_below_its_baseline_is_said():
    more = [(Key("token_leak", role="baseline"), (9, 10))]
    assert figure_of([(6, 10)] * 3, more=more).above_baseline is False


def test_order_is_that_of_the_meanings_then_of_groups():
    totals = totals_of([(1, 2)], Key("token_leak", "PERSON"), [(Key("direct"), (0, 1))])
    totals.add({}, "x")
    names = [(each.name, each.group) for each in figures_of(totals, 1)]
    assert names == [("direct", ""), ("token_leak", "PERSON")]


def test_an_attacker_with_fewer_bits_left_beats_the_baseline():
    key = Key("guess_rank_bits", "m")
    totals = totals_of([(5000, 1000)] * 3, key, [(key._replace(role="baseline"), (7000, 1000))])
    (figure,) = figures_of(totals, 3)
    assert figure.value == 5
    assert figure.above_baseline
    assert figure.risk is None
