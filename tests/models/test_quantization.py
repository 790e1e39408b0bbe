from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from privtool.models.catalog import EMBEDDED
from privtool.models.quantization import load_quantized, quantized, restored, save_quantized
from tests.support.tiny_models import seeded

MEGABYTE = 1_000_000
BUDGET = 40 * MEGABYTE


@given(st.integers(0, 10**6), st.floats(1e-4, 1e3))
def test_matrices_come_back_to_within_half_a_step(seed, size):
    with seeded(seed):
        weight = torch.randn(7, 12) * size * torch.rand(7, 1)
    (back,) = restored(quantized({"a": weight})).values()
    step = quantized({"a": weight})["a.scale"].float()
    # half a step, and what rounding the scale to half precision cuts off the largest
    assert ((back - weight).abs() <= step * 0.5 + weight.abs() * 2**-10).all()


def test_vectors_are_kept_in_half_precision():
    bias = torch.tensor([0.1, -3.5, 0.0])
    stored = quantized({"bias": bias})
    assert stored["bias"].dtype is torch.float16
    assert torch.allclose(restored(stored)["bias"], bias, rtol=2**-10)


def test_empty_and_zero_rows_are_no_trouble():
    weight = torch.zeros(3, 4)
    weight[1] = 2.0
    back = restored(quantized({"a": weight}))["a"]
    assert torch.allclose(back, weight, rtol=2**-10, atol=0)


def test_a_file_gives_back_what_was_stored(tmp_path):
    with seeded():
        weights = {"a.weight": torch.randn(5, 6), "a.bias": torch.randn(5)}
    save_quantized(weights, tmp_path / "w.safetensors")
    back = load_quantized(tmp_path / "w.safetensors")
    expected = restored(quantized(weights))
    assert back.keys() == weights.keys()
    assert all(torch.equal(back[name], expected[name]) for name in back)


def test_the_embedded_models_stay_within_their_budget():
    sizes = {path: path.stat().st_size for path in EMBEDDED.rglob("*.safetensors")}
    if not sizes:
        pytest.skip("the embedded weights are not there")
    assert sum(sizes.values()) <= BUDGET
