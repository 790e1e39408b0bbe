"""`privtool vocab`: counting words over all blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from privtool.core.errors import UsageError, option
from privtool.core.options import Only, Opt, changed_options
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.run_summary import summarizing
from privtool.core.writing import writing
from privtool.workflows.config.named_fields import FieldOptions
from privtool.workflows.config.private_release import PrivateRelease

if TYPE_CHECKING:
    from privtool.workflows.word_counts import Counting


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
      privtool vocab < raw.jsonl > part.tsv
      privtool vocab --input-format vocab part.tsv part.tsv | head -n 20
    """

    top: Annotated[
        int | None, Opt("Write only the N most frequent words.", min=1, default="all")
    ] = None
    min_count: Annotated[int, Opt("Write only words with at least this count.", min=1)] = 1
    labels: Annotated[
        bool, Opt("Count the words of entities, or of fills, with their labels; for fill --public.")
    ] = False
    fields: Annotated[FieldOptions, Only("field")] = FieldOptions()
    input_format: Annotated[
        Literal["jsonl", "text", "csv", "tsv", "parquet", "vocab", "gathered"],
        Opt(
            "Format of the input; a table (csv, tsv, parquet) needs --field; vocab merges earlier "
            "outputs, gathered those of --gather."
        ),
    ] = "jsonl"
    release: PrivateRelease = PrivateRelease()
    output_format: Annotated[Literal["vocab"], Opt("Format of the output.", hidden=True)] = "vocab"

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self.fields.check(stream)
        if self.fields.field and self.input_format in ("vocab", "gathered"):
            raise UsageError(f"{option('field')} reads records")
        if self.labels and self.input_format == "text":
            raise UsageError(f"{option('labels')} reads records with entities")
        idle = next((each for each in changed_options(self) if each in _COUNTING), None)
        if self.release.private and idle is not None:
            raise UsageError(
                f"{option('private')} releases what its threshold allows: remove {option(idle)}"
            )
        self.release.check(stream, self.input_format)

    def counting(self, stream: StreamOptions) -> Counting[Any, Any]:
        """Return how blocks are counted, and added up."""
        fields = self.fields.named(None)
        if self.release.private and not self.release.gather:
            from privtool.models.differential_privacy import check_installed

            check_installed()  # before all is counted
        if self.release.private:
            from privtool.workflows.private_vocab import UnitCounting

            return UnitCounting(self.release, stream, fields)
        from privtool.workflows.word_counts import WordCounting

        return WordCounting(stream, fields, self.labels, self.top, self.min_count)


_COUNTING = ("top", "min_count", "labels")


def run(config: VocabConfig, options: StreamOptions) -> None:
    """Count, write the vocabulary or release, and report what was counted and written."""
    config.check(options)
    options = config.fields.as_table(options, config.fields.named(None))
    counting = config.counting(options)
    rejects = Rejects(options)  # its usage errors before the output is opened
    with summarizing(options, config) as summarize:
        with writing(options.output, private=counting.private) as write:
            counts, total = counting.total(options, rejects)
            write(counting.output(total, options, counts))
        summarize(counts)
    counting.report(options, counts)
