"""How many examples and cases tests try: a quarter in `make test-fast`, all in `make test`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

Case = TypeVar("Case")
_SHARE = 4 if os.environ.get("PRIVTOOL_TESTS") == "fast" else 1


def examples(count: int) -> int:
    """Return the number of examples of a test that tries `count` in `make test`."""
    return count // _SHARE


def some(cases: Sequence[Case]) -> Sequence[Case]:
    """Return all cases of a parametrized test in `make test`, every fourth one otherwise."""
    return cases[::_SHARE]


def use_profile() -> None:
    """Let all tests try that share of the examples, without a time limit for each."""
    settings.register_profile("privtool", max_examples=examples(100), deadline=None)
    settings.load_profile("privtool")
