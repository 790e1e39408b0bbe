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

_NAMES = (
    *("vocab", "mask", "fill", "align", "redact", "surrogate", "tts", "splice", "import", "export"),
    *("fill-train", "lm-train", "mix-train", "lm-score", "asr-train", "asr-eval", "models"),
)
_ENDING = {signal.SIGHUP: ExitStatus.HUNG_UP, signal.SIGTERM: ExitStatus.TERMINATED}
_LOOKS: Any = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "add_completion": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class _Commands(UserDict[str, Any]):
    """The commands by name; the module of each is loaded when it is asked for.

    Those of all take longer to load than most of them need for a small file.
    """

    def __getitem__(self, name: str) -> Any:
        if self.data[name] is None:
            module = name.replace("-", "_") + ("_" if name == "import" else "")
            alone = typer.Typer(**_LOOKS)
            alone.command(name)(getattr(import_module(f"privtool.cli.commands.{module}"), module))
            self.data[name] = get_command(alone)
        return self.data[name]


class _Program(TyperGroup):
    """The program, which knows its commands by name."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands(dict.fromkeys(_NAMES))


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
    **_LOOKS,
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
    """The console script."""
    if sys.stderr is None:  # closed by a daemon: print would take standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for number in _ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores hang-ups
            signal.signal(number, _end)
    with redirect_stderr(_lasting(sys.stderr)):
        app()


class _MayGo(io.FileIO):
    """Standard error: what is told when nobody reads it any more, or its disk is full, is lost."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(data)


def _lasting(stream: TextIO) -> TextIO:
    """The same stream, whose reader may go while the work goes on."""
    try:
        raw = _MayGo(stream.fileno(), "w", closefd=False)
    except (OSError, ValueError):  # it is no file
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, "backslashreplace", line_buffering=True
    )


def _end(number: int, _: object) -> None:
    """End as after Ctrl-C: unfinished files, which hold private text, are taken away."""
    raise SystemExit(_ENDING[signal.Signals(number)])
