"""Regular expressions that are compiled on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Match = re.Match[str]


class Regex:
    """A regular expression that is compiled on first use, so that imports stay cheap.

    The methods of the compiled pattern then become attributes, as fast as those of a pattern.
    """

    findall: Callable[..., list[str]]
    finditer: Callable[..., Iterator[Match]]
    fullmatch: Callable[..., Match | None]
    match: Callable[..., Match | None]
    search: Callable[..., Match | None]
    groups: int

    def __init__(self, pattern: str, flags: int = 0) -> None:
        """`pattern` and `flags` are those of a compiled pattern, too."""
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name not in Regex.__annotations__:
            raise AttributeError(name)
        pattern = re.compile(self.pattern, self.flags)
        for part in Regex.__annotations__:
            setattr(self, part, getattr(pattern, part))
        return getattr(pattern, name)
