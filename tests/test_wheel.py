"""A wheel of the package: it holds all that mask, fill and surrogate need outside the checkout."""

import json
import os
import subprocess
import sys
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
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", "--target", target, wheel]
    subprocess.run(install, check=True)
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


def test_the_wheel_is_what_runs(installed, tmp_path):
    where = run(installed, tmp_path, "-c", "import privtool; print(privtool.__file__)")
    assert Path(where.strip()).is_relative_to(installed)


@pytest.mark.parametrize(
    "command",
    [
        ("mask", "--tagger", "mini-ner+patterns", "--method", "entityTagger"),
        ("surrogate", "--key-file", "key", "--make-key"),
    ],
    ids=lambda command: command[0],
)
def test_a_record_outside_the_checkout(installed, tmp_path, command):
    record = json.loads(run(installed, tmp_path, "-m", "privtool", *command))
    assert record["id"] == 1
    assert "Quixley" not in record["text"]


def test_filling_outside_the_checkout(installed, tmp_path):
    script = (
        "import json, sys, privtool; "
        "masked = privtool.mask([json.loads(sys.stdin.read())]); "
        "print(json.dumps(next(privtool.fill(masked, topk=10, seed=1))))"
    )
    text = json.loads(run(installed, tmp_path, "-c", script))["text"]
    assert text.startswith("my name is ")
    assert "Quixley" not in text
    assert "[MASK]" not in text
