from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from privtool.models.catalog import EMBEDDED
from privtool.models.quantization import load_quantized
from tests.recipes.conftest import scripts_of
from tests.support.tiny_models import seeded

with scripts_of("embedded"):
    from quantizing import quantize, save_quantized

MEGABYTE = 1_000_000
BUDGET = 40 * MEGABYTE


def restored(weight: torch.Tensor) -> torch.Tensor:
    """Return a tensor as loaded from a file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "w.safetensors"
        save_quantized({"a": weight, "other": torch.ones(2)}, file)
        loaded = load_quantized(file)
    assert loaded.keys() == {"a", "other"}
    return loaded["a"]


@given(st.integers(0, 10**6), st.floats(1e-4, 1e3))
def test_matrices_are_restored_within_half_a_step(seed, size):
    with seeded(seed):
        weight = torch.randn(7, 12) * size * torch.rand(7, 1)
    step = quantize({"a": weight})["a.scale"].float()
    # half a step, and what rounding the scale to half precision cuts off the largest
    assert ((restored(weight) - weight).abs() <= step * 0.5 + weight.abs() * 2**-10).all()


def test_vectors_are_kept_in_half_precision():
    bias = torch.tensor([0.1, -3.5, 0.0])
    assert quantize({"a": bias})["a"].dtype is torch.float16
    assert torch.equal(restored(bias), bias.half().float())


def test_rows_of_zeros_are_restored():
    weight = torch.zeros(3, 4)
    weight[1] = 2.0
    assert torch.allclose(restored(weight), weight, rtol=2**-10, atol=0)


def test_loading_multiplies_by_the_scale_of_the_row():
    with seeded():
        weight = torch.randn(5, 6)
    stored = quantize({"a": weight})
    assert torch.equal(restored(weight), stored["a"] * stored["a.scale"].float())


def test_the_embedded_models_stay_within_their_budget():
    sizes = {path: path.stat().st_size for path in EMBEDDED.rglob("*.safetensors")}
    if not sizes:
        pytest.skip("the embedded weights are not there")
    assert sum(sizes.values()) <= BUDGET
