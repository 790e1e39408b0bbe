"""From the options of configs to those of the command line, and back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import click
import pytest
import typer
from typer.testing import CliRunner

from privtool.cli.stream_options import plain
from privtool.core.errors import UsageError, flag, option, with_flags
from privtool.core.options import Opt


@dataclass(frozen=True, kw_only=True)
class Size:
    width: Annotated[int, Opt("How wide.", min=1, max=9, short="-w")] = 7
    punctuation: Annotated[bool | None, Opt("Learn it.")] = None


@dataclass(frozen=True, kw_only=True)
class Config:
    """Do it."""

    out_dir: Annotated[Path, Opt("The folder.", metavar="DIR")]
    with_: Annotated[Literal["room", "tone"], Opt("The replacement.")] = "room"
    names: Annotated[tuple[str, ...], Opt("Names.")] = ()
    loud: Annotated[bool, Opt("Loud.")] = False
    augment: Annotated[bool, Opt("Augment.")] = True
    secret: Annotated[Literal["x"], Opt("Hidden.", hidden=True)] = "x"
    size: Size = Size()


def run(*args: str) -> tuple[click.testing.Result, list[Config]]:
    seen: list[Config] = []

    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command("command")(plain(Config, seen.append))
    return CliRunner().invoke(app, args), seen


def test_defaults_are_those_of_the_config():
    result, seen = run("--out-dir", "d")
    assert result.exit_code == 0
    assert seen == [Config(out_dir=Path("d"))]


def test_values_reach_the_config():
    args = ("--out-dir", "d", "--with", "tone", "--names", "a", "--names", "b", "--loud")
    _, seen = run(*args, "--no-augment", "-w", "3", "--no-punctuation")
    size = Size(width=3, punctuation=False)
    assert seen == [
        Config(
            out_dir=Path("d"), with_="tone", names=("a", "b"), loud=True, augment=False, size=size
        )
    ]


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--out-dir", "d", "--with", "music"),
        ("--out-dir", "d", "--width", "10"),
        ("--out-dir", "d", "--no-loud"),
    ],
)
def test_wrong_values_are_usage_errors(args):
    result, seen = run(*args)
    assert (result.exit_code, seen) == (2, [])


def test_the_help_page():
    page = run("--help")[0].output
    for shown in ("--out-dir DIR", "--with <room|tone>", "--augment / --no-augment", "-w, --width"):
        assert shown in page
    assert "--secret" not in page


def test_options_in_messages_have_their_names_in_python_and_flags_on_the_command_line():
    error = UsageError(f"{option('batch_size')} and {option('with_')} exclude each other")
    assert str(error) == "`batch_size` and `with_` exclude each other"
    assert with_flags(error.message) == "--batch-size and --with exclude each other"
    assert flag("from_") == "--from"
