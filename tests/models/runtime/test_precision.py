"""Number formats, by name and by what the processor multiplies."""

import pytest
import torch

from privtool.core.errors import UsageError
from privtool.models.runtime import numerics


def test_number_formats():
    cpu = torch.device("cpu")
    assert numerics.dtype_of("fp32", cpu) is torch.float32
    assert numerics.dtype_of("bf16", cpu) is torch.bfloat16
    assert numerics.dtype_of("auto", torch.device("cuda")) is torch.bfloat16
    with pytest.raises(UsageError, match="`dtype`"):
        numerics.dtype_of("int8", cpu)


@pytest.mark.parametrize("native", [True, False])
def test_auto_is_bfloat16_where_the_processor_multiplies_it(monkeypatch, native):
    monkeypatch.setattr(numerics, "multiplies_bfloat16", lambda device: native)
    expected = torch.bfloat16 if native else torch.float32
    assert numerics.dtype_of("auto", torch.device("cpu")) is expected
