"""`python -m benchmarks.gpu`: parts that fail or hang, what is written of them, and a whole run."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.gpu import __main__ as command
from benchmarks.gpu.figures import NO_CUDA, TINY, Figure, PartResult
from benchmarks.gpu.plan import MINUTES, PARTS, Part
from benchmarks.gpu.processes import Outcome, run_part
from benchmarks.gpu.report import Report, as_json, as_markdown
from tests.support.tables import typed_cases

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds for the libraries to be loaded on a busy machine


def measured():
    print("some output")
    return PartResult({"records": 3}, {"speed": Figure(2.5, "records/s")})


def fails():
    raise RuntimeError("out of memory\nof the device")


def reports_failure():
    return PartResult({}, {"failed": Figure(1, "tests")}, "test_x")


def is_killed():
    os.kill(os.getpid(), signal.SIGKILL)


def hangs(path):
    child = subprocess.Popen(["sleep", "600"])
    Path(path).write_text(str(child.pid))
    time.sleep(600)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run a function as a part; gives the outcome and the log."""
    log = tmp_path_factory.mktemp("parts") / "log"

    def part(function, *arguments, limit=PATIENCE):
        outcome = run_part(function, arguments, limit, log, cuda=False)
        return outcome, log.read_text()

    return part


def test_the_result_of_a_part_comes_back_and_what_it_prints_does_not(run):
    outcome, log = run(measured)
    assert outcome[::2] == ("ok", measured())
    assert outcome.cause is None
    assert log == "some output\n"


def test_a_part_on_cuda_is_started_anew_and_not_forked(tmp_path):
    outcome = run_part(measured, (), PATIENCE, tmp_path / "log", cuda=True)
    assert outcome[::2] == ("ok", measured())


@pytest.mark.parametrize(
    ("function", "cause"),
    [
        (fails, "RuntimeError: out of memory"),
        (is_killed, "the process ended with signal 9"),
        (reports_failure, "test_x"),
    ],
)
def test_a_part_that_fails_has_a_cause_of_one_line(run, function, cause):
    outcome, log = run(function)
    assert (outcome.status, outcome.cause) == ("failed", cause)
    assert ("Traceback" in log) == (function is fails)


def ended(pid):
    try:
        return b"\0" not in Path(f"/proc/{pid}/cmdline").read_bytes()  # a zombie has no command
    except OSError:
        return True


def test_a_part_that_hangs_is_killed_with_all_that_it_started(run, tmp_path):
    run(measured)  # the libraries are loaded then
    started = time.monotonic()
    outcome, printed = run(hangs, str(tmp_path / "pid"), limit=3)
    assert (outcome.status, outcome.cause) == ("timed out", "not done after 3 s")
    assert "in hangs" in printed  # where it was
    assert 3 <= outcome.seconds <= time.monotonic() - started < 60
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 20
    while not ended(pid):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_the_limits_fit_into_the_time_for_all():
    assert sum(part.limit for part in PARTS) <= 60 * MINUTES
    assert len({part.name for part in PARTS}) == len(PARTS)


OUTCOMES = {
    "one": Outcome("ok", 1.26, PartResult({"model": "m"}, {
        "speed": Figure(12345.6, "words/s"), "share": Figure(None, "%", NO_CUDA),
        "odd": Figure(math.inf, "s"), "time": Figure(0.01234, "s"),
    })),
    "two": Outcome("failed", 2.0, None, "RuntimeError: a|b"),
    "three": Outcome("timed out", 9.0, None, "not done after 9 s"),
}  # fmt: skip
MACHINE = {"name": "a chip", "torch": "2.11.0", "transformers": "4.57.6"}


def report(outcomes=OUTCOMES):
    return Report(MACHINE, TINY, 7, "2026-11-25", 12.3, outcomes)


def test_the_json_has_everything_and_no_missing_value_without_a_reason():
    found = json.loads(as_json(report()))
    assert found["failed"] == ["two", "three"]
    assert (found["machine"], found["seed"], found["size"]) == (MACHINE, 7, TINY)
    one, two, three = found["parts"]
    assert one["sizes"] == {"model": "m"}
    assert one["figures"] == {
        "speed": {"value": 12345.6, "unit": "words/s", "reason": None},
        "share": {"value": None, "unit": "%", "reason": NO_CUDA},
        "odd": {"value": None, "unit": "s", "reason": "the value is inf"},
        "time": {"value": 0.01234, "unit": "s", "reason": None},
    }
    assert (two["status"], two["cause"], two["figures"]) == ("failed", "RuntimeError: a|b", {})
    assert (three["status"], three["seconds"]) == ("timed out", 9.0)


def test_the_table_has_a_row_for_each_figure_and_failure():
    assert as_markdown(report()).splitlines() == typed_cases("benchmarks", "gpu table")


def test_other_parts_go_on_after_one_that_fails_and_the_status_says_so(
    monkeypatch, tmp_path, capsys
):
    parts = (
        Part("missing", "no_such_part:run", PATIENCE),
        Part("loss", "lm_training:loss", PATIENCE),
    )
    monkeypatch.setattr(command, "PARTS", parts)
    arguments = ["gpu", "--device", "cpu", "--size", TINY, "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", arguments)
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ending:
        command.main()
    assert ending.value.code == 1
    shown = capsys.readouterr()
    assert "gpu: missing: failed" in shown.err
    assert "gpu: loss: ok" in shown.err
    found = json.loads((tmp_path / "results.json").read_text())
    assert found["failed"] == ["missing"]
    assert found["parts"][0]["cause"].startswith("ModuleNotFoundError: ")
    assert found["machine"]["device"] == "cpu"
    monkeypatch.setattr(sys, "argv", [*arguments, "--minutes", "0"])
    with pytest.raises(SystemExit):
        command.main()
    parts = json.loads((tmp_path / "results.json").read_text())["parts"]
    assert {part["cause"] for part in parts} == {"no time was left"}


def test_a_device_that_is_missing_is_reported(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["gpu", "--device", "mps", "--out", str(tmp_path)])
    with pytest.raises(SystemExit, match="gpu: UnavailableError: `device` mps"):
        command.main()


def test_a_whole_run_on_the_cpu(monkeypatch, tmp_path, capsys):
    arguments = ("--device", "cpu", "--size", TINY, "--out", tmp_path, "--patience", 10)
    monkeypatch.setattr(sys, "argv", ["gpu", *map(str, arguments)])
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ending:
        command.main()
    shown = capsys.readouterr()
    assert ending.value.code == 0, shown.err
    found = json.loads((tmp_path / "results.json").read_text())
    assert found["failed"] == []
    assert [part["part"] for part in found["parts"]] == [part.name for part in PARTS]
    for part in found["parts"]:
        assert part["figures"]
        for figure in part["figures"].values():
            assert (figure["value"] is None) == (figure["reason"] is not None)
    tests = found["parts"][0]["figures"]
    assert tests["passed"]["value"] > 30
    assert tests["skipped"]["value"] == 0
    assert (tmp_path / "results.md").read_text().rstrip() == shown.out.rstrip()
    assert "| lm-train | tokens |" in shown.out
