"""The life cycle of a trainer: check its options, train, write the results."""

from __future__ import annotations

import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from privtool.core.distributed import rank, ranks
from privtool.core.errors import UsageError, option
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import print_end
from privtool.core.run_summary import counts_of, summarizing
from privtool.core.writing import writing


class Trained(NamedTuple):
    """The results of a training, the parts of the summary line, and the number of rejected lines.

    Only the first of several processes has results.
    """

    results: dict[str, Any]
    shown: Sequence[str] = ()
    rejected: int = 0


class TrainConfig(ABC):
    """The base of a trainer's options."""

    @abstractmethod
    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what does not exist."""

    @abstractmethod
    def train(self, stream: StreamOptions) -> Trained:
        """Read the records, train, evaluate and save; write nothing to standard output."""

    def run(self, stream: StreamOptions) -> None:
        """Train, write the results as one JSON line, and report them.

        The output is opened first: one that cannot be written fails before the training.
        """
        self.check(stream)
        started = time.perf_counter()
        stream = self._for_this_rank(stream)
        with summarizing(stream, self) as summarize:
            with writing(stream.output) as write:
                trained = self.train(stream)
                write(json.dumps(trained.results).encode() + b"\n")
            seconds = time.perf_counter() - started
            summarize(counts_of(seconds, trained.rejected))
        if trained.results:
            print_end(stream, trained.shown, trained.rejected, seconds)

    def reads_stdin(self, stream: StreamOptions) -> bool:
        """Return whether the command reads standard input."""
        return "-" in stream.inputs

    def _for_this_rank(self, stream: StreamOptions) -> StreamOptions:
        """Return the options of this `torchrun` process; only the first one writes.

        Raise `UsageError` for streams that several processes cannot share.
        """
        if ranks() == 1:
            return stream
        if self.reads_stdin(stream):
            raise UsageError("several processes cannot share standard input: name the files")
        if stream.rejects is not None:
            raise UsageError(
                f"several processes cannot share {option('rejects')}: clean the text first"
            )
        if rank() == 0:
            return stream
        return replace(stream, output=os.devnull, summary=None, quiet=True)
