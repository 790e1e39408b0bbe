"""The random seed, an option of all commands that draw."""

from __future__ import annotations

from typing import Annotated

from privtool.core.options import Opt

Seed = Annotated[int, Opt("Random seed.")]
