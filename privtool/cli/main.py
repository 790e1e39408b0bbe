"""The `privtool` program: its commands, each with the options and help page of its config."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections import UserDict
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from typer.core import TyperGroup
from typer.main import get_command

from privtool import __version__
from privtool.cli.stream_options import in_one_line, parameter, plain, streaming, usage_message
from privtool.core import ending
from privtool.core.errors import UsageError, option
from privtool.core.resources import tame_thread_pools
from privtool.workflows.names import GROUPS, SUBCOMMANDS, command_names, config_of, python_name

if TYPE_CHECKING:
    from privtool.workflows.shard_work import CommandLine

_LONGEST, _LONGEST_HELP = 10, 80  # of names, so that all groups have the same columns; of help
_SETTINGS: Any = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}

_CANNOT_SCALE = {
    "import": ": it is as fast as the disk",
    "export": ": it writes one folder of all records",
    "audit": ": its figures are those of all records",
    "vocab": f": {option('jobs')} counts several files in one run",
}
_PATHS = Annotated[list[Path], typer.Argument(help="Folders (kaldi) or files to read.")]
_COMMAND = Annotated[
    list[str] | None,
    typer.Argument(metavar="-- COMMAND ...", help="A filter, with its options and files."),
]
_ARGUMENTS = {  # of commands that read no stream of records
    "import": parameter("paths", _PATHS),
    "scale": parameter("arguments", _COMMAND, None),
}
WITHOUT_STREAM = ("models", "rules", *_ARGUMENTS)


def _run(name: str, config: Any, *given: Any) -> None:
    """Run a command with its config, and its stream or arguments."""
    if hasattr(config, "run"):
        config.run(*given)
        return
    more = [parse_filter] if name == "scale" else []
    module = "eval_run" if name == "asr-eval" else python_name(name)
    import_module(f"privtool.workflows.{module}").run(config, *given, *more)


def parse_filter(arguments: Sequence[str]) -> CommandLine:
    """Return a filter with its streams and options; raise `UsageError` for what is none.

    Raise `SystemExit` after a help page.
    """
    from privtool.workflows.shard_work import CommandLine

    name, *rest = arguments or [""]
    if name not in (*SUBCOMMANDS, *command_names()):
        raise UsageError(f"there is no command '{name}'")
    config = None if name in SUBCOMMANDS else config_of(python_name(name))
    if config is None or not hasattr(config, "check_in_parts"):
        more = _CANNOT_SCALE.get(name, "")
        raise UsageError(f"{name} cannot work on parts of its input{more}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(streaming(name, config))
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


class _Commands(UserDict[str, Any]):
    """Commands by the last word of their names; the module of each is loaded on first use.

    Loading all of them takes longer than most of them need for a small file.
    """

    def __init__(self, names: Iterable[str], before: str = "") -> None:
        super().__init__(dict.fromkeys(names))
        self._before = before

    def __getitem__(self, last: str) -> Any:
        if self.data[last] is None:
            self.data[last] = _command(f"{self._before}{last}")
        return self.data[last]


def _command(name: str) -> Any:
    if name in SUBCOMMANDS:
        text, names = SUBCOMMANDS[name]
        commands: Any = _Commands(names, f"{name} ")
        return TyperGroup(
            name=name,
            help=text,
            commands=commands,
            no_args_is_help=True,
            context_settings=_SETTINGS["context_settings"],
            rich_markup_mode=None,
        )
    config, run = config_of(python_name(name)), partial(_run, name)
    if name in WITHOUT_STREAM:
        function = plain(config, run, _ARGUMENTS.get(name))
    else:
        function = streaming(name, config, run)
    alone = typer.Typer(**_SETTINGS, add_completion=False)
    alone.command(name)(function)
    return get_command(alone)


class _Program(TyperGroup):
    """The program: commands by name, listed by purpose."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names = [name for names in GROUPS.values() for name in names]
        self.commands = _Commands(names)

    def make_context(self, *args: Any, **settings: Any) -> Any:
        """Read the options before the name of the command."""
        with in_one_line():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: Any) -> Any:
        """Find the command, read its options and run it."""
        with in_one_line():
            return super().invoke(ctx)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write a section for each group of commands."""
        for title, names in GROUPS.items():
            with formatter.section(title):
                texts = [self.commands[name].get_short_help_str(_LONGEST_HELP) for name in names]
                padded = [name.ljust(_LONGEST) for name in names]
                formatter.write_dl(list(zip(padded, texts, strict=True)))


app = typer.Typer(
    name="privtool",
    help=(
        "Turn private text and speech into data that models can still learn from.\n\n"
        "Commands read records (JSON lines) and write records, so they chain. In data/sample:\n\n"
        "\b\n"
        "  privtool mask --method allowList < raw.jsonl | privtool fill --topk 10 > safe.jsonl\n"
        "  privtool align speech/manifest.jsonl | privtool surrogate > surrogates.jsonl\n"
    ),
    cls=_Program,
    no_args_is_help=True,
    **_SETTINGS,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"privtool {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Show the version."
    ),
) -> None:
    pass


def main() -> None:
    """Run the console script."""
    tame_thread_pools()
    if sys.stderr is None:  # closed by a daemon: print would take standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    sys.unraisablehook = ending.raise_again
    handled = [each for each in ending.STATUS if signal.getsignal(each) is signal.SIG_DFL]
    for number in handled:  # nohup ignores hang-ups
        signal.signal(number, ending.end)
    try:
        with redirect_stderr(_tolerant(sys.stderr)):
            app()
    finally:
        # What libraries do at exit needs no end in order. A second signal changes no status.
        after = signal.SIG_IGN if ending.begun() else signal.SIG_DFL
        for number in handled:
            signal.signal(number, after)


class _TolerantStderr(io.FileIO):
    """Standard error that drops output when its reader is gone or its disk is full."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(data)


def _tolerant(stream: TextIO) -> TextIO:
    """Return a stream to the same file that outlives its reader."""
    try:
        raw = _TolerantStderr(stream.fileno(), "w", closefd=False)
    except (OSError, ValueError):  # it is not a file
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, "backslashreplace", line_buffering=True
    )
