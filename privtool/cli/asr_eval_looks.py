"""The options of `privtool asr-eval` that say what is scored and how."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from privtool.cli.read_hypotheses import read_hypotheses
from privtool.core.run import StreamOptions
from privtool.stages.eval_scores import NO_UNIT, EvalSettings
from privtool.text.scoring.frequency_bands import BANDS, read_bands
from privtool.text.scoring.kinds_of_words import parse_kinds
from privtool.text.scoring.resampling import Resampling
from privtool.text.scoring.scorer import Scoring


class Looks(NamedTuple):
    """The options that say what is scored and how."""

    normalize: str
    roles: str | None
    categories: str | None
    before: Path | None
    after: Path | None
    by: str | None
    against: Path | None
    against_field: str
    bootstrap: str
    samples: int
    seed: int

    def scoring(self) -> Scoring:
        """What is scored. Raises `UsageError`, and `DataError` for the texts of bands."""
        kinds = parse_kinds(self.categories)
        wanted = [kind for kind in kinds if kind in BANDS]
        bands = read_bands(self.before, self.after) if wanted else {}
        roles = [role.strip().lower() for role in (self.roles or "").split(",")]
        return Scoring(
            self.normalize,
            tuple(sorted(set(filter(None, roles)))),
            kinds,
            {kind: bands[kind] for kind in wanted},
        )

    @property
    def how(self) -> Resampling:
        """How intervals and tests are drawn."""
        return Resampling(self.samples, self.seed)

    def settings(
        self, stream: StreamOptions, hyp_field: str | None, nbest: int, show: bool
    ) -> EvalSettings:
        """What the stage is told. Raises `UsageError`, and `DataError` for files that are read."""
        against = None
        if self.against is not None:
            against = read_hypotheses(self.against, self.against_field, stream)
        as_text = stream.output_format == "text"
        return EvalSettings(
            self.scoring(), hyp_field, against, self.bootstrap, self.by, nbest, as_text, show
        )

    def signature(self, settings: EvalSettings) -> str:
        """All that scores depend on beside the texts, in one line."""
        from privtool import __version__

        drawn = "none" if settings.unit == NO_UNIT else f"{settings.unit}:{self.samples}"
        return f"{settings.scoring.signature}|bootstrap:{drawn}|seed:{self.seed}|v:{__version__}"
