import pytest

from privtool.core.defaults import FILLER_EPOCHS
from privtool.models.training.batching import batch_tokens_for, epochs_for


@pytest.mark.parametrize(
    ("total", "processes", "tokens"),
    [
        (0, 1, 512),
        (102_600, 1, 513),
        (400_000, 1, 2000),
        (819_200, 1, 4096),
        (10**10, 1, 4096),
        (819_200, 2, 2048),
        (819_200, 8, 512),
    ],
)
def test_an_epoch_has_two_hundred_batches_if_they_need_not_be_too_small(total, processes, tokens):
    assert batch_tokens_for(total, processes) == tokens


@pytest.mark.parametrize(
    ("total", "step_tokens", "epochs"),
    [(0, 256, 10), (10_000, 256, 10), (122_000, 583, 10), (400_000, 1024, 6), (10**9, 1024, 3)],
)
def test_epochs_make_two_thousand_steps_if_they_need_not_be_too_many(total, step_tokens, epochs):
    assert epochs_for(total, step_tokens, FILLER_EPOCHS) == epochs
