"""From the options of a config to the parameters that Typer reads."""

from __future__ import annotations

import inspect
from typing import Annotated, Any, get_args

import typer

from privtool.core.errors import flag
from privtool.core.options import REQUIRED, Option, options_of

Parameters = dict[str, inspect.Parameter]
_WIDEST = 80  # characters of choices beside an option on a help page


def parameters_of(config: type) -> Parameters:
    """Return a parameter for each option of a config, annotated for Typer."""
    return {name: _parameter(each) for name, each in options_of(config).items()}


def parsed_values(config: type, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that Typer parsed for the options of a config, in the types of Python."""
    return {
        name: tuple(values[name] or ()) if each.repeatable else values[name]
        for name, each in options_of(config).items()
    }


def _parameter(option: Option) -> inspect.Parameter:
    kind, default = option.type, option.default
    settings: dict[str, Any] = {"help": option.help, "metavar": option.opt.metavar}
    settings |= {"min": option.opt.min, "max": option.opt.max, "hidden": option.opt.hidden}
    if len("|".join(option.choices)) > _WIDEST:  # Typer's list of choices has no line breaks
        settings["metavar"] = "NAME"
        settings["help"] = f"{option.help.rstrip('.')}: {', '.join(option.choices)}."
    if option.repeatable:
        kind, default = list[get_args(option.type)[0]] | None, None  # type: ignore[misc]
    names = [flag(option.name)]
    if kind is bool and (option.optional or default):
        names = [f"{names[0]}/--no-{names[0][2:]}"]
    if option.opt.short is not None:
        names.append(option.opt.short)
    if option.optional:
        kind = kind | None
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[kind, typer.Option(*names, **settings)],
        default=inspect.Parameter.empty if default is REQUIRED else default,
    )
