"""Options that all models share: where they come from and where they run."""

from __future__ import annotations

from typing import NamedTuple

from privtool.core.device import AUTO, check_device_name, parse_batch_size


class ModelSource(NamedTuple):
    """Where models may come from: without the network, with weights that are pickles."""

    offline: bool = False
    trust_pickle: bool = False


class Runtime(NamedTuple):
    """Where a model runs, in which number format (auto, fp32 or bf16), on how many records."""

    device: str = AUTO
    dtype: str = AUTO
    batch_size: str = AUTO

    def check(self) -> None:
        """Raise `UsageError` for a malformed device or batch size; loads nothing."""
        check_device_name(self.device)
        parse_batch_size(self.batch_size, auto=1)
