"""Which texts a command works on: columns of tables or any field of JSON, and their language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.blocks import Counts, Format
from privtool.core.errors import UsageError, option
from privtool.core.field_paths import field_path
from privtool.core.named_fields import ROW, SPANS, NamedFields
from privtool.core.options import Opt
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions, Table, input_twice
from privtool.core.reading import source_name

if TYPE_CHECKING:
    from privtool.stages.languages import RecordLanguage

TABLES = ("csv", "tsv", "parquet")


@dataclass(frozen=True, kw_only=True)
class FieldOptions:
    """The fields or columns that have the text, and what becomes of the others."""

    field: Annotated[
        tuple[str, ...],
        Opt(
            "Work on this column or field instead of text: a name, or a JSON pointer with * for "
            "any item of a list (/messages/*/content).",
            "PATH",
        ),
    ] = ()
    keep_others: Annotated[
        bool, Opt("Keep all other fields or columns as they are; any may hold private text.")
    ] = False
    input_format: Annotated[
        Literal["jsonl", "text", "csv", "tsv", "parquet"],
        Opt("Format of the input; a table (csv, tsv, parquet) needs --field."),
    ] = "jsonl"

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that do not fit each other."""
        form = stream.input_format
        for path in stream.inputs if form == "jsonl" else ():
            if (name := Path(path).suffix[1:].lower()) in TABLES:
                raise UsageError(
                    f"{source_name(path)}: a table needs {option('input_format')} {name} and "
                    f"{option('field')} COLUMN"
                )
        if form in TABLES and not self.field:
            raise UsageError(f"{option('input_format')} {form} needs {option('field')} COLUMN")
        if self.field and (form == "text" or stream.output_format == "text"):
            raise UsageError(f"{option('field')}: a text has no fields")
        if self.keep_others and not self.field:
            raise UsageError(f"{option('keep_others')} needs {option('field')}")
        for name in self.field:
            if field_path(name) == ("id",):
                raise UsageError(f"{option('field')} id: {option('ids')} replaces ids")
            if field_path(name)[0] in (*SPANS, "word_lists"):
                raise UsageError(f"{option('field')} {name}: commands write this field: rename it")

    def named(self, keep: Sequence[str] | None, added: Sequence[str] = ()) -> NamedFields | None:
        """Return the fields; None if the text is that of records.

        `keep` are the fields to keep as they are, None for all; `added` new columns of a table.
        """
        if not self.field:
            return None
        fields, kept = (tuple(map(field_path, names)) for names in (self.field, keep or ()))
        columns = tuple(added) if self.input_format in TABLES else None
        return NamedFields(
            fields, (*kept, (ROW,)), self.keep_others or keep is None, columns=columns
        )

    def as_table(
        self,
        stream: StreamOptions,
        fields: NamedFields | None,
        *,
        ids: str = "keep",
        reads_all: bool = False,
    ) -> StreamOptions:
        """Return the stream with what reads and writes its table, if its input is one.

        `reads_all` also reads what is neither named nor text or numbers.
        """
        form: str = stream.input_format
        if form not in TABLES or fields is None:
            return stream
        table: Table
        if form == "parquet":
            from privtool.core.parquet_tables import ParquetTable

            table = ParquetTable(fields, ids, reads_all=reads_all)
        else:
            from privtool.core.csv_tables import CsvTable

            table = CsvTable(form == "tsv", fields)
        return replace(stream, input_format="jsonl", table=table)


AUTO = "auto"


def language_summary(counts: Counts) -> tuple[str, ...]:
    """Return how many records are not English, by language."""
    from privtool.stages.languages import IN_LANGUAGE

    found = sorted(each for each in counts if each.startswith(IN_LANGUAGE))
    return tuple(f"{counts[each]:,} in {each.removeprefix(IN_LANGUAGE)}" for each in found)


@dataclass(frozen=True, kw_only=True)
class LanguageOption:
    """Which language the text is in."""

    language: Annotated[
        str,
        Opt(
            "Language of the text: auto, en, de, es, fr, it, nl or pt; the field 'language' of a "
            "record comes first.",
            "CODE",
        ),
    ] = AUTO

    @property
    def chosen(self) -> str:
        """The code of the language, empty if it is looked for."""
        return "" if self.language == AUTO else self.language

    def check(self) -> None:
        """Raise `UsageError` for a language that is not one of ours."""
        from privtool.text.languages import languages

        if self.chosen and self.chosen not in languages():
            names = ", ".join((AUTO, *languages()))
            raise UsageError(f"{option('language')}: '{self.language}' is not one of {names}")

    def of_records(
        self, field: str | None, stream: StreamOptions, line_format: Format
    ) -> RecordLanguage:
        """Return what says which language a record has; with a field, read its groups first."""
        from privtool.stages.languages import RecordLanguage, read_languages

        if self.chosen or field is None:
            return RecordLanguage(self.chosen)
        from privtool.models.language import language_of

        blocks = input_twice(stream, LINES_PER_BLOCK)
        return RecordLanguage(
            field=field, groups=read_languages(field, blocks, line_format, language_of)
        )
