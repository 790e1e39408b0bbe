"""`privtool restore`: its options and its stage."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.core.blocks import Counts, Stage
from privtool.core.errors import DataError
from privtool.core.options import Opt
from privtool.core.pipeline import MakeStage, StreamOptions, check_stream
from privtool.core.reporting import nonzero
from privtool.core.sealed import unsealed
from privtool.workflows.config.fields import IdOptions, read_key
from privtool.workflows.config.texts import FieldOptions
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.stages.restore import OriginalsMap


@dataclass(frozen=True, kw_only=True)
class RestoreConfig(FilterConfig):
    """Restore the original text from a map of mask or surrogate.

    Reads safe records and the encrypted map of privtool mask --map or privtool surrogate --map;
    writes the records with their private text, without the fields that are about the safe one. A
    text that was edited, or an answer to it, gets back what is found in it: surrogates by their
    value, in any letter case; markers by their order, if there are as many as before. The summary
    says what was not found. Records belong together by their id, or by their line number if they
    have none.

    \b
    Examples, in data/sample:
      privtool mask --map map --key-file key --make-key raw.jsonl > safe.jsonl
      privtool restore --map map --key-file key safe.jsonl
      privtool restore --map map --key-file key < safe.jsonl > restored.jsonl
    """

    map: Annotated[Path, Opt("Map that mask or surrogate wrote; it is read whole.")]
    key_file: Annotated[Path, Opt("Secret key that the map was made with.")]
    fields: FieldOptions = FieldOptions()
    record_ids = IdOptions()  # no option: the map has the ids of the safe records

    def check(self, stream: StreamOptions) -> None:
        self.fields.check(stream)
        check_stream(stream, [self.map, self.key_file])

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:  # noqa: ARG002
        """Read and verify the map. Raise what `read_key` and `unsealed` raise."""
        from privtool.stages.restore import OriginalsMap

        lines = unsealed(self.map, read_key(self.key_file, make=False))
        try:
            originals = OriginalsMap(lines)
        except DataError as error:
            raise DataError(f"{self.map}: {error.message}") from None
        yield partial(self.build, originals)

    def build(self, originals: OriginalsMap) -> Stage:
        from privtool.stages.restore import RestoreStage

        return RestoreStage(originals, ordered=originals.head.fields == self.fields.field)

    def summary(self, counts: Counts) -> list[str]:
        titles = {"not found": "not found", "unknown": "records that the map does not have"}
        return [f"{counts['restored']:,} restored", *nonzero(counts, titles)]
