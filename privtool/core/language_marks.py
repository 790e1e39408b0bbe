"""The language of each line of a stream, by the text of its source up to it.

A line never waits for another one, and its language does not depend on how blocks are cut: the
first lines of a source are English until its text is clearly something else, and after
`MOST_CHARACTERS` of text the language of a source is fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import UNSET

from privtool.core.blocks import Format, decode_lines
from privtool.core.reading import Block

ENGLISH = "en"
MOST_CHARACTERS = 500
LanguageOf = Callable[[str], str]


class TextSoFar:
    """The text of a source or group, as far as it counts, and its language."""

    __slots__ = ("_language_of", "_text", "language")

    def __init__(self, language_of: LanguageOf) -> None:
        self._language_of, self._text = language_of, ""
        self.language = ENGLISH

    @property
    def settled(self) -> bool:
        """Whether further text changes nothing."""
        return len(self._text) >= MOST_CHARACTERS

    def add(self, text: str) -> None:
        """Read more of it."""
        if not self.settled:
            self._text = f"{self._text}{text[:MOST_CHARACTERS]}\n"
            self.language = self._language_of(self._text)


def mark_languages(
    blocks: Iterable[Block],
    line_format: Format,
    language_of: LanguageOf,
    before: Callable[[], Iterable[Block]] = tuple,
) -> Iterator[Block]:
    """Yield blocks with the languages of their lines, none where all are English.

    `before` returns the blocks from the start of a source, for blocks that begin inside it.
    """
    so_far, source = TextSoFar(language_of), 0
    for block in blocks:
        if source != block.input:
            so_far = TextSoFar(language_of)
            for earlier in before() if block.first_line > 1 else ():
                if so_far.settled or earlier.first_line >= block.first_line:
                    break
                part = earlier.part(0, block.first_line - earlier.first_line)
                _languages(so_far, part, line_format)
        source = block.input
        languages = _languages(so_far, block, line_format)
        yield block._replace(languages=languages) if {*languages} - {ENGLISH} else block


def _languages(so_far: TextSoFar, block: Block, line_format: Format) -> list[str]:
    languages: list[str] = []
    for at in range(len(block.items)):
        if so_far.settled:
            return languages + [so_far.language] * (len(block.items) - len(languages))
        for _, record in decode_lines(block.part(at, at + 1), line_format, keep_going=True)[0]:
            if record.text is not UNSET:
                so_far.add(record.text)
        languages.append(so_far.language)
    return languages
