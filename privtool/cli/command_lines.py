"""Parsing the command line of a filter inside that of another command."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import typer
from typer.main import get_command

from privtool.cli.names import command_names, python_name
from privtool.cli.stream_options import parser_of
from privtool.cli.usage_errors import usage_message
from privtool.core.errors import UsageError
from privtool.workflows.shard_commands import CommandLine

_OTHERWISE = {
    "import": "it is as fast as the disk",
    "export": "it writes one folder of all records",
}


def parse_filter(arguments: Sequence[str]) -> CommandLine:
    """Return a filter with its streams and options; raise `UsageError` for what is none.

    Raise `SystemExit` after a help page.
    """
    name, *rest = arguments or [""]
    if name not in command_names():
        raise UsageError(f"no command '{name}' reads records")
    function = getattr(
        import_module(f"privtool.cli.commands.{python_name(name)}"), python_name(name)
    )
    config_class, parser = parser_of(function) or (object, None)
    if parser is None or not hasattr(config_class, "check_in_parts"):
        more = f": {_OTHERWISE[name]}" if name in _OTHERWISE else ""
        raise UsageError(f"{name} cannot work on parts of its input{more}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(parser)
    try:
        parsed = get_command(alone).main(rest, prog_name=f"privtool {name}", standalone_mode=False)
    except Exception as error:
        message = usage_message(error)
        if message is None:
            raise
        raise UsageError(f"{name}: {message}") from None
    if not isinstance(parsed, tuple):
        raise SystemExit(0)  # the help page is shown
    return CommandLine(name, *parsed)
