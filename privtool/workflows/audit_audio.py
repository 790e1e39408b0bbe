"""`privtool audit audio`: its options, the original records, and what is known across records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.audit.counts import Counts, parse_unit
from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import UsageError, option
from privtool.core.options import Only, Opt
from privtool.core.pipeline import StreamOptions
from privtool.workflows.auditing import Audit, AuditConfig, AuditOptions, Findings
from privtool.workflows.config.audio import AudioRootOption
from privtool.workflows.config.fields import Offsets, read_entities
from privtool.workflows.config.recognition import SPHINX, RecognitionOptions
from privtool.workflows.datasets.read_records import add_records

if TYPE_CHECKING:
    from privtool.stages.audit_audio import AcrossAudio, AuditAudioStage
    from privtool.stages.compared_audio import Originals
    from privtool.text.scoring.bootstrap import Totals

_MANIFEST = "manifest.jsonl"


@dataclass(frozen=True, kw_only=True)
class AuditAudioConfig(AuditConfig):
    """Measure what remains of private words in safe audio.

    Compares the audio of safe records (from redact, tts, splice or any other tool) with that of
    original records of the same ids, in which entities mark what is private and words have times
    (align). Writes one JSON object of figures: private words that recognizers still hear, of those
    that they heard before; private words that were not fully replaced, whose audio correlates with
    the original, or that have no time; records with private words outside the audio; voices that
    were kept; public audio that was changed. Every figure has counts and a 95 % interval over
    units. No figure contains text or file names.

    \b
    Examples, in data/sample:
      head -n 2 speech/manifest.jsonl | privtool align --audio-root speech > speech/a.jsonl
      privtool redact --out-dir q/ speech/a.jsonl | privtool audit audio --before speech/a.jsonl
      privtool audit audio --before speech/a.jsonl --table speech/a.jsonl > untouched.json
    """

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
    runtime: Annotated[Runtime, Only("device")] = Runtime()
    source: ModelSource = ModelSource()
    offsets: Offsets = None
    audit: AuditOptions = AuditOptions()
    command: ClassVar[str] = "audit audio"
    block_lines: ClassVar[int] = 8  # some seconds of work

    @property
    def manifest(self) -> Path | None:
        """The file with the original records."""
        return self.before / _MANIFEST if self.before and self.before.is_dir() else self.before

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        return {"before": self.manifest}

    def check(self, stream: StreamOptions) -> None:
        if self.before is None:
            raise UsageError(f"{option('before')} PATH is required: the original records and audio")
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

    def fetch(self, stream: StreamOptions) -> Audit:
        from privtool.stages.audit_audio import AcrossAudio
        from privtool.stages.compared_audio import Originals

        found = AcrossAudio()
        before = audio_root((str(self.manifest),), self.before_root)
        after = audio_root(stream.inputs, self.audio_root)
        originals = Originals(parse_unit(self.audit.unit), before)
        entities = read_entities(self.offsets)
        add_records(self.manifest, stream, originals.add, entities=entities)
        for options in self.listeners:
            options.fetch(progress=not stream.quiet)
        described = [each.describe().values() for each in self.listeners]
        return Audit(
            "+".join([f"keywords+{SPHINX}", *(",".join(map(str, each)) for each in described)]),
            partial(self.build, originals, before, after),
            found.add,
            partial(_findings, originals, found),
        )

    def build(self, originals: Originals, before: AudioRoot, after: AudioRoot) -> AuditAudioStage:
        """Load the recognizers, and build the stage."""
        from privtool.models.sphinx.recognizer import sphinx_spotters
        from privtool.stages.audit_audio import AuditAudioStage
        from privtool.stages.hearing import RecognizerSpotter

        spotters = sphinx_spotters()
        for number, options in enumerate(self.listeners, 1):
            spotters.append(RecognizerSpotter(f"recognizer {number}", options.load()))
        return AuditAudioStage(originals, before, after, spotters)


def _findings(originals: Originals, found: AcrossAudio, totals: Totals) -> Findings:
    """Say what was not measured and whether voices were anonymized."""
    notes = list(_notes(totals.counts))
    if missing := originals.missing(found.ids):
        notes.append(f"{missing:,} of {len(originals):,} original records have no output")
    largest = {"samples": round(found.samples, 6), "log_mel": round(found.mel, 6)}
    return Findings(notes=notes, extra={"largest_correlation": largest})


def _notes(counts: Counts) -> Iterator[str]:
    private, heard = counts["heard_before||attack|of"], counts["heard_before||attack|hits"]
    if heard < private:
        yield (
            f"{private - heard:,} of {private:,} private words were not heard before either: "
            "whether they can be heard is not measurable"
        )
    voices, records = counts["voice_kept||attack|hits"], counts["voice_kept||attack|of"]
    if voices:
        yield (
            f"the voice is not anonymized: {voices:,} of {records:,} records have audio of the "
            "original speaker"
        )
    elif records:
        yield "no record has audio of its original speaker"
    if records:
        yield "whether a speaker verifier recognizes the speakers (EER) was not measured"
