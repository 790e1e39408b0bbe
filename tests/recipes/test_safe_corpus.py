"""The commands of `make safe-corpus`, in order."""

import re
import subprocess
from pathlib import Path

from tests.support.tables import typed_cases

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "recipes/safe_corpus"


def planned(*variables):
    make = ["make", "--dry-run", "-C", str(RECIPE), "PRIVTOOL=privtool", *variables]
    return subprocess.run(make, capture_output=True, text=True, check=False)


def commands_of(data, *variables):
    done = planned(f"DATA={data}", "OUT=o", "JOBS=1", *variables)
    assert done.returncode == 0, done.stderr
    lines = re.sub(r"\\\n\s*", "", done.stdout).splitlines()
    return [line for line in lines if re.match("privtool|cp", line)]


def test_from_a_manifest_to_a_report(tmp_path):
    data = tmp_path / "in.jsonl"
    data.touch()
    expected = typed_cases("recipes", "safe corpus")
    assert commands_of(data) == [line.replace("ROOT", str(tmp_path)) for line in expected]


def test_marks_and_times_may_be_trusted(tmp_path):
    data = tmp_path / "in.jsonl"
    data.touch()
    commands = commands_of(data, "TAGGER=", "TRANSCRIPT=exact", "IDS=keep")
    assert "--ids" not in commands[1]
    assert commands[0] == f"cp {data} o/private/annotated.jsonl"
    assert all("--transcript exact" in commands[number] for number in (2, 3))


def test_without_a_manifest():
    assert "set DATA to a manifest" in planned().stderr
