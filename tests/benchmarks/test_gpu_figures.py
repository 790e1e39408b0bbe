"""Figures of `python -m benchmarks.gpu`: shares of the chip, and its tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.gpu.figures import NO_CUDA, TINY, UNKNOWN_CHIP, Figure, Setup
from benchmarks.gpu.parts.marked_tests import files, result_of
from benchmarks.support.chips import dense_bfloat16

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("name", "teraflops"),
    [
        ("NVIDIA H100 80GB HBM3", 989.4),
        ("NVIDIA H100 PCIe", 756.5),
        ("NVIDIA H200", 989.4),
        ("NVIDIA A100-SXM4-80GB", 312.0),
        ("NVIDIA L4", 121.0),
        ("NVIDIA L40S", 362.05),
        ("NVIDIA H100 80GB HBM3 MIG 1g.10gb", None),
        ("NVIDIA L400", None),
        ("a chip", None),
    ],
)
def test_a_chip_that_is_unknown_has_no_rate(name, teraflops):
    rate = dense_bfloat16(name)
    assert (None if rate is None else rate / 1e12) == pytest.approx(teraflops)


def test_a_share_of_an_unknown_rate_is_missing():
    share = "share of the dense bf16 rate"
    known = Setup("cuda", TINY, 1, 4e12).arithmetic(6e12, 3.0)
    assert known == {"arithmetic": Figure(2.0, "TFLOP/s"), share: Figure(50.0, "%")}
    assert Setup("cuda", TINY, 1).arithmetic(1e12, 1.0)[share].reason == UNKNOWN_CHIP
    assert Setup("cpu", TINY, 1).arithmetic(1e12, 1.0)[share].reason == NO_CUDA


def test_all_files_with_tests_for_a_gpu_are_found(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert {str(path) for path in files()} >= {
        "tests/cli/test_on_a_gpu.py",
        "tests/cli/test_speech_on_a_gpu.py",
        "tests/models/runtime/test_on_a_gpu.py",
    }


def test_tests_that_fail_are_named_and_none_that_ran_is_a_failure():
    names = {"passed": ["a"], "failed": [f"tests/x.py::test_{n}" for n in range(5)], "skipped": []}
    found = result_of(names)
    assert found.figures["failed"] == Figure(5, "tests")
    assert found.failure == "x.py::test_0, x.py::test_1, x.py::test_2, ..."
    assert result_of({**names, "failed": []}).failure is None
    assert result_of({"passed": [], "failed": [], "skipped": ["a"]}).failure == "no test ran"
