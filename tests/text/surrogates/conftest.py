"""A context with a fixed key, and surrogates made with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from privtool.core.rng import Key
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.generator import PrivatePhrase, Surrogate, SurrogateGenerator

KEY = Key(b"0123456789abcdef")


@pytest.fixture(scope="session")
def context() -> Context:
    return Context(KEY, "scope")


@pytest.fixture(scope="session")
def generator() -> SurrogateGenerator:
    return SurrogateGenerator(KEY)


@pytest.fixture(scope="session")
def surrogate(generator: SurrogateGenerator) -> Callable[[str, str], Surrogate]:
    """The surrogate of one phrase with a label."""

    def make(label: str, phrase: str) -> Surrogate:
        (surrogate,) = generator.generate("", [PrivatePhrase(phrase, label)])
        return surrogate

    return make
