"""The `privtool` program: its commands, by name."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections import UserDict
from collections.abc import Iterable
from contextlib import redirect_stderr
from typing import Any, TextIO

import typer
from typer.core import TyperGroup
from typer.main import get_command

from privtool import __version__
from privtool.cli.commands import command_of
from privtool.cli.names import GROUPS, SUBCOMMANDS
from privtool.cli.stream_options import in_one_line
from privtool.core import ending
from privtool.core.cpus import tame_thread_pools

_LONGEST, _LONGEST_HELP = 10, 80  # of names, so that all groups have the same columns; of help
_SETTINGS: Any = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


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
    alone = typer.Typer(**_SETTINGS, add_completion=False)
    alone.command(name)(command_of(name))
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
        "Commands read records (JSON lines) and write records, so they chain:\n\n"
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
