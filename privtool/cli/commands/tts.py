"""`privtool tts`."""

from __future__ import annotations

from typing import Annotated

import typer

from privtool.audio.editing.options import TtsMode
from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.model import Device, Offline
from privtool.workflows.config.synthesis import NewTurns

_LINES_PER_BLOCK = 16  # turns: a second or so of work


@streaming
def tts(
    stream: StreamOptions,
    new: NewTurns,
    engine: Annotated[
        str,
        typer.Option(metavar="NAME", help="espeak, or hf: and a VITS or SpeechT5 model."),
    ] = "espeak",
    engine_command: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND", help="A program instead: a phrase on its input, WAV on its output."
        ),
    ] = None,
    mode: Annotated[
        TtsMode,
        typer.Option(help="Speak the surrogates alone, or the whole of turns that have one."),
    ] = TtsMode.TOKEN,
    device: Device = "auto",
    offline: Offline = False,
) -> None:
    """Give surrogates a synthetic voice, in the recordings that they belong to.

    Reads records of surrogate: entities with audio_start and audio_end say where the recording
    still holds what the surrogates replace. There it gets room tone, and the surrogate. Every turn
    gets a file of its own in --out-dir, so that nothing written refers to the original recordings.
    A turn of which not all is known (drop_turn) is spoken throughout.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl | privtool surrogate -q > surrogates.jsonl
      privtool tts --audio-root speech --out-dir spoken/ surrogates.jsonl > safe.jsonl
      privtool tts --mode turn --match level --audio-root speech --out-dir t/ surrogates.jsonl
    """
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import hours_an_hour, print_summary
    from privtool.workflows.tts import TtsPlan

    plan = TtsPlan(
        engine=engine,
        engine_command=engine_command,
        mode=mode,
        new=new,
        inputs=stream.inputs,
        output=stream.output,
        device=device,
        offline=offline,
    )
    plan.check(stream)
    plan.prepare(progress=not stream.quiet)
    counts = run_filter(
        plan,
        stream,
        unknown_fields=new.needs_unknown_fields,
        lines_per_block=_LINES_PER_BLOCK,
    )
    print_summary(stream, counts, *plan.told(counts), hours_an_hour(counts))
