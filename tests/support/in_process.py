"""The program inside the process of the tests."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.support.kept_decoders import kept_decoders
from tests.support.messages import one_line

CANARY = "zqxwary"


class Outcome(NamedTuple):
    """What a command left behind."""

    status: int
    out: bytes
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        """The output as records."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def row(self) -> dict[str, Any]:
        """The only record of the output."""
        return json.loads(self.out)

    @property
    def figures(self) -> dict[tuple[str, str], dict[str, Any]]:
        """The figures of an audit by name and group."""
        return {(each["name"], each.get("group", "")): each for each in self.row["figures"]}

    def checked(self) -> Outcome:
        """Return itself if the command succeeded."""
        assert self.status == 0, self.err
        return self

    def ended(self, status: int, *says: str) -> Outcome:
        """Return itself if the command ended with a status and a message that says all of this.

        It must not quote the words that stand for private text.
        """
        assert self.status == status, self.err
        assert "SECRET" not in self.err
        assert CANARY not in self.err.lower()
        for part in says:
            assert part in self.err
        return self

    def failed(self, status: int, *says: str) -> Outcome:
        """Return itself if the command wrote nothing but such a message, in one line."""
        assert self.out == b""
        assert one_line(self.err).startswith("privtool: ")
        return self.ended(status, *says)


def in_this_process(
    *args: str | Path, input: bytes = b"", stdin: int | None = None, stdout: int | None = None
) -> Outcome:
    """Run a command with other files, or descriptors, as its standard streams.

    Its workers are forked, as those of the real program are, which has not loaded torch before:
    spawned ones would load it again, for seconds each.
    """
    with (
        patch("privtool.core.processes.has_no_threads", lambda: True),
        kept_decoders(),
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(input)
        given.seek(0)
        ends = (
            given.fileno() if stdin is None else stdin,
            out.fileno() if stdout is None else stdout,
            err.fileno(),
        )
        with _standard_streams(ends):
            try:
                _program()([str(arg) for arg in args], prog_name="privtool")
                status = 0
            except SystemExit as ended:
                status = int(ended.code or 0)
        out.seek(0)
        err.seek(0)
        return Outcome(status, out.read(), err.read().decode())


def commands() -> dict[str, Any]:
    """Return all commands that do something, as they are registered, by name."""
    from privtool.workflows.names import command_names

    found: dict[str, Any] = {}
    for name in command_names():
        command = _program()
        for word in name.split(" "):
            command = command.commands[word]
        found[name] = command
    return found


@functools.cache  # building it takes as long as most commands need for a few records
def _program() -> Any:
    from typer.main import get_command

    from privtool.cli.main import app

    return get_command(app)


@contextlib.contextmanager
def _standard_streams(ends: tuple[int, int, int]) -> Iterator[None]:
    """Put others in the place of descriptors 0 to 2 and of the objects that Python has for them."""
    objects = sys.stdin, sys.stdout, sys.stderr
    kept = [os.dup(number) for number in range(3)]
    try:
        for number, end in enumerate(ends):
            os.dup2(end, number)
        with (
            open(0, closefd=False) as sys.stdin,
            open(1, "w", closefd=False) as sys.stdout,
            open(2, "w", closefd=False) as sys.stderr,
        ):
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = objects
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)
