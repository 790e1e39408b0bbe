"""What all groups of options share."""

from __future__ import annotations

from typing import Any


def not_default(group: Any) -> list[str]:
    """The options of a group that are not as they are by default, as they are typed."""
    defaults = group._field_defaults
    names = [name for name in defaults if getattr(group, name) != defaults[name]]
    return [f"--{name.replace('_', '-')}" for name in names]
