"""`privtool audit audio`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.audit_audio import AuditAudioConfig


@streaming
def audit_audio(stream: StreamOptions, config: AuditAudioConfig) -> None:
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
    from privtool.workflows.audit_run import run

    run(config, stream)
