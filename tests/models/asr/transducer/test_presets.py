import pytest
import torch

from privtool.models.asr.transducer.layers import Dropout
from privtool.models.asr.transducer.loss import transducer_loss
from privtool.models.asr.transducer.presets import SHAPES, new_transducer

TINY = [name for name in SHAPES if name.endswith("tiny")]


@pytest.mark.parametrize(("name", "millions"), [("conformer-paper", 113), ("emformer-paper", 80)])
def test_the_papers_sizes_are_those_of_the_papers(name, millions):
    """Without the layer for CTC, which neither paper has; 1,024 pieces and the blank."""
    with torch.device("meta"):
        model = new_transducer(SHAPES[name]._replace(ctc=False), 1024, 0)
    weights = sum(parameter.numel() for parameter in model.parameters())
    assert weights / 1e6 == pytest.approx(millions, rel=0.025)


def test_the_network_is_that_of_flechl_2022():
    shape = SHAPES["conformer-paper"]
    assert (shape.layers, shape.output, shape.predictor) == (18, 512, "attention")


@pytest.mark.parametrize("name", TINY)
def test_weights_follow_the_seed_and_leave_torchs_draws_alone(name):
    torch.manual_seed(5)
    before = torch.get_rng_state()
    one, same, other = (new_transducer(SHAPES[name], 9, seed) for seed in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), before)
    assert all(map(torch.equal, one.state_dict().values(), same.state_dict().values()))
    assert not torch.equal(one.joiner.output.weight, other.joiner.output.weight)


def test_statistics_of_features_are_saved_with_the_weights():
    model, other = (new_transducer(SHAPES["conformer-tiny"], 9, seed) for seed in (1, 2))
    model.encoder.scaling.set_statistics(torch.full((64,), 3.0), torch.full((64,), 2.0))
    other.load_state_dict(model.state_dict())
    features, lengths = torch.randn(1, 20, 64), torch.tensor([20])
    found = other.eval().encoder(features, lengths)
    torch.testing.assert_close(found, model.eval().encoder(features, lengths))
    plain = new_transducer(SHAPES["conformer-tiny"], 9, 1).eval()
    moved = plain.encoder((features - 3) / 2, lengths)
    torch.testing.assert_close(found.frames, moved.frames)


@pytest.mark.parametrize(
    ("predictor", "changes"),
    [("lstm", {}), ("attention", {}), ("lstm", {"ctc": False})],
)
@pytest.mark.parametrize("name", TINY)
def test_every_kind_learns_two_clips(name, predictor, changes):
    shape = SHAPES[name]._replace(
        predictor=predictor, predictor_heads=4, context=8, dropout=0.0, **changes
    )
    model = new_transducer(shape, 5, 1)
    features = torch.randn(2, 48, 64, generator=torch.Generator().manual_seed(2))
    given = features, torch.tensor([48, 30]), torch.tensor([[0, 1, 2], [3, 4, 0]])
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    losses = []
    for _ in range(20):
        loss = transducer_loss(model, *given, torch.tensor([3, 2]), 0.3 if shape.ctc else 0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.3 * losses[0]
    assert all(parameter.grad is not None for parameter in model.parameters())


@pytest.mark.parametrize("name", TINY)
def test_before_anything_is_learned_the_blank_is_likely(name):
    model = new_transducer(SHAPES[name], 200, 1).eval()
    encoded = model.encoder(torch.randn(2, 40, 64), torch.tensor([40, 40]))
    predictions = model.predictor(torch.zeros(2, 3, dtype=torch.long))
    for scores in (
        model.joiner(encoded.frames[:, :, None], predictions[:, None]),
        model.ctc(encoded.frames),
    ):
        assert scores.softmax(-1)[..., model.blank].mean().item() == pytest.approx(0.9, abs=0.1)


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
