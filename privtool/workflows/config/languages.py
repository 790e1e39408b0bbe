"""The option for the language of the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt

if TYPE_CHECKING:
    from collections.abc import Callable

    from privtool.core.blocks import Counts, Format
    from privtool.core.pipeline import StreamOptions
    from privtool.core.reading import Block
    from privtool.stages.languages import RecordLanguage

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

    def marked(
        self,
        blocks: Iterable[Block],
        line_format: Format,
        before: Callable[[], Iterable[Block]],
    ) -> Iterable[Block]:
        """Return blocks with the languages of their lines, if these are looked for."""
        if self.chosen:
            return blocks
        from privtool.core.language_marks import mark_languages
        from privtool.models.language import language_of

        return mark_languages(blocks, line_format, language_of, before)

    def of_records(
        self, field: str | None, stream: StreamOptions, line_format: Format
    ) -> RecordLanguage:
        """Return what says which language a record has; with a field, read its groups first."""
        from privtool.stages.languages import RecordLanguage, read_languages

        if self.chosen or field is None:
            return RecordLanguage(self.chosen)
        from privtool.core.pipeline import LINES_PER_BLOCK, input_twice
        from privtool.models.language import language_of

        blocks: Iterator[Block] = input_twice(stream, LINES_PER_BLOCK)
        return RecordLanguage(
            field=field, groups=read_languages(field, blocks, line_format, language_of)
        )
