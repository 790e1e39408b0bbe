"""`privtool audit audio`: its options, the original records, and what is known across records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

from privtool.core.errors import DataError, UsageError, option
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.options import Only, Opt
from privtool.core.pipeline import StreamOptions
from privtool.workflows.auditing import (
    AcrossRecords,
    AuditConfig,
    AuditWork,
    Findings,
    add_records,
)
from privtool.workflows.config.audio import AudioRootOption
from privtool.workflows.config.audit import AuditOptions
from privtool.workflows.config.fields import Offsets, read_entities
from privtool.workflows.config.recognition import SPHINX, RecognitionOptions
from privtool.workflows.recognizer import describe_recognizer, fetch_recognizer, load_recognizer

if TYPE_CHECKING:
    from privtool.audio.io.roots import AudioRoot
    from privtool.audit.counts import Counts
    from privtool.audit.figures import Figure
    from privtool.audit.voice_figures import TurnVoice
    from privtool.core.record import Record
    from privtool.models.hub.resolve import ResolvedModel
    from privtool.stages.audio_originals import Originals
    from privtool.stages.audit_audio import AcrossAudio, AuditAudioStage
    from privtool.text.scoring.bootstrap import Resampling, Totals

_MANIFEST = "manifest.jsonl"


@dataclass(frozen=True, kw_only=True)
class AuditAudioConfig(AuditConfig):
    """The options of `privtool audit audio`."""

    before: Annotated[
        Path | None,
        Opt(
            "Original records with entities and words: a manifest, or a folder with one.",
            "PATH",
        ),
    ] = None
    before_root: Annotated[
        Path | None,
        Opt(
            "Folder of the originals' relative audio paths.",
            "DIR",
            default="that of --before",
        ),
    ] = None
    audio_root: AudioRootOption = None
    recognizer: Annotated[
        tuple[str, ...],
        Opt(
            "Also use this recognizer: a folder of asr-train, or a CTC or Whisper-like model.",
            "MODEL",
        ),
    ] = ()
    verifier: Annotated[
        str | None,
        Opt(
            "Link safe turns to speakers by voice, using this x-vector model (WavLM, wav2vec 2.0, "
            "...): a folder or hub id.",
            "MODEL",
        ),
    ] = None
    runtime: Annotated[Runtime, Only("device")] = Runtime()
    source: ModelSource = ModelSource()
    offsets: Offsets = None
    audit: AuditOptions = AuditOptions()
    command: ClassVar[str] = "audit audio"
    block_lines: ClassVar[int] = 8  # some seconds of work

    @property
    def manifest(self) -> Path | None:
        """The file with the original records."""
        folder = self.before is not None and self.before.is_dir()
        return self.before / _MANIFEST if folder and self.before is not None else self.before

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        """The original records."""
        return {"before": self.manifest}

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        if self.before is None:
            raise UsageError(f"{option('before')} PATH is required: the original records and audio")
        if SPHINX in self.recognizer:
            raise UsageError(f"{option('recognizer')}: {SPHINX} is always used")
        if len(set(self.recognizer)) < len(self.recognizer):
            raise UsageError(f"{option('recognizer')} names a model twice")
        if self.verifier is not None and self.audit.sums.poolable:
            raise UsageError(
                f"{option('verifier')} and {option('poolable')} exclude each other: it compares "
                "the speakers of all records"
            )
        for options in self.listeners:
            options.check()
        super().check(stream)

    @property
    def listeners(self) -> list[RecognitionOptions]:
        """The options of each recognizer that listens besides pocketsphinx."""
        return [
            RecognitionOptions(model=name, runtime=self.runtime, source=self.source)
            for name in self.recognizer
        ]

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[tuple[AuditWork, AcrossRecords]]:
        """Read the original records, and get files of models.

        Raises `DataError` for originals of fewer than two speakers if there is a verifier.
        """
        from privtool.audio.io.roots import audio_root
        from privtool.audit.units import parse_unit
        from privtool.models.hub.resolve import resolve
        from privtool.stages.audio_originals import Originals

        before = audio_root((str(self.manifest),), self.before_root)
        after = audio_root(stream.inputs, self.audio_root)
        originals = Originals(parse_unit(self.audit.unit), self.verifier is not None)

        def add(record: Record) -> None:
            originals.add(record, before.path_of(record))

        add_records(self.manifest, stream, add, entities=read_entities(self.offsets))
        for options in self.listeners:
            fetch_recognizer(options, progress=not stream.quiet)
        verifier = None
        if self.verifier is not None:
            if len(originals.speakers) < 2:
                raise DataError(
                    f"{option('verifier')} needs originals of two speakers or more in field "
                    "'speaker'"
                )
            verifier = resolve(self.verifier, self.source, progress=not stream.quiet)
        work = _Work(originals, before, after, self.listeners, verifier, self.runtime.device)
        yield work, _Across(originals, None if verifier is None else self.audit.resampling)


class _Work(NamedTuple):
    originals: Originals
    before: AudioRoot
    after: AudioRoot
    listeners: list[RecognitionOptions]
    verifier: ResolvedModel | None
    device: str

    @property
    def attacker(self) -> str:
        from privtool.models.hub.files import digest_of_weights

        parts = [f"keywords+{SPHINX}"]
        parts += [",".join(map(str, describe_recognizer(o).values())) for o in self.listeners]
        if self.verifier is not None:
            parts.append(f"verifier@{digest_of_weights(self.verifier.path)}")
        return "+".join(parts)

    def __call__(self) -> AuditAudioStage:
        """Load the recognizers and the verifier, and build the stage."""
        from privtool.audio.io.clips import ClipReader
        from privtool.models.sphinx.word_spotting import sphinx_spotters
        from privtool.stages.audit_audio import AuditAudioStage
        from privtool.stages.hearing import RecognizerSpotter

        spotters = sphinx_spotters()
        for number, options in enumerate(self.listeners, 1):
            spotters.append(RecognizerSpotter(f"recognizer {number}", load_recognizer(options)))
        embedder = None
        if self.verifier is not None:
            from privtool.models.speaker_embeddings import load_speaker_embedder

            embedder = load_speaker_embedder(self.verifier, self.device)
        return AuditAudioStage(
            self.originals, ClipReader(self.before), ClipReader(self.after), spotters, embedder
        )


class _Across:
    """Ids, the largest correlations and the voices of all records.

    With `resampling`, voices are linked to speakers.
    """

    def __init__(self, originals: Originals, resampling: Resampling | None) -> None:
        self._originals, self._resampling = originals, resampling
        self._ids: set[str | int] = set()
        self._samples = self._mel = 0.0
        self._voices: list[TurnVoice] = []
        self._short = 0

    def add(self, across: AcrossAudio) -> None:
        """Add what was found in a block."""
        self._ids |= across.ids
        self._samples = max(self._samples, across.samples)
        self._mel = max(self._mel, across.mel)
        self._voices += across.voices
        self._short += across.short

    def finish(self, totals: Totals) -> Findings:
        """Link the voices. Say what was not measured and whether voices were anonymized."""
        notes = [*self._heard(totals.counts), *self._kept(totals.counts)]
        measures: Sequence[Figure] = ()
        if self._resampling is not None:
            from privtool.audit.voice_figures import voice_figures

            measures, more = voice_figures(self._voices, self._resampling)
            notes += more
            if self._short:
                notes.append(f"{self._short:,} turns are too short for the verifier")
        missing = self._originals.missing(self._ids)
        if missing:
            notes.append(f"{missing:,} of {len(self._originals):,} original records have no output")
        largest = {"samples": round(self._samples, 6), "log_mel": round(self._mel, 6)}
        return Findings(measures, notes, extra={"largest_correlation": largest})

    def _heard(self, counts: Counts) -> Iterator[str]:
        private, heard = counts["heard_before||attack|of"], counts["heard_before||attack|hits"]
        if heard < private:
            yield (
                f"{private - heard:,} of {private:,} private words were not heard before either: "
                "whether they can be heard is not measurable"
            )

    def _kept(self, counts: Counts) -> Iterator[str]:
        voices, records = counts["voice_kept||attack|hits"], counts["voice_kept||attack|of"]
        if voices:
            yield (
                f"the voice is not anonymized: {voices:,} of {records:,} records have audio of the "
                "original speaker"
            )
        elif records:
            yield "no record has audio of its original speaker"
        if records and self._resampling is None:
            yield (
                "whether a speaker verifier recognizes the speakers (EER) was not measured: "
                f"{option('verifier')} measures it"
            )
