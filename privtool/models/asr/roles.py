"""Who speaks in a transcript that says so: `<doctor> how are you <patient> fine`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from privtool.core.errors import UsageError

_ROLE = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_RESERVED = {"s", "unk", "pad", "mask", "bos", "eos", "sep", "cls"}


def check_roles(roles: Sequence[str]) -> None:
    """Raise `UsageError` for names of roles that cannot be written as tags."""
    if len({role.lower() for role in roles}) < len(roles):  # tags are found in any case
        raise UsageError("--roles names one twice")
    for role in roles:
        if not _ROLE.fullmatch(role) or role.lower() in _RESERVED:
            raise UsageError("--roles wants names of letters and digits: doctor,patient")


class RoleTags:
    """Finds the tags of some roles, in capitals or not."""

    def __init__(self, roles: Sequence[str]) -> None:
        self._names = {role.lower(): role for role in roles} | {role: role for role in roles}
        self._tag = re.compile(f"<({'|'.join(map(re.escape, roles))})>", re.I) if roles else None

    def parts(self, text: str) -> list[tuple[str | None, str]]:
        """What each role says, in order; None for what stands before the first tag."""
        if self._tag is None:
            return [(None, text)]
        before, *rest = self._tag.split(text)
        named = [self._names.get(role) or self._names[role.lower()] for role in rest[::2]]
        return [(None, before), *zip(named, rest[1::2], strict=True)]

    def target(self, text: str, rule: Callable[[str], str]) -> str:
        """What the rule makes of each part, tags between them; a role that says nothing is none."""
        made = [(role, rule(part)) for role, part in self.parts(text)]
        return " ".join(f"<{role}> {part}" if role else part for role, part in made if part)

    def removed(self, target: str) -> str:
        """A target without its tags."""
        return " ".join(part for _, text in self.parts(target) if (part := text.strip()))
