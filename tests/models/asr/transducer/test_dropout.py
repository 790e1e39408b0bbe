import pytest
import torch

from privtool.models.asr.transducer.dropout import Dropout


def test_p_of_the_elements_are_zero_and_the_mean_stays():
    torch.manual_seed(1)
    for p in (0.1, 0.5, 0.9):
        found = Dropout(p)(torch.ones(100, 1001))
        assert float((found == 0).float().mean()) == pytest.approx(p, abs=0.01)
        assert float(found.mean()) == pytest.approx(1, abs=0.02)
        assert len(found.unique()) == 2


def test_draws_are_independent_of_their_neighbors_and_follow_the_seed():
    torch.manual_seed(2)
    zeros = (Dropout(0.25)(torch.ones(160_000)) == 0).double()
    for lag in (1, 2, 7, 8, 16):
        assert float((zeros[lag:] * zeros[:-lag]).mean()) == pytest.approx(0.0625, abs=0.004)
    torch.manual_seed(2)
    assert torch.equal((Dropout(0.25)(torch.ones(160_000)) == 0).double(), zeros)


def test_gradients_go_where_values_went():
    torch.manual_seed(3)
    given = torch.randn(7, 13, requires_grad=True)
    found = Dropout(0.3)(given)
    found.sum().backward()
    torch.testing.assert_close(given.grad * given, found)


def test_it_does_nothing_in_evaluation_or_without_probability():
    given = torch.randn(5)
    assert Dropout(0.5).eval()(given) is given
    assert Dropout(0.0)(given) is given
    assert Dropout(0.5)(torch.empty(0, 4)).shape == (0, 4)


@pytest.mark.parametrize("p", [-0.1, 1.0])
def test_other_probabilities_are_refused(p):
    with pytest.raises(ValueError, match="dropout probability"):
        Dropout(p)
