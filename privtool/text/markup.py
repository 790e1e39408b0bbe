"""Text as a reader sees it: without inline markup that may cut words, and where its parts are."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.lexicon import one_of, words

_SIGN = re.compile("[<&\x1b*~`]")
_NAMES = one_of(words("markup.tags", "intl"))
_TAG = rf"</?{_NAMES}(?:\s[^<>]{{0,500}})?/?>"
_MARKUP = re.compile(
    rf"(?P<tag>{_TAG})"
    r"|(?P<entity>&(?:#\d{1,6}|#x[0-9a-fA-F]{1,5}|[A-Za-z][A-Za-z0-9]{1,30});)"
    r"|\x1b\[[0-9;]{0,20}m"
    r"|<[@#!][A-Z0-9]{2,20}>"  # of Slack: taggers take what is next to one for code
    r"|(?<=\w)(?:\*{1,3}|~~|`)(?=\w)|(?<![\w*])\*{1,3}(?=\w)|(?<=\w)\*{1,3}(?![\w*])",
    re.IGNORECASE,
)
_BLOCK = re.compile(rf"</?{one_of(words('markup.blocks', 'intl'))}\b", re.IGNORECASE)
_TAG_NAME = re.compile(rf"</?{_NAMES}(?=[\s/>])\s*/?>?", re.IGNORECASE)


class PlainText(NamedTuple):
    """A text without markup: for each of its characters, start and end in the text with it."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the parts of the text with markup that a range of the plain one is made of."""
        found: list[tuple[int, int]] = []
        for begin, stop in zip(self.starts[start:end], self.ends[start:end], strict=True):
            first = found.pop()[0] if found and begin <= found[-1][1] else begin
            found.append((first, stop))
        return found


def plain_text(text: str) -> PlainText | None:
    """Return the text without markup; None if it has none.

    HTML tags go, those of blocks become line ends; entities become their characters; ANSI colors,
    mentions of Slack and the stars of Markdown next to letters go.
    """
    if not (_SIGN.search(text) and _MARKUP.search(text)):
        return None  # nearly always
    plain: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for match in _MARKUP.finditer(text):
        plain.append(text[done : match.start()])
        starts += range(done, match.start())
        ends += range(done + 1, match.start() + 1)
        tag, entity = match["tag"], match["entity"]
        for char in "\n" if tag and _BLOCK.match(tag) else html.unescape(entity or ""):
            plain.append(char)
            starts.append(match.start())
            ends.append(match.end())
        done = match.end()
    plain.append(text[done:])
    starts += range(done, len(text))
    ends += range(done + 1, len(text) + 1)
    return PlainText("".join(plain), starts, ends)


def tag_names(text: str) -> list[Span]:
    """Return the signs and names of HTML tags, which are no words; attributes may be private."""
    if "<" not in text:
        return []
    return [Span(*match.span(), "") for match in _TAG_NAME.finditer(text)]
