"""Running `privtool export`: the records of all blocks into one folder."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import msgspec
from msgspec import UNSET

from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.roots import audio_root
from privtool.core.blocks import Format
from privtool.core.paths import check_not_read, check_outside
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.record import FIELDS
from privtool.core.reporting import print_end
from privtool.core.writing import check_new_folder, whole_folder, writing
from privtool.stages.export import ExportBlock

_MARKS = {"kaldi": "wav.scp", "lhotse": "cuts.jsonl.gz"}
_HELD = {
    "kaldi": {"id", "text", "speaker", "audio_filepath", "offset", "duration"},
    "lhotse": {
        *("id", "text", "speaker", "audio_filepath", "offset", "duration", "words", "entities")
    },
}


def export_records(
    options: StreamOptions, format: str, out: Path, root: Path | None, force: bool
) -> None:
    """Write the folder, print one line of results on stdout and the summary on stderr."""
    check_new_folder(out, force, _MARKS[format])
    written = {"--output": options.output, "--rejects": options.rejects}
    check_not_read(written, options.inputs)
    check_outside(written, out)
    for path in options.inputs:
        check_outside({"an input": path}, out)
    write, unfit = _writer(format)
    make = partial(
        ExportBlock,
        audio_root(options.inputs, root),
        Format(options.input_format),
        options.rejects is not None,
        unfit,
    )
    counts: Counter[str] = Counter()
    lost: set[str] = set()
    started = time.perf_counter()
    with ExitStack() as stack:
        set_aside = stack.enter_context(Rejects(options))

        def utterances() -> Iterator[Utterance]:
            with results_of(make, options, set_aside) as results:
                for result in results:
                    for utterance in result.utterances:
                        check_outside({"the audio of a record": utterance.path}, out)
                        counts["records"] += 1
                        counts["milliseconds"] += round(utterance.duration * 1000)
                        lost.update(_fields(utterance) - _HELD[format])
                        yield utterance

        with whole_folder(out, force, _MARKS[format]) as folder:
            recordings = write(utterances(), folder)
        row = {
            "format": format,
            "records": counts["records"],
            "recordings": recordings,
            "hours": round(counts["milliseconds"] / 3_600_000, 4),
            "lost_fields": sorted(lost),
        }
        stack.enter_context(writing(options.output))(msgspec.json.encode(row) + b"\n")
    shown = [f"{counts['records']:,} records", f"{recordings:,} recordings"]
    print_end(options, shown, set_aside.count, time.perf_counter() - started)


def _writer(
    format: str,
) -> tuple[Callable[[Iterable[Utterance], Path], int], Callable[[Utterance], str | None] | None]:
    """What writes a folder, and what tells why an utterance does not fit into it."""
    if format == "kaldi":
        from privtool.audio.formats.kaldi import unfit_for_kaldi, write_kaldi

        return write_kaldi, unfit_for_kaldi
    from privtool.audio.formats.lhotse import write_lhotse

    return write_lhotse, None


def _fields(utterance: Utterance) -> set[str]:
    return {name for name in FIELDS if getattr(utterance.record, name) is not UNSET}
