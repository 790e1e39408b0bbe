"""The options of commands as arguments of functions: their checks, parameters and docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from privtool.cli.names import command_line_name
from privtool.core.errors import UsageError, option
from privtool.core.options import REQUIRED, Option, configured, options_of


def configured_by(config: type, values: Mapping[str, Any]) -> Any:
    """Return the config with some options. Raise `TypeError` and `UsageError` for wrong ones."""
    options = options_of(config)
    for name, each in options.items():
        if name not in values and each.default is REQUIRED:
            raise TypeError(f"missing option '{name}'")
    for name in values:
        if name not in options:
            raise TypeError(f"unexpected option '{name}'")
    return configured(config, {name: _checked(options[name], values[name]) for name in values})


def _checked(each: Option, value: Any) -> Any:
    """Return the value of an option in its type. Raise `UsageError` for an invalid one."""
    name = option(each.name)
    if value is None and each.optional:
        return None
    if each.opt.method and callable(getattr(value, each.opt.method, None)):
        return value
    if each.choices:
        if value not in each.choices:
            raise UsageError(f"{name}: '{value}' is not one of {', '.join(each.choices)}")
        return value
    if each.repeatable:
        if isinstance(value, str | bytes | Path) or not isinstance(value, Iterable):
            raise UsageError(f"{name} takes a sequence of values")
        return tuple(Path(one) if each.type.__args__[0] is Path else str(one) for one in value)
    if each.type is Path and isinstance(value, str | Path):
        return Path(value)
    wanted = (int, float) if each.type is float else each.type
    if not isinstance(value, wanted) or (isinstance(value, bool) and each.type is not bool):
        raise UsageError(f"{name} must be {_TYPES[each.type]}{_or_object(each)}")
    return _in_range(each, value)


def _in_range(each: Option, value: Any) -> Any:
    name, low, high = option(each.name), each.opt.min, each.opt.max
    if low is not None and not value >= low:
        raise UsageError(f"{name} must be at least {low}")
    if high is not None and not value <= high:
        raise UsageError(f"{name} must be at most {high}")
    return value


def _or_object(each: Option) -> str:
    return f" (or an object with the method `{each.opt.method}`)" if each.opt.method else ""


_TYPES = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a string",
    Path: "a path",
}


def parameter_of(each: Option) -> inspect.Parameter:
    return inspect.Parameter(
        each.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if each.default is REQUIRED else each.default,
        annotation=each.type | None if each.optional else each.type,
    )


def docstring_of(command: str, config: type) -> str:
    """Return the docstring of a command: where it is explained, and its options."""
    first = f"Do what `privtool {command_line_name(command)}` does, see its help page."
    shown = [
        f"    {name}: {each.help}{_or_object(each)}" for name, each in options_of(config).items()
    ]
    return "\n".join([first, "", "Options:", *shown])
