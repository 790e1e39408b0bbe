"""`privtool redact`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.audio import ForceAudio, OutDir, Root
from privtool.workflows.config.fields import Keep, check_keep, needs_unknown_fields

_LINES_PER_BLOCK = 8  # as align has: what comes out of one goes into the other


class Replacement(str, Enum):
    """What private intervals become."""

    room = "room"
    silence = "silence"
    tone = "tone"


class Blank(str, Enum):
    """What stands in the text where private words were."""

    mask = "mask"
    by_class = "class"
    none = "none"


@streaming
def redact(
    stream: StreamOptions,
    out_dir: OutDir,
    replacement: Annotated[
        Replacement,
        typer.Option("--with", help="Private intervals become noise like that of the pauses, ..."),
    ] = Replacement.room,
    margin: Annotated[
        str,
        typer.Option(help="How much before and after goes, too; of other words half at most."),
    ] = "60ms",
    blank: Annotated[
        Blank, typer.Option(help="In the text: [MASK], the class ([PERSON], ...), or nothing.")
    ] = Blank.mask,
    drop_turn: Annotated[
        bool, typer.Option("--drop-turn", help="Leave out every record that has an entity.")
    ] = False,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Recognize what is left; fail if private words are heard."),
    ] = False,
    keep: Keep = None,
    audio_root: Root = None,
    force: ForceAudio = False,
) -> None:
    """Remove private words from audio and text.

    Needs entities (what is private in the text) and words (when each is said: privtool align).
    Writes the audio of each record into a folder, and id, text, audio_filepath, duration, words
    (those that are left) and masks. All samples outside the intervals stay as they were. Where
    the time of a private word is not known, or nothing is known of what is said, the whole turn
    is replaced.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl -o speech/a; privtool redact --out-dir w/ speech/a
      privtool redact --out-dir turns/ --drop-turn --keep speaker speech/manifest.jsonl
    """
    from privtool.audio.io.roots import audio_root as root_of
    from privtool.audio.io.writer import audio_folder
    from privtool.core.errors import PrivtoolError
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import hours_an_hour, print_summary
    from privtool.stages.redact import SCRUBBED, WRITTEN, RedactSettings
    from privtool.workflows.redact import RedactPlan, seconds_of

    kept = tuple(keep or ())
    check_keep(kept, WRITTEN, SCRUBBED)
    settings = RedactSettings(replacement.value, seconds_of(margin), blank.value, drop_turn, kept)
    root = root_of(stream.inputs, audio_root)
    plan = RedactPlan(settings, root, audio_folder(out_dir, stream.output, force), verify)
    counts = run_filter(
        plan,
        stream,
        unknown_fields=needs_unknown_fields(kept),
        lines_per_block=_LINES_PER_BLOCK,
    )
    parts = [f"{counts['private']:,} private words in {counts['intervals']:,} intervals"]
    parts += [f"{counts['others']:,} other words with them"] if counts["others"] else []
    parts += [f"{counts['whole_turns']:,} whole turns"] if counts["whole_turns"] else []
    parts += [f"{counts['dropped']:,} dropped"] if drop_turn else []
    parts += [f"{counts['recalled']:,} heard again"] if verify else []
    print_summary(stream, counts, *parts, hours_an_hour(counts))
    if counts["recalled"]:
        raise PrivtoolError(
            f"{counts['recalled']:,} private words can still be heard; give a larger --margin"
        )
