import pytest
import torch
from torch.nn.functional import cross_entropy

from privtool.models.lm import loss as lm_loss
from privtool.models.lm.loss import chunked_cross_entropy, row_losses
from privtool.models.training.batches import IGNORED


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch):
    monkeypatch.setattr(lm_loss, "_LOGITS", {"cpu": 1})
    monkeypatch.setattr(lm_loss, "_MIN_ROWS", 3)
    monkeypatch.setattr(lm_loss, "_IN_CACHE", 14)


def given(rows=10, words=7, size=5, dtype=torch.float64):
    generator = torch.Generator().manual_seed(1)
    hidden = torch.randn(rows, size, generator=generator, dtype=dtype)
    weight = torch.randn(words, size, generator=generator, dtype=dtype)
    labels = torch.randint(words, (rows,), generator=generator)
    labels[[2, 5]] = IGNORED
    return hidden.requires_grad_(), weight.requires_grad_(), labels


@pytest.fixture(params=["in the cache", "at once"])
def _ways(request, monkeypatch):
    """The way of a CPU and that of a GPU, both on the CPU."""
    if request.param == "at once":
        monkeypatch.setattr(lm_loss, "_replace_in_cache", lm_loss._replace_at_once)


@pytest.mark.usefixtures("_ways")
@pytest.mark.parametrize("rows", [1, 3, 10])
def test_the_loss_and_gradients_are_those_of_plain_cross_entropy(rows):
    hidden, weight, labels = given(10, dtype=torch.float32)
    hidden, labels = hidden[:rows].detach().requires_grad_(), labels[:rows]
    plain = cross_entropy(hidden @ weight.T, labels, ignore_index=IGNORED, reduction="sum")
    wanted = torch.autograd.grad(plain * 0.3, (hidden, weight))
    chunked = chunked_cross_entropy(hidden, weight, labels)
    found = torch.autograd.grad(chunked * 0.3, (hidden, weight))
    torch.testing.assert_close(chunked, plain)
    for one, other in zip(found, wanted, strict=True):
        torch.testing.assert_close(one, other)


def test_ignored_rows_have_no_gradient_at_all():
    hidden, weight, labels = given(dtype=torch.float32)
    chunked_cross_entropy(hidden, weight, labels).backward()
    assert hidden.grad[[2, 5]].abs().sum() == 0
    assert (hidden.grad[[0, 1, 3]].abs().sum(1) > 0).all()


def test_no_row_at_all_has_no_loss():
    hidden, weight, labels = given(dtype=torch.float32)
    loss = chunked_cross_entropy(hidden, weight, torch.full_like(labels, IGNORED))
    loss.backward()
    assert loss == 0
    assert weight.grad.abs().sum() == 0


@pytest.mark.usefixtures("_ways")
def test_very_unlikely_words_have_their_whole_loss():
    hidden, weight, _ = given(dtype=torch.float32)
    labels = (hidden @ weight.T).argmin(1)
    plain = cross_entropy(300 * hidden @ weight.T, labels, reduction="sum")
    torch.testing.assert_close(chunked_cross_entropy(300 * hidden, weight, labels), plain)
    assert plain > 1e4


@pytest.mark.usefixtures("_ways")
def test_under_autocast_it_computes_in_bfloat16_and_stays_close():
    hidden, weight, labels = given(dtype=torch.float32)
    exact = chunked_cross_entropy(hidden, weight, labels)
    with torch.autocast("cpu", torch.bfloat16):
        close = chunked_cross_entropy(hidden, weight, labels)
    close.backward()
    assert close.dtype == weight.grad.dtype == torch.float32
    torch.testing.assert_close(close, exact, rtol=0.02, atol=0)


def test_going_back_twice_is_refused():
    hidden, weight, labels = given(dtype=torch.float32)
    loss = chunked_cross_entropy(hidden, weight, labels)
    loss.backward(retain_graph=True)
    with pytest.raises(RuntimeError, match="inplace"):
        loss.backward()


def test_row_losses_are_those_of_each_row():
    hidden, weight, labels = given(dtype=torch.float32)
    wanted = cross_entropy(hidden @ weight.T, labels, ignore_index=IGNORED, reduction="none")
    torch.testing.assert_close(row_losses(hidden, weight, labels), wanted.detach())
    bias = torch.randn(len(weight), generator=torch.Generator().manual_seed(4))
    logits = hidden @ weight.T + bias
    wanted = cross_entropy(logits, labels, ignore_index=IGNORED, reduction="none")
    torch.testing.assert_close(row_losses(hidden, weight, labels, bias), wanted.detach())
