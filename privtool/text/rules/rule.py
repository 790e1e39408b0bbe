"""A rule: one record that says what an identifier looks like and how to be sure of it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated

import msgspec

from privtool.core.errors import DataError
from privtool.core.spans import Span
from privtool.text.rules.checks import passes
from privtool.text.rules.word_classes import class_of

SEPARATOR = r"(?:[ \-./()~]{1,3})"
# The rest of an address, without what belongs to the sentence around it.
_LAST = r"""[^\s<>"\0]*(?<![.,;:!?'*_~|)\]}])"""
_PATH = rf"""(?:[^\s<>"\0]*\([^\s<>"()\0]*\)(?:{_LAST})?|{_LAST})"""
_BEFORE, _AFTER = r"(?<![^\W_])(?<![^\W_][-./])", r"(?![^\W_])(?![-./]\d)"
NEVER = r"(?!)"
_SEPARATOR_SLOT = re.compile(r"\{sep\}[?]?")
_SLOT = re.compile(r"\{([a-z][\w.-]*)\}")


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    r"""One kind of identifier, as a record of a TOML file in `privtool/data`.

    `pattern` is a regular expression for text of any letter case (with `capitals`, as it is
    written); `{sep}` stands for what may separate groups of digits, `{path}` for the rest of an
    address. A long one may be written in lines: `(?x: ... )`; a group named `value` is the private
    part; a slot such as `{unit}` stands for the words of a class. What it matches is bounded by
    anything but letters and digits, unless `bounded` is false. `cued` is a second pattern that only
    counts right after a cue word of the label; `cues` are words that announce the label. `phrases`
    are patterns over words (`word_patterns.py`). All names in `check` have to accept the match
    (`checks.py`); `score` is that of a match (`detection/confidence.py`), `cued_score` that of a
    cued one. `finds` are examples whose «marked» parts must be found, `leaves` those in which this
    rule must find nothing.
    """

    id: str
    label: str
    pattern: str = ""
    cued: str = ""
    phrases: tuple[str, ...] = ()
    capitals: bool = False
    bounded: bool = True
    check: tuple[str, ...] = ()
    score: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.9
    cued_score: Annotated[float, msgspec.Meta(gt=0, le=1)] = 1.0
    cues: tuple[str, ...] = ()
    finds: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    leaves: tuple[str, ...] = ()

    @cached_property
    def search(self) -> re.Pattern[str]:
        """The pattern for searches, with its bounds."""
        return self._compiled(self.pattern, bounded=self.bounded)

    @cached_property
    def cued_search(self) -> re.Pattern[str]:
        """The cued pattern, likewise."""
        return self._compiled(self.cued, bounded=self.bounded)

    def accepts(self, text: str) -> bool:
        """Return whether a whole text has the form of a pattern, and passes all checks.

        Where the pattern separates groups, the text may have none, as in "five two nine ...".
        """
        return any(form.fullmatch(text) for form in self._forms) and self.is_valid(text)

    def is_valid(self, text: str) -> bool:
        """Return whether all checks accept a text."""
        return all(passes(name, text) for name in self.check)

    @cached_property
    def _forms(self) -> tuple[re.Pattern[str], ...]:
        patterns = [source for source in (self.pattern, self.cued) if source]
        compact = [_SEPARATOR_SLOT.sub("", source) for source in patterns]
        return tuple(map(self._compiled, dict.fromkeys([*patterns, *compact])))

    def _compiled(self, source: str, *, bounded: bool = False) -> re.Pattern[str]:
        source = source.replace("{sep}", SEPARATOR).replace("{path}", _PATH) or NEVER
        source = _SLOT.sub(lambda slot: any_of(slot[1]), source)
        flags = 0 if self.capitals else re.IGNORECASE
        return re.compile(f"{_BEFORE}(?a:{source}){_AFTER}" if bounded else source, flags)


def example(marked: str, label: str = "") -> tuple[str, Span]:
    """Return an example without its «marks», and the marked part; `DataError` without just one."""
    before, _, rest = marked.partition("«")
    private, closed, after = rest.partition("»")
    if not private or not closed or {"«", "»"} & {*before, *private, *after}:
        raise DataError("an example needs one «marked» part")
    return f"{before}{private}{after}", Span(len(before), len(before) + len(private), label)


def any_of(name: str) -> str:
    """Return a pattern of any word of a class, of which the longest counts."""
    words = sorted(class_of(name), key=lambda word: (-len(word), word))
    return rf"(?:{'|'.join(map(re.escape, words))})(?![^\W\d_])"
