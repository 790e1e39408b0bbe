"""`privtool align`: its options and its stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.blocks import Counts, Stage
from privtool.core.device import ModelSource, Runtime, check_device_name
from privtool.core.errors import option
from privtool.core.language_marks import ENGLISH
from privtool.core.options import Only, Opt
from privtool.core.pipeline import MakeStage, StreamOptions
from privtool.core.record import Record
from privtool.core.reporting import audio_summary
from privtool.workflows.config.audio import AudioRootOption
from privtool.workflows.config.fields import IdOptions
from privtool.workflows.config.texts import LanguageOption
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.interfaces.speech import Aligner
    from privtool.models.hub.resolve import ResolvedModel

_SPHINX, _MMS = "pocketsphinx", "mms_fa"


@dataclass(frozen=True, kw_only=True)
class AlignConfig(FilterConfig):
    """Find the times of words in audio (forced alignment).

    Adds words: word, start and end (seconds from the record's offset), score (mean log-likelihood
    of its frames) and confidence in its times (0 to 1, pocketsphinx only) for each word of the
    text, and align_status: aligned, empty (no words in the text), or the reason for failing.
    Numbers, symbols and out-of-vocabulary words are tried in all their usual readings. Audio is
    resampled and mixed down to one channel as needed. A record in a language that the aligner does
    not know is a bad line.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl > aligned.jsonl
      head -n 3 speech/manifest.jsonl | privtool align --audio-root speech --strict
    """

    aligner: Annotated[
        str,
        Opt(
            "pocketsphinx (English); mms_fa (many languages in Latin script); or a CTC model over "
            "letters, of any language: a hub id or a folder."
        ),
    ] = _SPHINX
    audio_root: AudioRootOption = None
    confidence: Annotated[
        Literal["private", "all"],
        Opt(
            "Words that get a confidence: those near entities (all, in a record without the field "
            "entities), or all, as splice --corpus needs."
        ),
    ] = "private"
    strict: Annotated[bool, Opt("Treat records that cannot be aligned as bad lines.")] = False
    runtime: Annotated[Runtime, Only("device")] = Runtime()
    source: ModelSource = ModelSource()
    languages: LanguageOption = LanguageOption()
    record_ids: IdOptions = IdOptions()
    block_lines = 8  # some seconds of work
    model_options = ("aligner",)

    def check(self, stream: StreamOptions) -> None:  # noqa: ARG002
        check_device_name(self.runtime.device)
        self.languages.check()

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Get the files of the model. Raises what `audio_root` and `resolve` raise."""
        root = audio_root(stream.inputs, self.audio_root)
        model = None
        if self.aligner == _MMS:
            from privtool.models.alignment.ctc import fetch_mms

            fetch_mms(self.source, progress=not stream.quiet)
        elif self.aligner != _SPHINX:
            from privtool.models.hub.resolve import resolve

            model = resolve(self.aligner, self.source, progress=not stream.quiet)
        yield partial(self.build, root, model)

    def build(self, root: AudioRoot, model: ResolvedModel | None) -> Stage:
        """Load the aligner and build the stage."""
        from privtool.stages.align import AlignStage

        aligner: Aligner
        if model is not None:
            from privtool.models.alignment.ctc import load_ctc_aligner

            aligner = load_ctc_aligner(model, self.runtime.device)
        elif self.aligner == _MMS:
            from privtool.models.alignment.ctc import load_mms_aligner

            aligner = load_mms_aligner(self.runtime.device)
        else:
            from privtool.models.sphinx.aligner import SphinxAligner

            aligner = SphinxAligner()
        every = self.confidence == "all"
        return AlignStage(aligner, root, self.strict, every, self._refusal)

    def _refusal(self, record: Record) -> str | None:
        """Return why the aligner does not know the language of a record, None if it does."""
        from privtool.text.languages import latin_languages, shown_language, spoken_language

        language = spoken_language(record.language, self.languages.chosen)
        known = {_SPHINX: (ENGLISH,), _MMS: latin_languages()}.get(self.aligner)
        if known is None or language in known:
            return None
        other = f"{_MMS}, or a model of it" if language in latin_languages() else "a model of it"
        return (
            f"the language of the text is {shown_language(language)}, which {self.aligner} does "
            f"not know: {option('aligner')} takes {other}"
        )

    def summary(self, counts: Counts) -> list[str]:
        parts = [f"{counts['aligned']:,} aligned", f"{counts['unaligned']:,} failed"]
        if counts["doubtful"]:
            parts.append(f"{counts['doubtful']:,} of {counts['words']:,} words with doubtful times")
        return [*parts, *audio_summary(counts)]

    def warnings(self, counts: Counts) -> Sequence[str]:
        """Say so if most turns failed, and most of these begin with what may be names."""
        if (
            2 * counts["unaligned"] > counts["records"]
            and 2 * counts["labeled"] > counts["unaligned"]
        ):
            return [
                f"{counts['labeled']:,} of {counts['unaligned']:,} texts that failed may begin "
                "with the name of their speaker, which nobody speaks: see import --speakers"
            ]
        return ()
