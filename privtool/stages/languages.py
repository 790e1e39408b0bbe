"""Records of several languages: each goes to the stage of its language, or is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from privtool.core.blocks import Counts, Format, Outcome, Reversible, Stage, decode_lines
from privtool.core.errors import DataError, option
from privtool.core.language_marks import ENGLISH, LanguageOf, TextSoFar
from privtool.core.reading import Block
from privtool.core.record import Record, group_of, text_of
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.text.languages import languages, stated_language

IN_LANGUAGE = "language "  # counts: the records of a language that is not English


class RecordLanguage(NamedTuple):
    """Says which language a record has: the one that it states, else `chosen`.

    Without either, that of its group by `field`, or English. It may be one that is not ours.
    """

    chosen: str = ""
    field: str | None = None
    groups: Mapping[str, str] = {}

    def of(self, record: Record) -> str:
        stated = stated_language(record.language)
        if stated in languages():
            return stated
        if self.chosen or stated:
            return self.chosen or stated
        if self.field is None or not self.groups:
            return ENGLISH
        return self.groups.get(group_of(record, self.field) or "", ENGLISH)


class LanguageStage:
    """Gives records to the stage of their language, built when needed; refuses unknown ones."""

    def __init__(
        self, build: Callable[[str], Stage], language: RecordLanguage, known: Collection[str]
    ) -> None:
        self._build, self._language, self._known = build, language, known
        self._stages: dict[str, Stage] = {}
        self._originals: list[bytes] = []

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the outcomes of the stages; add to `counts` the records of each language."""
        for language, run in groupby(records, self._of):
            if language not in self._known:
                reason = (
                    f"the language of the text is '{language}', which the selected taggers do "
                    f"not support; {option('language')} {ENGLISH} treats it as English"
                )
                yield from (reason for _ in run)
                continue
            stated = list(run)
            if language != ENGLISH:
                counts[f"{IN_LANGUAGE}{language}"] += len(stated)
                stated = [
                    msgspec.structs.replace(record, language=language)
                    if record.language is UNSET
                    else record
                    for record in stated
                ]
            if language not in self._stages:
                self._stages[language] = self._build(language)
            yield from self._stages[language].process(stated, counts)
            self._originals.append(self._taken())

    def take_originals(self) -> bytes:
        """Return what the stages replaced since the last call, in the order of the records."""
        taken, self._originals = b"".join([*self._originals, self._taken()]), []
        return taken

    def _taken(self) -> bytes:
        stages = self._stages.values()
        return b"".join(each.take_originals() for each in stages if isinstance(each, Reversible))

    def _of(self, record: Record) -> str:
        try:
            return self._language.of(record)
        except DataError:  # of the field of groups: the stage reports it
            return ENGLISH


class LanguageTaggers:
    """A tagger for each language, loaded for the first text in it."""

    def __init__(
        self, load: Callable[[str], Tagger], language: RecordLanguage, known: Collection[str]
    ) -> None:
        self._tagger_of, self.language, self._known = cache(load), language, known

    def tag(self, texts: Sequence[str], of: Sequence[str]) -> list[list[Span]]:
        """Return the spans of texts in the languages `of`; none for one that is not known."""
        found: list[list[Span]] = [[] for _ in texts]
        for language in {*of} & {*self._known}:
            numbers = [number for number, each in enumerate(of) if each == language]
            spans = self._tagger_of(language).tag([texts[number] for number in numbers])
            for number, each in zip(numbers, spans, strict=True):
                found[number] = each
        return found


def read_languages(
    field: str, blocks: Iterable[Block], line_format: Format, language_of: LanguageOf
) -> dict[str, str]:
    """Read records and return the language of each group by `field` that is not English."""
    groups: dict[str, TextSoFar] = {}
    for block in blocks:
        for _, group, record in grouped_records(block, line_format, field):
            groups.setdefault(group, TextSoFar(language_of)).add(text_of(record))
    return {group: text.language for group, text in groups.items() if text.language != ENGLISH}


def grouped_records(
    block: Block, line_format: Format, field: str
) -> Iterator[tuple[int, str, Record]]:
    """Yield the records with a text and a group by `field`: their line, their group, themselves."""
    for number, record in decode_lines(block, line_format, keep_going=True)[0]:
        try:
            group = group_of(record, field)
        except DataError:
            continue
        if group is not None and record.text is not UNSET:
            yield number, group, record
