"""A wheel of the package: it holds all that mask, fill and surrogate need outside the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RECORD = {
    "id": 1,
    "text": "my name is Zebulon Quixley",
    "entities": [{"start": 11, "end": 26, "label": "PERSON"}],
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder with the package as its wheel installs it; dependencies are those of the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--retries", "0", "--timeout", "10", "-w", folder, ROOT]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    if "Could not find a version that satisfies the requirement hatchling" in done.stderr:
        pytest.skip("the build needs hatchling from the package index, which cannot be reached")
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("privtool-*.whl")
    target = folder / "site"
    with zipfile.ZipFile(wheel) as files:  # all that an installation does to a pure wheel
        files.extractall(target)
    return target


def run(installed: Path, folder: Path, *args: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(installed), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, *args],
        cwd=folder,
        env=environment,
        input=json.dumps(RECORD) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_record_outside_the_checkout(installed, tmp_path):
    """With all models that come with the package, in one process: loading takes most of it."""
    script = (
        "import json, sys, privtool; "
        "record = json.loads(sys.stdin.read()); "
        "(named,) = privtool.mask([record], method='entityTagger', tagger='mini-ner+patterns'); "
        "(filled,) = privtool.fill(privtool.mask([record]), topk=10, seed=1); "
        "print(json.dumps([privtool.__file__, named['text'], filled['text']]))"
    )
    where, named, filled = json.loads(run(installed, tmp_path, "-c", script))
    assert Path(where).is_relative_to(installed)
    assert "Quixley" not in named
    assert filled.startswith("my name is ")
    assert "Quixley" not in filled
    assert "[MASK]" not in filled


def test_the_command_outside_the_checkout(installed, tmp_path):
    command = ("surrogate", "--key-file", "key", "--make-key")
    record = json.loads(run(installed, tmp_path, "-m", "privtool", *command))
    assert record["id"] == 1
    assert "Quixley" not in record["text"]
