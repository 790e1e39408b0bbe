import copy

import numpy as np
import pytest
import torch

from privtool.core.errors import PrivtoolError
from privtool.models.lm.presets import new_model, shape_of
from privtool.models.lm.tokenizers import Specials
from privtool.models.lm.trainer import next_token_loss
from privtool.models.mixture.methods import AdaptiveWeights, finetune_copy
from privtool.models.mixture.sampler import MixtureSampler
from privtool.models.mixture.weighting import RECORD, TOKEN, TargetText
from privtool.models.training.settings import TrainSettings
from tests.support.toy_corpora import corpus_of

END, PADDING = 1, 2
SPECIALS = Specials(END, PADDING, 0)
CPU = torch.device("cpu")
SETTINGS = TrainSettings(1, 0.01, 0.0, 1, None, None, 1, CPU, False)


ONE, TWO = corpus_of([3, 4], [4, 3, 4], [3]), corpus_of([5, 6, 7], [7, 5, 6, 7])
MIXER = MixtureSampler([ONE, TWO], SPECIALS, 64, 30, 1)


@pytest.fixture(params=["transformer", "lstm"])
def trained(request):
    """A model with dropout and its optimizer, some steps on their way."""
    model = new_model(shape_of(request.param, "tiny", None, None, None), 9, END, PADDING, 0.1, 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.01)
    torch.manual_seed(5)
    for number in range(3):
        step(model, optimizer, number)
    return model, optimizer


def step(model, optimizer, number, weights=(0.5, 0.5)):
    batch = MIXER.batch(MIXER.draw(np.array(weights), "x", number))
    (next_token_loss(model, batch) / 30).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()


def weight_step(unit=RECORD, steps=3, rate=0.05, settings=SETTINGS, text=None):
    target = TargetText(text or corpus_of([3, 4], [5, 6]), SPECIALS, unit)
    names = ["one", "two"]
    return AdaptiveWeights(names, MIXER, target, settings, steps, rate)


def everything(model, optimizer):
    """All that training depends on, as bytes."""
    memory = copy.deepcopy(optimizer.state_dict())
    state = [value for one in memory["state"].values() for value in one.values()]
    tensors = [*model.state_dict().values(), *state, torch.get_rng_state()]
    return [tensor.numpy().tobytes() for tensor in tensors], memory["param_groups"]


def test_the_weight_step_leaves_everything_as_it_was(trained):
    model, optimizer = trained
    before = everything(model, optimizer)
    _, steps, _ = weight_step()(3, model, optimizer)
    assert everything(model, optimizer) == before
    assert model.training
    assert steps == 6
    twin = copy.deepcopy(model)
    twins = torch.optim.AdamW(twin.parameters())
    twins.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    rng = torch.get_rng_state()
    step(twin, twins, 9)
    expected = everything(twin, twins)
    torch.set_rng_state(rng)
    weight_step()(4, model, optimizer)
    step(model, optimizer, 9)
    assert everything(model, optimizer) == expected


def test_a_copy_is_what_training_alone_would_have_made(trained):
    model, optimizer = trained
    alone = [0.0, 1.0]
    batches = [[MIXER.batch(MIXER.draw(np.array(alone), "x", n))] for n in range(4)]
    found = finetune_copy(model, optimizer, batches, SETTINGS, 7)
    torch.manual_seed(7)
    for (batch,) in batches:
        total = int((batch["labels"] != -100).sum())
        (next_token_loss(model, batch) / total).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
    for name, weights in found.state_dict().items():
        assert torch.equal(weights, model.state_dict()[name]), name


def test_batches_that_make_up_a_step_count_as_one(trained):
    model, optimizer = trained
    parts = [MIXER.batch(MIXER.draw(np.array([1.0, 0.0]), "x", n)) for n in range(2)]
    model.eval()
    for layer in model.modules():
        if isinstance(layer, torch.nn.Dropout):
            layer.p = 0.0
    settings = SETTINGS._replace(max_grad_norm=9.0)
    found = finetune_copy(model, optimizer, [parts], settings, 7)
    other = finetune_copy(model, optimizer, [parts[::-1]], settings, 7)
    for name, weights in found.state_dict().items():
        torch.testing.assert_close(weights, other.state_dict()[name], atol=1e-4, rtol=1e-3)


def test_the_corpus_that_is_like_the_target_gets_the_weight(trained):
    model, optimizer = trained
    for unit in (RECORD, TOKEN):
        weights, *_ = weight_step(unit, 15, text=corpus_of([3, 4], [4, 3]))(0, model, optimizer)
        assert weights[0] > 0.9
        weights, *_ = weight_step(unit, 15, text=corpus_of([5, 6, 7]))(0, model, optimizer)
        assert weights[1] > 0.9


def test_weights_do_not_depend_on_what_was_drawn_before(trained):
    model, optimizer = trained
    first = weight_step()(3, model, optimizer)
    torch.manual_seed(99)
    again = weight_step()(3, model, optimizer)
    other = weight_step()(4, model, optimizer)
    assert first[0].tolist() == again[0].tolist()
    assert first[0].tolist() != other[0].tolist()


def test_a_copy_that_falls_apart_is_told(trained):
    with pytest.raises(PrivtoolError, match="fine-tuned on 'one' at step 3 has bad weights"):
        weight_step(rate=1e38)(3, *trained)


@pytest.mark.gpu
def test_weights_on_a_gpu_are_those_of_the_cpu(gpu):
    model = new_model(shape_of("lstm", "tiny", None, None, None), 9, END, PADDING, 0.0, 1)
    on_cpu = weight_step()(0, model, torch.optim.AdamW(model.parameters()))
    model = model.to(gpu)
    settings = SETTINGS._replace(device=torch.device(gpu))
    found = weight_step(settings=settings)(0, model, torch.optim.AdamW(model.parameters()))
    np.testing.assert_allclose(found[0], on_cpu[0], atol=0.02)
