"""The noise of private releases, against its definition, Google's library and itself."""

import math
from collections import Counter
from statistics import NormalDist

import pytest

from privtool.core.errors import UnavailableError, UsageError
from privtool.models import differential_privacy
from privtool.models.differential_privacy import mechanism

pytest.importorskip("opendp")
EPSILON, DELTA, KEYS = 4.0, 1e-6, 10


@pytest.fixture(scope="module")
def noise():
    return mechanism(EPSILON, DELTA, KEYS)


def test_scale_and_threshold_are_those_of_the_formula(noise):
    assert noise.scale == pytest.approx(1.30, abs=0.005)
    # Words of one corpus alone stay under the threshold with probability (1 - delta / 2).
    highest = NormalDist().inv_cdf((1 - DELTA / 2) ** (1 / KEYS))
    assert noise.threshold == pytest.approx(1 + noise.scale * highest, rel=0.001)


@pytest.mark.parametrize(("epsilon", "scale"), [(1, 4.67), (2, 2.45), (8, 0.70)])
def test_scales_by_epsilon(epsilon, scale):
    assert mechanism(epsilon, DELTA, KEYS).scale == pytest.approx(scale, abs=0.01)


@pytest.mark.parametrize(("epsilon", "delta"), [(1e-9, DELTA), (EPSILON, 1e-16)])
def test_values_that_are_too_small_are_refused(epsilon, delta):
    with pytest.raises(UsageError, match="use a larger .*epsilon.* or .*delta"):
        mechanism(epsilon, delta, KEYS)


def test_the_words_of_one_unit_are_not_released_in_three_thousand_runs(noise):
    canaries = {f"PERSON\tcanary{n}": 1.0 for n in range(KEYS)}
    runs = 3_000
    assert not noise.release({f"{run}{key}": 1.0 for run in range(runs) for key in canaries})


def test_heavy_words_are_released_and_the_noise_has_its_scale(noise):
    released = noise.release({str(n): 100.0 for n in range(4000)})
    assert len(released) == 4000
    spread = math.sqrt(sum((weight - 100) ** 2 for weight in released.values()) / 4000)
    assert spread == pytest.approx(noise.scale, rel=0.06)  # 5 standard errors


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_neighbors_are_told_apart_no_better_than_epsilon_and_delta_say(epsilon):
    delta, runs = 1e-3, 10_000
    noise = mechanism(epsilon, delta, 2)
    # The worst neighbors: one unit gives all it has to one word.
    heavy = 3 * noise.threshold
    with_unit = noise.release({str(n): heavy + 1 for n in range(runs)})
    without = noise.release({str(n): heavy for n in range(runs)})
    here, there = (
        Counter(round(2 * weight / noise.scale) for weight in each.values())
        for each in (with_unit, without)
    )
    for one, other in ((here, there), (there, here)):
        # Sets of outcomes that an attacker would pick: where one corpus is likelier.
        for factor in (1.0, math.exp(epsilon / 2), math.exp(epsilon)):
            outcomes = [value for value in one if one[value] > factor * other[value]]
            p = sum(one[value] for value in outcomes) / runs
            q = sum(other[value] for value in outcomes) / runs
            error = 4 * math.sqrt((p + math.exp(2 * epsilon) * q + 1 / runs) / runs)
            assert p <= math.exp(epsilon) * q + delta + error


def test_googles_library_keeps_words_of_about_as_many_units(noise):
    partition_selection = pytest.importorskip("pydp.algorithms.partition_selection")
    google = partition_selection.create_gaussian_partition_strategy(EPSILON, DELTA, KEYS)

    def half_kept(keep):
        """Return in how many units a word must be to be released in half of the runs."""
        return next(n for n in range(1, 200) if sum(keep(n) for _ in range(200)) >= 100)

    theirs = half_kept(google.should_keep)
    # For units with exactly KEYS words each, as theirs counts.
    ours = half_kept(lambda n: bool(noise.release({"w": n / math.sqrt(KEYS)})))
    assert theirs - 2 <= ours <= 1.3 * theirs  # theirs splits delta in another way


def test_without_opendp_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "opendp.prelude", None)
    with pytest.raises(UnavailableError, match=r"pip install 'privtool\[dp\]'"):
        differential_privacy.mechanism(EPSILON, DELTA, KEYS)
