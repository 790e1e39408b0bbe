"""The life cycle of a filter: check its options, fetch what it reads, build its stage, run it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import ClassVar

from privtool.core.blocks import Counts, FilterBlock, Format, NewId
from privtool.core.device import ModelSource
from privtool.core.errors import PrivtoolError, UsageError, option
from privtool.core.language_marks import mark_languages
from privtool.core.named_fields import NamedFields
from privtool.core.options import options_of, values_of
from privtool.core.pipeline import MakeStage, OpenMap, StreamOptions, filter_block, run_filter
from privtool.core.reading import Block, ReadTwice
from privtool.core.reporting import ModelEntries, print_summary, say, summarizing
from privtool.core.resources import relax_gc
from privtool.core.spans import ReadEntities, cut_summary, refuse_cut
from privtool.workflows.config.fields import IdOptions, needs_unknown_fields
from privtool.workflows.config.texts import FieldOptions, LanguageOption


class FilterConfig(ABC):
    """The base of a filter's options. Its stage works on `block_lines` lines at a time."""

    block_lines: ClassVar[int] = 2048  # enough to fill batches, few enough to see results come
    model_options: ClassVar[tuple[str, ...]] = ()  # which name the models that are used
    record_ids: IdOptions
    fields: FieldOptions | None = None
    languages: LanguageOption | None = None

    @abstractmethod
    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""

    @abstractmethod
    def fetch(self, stream: StreamOptions) -> AbstractContextManager[MakeStage]:
        """Read or download, once for all processes, what the stage needs.

        The context yields a picklable function: each process builds its own stage.
        """

    @abstractmethod
    def summary(self, counts: Counts) -> Sequence[str]:
        """Return the parts of the summary line, besides the number of records and the time."""

    @property
    def models(self) -> Mapping[str, str]:
        """The names of the models that are used, by the options that name them."""
        values = values_of(self)
        return {name: values[name] for name in self.model_options if values[name] is not None}

    @property
    def reads_unknown_fields(self) -> bool:
        """Whether fields that privtool does not know are read: all, or those of `keep` alone."""
        keep = values_of(self).get("keep")
        return keep is None or needs_unknown_fields(keep)

    def new_id(self) -> NewId | None:
        """Return the function that gives records their ids, None to keep them."""
        return self.record_ids.new_id()

    def read_entities(self) -> ReadEntities | None:
        """Return what reads the entities of records that other tools wrote, if anything does."""
        return None

    @property
    def named_fields(self) -> NamedFields | None:
        """The fields that have the text, None for records."""
        keep = values_of(self).get("keep")
        return None if self.fields is None else self.fields.named(keep, self.added_fields)

    @property
    def open_map(self) -> OpenMap | None:
        """What opens the map of what the stage replaced, if there is one."""
        return None

    def marked(
        self,
        blocks: Iterable[Block],
        stream: StreamOptions,
        before: Callable[[], Iterable[Block]] = tuple,
    ) -> Iterable[Block]:
        """Return the blocks with the languages of their lines, if these are looked for.

        `before` reads what says more of a line.
        """
        if self.languages is None or self.languages.chosen or not self.marks_languages:
            return blocks
        from privtool.models.language import language_of

        return mark_languages(blocks, self.line_format(stream), language_of, before)

    @property
    def marks_languages(self) -> bool:
        """Whether the language of a line may be that of its source."""
        return True

    def check_all(self, stream: StreamOptions) -> None:
        """Raise what `check` raises, for the options of ids, too."""
        self.record_ids.check(stream)
        self.check(stream)

    def check_in_parts(self) -> None:
        """Raise `UsageError` if work on parts of the input has another outcome.

        What reads all records first does so in each worker, so it may work on parts.
        """
        if self.open_map is not None:
            raise UsageError(f"{option('map')}: each part would write a map of its own")

    def warnings(self, counts: Counts) -> Sequence[str]:  # noqa: ARG002
        """Return what the user should know of the outcome, a line each."""
        return ()

    @property
    def reads_input_twice(self) -> bool:
        """Whether the input is read before the stage works on it."""
        return False

    def conclude(self, counts: Counts) -> None:  # noqa: B027
        """Raise `PrivtoolError` where the outcome is a failure."""

    def lines_per_block(self, jobs: int) -> int:  # noqa: ARG002
        """Return how many lines to work on at a time in `jobs` processes."""
        return self.block_lines

    def as_table(self, stream: StreamOptions) -> StreamOptions:
        """Return the stream with what reads and writes its tables, if its input is one."""
        if self.fields is None:
            return stream
        return self.fields.as_table(stream, self.named_fields, ids=self.record_ids.ids)

    @property
    def added_fields(self) -> Sequence[str]:
        """The fields that become columns of a table."""
        return ()

    def prepare(self, stream: StreamOptions) -> None:
        """Fetch what the stage needs, for workers that fetch it again from where it is then."""
        with self.fetch(stream):
            pass

    def line_format(self, stream: StreamOptions) -> Format:
        """Return the format of lines that the stage works on."""
        return Format(
            stream.input_format,
            stream.output_format,
            self.reads_unknown_fields,
            new_id=self.new_id(),
            entities=self.read_entities(),
            fields=self.named_fields,
        )

    @contextmanager
    def block_work(self, stream: StreamOptions) -> Iterator[FilterBlock]:
        """Fetch what the stage needs, and yield what runs it over blocks in this process."""
        with self.fetch(stream) as build:
            yield filter_block(build, self.line_format(stream), stream.rejects is not None)

    def run(self, stream: StreamOptions) -> None:
        """Run the filter over its streams and report what it did."""
        relax_gc()  # before `fetch`, which may read all records
        self.check_all(stream)
        again = self.reads_input_twice and stream.blocks is None
        twice = ReadTwice(stream.inputs if again else ())
        stream = self.as_table(stream)
        with summarizing(stream, self) as summarize:
            with self.fetch(stream) as build:
                counts = run_filter(
                    build,
                    stream,
                    self.line_format(stream),
                    lines_per_block=self.lines_per_block(stream.jobs),
                    open_map=self.open_map,
                    mark=partial(self.marked, stream=stream),
                    conclude=partial(self._conclude, stream, twice),
                )
            if stream.summary is not None:
                summarize(counts, self.model_entries())
        self._report(stream, counts)

    def _conclude(self, stream: StreamOptions, twice: ReadTwice, counts: Counts) -> None:
        """Report a failure and raise its error, before the output has its name."""
        twice.check()
        try:
            self.conclude(counts)
        except PrivtoolError:
            self._report(stream, counts)
            raise

    def report_counts(self, stream: StreamOptions, counts: Counts) -> None:
        """Report what was done on parts; raise `PrivtoolError` where the outcome is a failure."""
        self._report(stream, counts)
        refuse_cut(counts)
        self.conclude(counts)

    def _report(self, stream: StreamOptions, counts: Counts) -> None:
        for warning in self.warnings(counts):
            say(stream, warning)
        parts = (*self.summary(counts), *cut_summary(counts), *self.record_ids.shown)
        print_summary(stream, counts, *(() if stream.quiet else parts))

    def model_entries(self) -> ModelEntries:
        """Identify the models, by their names and weights."""
        if not self.models:
            return {}
        from privtool.models.hub.resolve import identities_of

        values = values_of(self)
        source = ModelSource(*(bool(values.get(name)) for name in options_of(ModelSource)))
        backend = values.get("backend", "auto")
        return {role: identities_of(spec, source, backend) for role, spec in self.models.items()}
