"""References and hypotheses in files of text, for `asr-eval`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.pipeline import StreamOptions


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
