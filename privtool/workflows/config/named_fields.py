"""Text in columns of tables and in any field of JSON: the options, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.errors import UsageError, option
from privtool.core.field_paths import field_path
from privtool.core.options import Opt

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields
    from privtool.core.pipeline import StreamOptions

TABLES = ("csv", "tsv")


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
        Literal["jsonl", "text", "csv", "tsv"],
        Opt("Format of the input; a table (csv, tsv) needs --field, and so is the output."),
    ] = "jsonl"

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that do not fit each other."""
        if self.input_format in TABLES and not self.field:
            table = f"{option('input_format')} {self.input_format}"
            raise UsageError(f"{table} needs {option('field')} COLUMN")
        if self.field and (self.input_format == "text" or stream.output_format == "text"):
            raise UsageError(f"{option('field')}: a text has no fields")
        if self.keep_others and not self.field:
            raise UsageError(f"{option('keep_others')} needs {option('field')}")
        for name in self.field:
            field_path(name)

    def named(self, keep: Sequence[str] | None) -> NamedFields | None:
        """Return the fields; None if the text is that of records.

        `keep` are the fields to keep as they are, None for all.
        """
        if not self.field:
            return None
        from privtool.core.named_fields import NamedFields

        fields, kept = (tuple(map(field_path, names)) for names in (self.field, keep or ()))
        return NamedFields(fields, kept, self.keep_others or keep is None)

    def as_table(self, stream: StreamOptions, keep: Sequence[str] | None) -> StreamOptions:
        """Return the stream with what reads and writes its table, if its input is one."""
        if self.input_format not in TABLES:
            return stream
        from privtool.core.csv_tables import CsvTable

        kept = None if self.keep_others or keep is None else {"id", *self.field, *keep}
        table = CsvTable(self.input_format == "tsv", self.field, kept)
        return replace(stream, input_format="jsonl", table=table)
