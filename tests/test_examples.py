"""Every example of the help pages, the README and the docs runs, in a copy of the sample corpus."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from privtool.cli.main import app
from tests.support.in_process import commands

ROOT = Path(__file__).resolve().parent.parent
RECORDS, TURNS = 12, 1  # of the sample corpus: examples show how, not how much
EMBEDDED = ROOT / "privtool/models/embedded"
HUB_MODEL = re.compile(
    r"--(?:model|tagger|adapter)[ =](?!mini\b|patterns\b|mini-ner\b|\w+/(?:\s|$))"
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
END_OF_REFERENCE = "<!-- End of the reference"
COMMANDS = commands()


class Example(NamedTuple):
    """Lines for bash, where they stand, and what they print, if that is shown."""

    place: str
    script: str
    output: str = ""

    def lacks(self) -> str:
        """Why it cannot be run here, or nothing."""
        if HUB_MODEL.search(self.script):
            return "it names a model of the hub"
        needed = {"mini"} if re.search("privtool (fill|audit guess)", self.script) else set()
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


def blocks_of(page: Path, *kinds: str) -> Iterator[tuple[str, str, str]]:
    """Yield the place, kind and lines of each block of a page, without those that are not run.

    The reference of a command's page is left out: its examples are those of the help page.
    """
    text = page.read_text(encoding="utf-8")
    start = max(text.find(END_OF_REFERENCE), 0)
    blocks = re.compile(rf"^```({'|'.join(kinds)})\n(.*?)^```", re.MULTILINE | re.DOTALL)
    for match in blocks.finditer(text, start):
        line = text.count("\n", 0, match.start()) + 1
        if not match[2].startswith("# not run"):
            yield f"{page.relative_to(ROOT)}:{line}", match[1], match[2]


def of_page(page: Path) -> list[Example]:
    """The shell blocks of a page, without those that only make can do."""
    examples: list[Example] = []
    for place, kind, block in blocks_of(page, "sh", "console"):
        if kind == "console":
            examples += of_console(place, block)
        elif script := "\n".join(
            line for line in block.splitlines() if not line.startswith("make")
        ):
            examples.append(Example(place, script))
    return examples


def of_console(place: str, block: str) -> Iterator[Example]:
    """The commands of a terminal session, each with the output that the page shows."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        script, _, output = part.partition("\n")
        yield Example(place, script, output)


@pytest.fixture(scope="module")
def sample(tmp_path_factory) -> Path:
    """A folder as data/sample is, with fewer records and recordings."""
    folder = tmp_path_factory.mktemp("sample")
    shutil.copytree(ROOT / "data/sample", folder, dirs_exist_ok=True)
    keep_some(folder / "raw.jsonl", RECORDS)
    keep_shortest(folder / "speech/manifest.jsonl", TURNS)
    return folder


def keep_some(file: Path, count: int) -> None:
    """Keep the first two lines of a file, and some of the others."""
    first, others = (lines := file.read_bytes().splitlines(keepends=True))[:2], lines[2:]
    step = len(lines) // max(count - 2, 1)
    file.write_bytes(b"".join(first + others[::step][: count - 2]))


def keep_shortest(manifest: Path, count: int) -> None:
    """Keep the shortest recordings of a manifest."""
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(b"".join(sorted(lines, key=_seconds)[:count]))


def _seconds(line: bytes) -> float:
    return json.loads(line)["duration"]


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
        report = f"{example.place}\n{example.script}\n{done.stderr.decode()}"
        assert done.returncode in allowed, report
        assert "Traceback" not in report
        assert done.stdout.decode() == example.output or not example.output, report
    if len(skipped) == len(examples):
        pytest.skip("; ".join(skipped))


def test_the_examples_of_the_program_run(sample, warm_path, tmp_path):
    examples = of_help(None)
    assert len(examples) >= 2
    shutil.copytree(sample, tmp_path, dirs_exist_ok=True)
    run_in(tmp_path, examples, warm_path)


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_of_the_help_pages(command, sample, warm_path, tmp_path):
    examples = of_help(command)
    assert len(examples) >= 2
    shutil.copytree(sample, tmp_path, dirs_exist_ok=True)
    run_in(tmp_path, examples, warm_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_of_the_pages(page, sample, warm_path, tmp_path):
    examples = of_page(page)
    if not examples:
        pytest.skip("the page has no example that runs here")
    shutil.copytree(sample, tmp_path, dirs_exist_ok=True)
    run_in(tmp_path, examples, warm_path)


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs/python.md"])
def test_python_examples(page, sample, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(shutil.copytree(sample, tmp_path, dirs_exist_ok=True))
    script = "\n".join(block for _, _, block in blocks_of(page, "python"))
    assert script
    exec(script, {"__name__": "__main__"})
    assert capfd.readouterr().err == ""


def test_every_link_between_pages_leads_somewhere():
    for page in [*PAGES, ROOT / "docs/commands/README.md"]:
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"
