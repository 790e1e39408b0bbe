"""Texts in one row do not see one another."""

import pytest
import torch
from torch.nn import functional

from privtool.models.lm.presets import LSTM, PRESETS, TRANSFORMER, hidden_states, new_model

LENGTHS = (3, 6, 1, 5)


@pytest.mark.parametrize("arch", [LSTM, TRANSFORMER])
def test_texts_in_a_row_are_as_each_alone(arch):
    model = new_model(PRESETS[arch, "tiny"], 21, 20, 20, 0.0, 1).eval()
    texts = [torch.randint(20, (length,), generator=torch.manual_seed(3)) for length in LENGTHS]
    positions = torch.cat([torch.arange(length) for length in LENGTHS])
    packed = hidden_states(model, torch.cat(texts)[None], positions[None])[0]
    for text, found in zip(texts, packed.split(LENGTHS), strict=True):
        torch.testing.assert_close(found, hidden_states(model, text[None])[0])


def test_texts_in_rows_of_their_own_need_no_mask(monkeypatch):
    attention, masks = functional.scaled_dot_product_attention, []

    def recorded(*args, attn_mask=None, **options):
        masks.append((attn_mask, options["is_causal"]))
        return attention(*args, attn_mask=attn_mask, **options)

    monkeypatch.setattr(functional, "scaled_dot_product_attention", recorded)
    model = new_model(PRESETS[TRANSFORMER, "tiny"], 21, 20, 20, 0.0, 1).eval()
    hidden_states(model, torch.ones((2, 5), dtype=torch.long))
    assert masks == [(None, True)] * 2  # layers
