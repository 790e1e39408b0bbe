"""The `privtool` program: its commands, by name."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections import UserDict
from contextlib import redirect_stderr
from importlib import import_module
from typing import Any, TextIO

import typer
from typer.core import TyperGroup
from typer.main import get_command

from privtool import __version__
from privtool.core.errors import ExitStatus

GROUPS = {
    "Text": ("mask", "fill", "surrogate", "vocab"),
    "Speech": ("align", "redact", "tts", "splice", "import", "export"),
    "Training": ("fill-train", "lm-train", "mix-train", "asr-train"),
    "Evaluation": ("lm-score", "asr-eval", "models"),
}
_LONGEST, _LONGEST_HELP = 10, 80  # of names, so that all groups have the same columns; of help
_ENDING = {signal.SIGHUP: ExitStatus.HUNG_UP, signal.SIGTERM: ExitStatus.TERMINATED}
_SETTINGS: Any = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class _Commands(UserDict[str, Any]):
    """The commands by name; the module of each is loaded when it is asked for.

    Loading all of them takes longer than most of them need for a small file.
    """

    def __getitem__(self, name: str) -> Any:
        if self.data[name] is None:
            module = name.replace("-", "_") + ("_" if name == "import" else "")
            alone = typer.Typer(**_SETTINGS, add_completion=False)
            command = getattr(import_module(f"privtool.cli.commands.{module}"), module)
            alone.command(name)(command)
            self.data[name] = get_command(alone)
        return self.data[name]


class _Program(TyperGroup):
    """The program: commands by name, listed by purpose."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names = [name for names in GROUPS.values() for name in names]
        self.commands = _Commands(dict.fromkeys(names))

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write a section for each group of commands."""
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(_LONGEST), self._help(name)) for name in names])

    def _help(self, name: str) -> str:
        return str(self.commands[name].get_short_help_str(_LONGEST_HELP))


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
    if sys.stderr is None:  # closed by a daemon: print would take standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for number in _ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores hang-ups
            signal.signal(number, _end)
    with redirect_stderr(_tolerant(sys.stderr)):
        app()


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


def _end(number: int, _: object) -> None:
    """End as after Ctrl-C, so that unfinished files, which hold private text, are removed."""
    raise SystemExit(_ENDING[signal.Signals(number)])
