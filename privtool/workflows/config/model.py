"""The seed, which all commands that draw have."""

from __future__ import annotations

from typing import Annotated

from privtool.core.options import Opt

Seed = Annotated[int, Opt("Random seed.")]
