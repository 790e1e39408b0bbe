"""How commands run: their options, those of all streaming commands, and what errors look like."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from privtool.core.errors import ExitStatus, PrivtoolError, flag, shown_line
from privtool.core.options import REQUIRED, Option, configured, options_of
from privtool.core.pipeline import StreamOptions, check_apart, check_not_read, written_by
from privtool.core.writing import ReaderGone

Parameters = dict[str, inspect.Parameter]
_WIDEST = 80  # characters of choices next to an option on a help page


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
    of_path = "FILE" if Path in (kind, *get_args(kind)) else None
    settings: dict[str, Any] = {"help": option.help, "metavar": option.opt.metavar or of_path}
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
    return parameter(option.name, Annotated[kind, typer.Option(*names, **settings)], default)


def parameter(name: str, annotation: Any, default: Any = REQUIRED) -> inspect.Parameter:
    """Return a parameter that is given by its name, annotated for Typer."""
    default = inspect.Parameter.empty if default is REQUIRED else default
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
    )


_EXIT_STATUSES = """
    \b
    Exit status: 0 done, 1 failed, 2 usage, 65 bad data, 69 model or device not available,
    129 hung up, 130 interrupted, 141 the reader of the output has gone, 143 terminated{more}.
"""
_OF_GATES = """,
    3 a limit of --gate is not met, 4 nothing was audited, or (--strict) one is undetermined"""
_UNMAPPED = "failed to map segment from shared object"  # of a library, under `ulimit -v`
_OUT_OF_MEMORY = "OutOfMemoryError"  # of torch, which commands without a model never load
# What to do about it, by the option that a command must have.
_LESS_MEMORY = {
    "model": "use a smaller --model",
    "jobs": "use fewer --jobs",
    "workers": "use fewer --workers",
}
_LESS_DEVICE_MEMORY = {
    "batch_size": "reduce --batch-size",
    "batch_tokens": "reduce --batch-tokens",
    "batch_seconds": "reduce --batch-seconds",
    "dtype": "use --dtype bf16",
    "device": "use --device cpu",
}
_INPUTS = Annotated[
    list[str] | None,
    typer.Argument(help="Input files, plain, .gz or .zst; - is standard input (default)."),
]
_DEBUG = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]


def streaming(
    name: str, config: type, run: Callable[[Any, StreamOptions], None] | None = None
) -> Callable[..., Any]:
    """Return a Typer command that calls `run`, with the options of the config and of streams.

    Without `run` it returns the config and the stream. An option of both has the help text of the
    config and is passed to both.
    """
    own, parsed = parameters_of(config), partial(_parsed, name, config)
    shared = {k: v for k, v in parameters_of(StreamOptions).items() if k not in own}
    parameters = {"inputs": parameter("inputs", _INPUTS, None), **own, **shared}
    if run is None:
        return _typed(config, parameters, parsed)
    return _typed(config, parameters, partial(_guarded, lambda values: run(*parsed(values))))


def _parsed(name: str, config: type, values: dict[str, Any]) -> tuple[Any, StreamOptions]:
    named = values["inputs"]
    stream = configured(
        StreamOptions,
        parsed_values(StreamOptions, values),
        StreamOptions(tuple(named or ("-",)), command=f"privtool {name}", inputs_named=bool(named)),
    )
    check_not_read(written_by(stream), stream.inputs)
    check_apart(written_by(stream))
    return configured(config, parsed_values(config, values)), stream


def plain(
    config: type, run: Callable[..., None], argument: inspect.Parameter | None = None
) -> Callable[..., None]:
    """Return a Typer command that calls `run` with a config, and the argument if there is one."""
    own = {} if argument is None else {argument.name: argument}

    def called(values: dict[str, Any]) -> None:
        given = (tuple(values[name] or ()) for name in own)
        run(configured(config, parsed_values(config, values)), *given)

    return _typed(config, {**own, **parameters_of(config)}, partial(_guarded, called))


def _typed(
    config: type, parameters: Parameters, run: Callable[[dict[str, Any]], Any]
) -> Callable[..., Any]:
    """Return a function that Typer calls with these parameters, documented as the config is."""
    parameters = {**parameters, "debug": parameter("debug", _DEBUG, False)}

    def typed(**values: Any) -> Any:
        return run(values)

    typed.__signature__ = inspect.Signature(list(parameters.values()))  # type: ignore[attr-defined]
    typed.__annotations__ = {k: p.annotation for k, p in parameters.items()}
    text = inspect.cleandoc(config.__doc__ or "")
    statuses = _EXIT_STATUSES.format(more=_OF_GATES if "gate" in parameters else "")
    typed.__doc__ = f"{text}\n\n{inspect.cleandoc(statuses)}"
    return typed


def _guarded(run: Callable[[dict[str, Any]], None], values: dict[str, Any]) -> None:
    """Run a command with the values of its options, by name.

    Errors become one line on stderr, never with text of records in it.
    """
    debug = values["debug"]
    try:
        run(values)
    except ReaderGone:
        raise typer.Exit(ExitStatus.READER_GONE) from None
    except KeyboardInterrupt:
        raise typer.Exit(ExitStatus.INTERRUPTED) from None
    except Exception as error:
        if debug:
            traceback.print_tb(error.__traceback__)
        if isinstance(error, PrivtoolError):
            print(f"privtool: {shown_line(error.message)}", file=sys.stderr)
            raise typer.Exit(error.status) from None
        if type(error).__name__ == _OUT_OF_MEMORY:
            advice = _advice((), _LESS_DEVICE_MEMORY, values)
            print(f"privtool: out of device memory: {advice}", file=sys.stderr)
            raise typer.Exit(ExitStatus.UNAVAILABLE) from None
        if isinstance(error, MemoryError) or _UNMAPPED in str(error):
            advice = _advice(("raise the memory limit",), _LESS_MEMORY, values)
            print(f"privtool: out of memory: {advice}", file=sys.stderr)
            raise typer.Exit(ExitStatus.UNAVAILABLE) from None
        # The message of an unforeseen error might quote a record: only its type is shown.
        hint = "" if debug else "; --debug shows where"
        print(f"privtool: internal error ({type(error).__name__}){hint}", file=sys.stderr)
        raise typer.Exit(ExitStatus.FAILED) from None


def _advice(always: Sequence[str], remedies: Mapping[str, str], options: Collection[str]) -> str:
    """Return what may help a command that has these options."""
    return ", or ".join([*always, *(what for name, what in remedies.items() if name in options)])


_PLAINER = {
    "Value error, ": "",
    "Input should be ": "must be ",
    ", unable to parse string as an integer": "",
    ", unable to parse string as a number": "",
    ". Choose from: ": ": one of ",
    "(Possible options: ": "(perhaps ",
    "Got unexpected extra argument(s)": "unexpected arguments:",
    "Got unexpected extra argument ": "unexpected argument ",
}


@contextmanager
def in_one_line() -> Iterator[None]:
    """Print what is wrong with a command line in one line, instead of Typer's several."""
    try:
        yield
    except Exception as error:
        message = usage_message(error)
        if message is None:
            raise
        context = getattr(error, "ctx", None)
        page = f"{context.command_path} --help" if context else "--help"
        print(f"privtool: {message}; see {page}", file=sys.stderr)
        raise typer.Exit(ExitStatus.USAGE) from None


def usage_message(error: Any) -> str | None:
    """Return one line for an error of Typer's; None for any other error, and for a help page."""
    if not hasattr(error, "format_message"):
        return None
    message = " ".join(error.format_message().split()).rstrip(".")
    if message.startswith("Usage: "):
        return None
    for theirs, plainer in _PLAINER.items():
        message = message.replace(theirs, plainer)
    return message[:1].lower() + message[1:]
