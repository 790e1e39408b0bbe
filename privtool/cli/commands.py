"""The commands: each has the options and the help page of its config in `workflows/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from privtool.cli.names import command_names, config_of, options_of_command, python_name
from privtool.cli.stream_options import plain, stream_parser, streaming, usage_message
from privtool.core.errors import UsageError, option

if TYPE_CHECKING:
    from privtool.workflows.shard_work import CommandLine

_CANNOT_SCALE = {
    "import": ": it is as fast as the disk",
    "export": ": it writes one folder of all records",
    "vocab": f": {option('jobs')} counts several files in one run",
}
_ARGUMENTS: dict[str, Parameter] = {  # of commands that read no stream of records
    "import": Parameter(
        "paths",
        Parameter.KEYWORD_ONLY,
        annotation=Annotated[list[Path], typer.Argument(help="Folders (kaldi) or files to read.")],
    ),
    "scale": Parameter(
        "arguments",
        Parameter.KEYWORD_ONLY,
        annotation=Annotated[
            list[str] | None,
            typer.Argument(metavar="-- COMMAND ...", help="A filter, with its options and files."),
        ],
        default=None,
    ),
}
WITHOUT_STREAM = ("models", "rules", *_ARGUMENTS)


def command_of(name: str) -> Callable[..., None]:
    """Return a command, by its name on the command line, as a function for Typer."""
    config = config_of(python_name(name))
    if name in WITHOUT_STREAM:
        return plain(config, lambda *given: _run(name, *given), _ARGUMENTS.get(name))
    return streaming(name, config, lambda *given: _run(name, *given))


def _run(name: str, config: Any, *given: Any) -> None:
    """Run a command with its config, and its stream or arguments."""
    if hasattr(config, "run"):
        config.run(*given)
        return
    more: Mapping[str, Sequence[Any]] = {"report": [options_of_command], "scale": [parse_filter]}
    import_module(_module_of(name, config)).run(config, *given, *more.get(name, ()))


def _module_of(name: str, config: Any) -> str:
    """Return the module whose `run` runs a command: that of its config, or one of a few others."""
    module = python_name(name)
    if name == "asr-eval":
        module = "eval_run"
    elif name == "audit text" and config.sample is not None:
        module = "audit_sample"
    elif name.startswith("audit ") and hasattr(config, "audit"):
        module = "audit_run"
    return f"privtool.workflows.{module}"


def parse_filter(arguments: Sequence[str]) -> CommandLine:
    """Return a filter with its streams and options; raise `UsageError` for what is none.

    Raise `SystemExit` after a help page.
    """
    from privtool.workflows.shard_work import CommandLine

    name, *rest = arguments or [""]
    if name not in command_names():
        raise UsageError(f"no command '{name}' reads records")
    config = config_of(python_name(name))
    if not hasattr(config, "check_in_parts"):
        more = _CANNOT_SCALE.get(name, "")
        raise UsageError(f"{name} cannot work on parts of its input{more}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(stream_parser(name, config))
    try:
        parsed = get_command(alone).main(rest, prog_name=f"privtool {name}", standalone_mode=False)
    except Exception as error:
        message = usage_message(error)
        if message is None:
            raise
        raise UsageError(f"{name}: {message}") from None
    if not isinstance(parsed, tuple):
        raise SystemExit(0)  # the help page is shown
    config, stream = parsed
    return CommandLine(name, stream, config)
