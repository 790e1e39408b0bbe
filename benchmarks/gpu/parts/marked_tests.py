"""The tests that are marked `gpu`, on the device of the run.

They compare it with the CPU. If it is the CPU itself, they only show that the tests still run.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.gpu.figures import Figure, PartResult, Setup

_FOLDER, _MARK = Path("tests"), "pytest.mark.gpu"
_DEVICE = "PRIVTOOL_GPU"  # tests/conftest.py reads it
_MOST_NAMES = 3


class _Reports:
    """A pytest plugin that keeps the names of tests by outcome."""

    def __init__(self) -> None:
        self.names: dict[str, list[str]] = {"passed": [], "failed": [], "skipped": []}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            self.names[report.outcome].append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.names["failed"].append(report.nodeid)


def run(setup: Setup) -> PartResult:
    """Run them in this process; without any that passes, the part fails."""
    os.environ[_DEVICE] = setup.device
    reports = _Reports()
    options = ["-m", "gpu", "-q", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
    pytest.main([*options, "--tb=short", *map(str, files())], plugins=[reports])
    return result_of(reports.names)


def files() -> list[Path]:
    """Return the files with such tests: collecting all tests would take longer than these do."""
    return [
        path
        for path in sorted(_FOLDER.rglob("test_*.py"))
        if _MARK in path.read_text(encoding="utf-8")
    ]


def result_of(names: dict[str, list[str]]) -> PartResult:
    """Return the counts, and the first tests that failed."""
    figures = {outcome: Figure(len(tests), "tests") for outcome, tests in names.items()}
    failed = [name.rpartition("/")[2] for name in names["failed"]]
    more = ", ..." if len(failed) > _MOST_NAMES else ""
    failure = ", ".join(failed[:_MOST_NAMES]) + more if failed else None
    if not names["passed"] and failure is None:
        failure = "no test ran"
    return PartResult({"files": len(files())}, figures, failure)
