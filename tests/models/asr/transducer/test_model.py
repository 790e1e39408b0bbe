"""Models of the preset sizes; predictors and joiner: token by token equals all tokens at once."""

from functools import partial
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from privtool.models.asr.checkpoint import SHAPES, new_transducer
from privtool.models.asr.decoding.greedy import step_predictor
from privtool.models.asr.transducer.loss import transducer_loss
from privtool.models.asr.transducer.model import (
    ATTENTION,
    CONFORMER,
    LSTM,
    AttentionPredictor,
    DenseJoiner,
    Dropout,
    LstmPredictor,
    TransducerShape,
)

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


TOKENS = 11
SHAPE = TransducerShape(CONFORMER, 1, 8, 1, 8, 8, dropout=0.2)


def lstm():
    torch.manual_seed(1)
    shape = SHAPE._replace(predictor=LSTM, predictor_width=16, predictor_layers=2)
    return LstmPredictor(shape, TOKENS).eval()


def attention(output=12, context=5):
    torch.manual_seed(2)
    sizes = {"predictor_heads": 3, "context": context, "output": output}
    made = AttentionPredictor(SHAPE._replace(predictor=ATTENTION, **sizes), TOKENS)
    nn.init.normal_(made.distance)
    return made.eval()


MAKERS = {"lstm": lstm, "attention": attention}


@pytest.fixture(params=MAKERS)
def predictor(request):
    return MAKERS[request.param]()


def texts(rows=3, length=9):
    return torch.randint(TOKENS, (rows, length), generator=torch.Generator().manual_seed(3))


def test_steps_equal_a_call_on_the_sequence(predictor):
    tokens = texts()
    with torch.no_grad():
        whole = predictor(tokens)
        found, state = predictor.start(3, tokens.device)
        steps = [found]
        for column in tokens.T:
            found, state = predictor.step(column, state)
            steps.append(found)
    assert whole.shape == (3, 10, predictor.width)
    torch.testing.assert_close(torch.stack(steps, 1), whole, atol=1e-5, rtol=0)


def test_a_row_depends_on_itself_alone_to_the_last_bit(predictor):
    """Rows of states can be chosen, repeated and mixed, of texts of different lengths too."""
    tokens = texts(20, 4)
    step = partial(step_predictor, SimpleNamespace(predictor=predictor))
    with torch.no_grad():
        _, start = predictor.start(20, tokens.device)
        _, *after = step(tokens[:, 0], start)
        wanted, *then = step(tokens[:, 1], after)
        alone, *_ = step(tokens[7:8, 1], [part[7:8] for part in after])
        assert torch.equal(alone[0], wanted[7])
        mixed = [
            torch.cat((one[[3, 3, 9]], two[[5]])) for one, two in zip(after, start, strict=True)
        ]
        found, *now = step(torch.cat((tokens[[3, 3, 9], 1], tokens[[5], 0])), mixed)
        assert torch.equal(found[:3], wanted[[3, 3, 9]])
        assert all(torch.equal(a[:3], b[[3, 3, 9]]) for a, b in zip(now, then, strict=True))


def test_predictions_do_not_see_the_future(predictor):
    tokens = texts()
    other = tokens.clone()
    other[:, 5:] = (other[:, 5:] + 1) % TOKENS
    with torch.no_grad():
        one, another = predictor(tokens), predictor(other)
    torch.testing.assert_close(one[:, :6], another[:, :6])
    assert not torch.allclose(one[:, 6:], another[:, 6:])


def test_attention_sees_the_last_tokens_only():
    predictor, tokens = attention(context=3), texts(2, 9)
    other = tokens.clone()
    other[:, 0] = (other[:, 0] + 1) % TOKENS
    with torch.no_grad():
        one, another = predictor(tokens), predictor(other)
    torch.testing.assert_close(one[:, 4:], another[:, 4:])
    assert not torch.allclose(one[:, 1:4], another[:, 1:4])


def test_attention_knows_the_order_of_tokens():
    predictor = attention(context=9)
    with torch.no_grad():
        one, other = (predictor(torch.tensor([ids]))[:, -1] for ids in ([1, 2, 3], [2, 1, 3]))
    assert not torch.allclose(one, other)


def test_no_text_at_all_has_one_prediction(predictor):
    with torch.no_grad():
        whole = predictor(torch.zeros(2, 0, dtype=torch.long))
        torch.testing.assert_close(whole[:, 0], predictor.start(2, whole.device)[0])
        nobody, state = predictor.start(0, whole.device)
    assert nobody.shape == (0, predictor.width)
    assert all(len(part) == 0 for part in state)


def test_the_dense_joiner_is_a_layer_over_both_side_by_side():
    torch.manual_seed(4)
    joiner = DenseJoiner(TOKENS, 6, 0.1).eval()
    frames, predictions = torch.randn(2, 7, 6), torch.randn(2, 3, 6)
    weight = torch.cat((joiner.from_frame.weight, joiner.from_prediction.weight), 1)
    pairs = torch.cat(
        (frames[:, :, None].expand(-1, -1, 3, -1), predictions[:, None].expand(-1, 7, -1, -1)), 3
    )
    plain = joiner.output((pairs @ weight.T + joiner.from_frame.bias).tanh())
    found = joiner(frames[:, :, None], predictions[:, None])
    assert found.shape == (2, 7, 3, TOKENS + 1)
    torch.testing.assert_close(found, plain)
    torch.testing.assert_close(joiner(frames[1, 4], predictions[1, 2]), plain[1, 4, 2])


def test_heads_must_divide_the_width():
    with pytest.raises(ValueError, match="heads"):
        attention(output=10)
