"""`privtool vocab`: counting words over all blocks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from privtool.core.blocks import Counts, Format
from privtool.core.errors import UsageError, option
from privtool.core.options import Only, Opt, changed_options
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reporting import print_summary, say, summarizing
from privtool.core.writing import writing
from privtool.workflows.config.texts import FieldOptions
from privtool.workflows.private_vocab import PrivateRelease, add_units


@dataclass(frozen=True, kw_only=True)
class VocabConfig:
    """Count the words of records.

    Reads records with a text and writes one line per word: the word in lower case, a tab and its
    count, most frequent first. All commands use the same definition of a word.

    With --private, reads the output of privtool mask --annotate, and releases labels and masked
    words that many units share, with noise (differential privacy).

    \b
    Examples, in data/sample:
      privtool vocab --top 20 raw.jsonl
      privtool vocab --jobs 2 raw.jsonl speech/manifest.jsonl > vocab.tsv
      privtool vocab --labels < raw.jsonl | head -n 20
    """

    top: Annotated[
        int | None, Opt("Write only the N most frequent words.", min=1, default="all")
    ] = None
    min_count: Annotated[int, Opt("Write only words with at least this count.", min=1)] = 1
    labels: Annotated[
        bool, Opt("Count the words of entities, or of fills, with their labels; for fill --public.")
    ] = False
    fields: Annotated[FieldOptions, Only("field", "input_format")] = FieldOptions()
    release: PrivateRelease = PrivateRelease()
    output_format: Annotated[Literal["vocab"], Opt("Format of the output.", hidden=True)] = "vocab"

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self.fields.check(stream)
        if self.labels and stream.input_format == "text":
            raise UsageError(f"{option('labels')} reads records with entities")
        counting = ("top", "min_count", "labels")
        idle = next((each for each in changed_options(self) if each in counting), None)
        if self.release.private and idle is not None:
            raise UsageError(
                f"{option('private')} releases what its threshold allows: remove {option(idle)}"
            )
        self.release.check(stream)

    def counted(self, stream: StreamOptions, set_aside: Rejects) -> tuple[Counts, Any]:
        """Count the words of all blocks, or those of units; return how many there were, and these.

        Writes rejects, and nothing else.
        """
        started = time.perf_counter()
        counts: Counts = Counter()
        make, add, total = self._counting(stream)
        with set_aside as rejects, results_of(make, stream, rejects) as results:
            for part in results:
                counts.update(add(total, part))
            counts["rejected"] = rejects.count
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        return counts, total

    def _counting(self, stream: StreamOptions) -> tuple[Any, Callable[[Any, Any], Counts], Any]:
        """Return what makes the counter of blocks, what adds up its results, and an empty total."""
        fields, keep_going = self.fields.named(None), stream.rejects is not None
        if self.release.private:
            return self.release.gathering(stream, fields), add_units, {}
        from privtool.stages.vocab import CountBlock, CountLabels, add_words

        block = CountLabels if self.labels and stream.input_format == "jsonl" else CountBlock
        line_format = Format(stream.input_format, fields=fields)
        return partial(block, line_format, keep_going), add_words, Counter()

    def output(self, total: Any, stream: StreamOptions, counts: Counts) -> tuple[bytes, list[str]]:
        """Return the output for what was counted, and what to say of it; add to `counts`."""
        if self.release.private:
            return self.release.output(stream, total, counts)
        from privtool.stages.vocab import vocabulary_lines

        data = vocabulary_lines(total, self.top, self.min_count)
        counts["words"], counts["distinct"] = total.total(), data.count(b"\n")
        words = f"{counts['words']:,} words"
        return data, [words, f"{counts['distinct']:,} distinct words written"]


def run(config: VocabConfig, options: StreamOptions) -> None:
    """Count, write the vocabulary or release, and report what was counted and written."""
    config.check(options)
    options = config.fields.as_table(options, config.fields.named(None))
    rejects = Rejects(options)  # its usage errors before the output is opened
    with summarizing(options, config) as summarize:
        with writing(options.output) as write:
            counts, total = config.counted(options, rejects)
            data, shown = config.output(total, options, counts)
            write(data)
        summarize(counts)
    print_summary(options, counts, *shown)
    if config.release.private and counts["rejected"]:
        say(options, "note: the units of rejected records are not in the release")
