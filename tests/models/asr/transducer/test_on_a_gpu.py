"""Transducers compute on a GPU, and in bfloat16, what they do on a CPU."""

import pytest
import torch

from privtool.models.asr.checkpoint import SHAPES, new_transducer
from privtool.models.asr.transducer.loss import transducer_loss

KINDS = [
    (name, kind) for name in ("conformer-tiny", "emformer-tiny") for kind in ("lstm", "attention")
]


def made(name, predictor):
    """A model without dropout, in training mode: cuDNN has no gradients of an LSTM in another."""
    shape = SHAPES[name]._replace(predictor=predictor, predictor_heads=4, context=8, dropout=0.0)
    return new_transducer(shape, 9, 1).train()


def given():
    generator = torch.Generator().manual_seed(2)
    features = torch.randn(3, 70, 64, generator=generator)
    targets = torch.randint(9, (3, 6), generator=generator)
    return features, torch.tensor([70, 41, 12]), targets, torch.tensor([6, 2, 0])


def learned(model, device="cpu", dtype=None):
    """The loss of a batch and the gradients of all weights."""
    model.to(device)
    with torch.autocast(
        torch.device(device).type, dtype or torch.bfloat16, enabled=dtype is not None
    ):
        loss = transducer_loss(model, *(part.to(device) for part in given()), 0.3)
    slopes = torch.autograd.grad(loss, list(model.parameters()))
    model.cpu()
    return loss.cpu().detach(), [slope.float().cpu() for slope in slopes]


def agrees(one, other, share):
    assert float(one[0]) == pytest.approx(float(other[0]), rel=share)
    for mine, its in zip(one[1], other[1], strict=True):
        assert (mine - its).norm() <= share * its.norm() + 1e-3


@pytest.mark.parametrize(("name", "predictor"), KINDS)
def test_bfloat16_comes_close(name, predictor):
    model = made(name, predictor)
    agrees(learned(model, dtype=torch.bfloat16), learned(model), 0.1)


@pytest.mark.gpu
@pytest.mark.parametrize(("name", "predictor"), KINDS)
def test_loss_and_gradients_are_those_of_the_cpu(gpu, name, predictor):
    model = made(name, predictor)
    agrees(learned(model, gpu), learned(model), 0.01)
    agrees(learned(model, gpu, torch.bfloat16), learned(model), 0.1)


@pytest.mark.gpu
@pytest.mark.parametrize(("name", "predictor"), KINDS)
def test_frames_and_steps_are_those_of_the_cpu(gpu, name, predictor):
    model = made(name, predictor)
    features, lengths, targets, _ = given()
    with torch.no_grad():
        frames = model.encoder(features, lengths).frames
        found, state = model.predictor.start(3, features.device)
        then, _ = model.predictor.step(targets[:, 0], state)
        model.to(gpu)
        heard = model.encoder(features.to(gpu), lengths.to(gpu))
        first, state = model.predictor.start(3, torch.device(gpu))
        after, _ = model.predictor.step(targets[:, 0].to(gpu), state)
    for row, count in enumerate(heard.lengths.tolist()):
        close(heard.frames[row, :count], frames[row, :count])
    close(first, found)
    close(after, then)


def close(on_gpu, on_cpu):
    torch.testing.assert_close(on_gpu.cpu(), on_cpu, atol=1e-3, rtol=1e-3)
