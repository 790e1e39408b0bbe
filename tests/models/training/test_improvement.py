"""Worked examples of what more epochs would bring."""

from __future__ import annotations

import math

import pytest

from privtool.core.errors import with_flags
from privtool.models.training.improvement import expected_gain, progress, rate_share
from privtool.models.training.run import TrainResult


def test_progress_is_the_share_of_the_sum_of_the_learning_rates():
    # Without warm-up, half of the steps have three quarters of the area of a triangle.
    assert progress(0.5, 0.0) == 0.75
    # Ten steps with two of warm-up: rates 0.25, 0.75, 15/16, 13/16, ..., 1/16; their sum is 5.
    rates = [0.25, 0.75, *(number / 16 for number in range(15, 0, -2))]
    for step in range(11):
        assert progress(step / 10, 0.2) == pytest.approx(sum(rates[:step]) / 5)
    # Warm-up alone.
    assert [progress(done, 1.0) for done in (0.5, 1.0)] == [0.5 * 0.5, 1.0]
    assert progress(0.0, 0.0) == 0.0


def test_a_step_that_is_evaluated_twice_counts_once():
    assert expected_gain([(1.0, 6.0), (1.0, 6.0)]) == 0.0
    assert expected_gain([(0.5, 5.1), (1.0, 5.0), (1.0, 5.0)]) == pytest.approx(0.1 / 5.0)


def test_a_steady_loss_falls_by_what_the_later_half_brought():
    assert expected_gain([(0.1, 9.0), (0.5, 5.1), (1.0, 5.0)]) == pytest.approx(0.1 / 5.0)
    # The loss falls by 0.3 whenever progress grows by a factor of the square root of 2.
    losses = [(0.5, 6.6), (math.sqrt(0.5), 6.3), (1.0, 6.0)]
    assert expected_gain(losses) == pytest.approx(0.6 / 6.0)


def test_a_loss_that_levels_off_falls_less():
    # 5 + 1 / progress: 7, 6.5 and 6; at 2 it is 5.5.
    losses = [(0.1, 15.0), (0.5, 7.0), (2 / 3, 6.5), (1.0, 6.0)]
    assert expected_gain(losses) == pytest.approx(0.5 / 6.0)
    # 5 + 1 / progress ** 2: 9, 7.25 and 6; at 2 it is 5.25.
    losses = [(0.5, 9.0), (2 / 3, 7.25), (1.0, 6.0)]
    assert expected_gain(losses) == pytest.approx(0.75 / 6.0)


@pytest.mark.parametrize(
    "losses",
    [
        [],
        [(1.0, 5.0)],
        [(0.3, 6.0), (1.0, 5.0)],  # what comes late decides
        [(0.5, 6.0), (0.8, 5.0), (1.0, 5.1)],  # it was best before
        [(0.5, 6.0), (0.9, 5.0)],  # it stopped early
        [(0.5, 4.9), (1.0, 4.9)],
    ],
)
def test_without_a_gain_none_is_expected(losses):
    assert expected_gain(losses) == 0.0


def evaluated(losses):
    """Return the result of a run with an evaluation after each epoch of ten steps."""
    history = tuple({"step": 10 * n, "eval_loss": loss} for n, loss in enumerate(losses, 1))
    steps = 10 * len(losses)
    return TrainResult(steps, len(losses), None, history, planned=steps)


def test_slow_gains_are_reported_with_what_they_may_bring():
    # Each of ten epochs lowers the loss less than the one before, the last ones by less than 0.5 %,
    # but only as the learning rate falls: per learning rate, all lower it by the same.
    losses = [7.4 - 0.2 * math.log(progress(n / 10, 0.0)) for n in range(1, 11)]
    assert 1 - losses[-1] / losses[-2] < 0.005
    said = []
    evaluated(losses).warn_if_too_short(lambda text: said.append(with_flags(text)))
    assert said == [
        "the loss on --valid was still falling when training ended; twice the --epochs may lower "
        "it by about 1.9%"
    ]


def test_a_flat_loss_is_not_reported():
    said = []
    evaluated([7.0, 6.5, 6.41, 6.4, 6.4 - 1e-6]).warn_if_too_short(said.append)
    assert said == []


def test_the_rate_rises_to_its_peak_and_falls_to_zero():
    assert [rate_share(done, 0.2) for done in (0.0, 0.1, 0.2, 0.6, 1.0)] == [
        0.0,
        0.5,
        1.0,
        0.5,
        0.0,
    ]
    assert [rate_share(done, 0.0) for done in (0.0, 0.75)] == [1.0, 0.25]
    assert rate_share(1.0, 1.0) == 1.0


def stopped_after(steps):
    """Return what is said of a run of 100 steps, ten of them warm-up, that stopped early."""
    said = []
    history = tuple({"step": step, "eval_loss": 5.0} for step in range(10, steps + 1, 10))
    result = TrainResult(steps, 1, 10, history, planned=100, warmup=0.1, peak=5e-4)
    result.warn_if_too_short(lambda text: said.append(with_flags(text)))
    return said


def test_a_stop_at_a_high_learning_rate_is_reported():
    assert stopped_after(55) == [
        "stopped early at a learning rate of 2.5e-04 (50% of its peak); the loss on --valid "
        "usually falls with the rate: raise --patience, or use fewer --epochs"
    ]


def test_a_stop_at_a_low_learning_rate_is_not_reported():
    assert stopped_after(80) == []
