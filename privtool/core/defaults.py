"""What an option is where nothing is given: the code takes it from here, and help pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Default(Generic[T]):
    """The value of an option whose default in Python is None, and another one in a named case.

    `Default(1e-3, "with --init", 2e-4)` is shown as "0.001; with --init, 0.0002". What depends on
    the data is shown in words, which stand next to the code that computes it.
    """

    value: T
    case: str = ""
    other: T | None = None

    def of(self, applies: bool = False) -> T:
        """Return the value; `applies` says whether the case does."""
        return self.value if not applies or self.other is None else self.other

    def __str__(self) -> str:
        other = "" if self.other is None else f", {_shown(self.other)}"
        return "; ".join(filter(None, (_shown(self.value), f"{self.case}{other}")))


@dataclass(frozen=True)
class BySize:
    """A default that grows with the training data, so that an epoch or a run has enough steps.

    From `fewest` to `most`; `wanted` says what to avoid in words, with the number in `count`.
    """

    fewest: int
    most: int
    count: int
    wanted: str

    def __str__(self) -> str:
        return self.wanted.format(self)


_SMALLER = "{0.most}; down to {0.fewest} if an epoch has fewer than {0.count} batches"
LM_BATCH_TOKENS = BySize(512, 4096, 200, _SMALLER)
FILLER_BATCH_TOKENS = BySize(256, 1024, 200, _SMALLER)
ASR_BATCH_SECONDS = BySize(8, 120, 250, _SMALLER)
FILLER_EPOCHS = BySize(
    3, 10, 2000, "{0.fewest}; up to {0.most} if that is fewer than {0.count} steps"
)
VOCABULARY_SIZE = Default(10_000)  # of vocabThres: Vats 2023, section 4.2.2


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
