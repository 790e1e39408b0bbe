"""Words that markup cuts are read whole: `<b>Tam</b>sin` is one name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.text.labels import Label
from privtool.text.markup import PlainText, plain_text, tag_names
from privtool.text.word_lists import WordList
from privtool.text.words import words


class MarkupTagger(NamedTuple):
    """Finds what a tagger finds in texts with and without their markup, but never tags.

    Words that markup cuts are private if one of the lists lacks them as a whole.
    """

    tagger: Tagger | None
    lists: Sequence[WordList]

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text; those in cut words are one for each part."""
        plain = [plain_text(text) for text in texts]
        if not any(plain):
            return self.tagger.tag(texts) if self.tagger else [[] for _ in texts]
        read = [each.text for each in plain if each]
        found = self.tagger.tag([*texts, *read]) if self.tagger else [[] for _ in [*texts, *read]]
        of_plain = iter(found[len(texts) :])
        return [
            spans if each is None else self._together(text, each, spans, next(of_plain))
            for text, each, spans in zip(texts, plain, found, strict=False)
        ]

    def _together(
        self, text: str, plain: PlainText, spans: Sequence[Span], of_plain: Sequence[Span]
    ) -> list[Span]:
        tags = tag_names(text)
        read = [*of_plain, *self._unlisted(plain)]
        return [rest for span in [*_pieces(plain, read), *spans] for rest in _outside(span, tags)]

    def _unlisted(self, plain: PlainText) -> Iterator[Span]:
        """Yield the words that markup cuts and that a list lacks."""
        for word in words(plain.text) if self.lists else ():
            cut = len(list(plain.pieces(word.start, word.end))) > 1
            if cut and not all(listed.keeps(word.key) for listed in self.lists):
                yield Span(word.start, word.end, Label.WORD.value)


def through_markup(find: Callable[[str], list[Span]], text: str) -> list[Span]:
    """Return what is found in a text, and in it without its markup: one span for each part."""
    plain = plain_text(text)
    again = _pieces(plain, find(plain.text)) if plain else []
    return list(dict.fromkeys([*find(text), *again]))


def _pieces(plain: PlainText, spans: Iterable[Span]) -> list[Span]:
    return [
        span._replace(start=start, end=end, doubtful=())
        for span in spans
        for start, end in plain.pieces(span.start, span.end)
    ]


def _outside(span: Span, tags: Sequence[Span]) -> Iterator[Span]:
    at = span.start
    for tag in tags:
        if tag.end <= at or tag.start >= span.end:
            continue
        if tag.start > at:
            yield span._replace(start=at, end=tag.start)
        at = tag.end
    if at < span.end:
        yield span._replace(start=at) if at > span.start else span
