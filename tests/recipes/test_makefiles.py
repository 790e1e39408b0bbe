"""The targets of the recipes can be planned with what the head of each Makefile says they need."""

import os
import subprocess
from pathlib import Path

import pytest

RECIPES = Path(__file__).resolve().parents[2] / "recipes"


TARGETS = {
    "embedded": "all scores talk written new-kinds",
    "flechl2022": "corpora",
    "ma2022": "tables",
    "privacy": "survival models cells",
    "vats2023": "table2 table5 beside private-words rescoring",
}


@pytest.mark.parametrize(
    ("recipe", "target"), [(name, one) for name in TARGETS for one in TARGETS[name].split()]
)
def test_a_target_can_be_planned(recipe, target, tmp_path):
    command = ["make", "--dry-run", "-C", str(RECIPES / recipe), target, f"SPEECH={tmp_path}"]
    done = subprocess.run(
        [*command, f"DATA={tmp_path}", f"RUN={tmp_path / 'run'}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "run").exists()
    missing = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "set DATA to the folder" in missing.stderr


@pytest.mark.parametrize(("newer", "kept"), [("run.json", True), ("b1.jsonl", False)])
def test_an_interrupted_system_continues_unless_its_corpus_is_newer(tmp_path, newer, kept):
    part = tmp_path / "asr/1/b1.asr.part"
    part.mkdir(parents=True)
    files = {"run.json": part / "run.json", "b1.jsonl": tmp_path / "b1.jsonl"}
    for name, file in files.items():
        file.touch()
        os.utime(file, (2e9, 2e9) if name == newer else (1e9, 1e9))
    target = tmp_path / "asr/1/b1.train"
    command = ["make", "-C", str(RECIPES / "flechl2022"), str(target), f"RUN={tmp_path}"]
    done = subprocess.run(
        [*command, f"DATA={tmp_path}", "PRIVTOOL=true"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert part.exists() == kept
