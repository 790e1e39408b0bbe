"""Commands through real pipes, against reviewed outputs.

Every folder of tests/golden/<command>/ has a `cmd` for bash, its inputs (or it reads $SAMPLE, which
is data/sample), and what it writes. After an intended change, PRIVTOOL_REWRITE_GOLDEN=1 writes
the outputs again, for review.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
SAMPLE = GOLDEN.parents[1] / "data" / "sample"
CASES = sorted(path.parent for path in GOLDEN.glob("*/*/cmd"))
REWRITE = os.environ.get("PRIVTOOL_REWRITE_GOLDEN") == "1"


@pytest.mark.parametrize("case", CASES, ids=lambda path: str(path.relative_to(GOLDEN)))
def test_a_command_writes_what_it_did(case, warm_path, tmp_path):
    folder = tmp_path / "case"
    shutil.copytree(case, folder)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "cmd"],
        cwd=folder,
        env={**os.environ, "PATH": warm_path, "SAMPLE": str(SAMPLE)},
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    expected = case / ("expected.jsonl" if done.stdout.startswith(b"{") else "expected.txt")
    if REWRITE:
        expected.write_bytes(done.stdout)
    # Not compared as JSON: the same bytes come out of the same input, always.
    assert done.stdout.decode() == expected.read_bytes().decode()


def test_there_are_cases_for_every_stream():
    assert {"asr-eval", "fill", "mask", "report", "surrogate", "vocab"} <= {
        case.parent.name for case in CASES
    }
