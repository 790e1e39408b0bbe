"""The options of `privtool asr-eval` that say what is scored and how."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from privtool.core.errors import UsageError
from privtool.core.paths import check_apart, check_not_read
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.model import Seed
from privtool.workflows.config.options import not_default

if TYPE_CHECKING:
    from privtool.stages.eval_scores import EvalSettings
    from privtool.text.scoring.bootstrap import Resampling
    from privtool.text.scoring.scorer import Scoring


class Normalize(str, Enum):
    """What of a text is compared."""

    plain = "plain"
    spoken = "spoken"
    case = "case"
    none = "none"


class Bootstrap(str, Enum):
    """What is resampled."""

    speaker = "speaker"
    turn = "turn"
    none = "none"


class Looks(NamedTuple):
    """The options that say what is scored and how."""

    normalize: Annotated[
        Normalize,
        typer.Option(
            help="What is compared: plain words, these with numbers as they are said (spoken), "
            "what stands between spaces in small letters (case) or as it is (none)."
        ),
    ] = Normalize.plain
    roles: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Roles of speakers, written <a> in texts: adds WDER and cpWER."
        ),
    ] = None
    categories: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="F1 of words: numbers, dates, names, r10, r20, labels (entities)."
        ),
    ] = None
    before: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For r10, r20: training text before (records or .tsv)."),
    ] = None
    after: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For r10, r20: the same after de-identification."),
    ] = None
    by: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Scores for each value of a field, too.")
    ] = None
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compare with another system's records (same ids)."),
    ] = None
    against_field: Annotated[
        str, typer.Option(metavar="NAME", help="The field of --against that holds what it heard.")
    ] = "hyp"
    bootstrap: Annotated[
        Bootstrap, typer.Option(help="What is resampled for intervals and tests.")
    ] = Bootstrap.speaker
    samples: Annotated[int, typer.Option(min=10, help="Samples of the bootstrap.")] = 1000
    seed: Seed = 0

    @property
    def asked_for(self) -> list[str]:
        """The options that are not as they are by default."""
        return not_default(self)

    def check(self) -> None:
        """Raise `UsageError` for files that cannot be read beside the records."""
        for option in ("before", "after", "against"):
            if str(getattr(self, option)) == "-":
                raise UsageError(f"--{option} needs a file: standard input is the records")
        if self.against is None and self.against_field != self._field_defaults["against_field"]:
            raise UsageError("--against-field needs --against")

    def scoring(self) -> Scoring:
        """What is scored. Raises `UsageError`, and `DataError` for the texts of bands."""
        from privtool.models.asr.roles import check_roles
        from privtool.text.scoring.categories import parse_categories
        from privtool.text.scoring.frequency_bands import BANDS, read_bands
        from privtool.text.scoring.scorer import Scoring

        kinds = parse_categories(self.categories)
        wanted = [kind for kind in kinds if kind in BANDS]
        bands = read_bands(self.before, self.after, self.normalize.value) if wanted else {}
        if not wanted and (self.before is not None or self.after is not None):
            raise UsageError("--before and --after are for --categories r10,r20")
        roles = [role.strip().lower() for role in self.roles.split(",")] if self.roles else []
        check_roles(roles)
        return Scoring(
            self.normalize.value,
            tuple(sorted(roles)),
            kinds,
            {kind: bands[kind] for kind in wanted},
        )

    @property
    def how(self) -> Resampling:
        """How intervals and tests are drawn."""
        from privtool.text.scoring.bootstrap import Resampling

        return Resampling(self.samples, self.seed)

    def settings(
        self, stream: StreamOptions, hyp_field: str | None, nbest: int, show: bool
    ) -> EvalSettings:
        """What the stage is told. Raises `UsageError`, and `DataError` for files that are read."""
        from privtool.stages.eval_scores import EvalSettings
        from privtool.workflows.datasets.hypotheses import read_hypotheses

        against = None
        if self.against is not None:
            against = read_hypotheses(self.against, self.against_field, stream)
        as_text = stream.output_format == "text"
        return EvalSettings(
            self.scoring(), hyp_field, against, self.bootstrap.value, self.by, nbest, as_text, show
        )

    def signature(self, settings: EvalSettings) -> str:
        """All that scores depend on beside the texts, in one line."""
        from privtool import __version__
        from privtool.stages.eval_scores import NO_UNIT

        drawn = "none" if settings.unit == NO_UNIT else f"{settings.unit}:{self.samples}"
        return f"{settings.scoring.signature}|bootstrap:{drawn}|seed:{self.seed}|v:{__version__}"


class Outputs(NamedTuple):
    """Where scores go: a file of totals (with samples or not), a table, a page of errors."""

    summary: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the totals, one JSON line a weight.")
    ] = None
    poolable: Annotated[
        bool, typer.Option("--poolable", help="Keep in --summary what --pool needs for intervals.")
    ] = False
    table: Annotated[
        bool, typer.Option("--table", help="Print the scores on stderr, with --quiet too.")
    ] = False
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Show all errors; it holds text, for your eyes alone."),
    ] = None

    @property
    def asked_for(self) -> list[str]:
        """The options that --pool has no use for, where they are given."""
        given = {"--summary": self.summary, "--poolable": self.poolable, "--html": self.html}
        return [option for option, value in given.items() if value]

    def check(self, options: StreamOptions, *read: Path | None) -> None:
        """Raise `UsageError` where two outputs would go to one place, or to one that is read."""
        if self.poolable and self.summary is None:
            raise UsageError("--poolable needs --summary FILE")
        if self.html == "-":
            raise UsageError("--html needs a file: it is written for your eyes alone")
        scores = {"--summary": self.summary, "--html": self.html}
        written = {**scores, "--output": options.output, "--rejects": options.rejects}
        check_apart(written)
        check_not_read(scores, options.inputs)
        check_not_read(written, read)
