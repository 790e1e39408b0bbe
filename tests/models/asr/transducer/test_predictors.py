"""Prediction and joint networks: token by token equals all tokens at once."""

from functools import partial
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from privtool.models.asr.decoding.greedy import step_predictor
from privtool.models.asr.transducer.model import ATTENTION, CONFORMER, LSTM, TransducerShape
from privtool.models.asr.transducer.predictors import AttentionPredictor, DenseJoiner, LstmPredictor

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
