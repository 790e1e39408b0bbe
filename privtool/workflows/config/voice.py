"""The voice that speaks surrogates: options of `tts` and `splice`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated

from privtool.core.device import check_device_name
from privtool.core.errors import DataError, UsageError, option
from privtool.core.language_marks import ENGLISH
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.options import Only, Opt

if TYPE_CHECKING:
    from privtool.core.record import Record
    from privtool.interfaces.synthesis import SpeechEngine

ESPEAK = "espeak"


@dataclass(frozen=True, kw_only=True)
class Voice:
    """The options of a speech engine."""

    engine: Annotated[
        str, Opt("espeak, or a Piper or VITS voice: a hub id or a folder.", "NAME")
    ] = ESPEAK
    engine_command: Annotated[
        str | None,
        Opt("Program to run instead; reads a phrase from stdin, writes WAV to stdout.", "COMMAND"),
    ] = None
    runtime: Annotated[Runtime, Only("device")] = Runtime()
    source: Annotated[ModelSource, Only("offline")] = ModelSource()

    @property
    def is_default(self) -> bool:
        return self.engine == ESPEAK and self.engine_command is None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other."""
        check_device_name(self.runtime.device)
        if self.engine_command is not None and self.engine != ESPEAK:
            raise UsageError(
                f"{option('engine')} and {option('engine_command')} exclude each other"
            )

    def fetch(self, progress: bool) -> None:
        """Get the files of the model. Raises what `resolve` raises."""
        if self.engine != ESPEAK:
            from privtool.models.hub.resolve import resolve

            resolve(self.engine, self.source, progress=progress)

    def load(self, chosen: str = "") -> Callable[[Record], SpeechEngine]:
        """Load the voice; return it for a record, in its language or the `chosen` one.

        Its words have times. Only espeak has voices of several languages; for a record in one that
        it does not speak here, the function raises `DataError`. Raises what `load_engine` raises.
        """
        from privtool.models.sphinx.aligned_voice import AlignedVoice
        from privtool.models.tts.engines import load_engine
        from privtool.text.languages import languages, shown_language, spoken_language

        @cache
        def load(language: str) -> SpeechEngine:
            if language not in languages():
                raise DataError(
                    f"the language of the text is {shown_language(language)}, which {ESPEAK} does "
                    f"not know: {option('engine')} takes a voice that does"
                )
            device, command = self.runtime.device, self.engine_command
            return AlignedVoice(
                load_engine(self.engine, self.source, device, command=command, language=language)
            )

        first = load(chosen or ENGLISH)
        if not self.is_default:
            return lambda _: first
        return lambda record: load(spoken_language(record.language, chosen))

    @property
    def models(self) -> Mapping[str, str]:
        """The voice, unless another program speaks."""
        return {"engine": self.engine} if self.engine_command is None else {}
