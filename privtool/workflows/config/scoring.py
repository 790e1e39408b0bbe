"""What `asr-eval` scores, records or files of text, how, and where the scores go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.paths import check_apart, check_not_read
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.fields import Seed


@dataclass(frozen=True, kw_only=True)
class TextPairOptions:
    """A file of references and one of hypotheses, instead of records."""

    ref: Annotated[
        Path | None,
        Opt("Score --hyp against these texts, without audio: lines, Kaldi text, trn, or STM."),
    ] = None
    hyp: Annotated[
        Path | None, Opt("Hypotheses for --ref in the same format; for STM, a CTM.", "FILE")
    ] = None
    ref_format: Annotated[
        Literal["auto", "lines", "kaldi", "trn", "stm"],
        Opt("Format of --ref, --hyp and --against; auto: by the ending and the ids."),
    ] = "auto"

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for one file without the other, and for records besides them."""
        if (self.ref is None) != (self.hyp is None):
            raise UsageError(f"{option('ref')} and {option('hyp')} are used together")
        if self.ref is None and self.ref_format != "auto":
            raise UsageError(f"{option('ref_format')} needs {option('ref')}")
        if self.ref is not None and (stream.inputs_named or stream.input_format == "text"):
            raise UsageError(f"{option('ref')} replaces the records: name no other input")


@dataclass(frozen=True, kw_only=True)
class ScoringOptions:
    """What is scored and how."""

    normalize: Annotated[
        Literal["plain", "spoken", "sclite", "none"],
        Opt(
            "Compare plain words (plain), with numbers as spoken (spoken), or without tags and "
            "fillers (sclite), or what spaces separate, unchanged (none)."
        ),
    ] = "plain"
    roles: Annotated[
        str | None,
        Opt("Speaker roles, written <a> in texts: adds WDER and cpWER.", "A,B"),
    ] = None
    categories: Annotated[
        str | None,
        Opt("F1 of words: numbers, dates, names, r10, r20, labels (entities).", "A,B"),
    ] = None
    before: Annotated[
        Path | None,
        Opt("For r10, r20: `privtool vocab` of the original training text.", "FILE"),
    ] = None
    after: Annotated[
        Path | None, Opt("For r10, r20: the same after de-identification.", "FILE")
    ] = None
    against: Annotated[
        Path | None, Opt("Compare with the hyp of another system's records (same ids).", "FILE")
    ] = None
    bootstrap: Annotated[
        Literal["speaker", "turn", "none"], Opt("Unit to resample for intervals and tests.")
    ] = "speaker"
    samples: Annotated[int, Opt("Bootstrap samples.", min=10)] = 1000
    seed: Seed = 0

    def check(self) -> None:
        """Raise `UsageError` for files that cannot be read besides the records."""
        for name in ("before", "after", "against"):
            if str(getattr(self, name)) == "-":
                raise UsageError(f"{option(name)} needs a file: standard input has the records")


@dataclass(frozen=True, kw_only=True)
class ReportOptions:
    """Where scores go: a file of totals, a table, a page of errors."""

    summary: Annotated[str | None, Opt("Write the totals, one JSON line per weight.", "FILE")] = (
        None
    )
    table: Annotated[bool, Opt("Print the scores on stderr, even with --quiet.")] = False
    html: Annotated[
        str | None,
        Opt("Write a page of all errors; contains private text, do not share it.", "FILE"),
    ] = None

    def check(self, options: StreamOptions, *read: Path | None) -> None:
        """Raise `UsageError` for two outputs to one file, or an output to a file that is read."""
        if self.html == "-":
            raise UsageError(f"{option('html')} needs a file: it holds private text")
        scores = {option("summary"): self.summary, option("html"): self.html}
        written = {
            **scores,
            option("output"): options.output,
            option("rejects"): options.rejects,
        }
        check_apart(written)
        check_not_read(scores, options.inputs)
        check_not_read(written, read)
