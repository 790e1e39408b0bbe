"""`privtool tts`: its options and its stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.blocks import Counts, Stage
from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.pipeline import MakeStage, StreamOptions
from privtool.core.reporting import audio_summary
from privtool.core.writing import temporary_folder
from privtool.workflows.config.audio import ESPEAK, NewTurns, Voice, overlapped_turns
from privtool.workflows.config.fields import IdOptions
from privtool.workflows.config.texts import LanguageOption
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.stages.turns import TurnEditor


@dataclass(frozen=True, kw_only=True)
class TtsConfig(FilterConfig):
    """Insert surrogates into recordings with a synthetic voice.

    Reads the output of surrogate, in which entities with audio_start and audio_end mark the audio
    to replace. Replaces it with room tone and the spoken surrogate. Each turn gets its own file in
    --out-dir, so nothing in the output refers to the original recordings. A turn whose private
    audio cannot be located (drop_turn) is spoken as a whole. espeak speaks the language of
    the text.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl | privtool surrogate -q > surrogates.jsonl
      privtool tts --audio-root speech --out-dir spoken/ surrogates.jsonl > safe.jsonl
      privtool tts --mode turn --match level --audio-root speech --out-dir t/ surrogates.jsonl
    """

    new: NewTurns
    voice: Voice = Voice()
    mode: Annotated[
        Literal["token", "turn"],
        Opt("Speak only the surrogates, or all of each turn that has one."),
    ] = "token"
    languages: LanguageOption = LanguageOption()
    record_ids: IdOptions = IdOptions()
    block_lines = 16  # turns: a second or so of work
    reads_input_twice = True  # first for what is private in records that others may overlap

    def check(self, stream: StreamOptions) -> None:
        self.voice.check()
        self.languages.check()
        if self.languages.chosen and not self.voice.is_default:
            raise UsageError(
                f"{option('language')} is for {ESPEAK}: another voice has a language of its own"
            )
        self.new.check(stream)

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Get the files of the model and create the folder."""
        self.voice.fetch(progress=not stream.quiet)
        with temporary_folder() as folder:
            turns = self.new.editor(stream, self.new_id(), folder / "times")
            yield partial(self.build, turns)

    @property
    def marks_languages(self) -> bool:
        """If the voice knows several."""
        return self.voice.is_default

    def build(self, turns: TurnEditor) -> Stage:
        """Load the voice and build the stage."""
        from privtool.stages.tts import TtsStage, TurnSynthesizer

        voice = self.voice.load(self.languages.chosen)
        return TtsStage(self.mode, TurnSynthesizer(voice, self.new.match, turns))

    @property
    def models(self) -> Mapping[str, str]:
        return self.voice.models

    def summary(self, counts: Counts) -> list[str]:
        return [
            f"{counts['turns']:,} turns changed ({counts['whole turns']:,} spoken throughout)",
            *overlapped_turns(counts),
            f"{counts['surrogates']:,} surrogates",
            f"{counts['speech milliseconds'] / 1000:,.1f} s of new speech",
            *audio_summary(counts),
        ]
