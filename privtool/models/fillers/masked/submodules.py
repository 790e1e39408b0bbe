"""Copies of models in which one part is replaced; the other parts are shared."""

from __future__ import annotations

import copy
from typing import Any

from torch import nn


def with_submodule(module: Any, path: str, submodule: nn.Module) -> Any:
    """Return a shallow copy of a module with the submodule at a dotted path replaced."""
    name, _, rest = path.partition(".")
    if rest:
        submodule = with_submodule(module._modules[name], rest, submodule)
    new = copy.copy(module)
    new._modules = {**module._modules, name: submodule}
    return new
