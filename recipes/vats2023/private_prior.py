"""Steps of the row `prior`: a private release of the masked words, and what is public of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from runner import Command, Step
from settings import Settings, has_labels, mask_options


class PrivatePrior:
    """The release of a method's masked words, and the options of `fill` that use it."""

    def __init__(self, settings: Settings, method: str, raw: Path, inputs: list[Path]) -> None:
        self._settings, self._method, self._raw, self._inputs = settings, method, raw, inputs
        table = settings.path("TABLE")
        self.annotated = table / f"{method}.private.jsonl"
        self._generic = table / f"{method}.annotated.jsonl"
        self.labels = table / f"{method}.labels.tsv"
        self._ledger = table / f"{method}.ledger"
        self.release = table / f"{method}.prior-{settings['EPSILON']}.tsv"

    @property
    def files(self) -> list[Path]:
        """The files that `fill` reads."""
        return [self.release, self.labels] if has_labels(self._method) else [self.release]

    @property
    def options(self) -> list[str]:
        """The options of `fill`."""
        prior = ["--prior", f"{self.release}:{self._settings['PRIOR_WEIGHT']}"]
        return [*prior, "--public", str(self.labels)] if has_labels(self._method) else prior

    def steps(self) -> Iterator[Step]:
        """Yield the steps; the noise of the release is another one each time."""
        settings, privtool = self._settings, self._settings["PRIVTOOL"]
        unit = settings["UNIT"]
        keep = [] if unit == "record" else [f"--keep={name}" for name in unit.split(",")]
        mask: Command = (
            *(privtool, "mask", *mask_options(self._method), "--annotate", *keep),
            *("-o", self.annotated, self._raw),
        )
        yield Step(self.annotated, self._inputs, [[mask]])
        release: Command = (
            *(privtool, "vocab", "--private", "--unit", unit, "--epsilon", settings["EPSILON"]),
            *("--words-per-unit", settings["WORDS_PER_UNIT"], "--ledger", self._ledger),
            *("-o", self.release, self.annotated),
        )
        yield Step(self.release, [self.annotated], [[release]])
        if has_labels(self._method):
            labels = (privtool, "vocab", "--labels", "-o", self.labels, self._generic)
            yield Step(self.labels, [self._generic], [[labels]])
