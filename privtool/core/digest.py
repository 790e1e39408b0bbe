"""Short digests: the names by which runs, cards and records recognize texts and numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

_DIGITS = 16


def short_digest(content: str | Iterable[bytes]) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a text or of bytes in parts."""
    digest = hashlib.sha256()
    for part in (content.encode(),) if isinstance(content, str) else content:
        digest.update(part)
    return digest.hexdigest()[:_DIGITS]
