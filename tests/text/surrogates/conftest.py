"""A context with a fixed key, and stand-ins made with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from privtool.text.surrogates.context import Choices, Context
from privtool.text.surrogates.generator import Private, StandIn, StandIns
from privtool.text.surrogates.prf import Key

KEY = Key(b"0123456789abcdef")


@pytest.fixture(scope="session")
def context() -> Context:
    return Context(KEY, "scope")


@pytest.fixture(scope="session")
def maker() -> StandIns:
    return StandIns(KEY, Choices())


@pytest.fixture(scope="session")
def stand_in(maker: StandIns) -> Callable[[str, str], StandIn]:
    """The stand-in of one phrase with a label."""

    def make(label: str, phrase: str) -> StandIn:
        (made,) = maker.of("", [Private(phrase, label)])
        return made

    return make
