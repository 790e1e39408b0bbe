"""Text in columns of tables and in any field of JSON: the options, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.errors import UsageError, option
from privtool.core.field_paths import field_path
from privtool.core.options import Opt
from privtool.core.reading import source_name

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields
    from privtool.core.pipeline import StreamOptions, Table

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

    def named(self, keep: Sequence[str] | None, added: Sequence[str] = ()) -> NamedFields | None:
        """Return the fields; None if the text is that of records.

        `keep` are the fields to keep as they are, None for all; `added` new columns of a table.
        """
        if not self.field:
            return None
        from privtool.core.named_fields import ROW, NamedFields

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
