"""Options of configs and of the command line, help pages, and wrong command lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import click
import pytest
import typer
from typer.testing import CliRunner

from privtool.api import config_of
from privtool.cli.stream_options import plain
from privtool.core.errors import UsageError, flag, option, with_flags
from privtool.core.options import Opt, options_of
from privtool.workflows.names import command_names, python_name
from tests.cli.conftest import CASES, OTHERS
from tests.support.messages import one_line


@dataclass(frozen=True, kw_only=True)
class Size:
    width: Annotated[int, Opt("How wide.", min=1, max=9, short="-w")] = 7
    punctuation: Annotated[bool | None, Opt("Learn it.")] = None


@dataclass(frozen=True, kw_only=True)
class Config:
    """Do it."""

    out_dir: Annotated[Path, Opt("The folder.", metavar="DIR")]
    lists: Annotated[tuple[Path, ...], Opt("Lists.")] = ()
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
    placeholders = ("--out-dir DIR", "--lists FILE", "--with <room|tone>")
    for shown in (*placeholders, "--augment / --no-augment", "-w, --width"):
        assert shown in page
    assert "--secret" not in page


def test_options_in_messages_have_their_names_in_python_and_flags_on_the_command_line():
    error = UsageError(f"{option('batch_size')} and {option('with_')} exclude each other")
    assert str(error) == "`batch_size` and `with_` exclude each other"
    assert with_flags(error.message) == "--batch-size and --with exclude each other"
    assert flag("from_") == "--from"


# Help and usage errors of all commands. A command that is not in conftest.py fails here.
COMMANDS = sorted(command_names())
STATUSES = ("0 done", "1 failed", "2 usage", "65 bad data", "69 model", "130 interr", "141 the")


def test_every_command_is_known_to_these_tests():
    known = {*OTHERS, *(case.command for case in CASES.values())}
    assert set(COMMANDS) == known, "add the new command to CASES in conftest.py"


@pytest.mark.parametrize("command", COMMANDS)
class TestHelp:
    def test_it_has_runnable_examples_and_the_exit_statuses(self, call, command):
        shown = call(*command.split(), "-h").checked()
        assert shown.err == ""
        text = shown.out.decode()
        assert call(*command.split(), "--help").out == shown.out
        examples = text.partition("Examples")[2].partition("\n\n")[0].splitlines()[1:]
        assert len([line for line in examples if f"privtool {command}" in line]) >= 2
        statuses = " ".join(text.partition("Exit status:")[2].split())
        for status in STATUSES:
            assert status in statuses
        of_gates = "3 a limit of --gate is not met, 4 nothing was audited"
        assert (of_gates in statuses) == ("  --gate " in text)
        assert max(map(len, text.splitlines())) <= 100

    def test_every_option_says_what_it_does(self, commands, command):
        for parameter in commands[command].params:
            if parameter.name != "help" and not getattr(parameter, "hidden", False):
                assert parameter.help, parameter.name
                assert parameter.help[-1] in ".)]", parameter.name

    def test_no_default_is_known_to_its_text_alone(self, command):
        for each in options_of(config_of(python_name(command))).values():
            assert "[default" not in each.opt.help, each.name
            assert each.opt.default is None or each.default in (None, ()), each.name

    def test_it_is_named_in_the_list(self, call, command):
        *before, last = command.split()
        listed = call(*before, "--help").out.decode().partition(":\n")[2]
        assert re.search(rf"^  {last} +\w.*\.$", listed, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_a_usage_error(call, command):
    done = call(*command.split(), "--no-such-option").failed(2)
    line = one_line(done.err)
    assert line.startswith("privtool: no such option: --no-such-option")
    assert line.endswith(f"; see privtool {command} --help")


@pytest.mark.parametrize("args", [[], ["audit"]])
def test_no_command_shows_the_commands(call, args):
    done = call(*args)
    assert done.status in (0, 2)  # as the version of Typer has it
    assert "Usage: privtool" in done.err + done.out.decode()


def test_the_version_is_that_of_the_package(call):
    from privtool import __version__

    assert call("--version").out.decode() == f"privtool {__version__}\n"
