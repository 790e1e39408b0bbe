"""`privtool splice`: its options and its stage."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.audio.io.roots import audio_root
from privtool.audio.word_index import ExcludedRegion, UsableWords, WordRun, build_index, open_index
from privtool.core.blocks import Counts, Format, Stage, first_error, parse_lines
from privtool.core.errors import DataError, UsageError, option
from privtool.core.options import Opt
from privtool.core.pipeline import LINES_PER_BLOCK, MakeStage, StreamOptions, input_twice
from privtool.core.record import Record
from privtool.core.reporting import audio_summary, nonzero, percent
from privtool.core.writing import temporary_folder
from privtool.workflows.config.audio import (
    NewTurns,
    Transcript,
    Voice,
    least_confidence,
    overlapped_turns,
)
from privtool.workflows.config.fields import IdOptions
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.stages.turns import TurnEditor

_KNOWN_LENGTHS = 1024  # recordings
_NEVER = 1e9  # seconds


@dataclass(frozen=True, kw_only=True)
class SpliceConfig(FilterConfig):
    """Assemble surrogates from words spoken elsewhere in the corpus.

    Reads the output of surrogate, with word times. Searches the corpus for the longest runs of
    words of each surrogate, cuts them out, matches the level of the turn and crossfades them into
    the turn. Never takes a word from a place where it is private. Each turn gets its own file
    in --out-dir; words get their new times.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl | privtool surrogate -q > surrogates.jsonl
      privtool splice --fallback tts --audio-root speech --out-dir s/ surrogates.jsonl > safe.jsonl
      privtool splice --only speaker --index i --audio-root speech --out-dir d/ < surrogates.jsonl
    """

    new: NewTurns
    index: Annotated[Path | None, Opt("Index of the corpus; created if it does not exist.")] = None
    corpus: Annotated[
        tuple[Path, ...],
        Opt(
            "Aligned records to take words from, with private parts marked as entities.",
            default="the input itself",
        ),
    ] = ()
    only: Annotated[
        Literal["speaker"] | None,
        Opt("Take only words of the turn's own speaker, which are preferred anyway."),
    ] = None
    fallback: Annotated[
        Literal["drop-turn", "drop-part", "tts"],
        Opt("What to do with a turn if a surrogate is not found."),
    ] = "drop-turn"
    voice: Voice = Voice()
    allow_private_source: Annotated[
        bool, Opt("Also take words from places where they are private.")
    ] = False
    transcript: Transcript = "asr"
    record_ids: IdOptions = IdOptions()
    block_lines = 64  # turns: a second or so of work
    reads_input_twice = True  # first for what is private in overlapping records, and for words

    def check(self, stream: StreamOptions) -> None:
        self.voice.check()
        if self.fallback != "tts" and not self.voice.is_default:
            raise UsageError(
                f"{option('engine')} and {option('engine_command')} are for "
                f"{option('fallback')} tts"
            )
        if self.index is not None and self.index.exists() and self.corpus:
            raise UsageError(
                f"{option('index')} {self.index} exists already: remove {option('corpus')}"
            )
        self.new.check(stream, {option("index"): self.index}, self._corpus)
        if self.corpus:
            audio_root(self._corpus, None)

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Create the folder, and build or open the index; without `index` it is temporary."""
        self.voice.fetch(progress=not stream.quiet)
        with temporary_folder() as folder:
            path = self.index or folder / "words.idx"
            if path.exists():
                open_index(path, self._usable)
            turns = self.new.editor(stream, self.new_id(), folder / "times")
            if not path.exists():
                build_index(path, self._turns(stream), self._usable)
            yield partial(self.build, turns, path)

    def build(self, turns: TurnEditor, index_file: Path) -> Stage:
        """Open the index and build the stage."""
        from privtool.stages.splice import SpliceStage

        synthesizer = None
        if self.fallback == "tts":
            from privtool.stages.tts import TurnSynthesizer

            synthesizer = TurnSynthesizer(self.voice.load(), self.new.match, turns)
        return SpliceStage(
            turns,
            open_index(index_file, self._usable),
            only_speaker=self.only is not None,
            drop_part=self.fallback == "drop-part",
            synthesizer=synthesizer,
            private=None if self.allow_private_source else turns.times,
        )

    def check_in_parts(self) -> None:
        """Raise `UsageError` without an index that all parts share."""
        if self.index is None:
            raise UsageError(f"all parts need the same words: name {option('index')} FILE")

    @property
    def models(self) -> Mapping[str, str]:
        """The voice of what is not found, if there is one."""
        return self.voice.models if self.fallback == "tts" else {}

    def summary(self, counts: Counts) -> list[str]:
        turns = counts["turns"]
        words = counts["words own"] + counts["words other"]
        return [
            f"{turns:,} turns with surrogates",
            f"{counts['spliced']:,} spliced ({percent(counts['spliced'], turns)})",
            f"{counts['completed']:,} completed by {option('fallback')}",
            f"{counts['dropped']:,} dropped",
            *overlapped_turns(counts),
            f"{words:,} words taken ({percent(counts['words own'], words)} of the own speaker)",
            *nonzero(counts, {"sources broken": "sources that cannot be read"}),
            *audio_summary(counts),
        ]

    @property
    def _usable(self) -> UsableWords:
        return UsableWords(
            self.allow_private_source, self.new.margin, least_confidence(self.transcript)
        )

    @property
    def _corpus(self) -> tuple[str, ...]:
        return tuple(map(str, self.corpus))

    def _turns(self, stream: StreamOptions) -> Iterator[WordRun | ExcludedRegion]:
        """Yield the usable words of the corpus; standard input is read to its end and rewound."""
        from privtool.audio.io.decode import read_info
        from privtool.stages.splice import usable_runs

        inputs = self._corpus or stream.inputs
        root = audio_root(inputs, None if self.corpus else self.new.audio_root)
        lengths = lru_cache(maxsize=_KNOWN_LENGTHS)(read_info)
        options = stream.of_files(*inputs) if self.corpus else stream
        line_format, keep_going = Format(stream.input_format), stream.rejects is not None

        def runs_of(record: Record) -> list[WordRun | ExcludedRegion]:
            try:
                return list(usable_runs(record, root.path_of, lengths, self._usable))
            except DataError:
                if self.corpus:
                    raise
                # The stage reads the record, too, and decides. What is private in its recording is
                # not known, so nothing is taken from there.
                return [ExcludedRegion(os.path.realpath(root.path_of(record)), 0.0, _NEVER)]

        for block in input_twice(options, LINES_PER_BLOCK):
            parsed, rejects = parse_lines(block, line_format, runs_of, keep_going)
            for _, found in parsed:
                yield from found
            if rejects and not keep_going:
                raise first_error(rejects)
