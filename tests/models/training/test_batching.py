from __future__ import annotations

import pytest

from privtool.models.training.batching import batch_tokens_for


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
