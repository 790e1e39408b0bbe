"""What most parts load, once for all processes that are forked for them."""

from __future__ import annotations

import torch._dynamo  # loaded as a seed is set
import transformers.models.bert.modeling_bert

import privtool.models.fillers.load
import privtool.models.lm.scorer
import privtool.models.training.run

__all__ = ["privtool", "torch", "transformers"]
