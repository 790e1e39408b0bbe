"""Dense bfloat16 rates of GPUs, as their makers' data sheets state them.

Data sheets often state the rate with 2:4 sparsity, which is twice the dense one. Rates are of whole
chips at their maker's clocks: a chip with a lower power limit reaches less.
"""

from __future__ import annotations

import re

_TERAFLOPS = {
    r"NVIDIA B200": 2250.0,
    r"NVIDIA GH200 .*": 989.4,
    r"NVIDIA H200": 989.4,
    r"NVIDIA H200 NVL": 835.5,
    r"NVIDIA H100 80GB HBM3": 989.4,
    r"NVIDIA H100 NVL": 835.5,
    r"NVIDIA H100 PCIe": 756.5,
    r"NVIDIA A100[- ].*": 312.0,
    r"NVIDIA A30": 165.0,
    r"NVIDIA A10": 125.0,
    r"NVIDIA A40": 149.7,
    r"NVIDIA L4": 121.0,
    r"NVIDIA L40": 181.05,
    r"NVIDIA L40S": 362.05,
}  # H100, H200, L4, L40 and L40S: half of the rate with sparsity


def dense_bfloat16(name: str) -> float | None:
    """Return the operations per second of a chip that CUDA calls so; None for an unknown one.

    A part of a chip (MIG) is unknown, as its share of the rate is not in its name alone.
    """
    if "MIG" in name:
        return None
    found = (rate for known, rate in _TERAFLOPS.items() if re.fullmatch(known, name))
    rate = next(found, None)
    return None if rate is None else 1e12 * rate
