import numpy as np
import pytest
import torch

from privtool.core.errors import DataError
from privtool.models.mixture.weighting import mixture_weights

MINUS = -np.inf


def drawn(rows, models, seed, scale=3.0, level=-40.0):
    rng = np.random.default_rng(seed)
    return level + scale * rng.standard_normal((rows, models))


def mean_log(logprobs, weights):
    """The obvious way: the mean over rows of the log of the mixture."""
    with np.errstate(divide="ignore"):
        return np.logaddexp.reduce(logprobs + np.log(weights), axis=1).mean()


def by_gradient_descent(logprobs, steps=1500):
    """Softmax parameters, Adam: as Ma 2022 did it."""
    table = torch.tensor(logprobs, dtype=torch.float64)
    free = torch.zeros(logprobs.shape[1], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([free], lr=0.05)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = -torch.logsumexp(table + torch.log_softmax(free, 0), 1).mean()
        loss.backward()
        optimizer.step()
    return torch.softmax(free, 0).detach().numpy()


@pytest.mark.parametrize("models", [2, 5])
def test_gradient_descent_comes_to_the_same_weights(models):
    logprobs = drawn(60, models, seed=models)
    found = mixture_weights(logprobs)
    expected = by_gradient_descent(logprobs)
    np.testing.assert_allclose(found, expected, atol=2e-3)
    assert mean_log(logprobs, found) >= mean_log(logprobs, expected) - 1e-9


def test_the_hand_comes_to_the_same():
    # Two rows for the first model, one for the second: the weights are how many believe in each.
    logprobs = np.array([[0.0, MINUS], [0.0, MINUS], [MINUS, 0.0]])
    found = mixture_weights(logprobs)
    np.testing.assert_allclose(found, [2 / 3, 1 / 3], atol=1e-9)


@pytest.mark.parametrize(
    ("logprobs", "weights"),
    [
        (np.array([[-3.0], [-900.0]]), [1.0]),
        (drawn(40, 1, 1) - [0.0, 1.0], [1, 0]),  # the first is better everywhere
        (np.repeat(drawn(9, 1, 4), 4, axis=1), [0.25] * 4),
    ],
)
def test_the_best_models_share_all(logprobs, weights):
    np.testing.assert_allclose(mixture_weights(logprobs), weights, atol=1e-9)


def test_nearly_equal_models_are_distinguished():
    level = drawn(300, 1, 5)
    logprobs = level + 1e-3 * drawn(300, 4, 6, level=0.0)
    found = mixture_weights(logprobs)
    shares = np.exp(logprobs - level)
    gains = (shares / (shares @ found)[:, None]).mean(0)
    assert gains.max() <= 1 + 2e-9  # no weights are better
    assert found.max() > 0.3


def test_a_model_without_any_probability_gets_nothing():
    logprobs = drawn(20, 3, 2)
    logprobs[:, 1] = MINUS
    found = mixture_weights(logprobs)
    assert found[1] == 0
    np.testing.assert_allclose(found[[0, 2]], mixture_weights(logprobs[:, [0, 2]]))


def test_rows_without_a_probability_say_nothing():
    logprobs = drawn(20, 2, 3)
    with_more = np.vstack([logprobs, np.full((5, 2), MINUS)])
    np.testing.assert_array_equal(mixture_weights(with_more), mixture_weights(logprobs))


@pytest.mark.parametrize("bad", [[[MINUS, MINUS]], [[np.nan, 0.0]], [[np.inf, 0.0]]])
def test_invalid_probabilities_are_an_error(bad):
    with pytest.raises(DataError, match="weights cannot be estimated"):
        mixture_weights(np.array(bad))
