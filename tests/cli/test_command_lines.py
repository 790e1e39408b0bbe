"""Help and usage errors of all commands. A command that is not in conftest.py fails here."""

import re

import pytest

from privtool.api import config_of
from privtool.cli.names import command_names, python_name
from privtool.core.options import options_of
from tests.support.messages import one_line

COMMANDS = sorted(command_names())
STATUSES = ("0 done", "1 failed", "2 usage", "65 bad data", "69 model", "130 interr", "141 the")


def test_every_command_is_known_to_these_tests(commands, known_commands):
    assert set(commands) == set(known_commands), "add the new command to CASES in conftest.py"


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
        assert max(map(len, text.splitlines())) <= 100

    def test_every_option_says_what_it_does(self, commands, command):
        for parameter in commands[command].params:
            if parameter.name != "help" and not getattr(parameter, "hidden", False):
                assert parameter.help, parameter.name
                assert parameter.help[-1] in ".)]", parameter.name

    def test_no_default_is_known_to_its_text_alone(self, command):
        for option in options_of(config_of(python_name(command))).values():
            assert "[default" not in option.opt.help, option.name
            assert option.opt.default is None or option.default in (None, ()), option.name

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


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["no-such-command"], "no such command 'no-such-command'; see privtool --help"),
        (["audit", "x"], "no such command 'x'; see privtool audit --help"),
        (["--x"], "no such option: --x; see privtool --help"),
        (["models", "x y"], "unexpected arguments: (x y); see privtool models --help"),
        (["lm-train"], "missing option '--out-dir'; see privtool lm-train --help"),
    ],
)
def test_a_wrong_command_line_is_reported_in_one_line(call, args, message):
    done = call(*args).failed(2)
    assert one_line(done.err) == f"privtool: {message}"


@pytest.mark.parametrize("value", ["0", "x", "", "1.5"])
def test_a_wrong_value_is_reported_in_one_line(call, value):
    done = call("mask", "--jobs", value).failed(2)
    line = one_line(done.err)
    assert line.startswith("privtool: invalid value for '--jobs' / '-j': ")
    assert line.endswith("; see privtool mask --help")


@pytest.mark.parametrize("args", [[], ["audit"]])
def test_no_command_shows_the_commands(call, args):
    done = call(*args)
    assert done.status in (0, 2)  # as the version of Typer has it
    assert "Usage: privtool" in done.err + done.out.decode()


def test_the_version_is_that_of_the_package(call):
    from privtool import __version__

    assert call("--version").out.decode() == f"privtool {__version__}\n"
