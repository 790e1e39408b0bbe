"""Sizes as people write them, such as 64M."""

from __future__ import annotations

import re

from privtool.core.errors import UsageError, option

_SIZE = re.compile(r"([1-9][0-9]{0,11})([KMGT]?)")


def parse_size(text: str, name: str) -> int:
    """Return the bytes of a size such as 500, 16K or 64M; `name` is that of the option.

    Raise `UsageError` for anything else.
    """
    found = _SIZE.fullmatch(text.upper())
    if found is None:
        raise UsageError(f"{option(name)} must be a number of bytes such as 500K, 64M or 1G")
    return int(found[1]) << 10 * " KMGT".index(found[2] or " ")
