"""Language models that the search asks token by token against whole sentences at once."""

import pytest
import torch

from privtool.models.asr.decoding.fusion import PieceLm
from privtool.models.lm.incremental import incremental_lm
from privtool.models.lm.presets import LSTM, TRANSFORMER, LmShape, new_model

ENTRIES, END = 23, 1
SHAPES = {
    "lstm": LmShape(LSTM, 2, 32, embedding=32),
    "transformer": LmShape(TRANSFORMER, 2, 32, heads=2, positions=64),
}


@pytest.fixture(scope="module", params=list(SHAPES))
def model(request: pytest.FixtureRequest) -> torch.nn.Module:
    made = new_model(SHAPES[request.param], ENTRIES, END, 2, 0.1, 3).eval()
    for parameter in made.parameters():  # so that what comes next depends on what was before
        parameter.data *= 4
    return made


def stepped(lm, ids: torch.Tensor) -> torch.Tensor:
    """Log-probabilities (rows, tokens, entries) after each of `ids` (rows, tokens)."""
    state, found = lm.initial_state(len(ids)), []
    for place in range(ids.shape[1]):
        logs, state = lm.step(ids[:, place], state)
        found.append(logs)
    return torch.stack(found, 1)


@torch.inference_mode()
def test_steps_equal_a_whole_sentence(model: torch.nn.Module) -> None:
    ids = torch.randint(ENTRIES, (5, 41), generator=torch.Generator().manual_seed(1))
    wanted = model(input_ids=ids).logits.log_softmax(2)
    assert torch.allclose(stepped(incremental_lm(model), ids), wanted, atol=1e-4)


@torch.inference_mode()
def test_a_row_does_not_depend_on_the_others(model: torch.nn.Module) -> None:
    """Rows of different lengths, in another order, with others: to the last bit."""
    ids = torch.randint(ENTRIES, (40, 20), generator=torch.Generator().manual_seed(1))
    lm = incremental_lm(model)
    short = stepped(lm, ids[:, :3])
    state = lm.initial_state(40)
    for place in range(20):
        _, state = lm.step(ids[:, place], state)
    other = lm.initial_state(1)
    _, other = lm.step(torch.tensor([7]), other)
    mixed = tuple(torch.cat((part[[9, 3]], new)) for part, new in zip(state, other, strict=True))
    logs, _ = lm.step(torch.tensor([4, 5, 6]), mixed)
    alone = [
        lm.step(torch.tensor([token]), tuple(part[row : row + 1] for part in mixed))[0]
        for row, token in enumerate((4, 5, 6))
    ]
    assert torch.equal(logs, torch.cat(alone))
    assert torch.equal(stepped(lm, ids[11:12, :3]), short[11:12])


@torch.inference_mode()
def test_a_full_context_continues_with_its_last_half() -> None:
    model = new_model(SHAPES["transformer"], ENTRIES, END, 2, 0.1, 3).eval()
    ids = torch.randint(ENTRIES, (3, 150), generator=torch.Generator().manual_seed(1))
    found = stepped(incremental_lm(model), ids)
    for place in (63, 64, 70, 95, 96, 97, 149):
        start = 0 if place < 64 else 32 + (place - 64) // 32 * 32
        wanted = model(input_ids=ids[:, start : place + 1]).logits[:, -1].log_softmax(1)
        assert torch.allclose(found[:, place], wanted, atol=1e-4), place


def total(lm: PieceLm, tokens: list[int]) -> float:
    """The log-probability of a sentence as the search adds it up."""
    logs, state = lm.start(1)
    score = 0.0
    for token in tokens:
        score += logs[0, token].item()
        logs, state = lm.step(torch.tensor([token]), state)
    return score + lm.finish(state).item()


@torch.inference_mode()
def test_pieces_get_the_scores_of_their_entries(model: torch.nn.Module) -> None:
    ids = [5, 3, 22, 9, 10]
    lm = PieceLm(incremental_lm(model), ids, END, torch.device("cpu"))
    tokens = [0, 4, 4, 2, 1, 3]
    row = torch.tensor([[END, *(ids[token] for token in tokens)]])
    logs = model(input_ids=row).logits.log_softmax(2)[0]
    targets = [*row[0, 1:].tolist(), END]
    wanted = sum(logs[place, target].item() for place, target in enumerate(targets))
    assert total(lm, tokens) == pytest.approx(wanted, abs=1e-3)
    assert total(lm, tokens) == pytest.approx(wanted, abs=1e-3)  # and again
