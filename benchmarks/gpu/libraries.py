"""What most parts load, once for all processes that are forked for them."""

from __future__ import annotations

import torch

import privtool.models.fillers.load
import privtool.models.lm.scorer
import privtool.models.training.run

__all__ = ["privtool", "torch"]
