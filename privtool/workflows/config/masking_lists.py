"""The word lists that records were masked with: options of commands that fill or guess words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt

if TYPE_CHECKING:
    from privtool.text.word_lists import WordList


@dataclass(frozen=True, kw_only=True)
class MaskingLists:
    """The lists of `mask` that are not embedded."""

    list: Annotated[
        Path | None, Opt("The --list used for masking the records.", metavar="FILE")
    ] = None
    vocab: Annotated[
        Path | None, Opt("The --vocab used for masking the records.", metavar="FILE")
    ] = None
    top: Annotated[int | None, Opt("The --top of that vocabulary.", min=1)] = None
    min_count: Annotated[int | None, Opt("The --min-count of that vocabulary.", min=1)] = None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        if (self.top is not None or self.min_count is not None) and self.vocab is None:
            raise UsageError(
                f"{option('top')} and {option('min_count')} need {option('vocab')} FILE"
            )
        if self.top is not None and self.min_count is not None:
            raise UsageError(f"{option('top')} and {option('min_count')} exclude each other")

    def read(self) -> tuple[WordList, ...]:
        """Read the lists. Raise `UsageError` for a file that is not a list."""
        from privtool.text.word_lists import load_allow_list, load_vocabulary

        lists = () if self.list is None else (load_allow_list(self.list),)
        if self.vocab is None:
            return lists
        return (*lists, load_vocabulary(self.vocab, self.top, self.min_count))
