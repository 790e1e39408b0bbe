"""From the options of `privtool splice` to its stage; picklable: each process builds its own."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from privtool.audio.editing.options import SpliceFallback
from privtool.audio.io.clips import conversion_summary
from privtool.audio.io.decode import read_info
from privtool.audio.io.roots import audio_root
from privtool.audio.word_index import ExcludedRegion, WordRun, build_index, open_index
from privtool.core.blocks import Counts, Format, first_error, parse_lines
from privtool.core.errors import UsageError
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions, watched_blocks
from privtool.core.record import Record
from privtool.core.reporting import percent
from privtool.stages.splice import SpliceSettings, SpliceStage
from privtool.stages.splice_sources import SourceCorpus, usable_runs
from privtool.text.english.spoken_words import first_reading
from privtool.workflows.config.synthesis import NewTurns

_RECORDINGS = 1024  # whose lengths are known at a time


class SplicePlan(NamedTuple):
    """The options of `privtool splice`; calling it makes the stage, once there is an index."""

    corpus: tuple[str, ...]
    only_speaker: bool
    fallback: SpliceFallback
    allow_private: bool
    new: NewTurns
    inputs: tuple[str, ...]
    output: str
    index_file: Path | None

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        if self.index_file is not None and self.index_file.exists() and self.corpus:
            raise UsageError(f"--index {self.index_file} is there already: leave --corpus away")
        self.new.check(stream, {"--index": self.index_file}, self.corpus)
        if self.corpus:
            audio_root(self.corpus, None)

    @contextmanager
    def indexed(self, stream: StreamOptions) -> Iterator[SplicePlan]:
        """The plan with an index that is there, made of the corpus if need be.

        Without --index it is deleted at the end. Raises what `build_index` and `open_index` raise.
        """
        self.new.prepare(self.output)
        if self.index_file is not None and self.index_file.exists():
            open_index(self.index_file, self.allow_private, self.new.margin)
            yield self
            return
        with tempfile.TemporaryDirectory(prefix="privtool-") as folder:
            path = self.index_file or Path(folder, "words.idx")
            build_index(path, self._turns(stream), self.allow_private, self.new.margin)
            yield self._replace(index_file=path)

    def __call__(self) -> SpliceStage:
        """Open the index and make the stage."""
        assert self.index_file is not None
        turns = self.new.turns(self.inputs, self.output)
        settings = SpliceSettings(self.only_speaker, self.fallback, first_reading)
        synthesizer = None
        if self.fallback is SpliceFallback.TTS:
            from privtool.models.tts.engines import Espeak
            from privtool.stages.tts import TurnSynthesizer

            synthesizer = TurnSynthesizer(Espeak(), self.new.match, turns)
        index = open_index(self.index_file, self.allow_private, self.new.margin)
        return SpliceStage(settings, turns, index, synthesizer)

    def told(self, counts: Counts) -> list[str]:
        """What the summary says."""
        turns = counts["turns"]
        words = counts["words own"] + counts["words other"]
        parts = [
            f"{turns:,} turns with surrogates",
            f"{counts['spliced']:,} spliced ({percent(counts['spliced'], turns)})",
            f"{counts['completed']:,} completed by --fallback",
            f"{counts['dropped']:,} dropped",
            f"{words:,} words taken ({percent(counts['words own'], words)} of the own speaker)",
        ]
        if counts["sources broken"]:
            parts.append(f"{counts['sources broken']:,} sources that cannot be read")
        return parts + conversion_summary(counts)

    def _turns(self, stream: StreamOptions) -> Iterator[WordRun | ExcludedRegion]:
        """What may be taken of the corpus; standard input is read to its end and set back."""
        inputs = self.corpus or self.inputs
        root = audio_root(inputs, None) if self.corpus else self.new.root(inputs)
        lengths = lru_cache(maxsize=_RECORDINGS)(read_info)
        files = SourceCorpus(root.path_of, lengths, self.new.margin, self.allow_private)
        if "-" in inputs:
            _keep_input()
        options = stream._replace(inputs=inputs, quiet=True)
        line_format, keep_going = Format(stream.input_format), stream.rejects is not None

        def runs_of(record: Record) -> list[WordRun | ExcludedRegion]:
            return list(usable_runs(record, files))

        for block in watched_blocks(options, LINES_PER_BLOCK):
            parsed, rejects = parse_lines(block, line_format, runs_of, keep_going)
            for _, found in parsed:
                yield from found
            if rejects and not keep_going:
                raise first_error(rejects)
        if "-" in inputs:
            os.lseek(0, 0, os.SEEK_SET)


def _keep_input() -> None:
    """Put all of standard input into a nameless file that takes its place."""
    if sys.stdin is None:
        raise UsageError("stdin is closed; name a file")
    with tempfile.TemporaryFile() as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.flush()
        os.dup2(kept.fileno(), 0)
    os.lseek(0, 0, os.SEEK_SET)
