"""Adding up what shards were counted to be, into one output."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence

from privtool.core.blocks import Counts
from privtool.core.pipeline import StreamOptions
from privtool.shards.folder import WHOLE, Done, RunFolder
from privtool.workflows.shard_commands import Counting
from privtool.workflows.shard_work import added_up


def combine(
    folder: RunFolder, stream: StreamOptions, counting: Counting, done: Sequence[Done]
) -> Counts:
    """Write the output of the counts of all shards, and remove these; return what was counted.

    The mark is written first, so that an output with its name is complete: a private one is never
    released a second time because a mark is missing.
    """
    counts = added_up(done)
    files = stream.of_files(
        *map(folder.part, range(folder.count)),
        output=str(folder.part(WHOLE)),
        rejects=None,
        rejects_raw=False,
        summary=None,
        quiet=True,
        max_line_bytes=sys.maxsize,  # the limit is for the lines of the input
    )
    with folder.writing_whole(counting.private) as write:  # opened before anything is released
        data = counting.combined(files, counts)
        folder.write_done(
            Done(
                plan=folder.digest,
                shard=WHOLE,
                records_in=sum(each.records_in for each in done),
                records_out=data.count(b"\n"),
                rejected=counts["rejected"],
                seconds=counts["milliseconds"] / 1000,
                bytes=len(data),
                sha256=hashlib.sha256(data).hexdigest(),
                counts=dict(counts),
            )
        )
        write(data)
    return counts
