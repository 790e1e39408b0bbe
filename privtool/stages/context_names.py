"""Names of a conversation: found in one record, private in all records with the same field.

The same is known of turns that are parts of a dictated value (`stages/conversations.py`). Both are
read before any record is masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from privtool.core.blocks import Format
from privtool.core.errors import option
from privtool.core.pipeline import Make, StreamOptions, input_twice, map_blocks
from privtool.core.reading import Block
from privtool.core.record import Record, group_of, text_of
from privtool.core.reporting import say
from privtool.core.spans import Span
from privtool.stages.conversations import (
    MOST_NAMES,
    DictatedTurns,
    NameSet,
    TurnSign,
    context_of_turn,
    is_dictated,
    is_short,
    name_hash,
    turn_sign,
)
from privtool.stages.languages import LanguageTaggers, grouped_records
from privtool.text.detection.dictation.turns import read_turn
from privtool.text.detection.names.repeated import named_words, names_of, plain_names_of
from privtool.text.labels import LIKELY, Label

_PERSON = Label.PERSON.value
_LONGEST_BEFORE = 200  # characters of the turn before
_BETWEEN = "\n"


class ContextNames(NamedTuple):
    """The names of each context, as hashes in bounded memory."""

    field: str
    known: NameSet

    def extended(
        self, batch: Sequence[tuple[Record, str]], found: Sequence[Sequence[Span]]
    ) -> list[list[Span]]:
        """Return the spans of each text, and the names of its context after them."""
        return [
            [*spans, *self.spans(record, text)]
            for (record, text), spans in zip(batch, found, strict=True)
        ]

    def spans(self, record: Record, text: str) -> list[Span]:
        """Return the names of its record's context in a text, and dictated digits and letters."""
        group = group_of(record, self.field)
        if group is None:
            return []
        contexts = [group, context_of_turn(group, text)] if is_short(text) else [group]

        def is_private(name: str) -> bool:
            return any(name_hash(context, name) in self.known for context in contexts)

        spans = [Span(*place, _PERSON, LIKELY) for place in named_words(text, is_private)]
        return spans + self.dictated(record, text)

    def dictated(self, record: Record, text: str) -> list[Span]:
        """Return the digits and letters of a turn that is a part of a dictated value."""
        group = group_of(record, self.field)
        dictated = group is not None and is_dictated(self.known, group, text)
        return list(read_turn(text).items) if dictated else []


class Turn(NamedTuple):
    """The line of a record, its context, text and language, and the end of the turn before."""

    line: int
    group: str
    text: str
    language: str
    before: str


# The source of a block, hashes of its pairs of context and name, and the signs of its turns.
BlockFindings = tuple[str, set[int], list[TurnSign]]


class NameCollector:
    """Collects the hashes of names in blocks of lines; bad lines are left to the stage.

    With `dictation` also the signs of turns that may be parts of dictated values.

    A short turn is read alone and after the turn before it, if that has the same context: an
    answer alone is no evidence of a name ("and your last name?", "stone"). What is found by the
    question is private in the answer; in other turns it is if it is no common word.
    """

    def __init__(
        self, tagger: LanguageTaggers, field: str, line_format: Format, *, dictation: bool = False
    ) -> None:
        self._tagger, self._field, self._format = tagger, field, line_format
        self._dictation = dictation

    def __call__(self, block: Block) -> BlockFindings:
        turns = list(self._turns(block))
        found: set[int] = set()
        alone = self._tagger.tag([turn.text for turn in turns], [turn.language for turn in turns])
        for turn, spans in zip(turns, alone, strict=True):
            found.update(name_hash(turn.group, name) for name in names_of(turn.text, spans))
        answers = [turn for turn in turns if turn.before and is_short(turn.text)]
        together = self._tagger.tag(
            [turn.before + _BETWEEN + turn.text for turn in answers],
            [turn.language for turn in answers],
        )
        for (_, group, text, _, before), spans in zip(answers, together, strict=True):
            here = list(_within(spans, len(before) + len(_BETWEEN), len(text)))
            context = context_of_turn(group, text)
            found.update(name_hash(context, name) for name in plain_names_of(text, here))
            found.update(name_hash(group, name) for name in names_of(text, here))
        heard = turns if self._dictation else []
        signs = [turn_sign(turn.line, turn.group, turn.text) for turn in heard]
        return block.source, found, signs

    def _turns(self, block: Block) -> Iterator[Turn]:
        """Yield the records with a context and a text."""
        last, before = (0, ""), ""  # number of the line and context
        for number, group, record in grouped_records(block, self._format, self._field):
            text, previous = text_of(record), before if last == (number - 1, group) else ""
            yield Turn(number, group, text, self._tagger.language.of(record), previous)
            last, before = (number, group), text[-_LONGEST_BEFORE:]


def _within(spans: Iterable[Span], start: int, length: int) -> Iterator[Span]:
    """Yield the parts of spans in the text that begins at `start`, in its offsets."""
    for span in spans:
        first, stop = max(span.start - start, 0), min(span.end - start, length)
        if first < stop:
            yield span._replace(start=first, end=stop)


def read_names(
    field: str, make: Make[BlockFindings], stream: StreamOptions, lines_per_block: int
) -> ContextNames:
    """Read the inputs once and return the names of each context; `make` builds the collector.

    Standard input is kept in an unnamed file, to be read again. Warn of too many names.
    """
    names = NameSet()
    blocks = _overlapping(input_twice(stream, lines_per_block))
    dictated = DictatedTurns()
    last = ("", 0)
    with closing(map_blocks(make, blocks, stream.jobs)) as findings:
        for source, found, signs in findings:
            names.add_all(found)
            for sign in signs:
                if (source, sign.line) != last:  # a block repeats the line before it
                    names.add_all(dictated.add(sign))
                last = (source, sign.line)
    if names.size > MOST_NAMES:
        say(
            stream,
            f"{option('context')}: over {MOST_NAMES:,} names, so that more words than names are "
            "masked; split the input",
        )
    return ContextNames(field, names)


def _overlapping(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks, each after the line before it, which may be a question."""
    last = Block("", 0, [])
    for block in blocks:
        end = last.part(len(last.items) - 1, len(last.items))
        if end.items[0:1] != [None] and (end.source, end.first_line + 1) == block[:2]:
            lines, rows = [*end.lines, *block.lines], [*end.rows, *block.rows]
            yield block._replace(first_line=end.first_line, lines=lines, rows=rows, languages=())
        else:
            yield block
        last = block if block.items else last
