"""Names of accounts in chats: of who speaks in a log, and words with an underscore."""

from __future__ import annotations

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY, POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.word_sets import word_set

USERNAME = Label.USERNAME.value

# "<anna_k> hello", "anna_k: hello"
_SPEAKER = Regex(
    r"(?<!\S)(?:<[@+%&~ ]?([^\s<>\0]{0,30}[_\d.|^`-][^\s<>\0]{0,30})> "
    r"|[@+%&~]?([^\W_][\w.|^`-]{0,30}_[\w.|^`-]{0,30}):(?=\s))"
)
_SNAKE = Regex(
    r"(?<![\w./\\@#=$<>\[{(:*-])[a-z]{1,20}(?:_{1,2}[a-z]{1,20}){1,5}_{0,2}"
    r"(?![\w(/\\=\[{:*]|[.-]\w| ?=)"
)
# Words of names in programs, of which no name of an account is made alone.
_TECHNICAL = word_set(
    """id ids name names key keys code codes error errors type types value values file files path
    dir date time start end begin stop count counts num number max min sum avg total index idx len
    length size str string int bool float list dict map set get put add new old is has not no the
    to from of on in at by for with and or user users email mail phone url uri host port ip api
    token session request response data json xml csv html http https db sql table row rows column
    field fields record records log logs level status state flag flags mode option options config
    settings param params args test tests tmp temp src dst out input output read write open close
    first last next prev left right top bottom x y z a b c i j k n s t v id1 id2 model train eval
    batch step steps loss rate seed text label labels mask masked class node item items order line
    page title message event action result results version build debug info warning main init"""
)
_MOST = 3  # more different ones are names in a program


def find(view: TextView) -> list[Span]:
    """Find who speaks in a log of a chat, and "blue_kettle" between words."""
    text = view.lower
    if "_" not in text and "<" not in text:
        return []
    spans = [
        Span(*match.span(match.lastindex or 0), USERNAME, LIKELY)
        for match in _SPEAKER.finditer(text)
        if not _is_technical(match[match.lastindex or 0])
    ]
    snakes = [
        match
        for match in _SNAKE.finditer(text)
        if not _is_technical(match.group()) and not _is_constant(view, match)
    ]
    if len({match.group() for match in snakes}) <= _MOST:
        spans += [Span(*match.span(), USERNAME, POSSIBLE) for match in snakes]
    return merge_overlapping(sorted(spans))


def _is_constant(view: TextView, name: Match) -> bool:
    """Return whether a name is in capitals where other words are not: "RAND_MAX"."""
    return view.plain[name.start() : name.end()].isupper() and not view.plain.isupper()


def _is_technical(name: str) -> bool:
    parts = [part for part in name.strip("_").split("_") if part]
    return "_" in name and _TECHNICAL.issuperset(parts)
