"""Copies of models with other parts."""

import torch
from torch import nn

from privtool.models.fillers.masked.head import with_submodule


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
