"""`privtool export`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.export import ExportConfig


@streaming
def export(stream: StreamOptions, config: ExportConfig) -> None:
    """Write records in the formats of other tools.

    Audio stays in place and is referenced by absolute path; its length is read from the file.
    kaldi (also for ESPnet) writes wav.scp, segments, text, utt2spk and spk2utt. lhotse writes
    cuts.jsonl.gz, with words and entities. nemo writes manifest.json. whisper (with words and
    speakers, like WhisperX), vtt, srt, rttm and audacity write one file per recording, also of
    records without audio that have offset and duration.
    shar, audiofolder, parquet (Hugging Face) and webdataset contain the audio of each record.
    doccano and label-studio (tasks with predictions) hold texts and entities for people to correct.
    Prints one JSON line: counts, hours, and the fields that are lost.

    \b
    Examples, in data/sample:
      privtool export --to kaldi --out-dir kaldi/ speech/manifest.jsonl
      head -n 3 speech/manifest.jsonl | privtool export --to lhotse --out-dir c/ --audio-root speech
    """
    from privtool.workflows.export import run

    run(config, stream)
