import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from privtool.audit.intervals import bound_of_none, risk, wilson, wilson_risk


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilson_is_that_of_scipy(counts):
    expected = binomtest(*counts).proportion_ci(0.95, method="wilson")
    assert wilson(*counts) == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize(
    ("of", "bound"), [(30, 0.095), (100, 0.0295), (300, 0.0099), (1000, 0.0030), (3000, 0.0010)]
)
def test_bounds_without_hits(of, bound):
    assert bound_of_none(of) == pytest.approx(bound, rel=0.02)
    assert (1 - bound_of_none(of)) ** of == pytest.approx(0.05)


def test_nothing_is_known_without_attempts():
    assert wilson(0, 0) == (0, 1)
    assert bound_of_none(0) == 1


def test_risk_by_hand():
    # Of the 60 % that the control leaves open, the attack gets a third: 60 % against 40 %.
    assert risk(0.6, 0.4) == pytest.approx(1 / 3)
    assert risk(0.2, 0.4) == 0
    assert risk(1, 0.4) == 1
    assert risk(1, 1) == 0


@pytest.mark.parametrize(("attack", "control"), [((60, 100), (40, 100)), ((7, 9), (2, 50))])
def test_the_interval_of_a_risk_propagates_both_errors(attack, control):
    # A second implementation, from the formulas of Giomi et al. 2023, with numeric derivatives.
    z = norm.ppf(0.975)

    def center(hits, of):
        rate = (hits + z**2 / 2) / (of + z**2)
        return rate, z / (of + z**2) * math.sqrt(hits * (of - hits) / of + z**2 / 4)

    (a, da), (c, dc) = center(*attack), center(*control)

    def formula(a, c):
        return (a - c) / (1 - c)

    step = 1e-6
    by_a = (formula(a + step, c) - formula(a - step, c)) / (2 * step)
    by_c = (formula(a, c + step) - formula(a, c - step)) / (2 * step)
    error = math.hypot(by_a * da, by_c * dc)
    value, low, high = wilson_risk(attack, control)
    assert value == pytest.approx(formula(attack[0] / attack[1], control[0] / control[1]))
    assert low == pytest.approx(max(0, formula(a, c) - error), abs=1e-6)
    assert high == pytest.approx(min(1, formula(a, c) + error), abs=1e-6)
