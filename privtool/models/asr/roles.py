"""Role tags in transcripts: `<doctor> how are you <patient> fine`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from privtool.core.errors import UsageError, option

_ROLE = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_RESERVED = {"s", "unk", "pad", "mask", "bos", "eos", "sep", "cls"}


def check_roles(roles: Sequence[str]) -> None:
    """Raise `UsageError` for role names that cannot be used as tags."""
    if len({role.lower() for role in roles}) < len(roles):  # tags match in any case
        raise UsageError(f"{option('roles')} names a role twice")
    for role in roles:
        if not _ROLE.fullmatch(role) or role.lower() in _RESERVED:
            raise UsageError(
                f"{option('roles')} takes names of letters and digits, such as doctor,patient"
            )


class RoleTags:
    """Finds the tags of some roles, in any case."""

    def __init__(self, roles: Sequence[str]) -> None:
        self._roles = roles
        self._tag = re.compile("|".join(f"<({re.escape(role)})>" for role in roles), re.I)

    def split(self, text: str) -> list[tuple[str | None, str]]:
        """Return (role, text) parts in order; the role of text before the first tag is None."""
        parts: list[tuple[str | None, str]] = []
        role, start = None, 0
        for tag in self._tag.finditer(text) if self._roles else ():
            parts.append((role, text[start : tag.start()]))
            role, start = self._roles[(tag.lastindex or 0) - 1], tag.end()
        return [*parts, (role, text[start:])]

    def normalize(self, text: str, rule: Callable[[str], str]) -> str:
        """Apply a rule to each part, keeping the tags, and drop parts that become empty."""
        parts = [(role, rule(part)) for role, part in self.split(text)]
        return " ".join(f"<{role}> {part}" if role else part for role, part in parts if part)

    def remove(self, target: str) -> str:
        return " ".join(part for _, text in self.split(target) if (part := text.strip()))
