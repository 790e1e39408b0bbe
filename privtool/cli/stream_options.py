"""The options and the manners that every streaming command shares.

`@streaming` adds the options below to a command, hands them to it as one `StreamOptions`, and
turns what goes wrong into one line on stderr and an exit status.
"""

from __future__ import annotations

import functools
import inspect
import sys
import traceback
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

import typer

from privtool.cli.option_groups import gathered, spread
from privtool.core.errors import ExitStatus, PrivtoolError
from privtool.core.paths import check_not_read
from privtool.core.pipeline import StreamOptions
from privtool.core.writing import ReaderGone

EXIT_STATUSES = """
    \b
    Exit status: 0 done, 1 failed, 2 usage, 65 bad data, 69 model or device not available,
    129 hung up, 130 interrupted, 141 the reader of the output has gone, 143 terminated.
"""
_OUT_OF_MEMORY = "OutOfMemoryError"  # of torch, which commands without a model never load
_NEEDS_LESS = (
    "the memory of the device does not do; smaller batches (--batch-size, --batch-tokens), "
    "--dtype bf16 or --device cpu need less of it"
)
_MOST_JOBS = 256  # a slip of the keys must not take the machine's memory

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing on stderr but errors.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show where in the program an error arose.")]


class TextFormat(str, Enum):
    """How lines hold records."""

    jsonl = "jsonl"
    text = "text"


def _shared(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(help="Files to read, plain, .gz or .zst; - is standard input (default)."),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", help="File to write, whole or not at all.")
    ] = "-",
    input_format: Annotated[
        TextFormat, typer.Option(help="Format of the input.")
    ] = TextFormat.jsonl,
    output_format: Annotated[
        TextFormat, typer.Option(help="Format of the output; text has one record a line.")
    ] = TextFormat.jsonl,
    rejects: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Set bad lines aside here (place, id, reason) and go on."
        ),
    ] = None,
    rejects_raw: Annotated[
        bool, typer.Option("--rejects-raw", help="Put the bad lines themselves there too.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            max=_MOST_JOBS,
            help="Processes; the output is the same for any number.",
        ),
    ] = 1,
    max_line_bytes: Annotated[int, typer.Option(min=1, help="Longest line that is read.")] = 64
    << 20,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """The parameters that `streaming` adds; never called."""


def streaming(command: Callable[..., None]) -> Callable[..., None]:
    """A Typer command with the shared options added; `command` gets them as its first argument.

    Groups of options among its other parameters become their options.
    """
    name = f"privtool {command.__name__.replace('_', '-')}"
    shared = dict(inspect.signature(_shared, eval_str=True).parameters)
    own = dict(inspect.signature(command, eval_str=True).parameters)
    own.pop(next(iter(own)))
    options_of_own = spread(own)
    # A command that reads or writes other formats says so with a parameter of the same name.
    others = {k: v for k, v in shared.items() if k not in options_of_own}
    parameters = {"inputs": shared["inputs"], **options_of_own, **others}

    @functools.wraps(command)
    def run(**values: Any) -> None:
        debug = values.pop("debug")
        named = values.pop("inputs")
        options = StreamOptions(
            command=name,
            inputs=tuple(named or ("-",)),
            inputs_named=bool(named),
            **{k: _plain(values[k]) for k in shared if k in values and k != "inputs"},
        )

        def action() -> None:
            check_not_read({"--rejects": options.rejects}, options.inputs)
            command(options, **gathered(own, values))

        guarded(action, debug)

    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters.values()]
    )
    run.__annotations__ = {k: p.annotation for k, p in parameters.items()}
    run.__doc__ = inspect.cleandoc(command.__doc__ or "") + "\n\n" + inspect.cleandoc(EXIT_STATUSES)
    del run.__dict__["__wrapped__"]
    return run


def guarded(action: Callable[[], None], debug: bool) -> None:
    """Run a command's action; errors become one line, never with text of records in it."""
    try:
        action()
    except ReaderGone:
        raise typer.Exit(ExitStatus.READER_GONE) from None
    except KeyboardInterrupt:
        raise typer.Exit(ExitStatus.INTERRUPTED) from None
    except Exception as error:
        if debug:
            traceback.print_tb(error.__traceback__)
        if isinstance(error, PrivtoolError):
            print(f"privtool: {error}", file=sys.stderr)
            raise typer.Exit(error.status) from None
        if type(error).__name__ == _OUT_OF_MEMORY:
            print(f"privtool: {_NEEDS_LESS}", file=sys.stderr)
            raise typer.Exit(ExitStatus.UNAVAILABLE) from None
        # The message of an unforeseen error might quote a record: only its type is told.
        hint = "" if debug else "; --debug shows where"
        print(f"privtool: internal error ({type(error).__name__}){hint}", file=sys.stderr)
        raise typer.Exit(ExitStatus.FAILED) from None


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
