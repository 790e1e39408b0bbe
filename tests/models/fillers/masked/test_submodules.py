"""Copies of models with other parts."""

from __future__ import annotations

from types import MethodType

import torch
from torch import nn

from privtool.models.fillers.masked.submodules import with_submodule


class Doubling(nn.Module):
    def forward(self, numbers):
        return 2 * numbers


def test_a_part_is_replaced_in_the_copy_alone():
    inner = nn.Sequential(Doubling(), Doubling())
    model = nn.Sequential(inner, Doubling())
    copied = with_submodule(model, "0.1", nn.Identity())
    one = torch.ones(1)
    assert model(one).item() == 8
    assert copied(one).item() == 4
    assert copied[1] is model[1]


def test_a_forward_of_the_instance_does_not_lead_back_to_the_model():
    model = nn.Sequential(Doubling(), Doubling())
    model.forward = MethodType(type(model).forward, model)  # as accelerate does
    copied = with_submodule(model, "0", nn.Identity())
    assert model(torch.ones(1)).item() == 4
    assert copied(torch.ones(1)).item() == 2
