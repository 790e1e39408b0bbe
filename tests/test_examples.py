"""Every example of the help pages and of the README runs, in a copy of the sample corpus."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.main import get_command

from privtool.cli.main import app
from tests.support.warm_program import warm_program

ROOT = Path(__file__).resolve().parent.parent
RECORDS = 24  # of the sample corpus: examples show how, not how much
EMBEDDED = ROOT / "privtool/models/embedded"
HUB_MODEL = re.compile(
    r"--(?:model|tagger|adapter)[ =](?!mini\b|patterns\b|mini-ner\b|\w+/(?:\s|$))"
)
COMMANDS = get_command(app).commands  # type: ignore[attr-defined]


class Example(NamedTuple):
    """Lines for bash, and where they stand."""

    place: str
    script: str

    def lacks(self) -> str:
        """Why it cannot be run here, or nothing."""
        if HUB_MODEL.search(self.script):
            return "it names a model of the hub"
        needed = {"mini"} if "privtool fill" in self.script else set()
        if "entityTagger" in self.script and "--tagger patterns" not in self.script:
            needed.add("mini-ner")
        missing = [name for name in needed if not (EMBEDDED / name / "config.json").is_file()]
        return f"the weights of {missing} are not there" if missing else ""


def of_help(command: str | None) -> list[Example]:
    """The examples of a command's help page, or of the program's."""
    text = COMMANDS[command].help if command else app.info.help
    part = text if command is None else text.partition("Examples")[2].partition("\n\n")[0]
    lines = [line.strip() for line in part.splitlines()]
    place = f"privtool {command or ''} --help"
    return [Example(place, line) for line in lines if re.search(r"\bprivtool \w", line)]


def of_readme() -> list[Example]:
    """The blocks of the README, each line once.

    They come without what only make can do and without what says that it is not run.
    """
    seen: set[str] = set()
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    examples: list[Example] = []
    for match in re.finditer(r"^```(sh|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        place = f"README.md:{text.count(chr(10), 0, match.start()) + 1}"
        lines = match[2].splitlines()
        if match[1] == "console":
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        kept: list[str] = []
        for line in lines:
            if line.startswith("# not run"):
                break
            if not line.startswith(("make", ". ")) and line not in seen:
                kept.append(line)
        seen |= set(kept)
        if any(line.strip() for line in kept):
            examples.append(Example(place, "\n".join(kept)))
    return examples


@pytest.fixture(scope="module")
def sample(tmp_path_factory) -> Path:
    """A folder as data/sample is, with fewer records."""
    folder = tmp_path_factory.mktemp("sample")
    shutil.copytree(ROOT / "data/sample", folder, dirs_exist_ok=True)
    raw = folder / "raw.jsonl"
    lines = raw.read_bytes().splitlines(keepends=True)
    raw.write_bytes(b"".join(lines[:: len(lines) // RECORDS]))
    return folder


@pytest.fixture(scope="module")
def path(program, tmp_path_factory) -> Iterator[str]:
    """A PATH with the program, which starts in a moment."""
    with warm_program(tmp_path_factory.mktemp("warm")) as folder:
        yield os.pathsep.join([str(folder), os.path.dirname(program), os.environ["PATH"]])


def run_in(folder: Path, examples: list[Example], path: str) -> None:
    """Run examples one after another; what `head` cuts short may say that its reader has gone."""
    skipped: list[str] = []
    for example in examples:
        reason = example.lacks()
        if reason:
            skipped.append(f"{example.place}: {reason}")
            continue
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", example.script],
            cwd=folder,
            env={**os.environ, "PATH": path, "HF_HUB_OFFLINE": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=300,
            check=False,
        )
        allowed = {0, 141} if "| head" in example.script else {0}
        told = f"{example.place}\n{example.script}\n{done.stderr.decode()}"
        assert done.returncode in allowed, told
        assert "Traceback" not in told
    if len(skipped) == len(examples):
        pytest.skip("; ".join(skipped))


def test_the_examples_of_the_program_are_of_the_readme():
    examples = of_help(None)
    assert examples
    lines = "\n".join(other.script for other in of_readme()).splitlines()
    assert all(example.script in lines for example in examples)


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_of_the_help_pages(command, sample, path, tmp_path):
    examples = of_help(command)
    assert len(examples) >= 2
    shutil.copytree(sample, tmp_path, dirs_exist_ok=True)
    run_in(tmp_path, examples, path)


def test_examples_of_the_readme(sample, path, tmp_path):
    examples = of_readme()
    named = " ".join(example.script for example in examples)
    assert {command for command in COMMANDS if f"privtool {command}" in named} == set(COMMANDS)
    shutil.copytree(sample, tmp_path, dirs_exist_ok=True)
    run_in(tmp_path, examples, path)
