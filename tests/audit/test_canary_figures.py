import math

import numpy as np
import pytest

from privtool.audit.canaries import Canary
from privtool.audit.canary_figures import CanaryScores, canary_figures
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
    _, extra, (note,) = canary_figures(scored(0.0), HOW)
    assert "exposure of 1.43 bits on average" in note
    assert extra["null_exposure"] == {"mean": 1.4349, "percentile_95": 4.2934}
