"""`make figures`: rows of tables in the docs that benchmarks write."""

import importlib.util
import json
import re
import subprocess
from pathlib import Path

import pytest

from benchmarks.gpu.figures import NO_CUDA, TINY, UNKNOWN_CHIP, Figure, Setup
from benchmarks.gpu.parts.marked_tests import files, result_of
from benchmarks.suite import seconds_by_folder
from benchmarks.support.chips import dense_bfloat16
from tests.support.tables import typed_cases

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool():
    spec = importlib.util.spec_from_file_location("figures", ROOT / "tools/figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_figure_has_a_row_with_as_many_cells_and_a_benchmark(tool):
    for figure in tool.figures():
        cells = " | ".join("x" for _ in figure.cells.split(" | "))
        tool.with_row((ROOT / figure.page).read_text("utf-8"), figure.first, cells)
        assert importlib.util.find_spec(f"benchmarks.{figure.benchmark.split()[0]}"), figure


def test_a_benchmark_writes_the_cells_of_its_row(tool, tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("| a | b | c |\n| -- | -: | -- |\n| one | 1 | old |\n| one more | 2 | old |\n")
    lines = [{"benchmark": "a: b", "rate": 1234.6}, {"benchmark": "c", "rate": {"x": 7}}]
    monkeypatch.setattr(tool, "measured", lambda _: json.loads(json.dumps(lines)))
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    tool.write(
        [tool.Figure("page.md", "one", "startup", "{0[rate]:,.0f}, {c[rate][x]} | {made}")], "B"
    )
    first, *_, written, other, _ = page.read_text().split("\n")
    assert written.startswith("| one | 1,235, 7 | B, 20")
    assert (first, other) == ("| a | b | c |", "| one more | 2 | old |")


@pytest.mark.parametrize(("first", "cells"), [("two", "1 | 2"), ("one", "1"), ("twice", "1 | 2")])
def test_a_row_that_is_not_there_once_or_has_other_cells_is_an_error(tool, first, cells):
    with pytest.raises(ValueError, match=first):
        tool.with_row("| one | 1 | 2 |\n| twice | 1 | 2 |\n| twice | 3 | 4 |", first, cells)


def test_seconds_of_tests_add_up_by_folder():
    shown = "== slowest\n1.50s call     tests/cli/test_a.py::test_x[1]\n"
    shown += "0.25s setup    tests/cli/x/test_b.py::test_z\n"
    shown += "2.00s call     tests/test_examples.py::test_y\n3 passed in 9s\n"
    assert seconds_by_folder(shown) == {"cli": 1.75, "test_examples": 2.0}


# Figures of `python -m benchmarks.gpu`: shares of the chip, tests, tools.
@pytest.mark.parametrize(("name", "teraflops"), typed_cases("benchmarks", "teraflops of a chip"))
def test_a_chip_that_is_unknown_has_no_rate(name, teraflops):
    rate = dense_bfloat16(name)
    assert (None if rate is None else rate / 1e12) == pytest.approx(teraflops)


def test_a_share_of_an_unknown_rate_is_missing():
    share = "share of the dense bf16 rate"
    known = Setup("cuda", TINY, 1, 4e12).arithmetic(6e12, 3.0)
    assert known == {"arithmetic": Figure(2.0, "TFLOP/s"), share: Figure(50.0, "%")}
    assert Setup("cuda", TINY, 1).arithmetic(1e12, 1.0)[share].reason == UNKNOWN_CHIP
    assert Setup("cpu", TINY, 1).arithmetic(1e12, 1.0)[share].reason == NO_CUDA


def test_all_files_with_tests_for_a_gpu_are_found(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert {str(path) for path in files()} >= {
        "tests/cli/test_on_a_gpu.py",
        "tests/models/runtime/test_on_a_gpu.py",
    }


def test_tests_that_fail_are_named_and_none_that_ran_is_a_failure():
    names = {"passed": ["a"], "failed": [f"tests/x.py::test_{n}" for n in range(5)], "skipped": []}
    found = result_of(names)
    assert found.figures["failed"] == Figure(5, "tests")
    assert found.failure == "x.py::test_0, x.py::test_1, x.py::test_2, ..."
    assert result_of({**names, "failed": []}).failure is None
    assert result_of({"passed": [], "failed": [], "skipped": ["a"]}).failure == "no test ran"


WHEELS = ROOT / "benchmarks/gpu/wheels.txt"


def planned(*arguments):
    """The commands that make would run."""
    done = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def locked(name):
    """The versions in a lock by the name of the package."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        if match := re.match(r"([\w.-]+)==([\w.+]+)", line):
            found.setdefault(match[1].lower(), set()).add(match[2])
    return found


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("gpu DEVICE=cpu SIZE=tiny", "tools/gpu.sh --device cpu --size tiny"),
        ("gpu SEED=3 GPU_OUT=here", "--seed 3 --out here"),
        ("gpu", "--device cuda --size full"),
        ("gpu-wheels GPU_PYTHON=3.12", "GPU_PYTHON='3.12'"),
        ("gpu-wheels GPU_ARCH=aarch64", "GPU_ARCH='aarch64'"),
        ("gpu-wheels WHEELS=there", "WHEELS='there'"),
    ],
)
def test_make_passes_its_options_on(arguments, says):
    assert says in " ".join(planned(*arguments.split()).replace("\\\n", " ").split())


def test_all_wheels_are_in_the_lock():
    names = [line for line in WHEELS.read_text().split("\n") if line and line[0] != "#"]
    assert len(names) > 10
    assert set(names) <= locked("requirements.lock").keys()


def test_both_locks_hold_all_that_privtool_needs():
    old, new = locked("requirements.lock"), locked("requirements-transformers5.lock")
    assert {version.partition(".")[0] for version in old["transformers"]} == {"4"}
    assert {version.partition(".")[0] for version in new["transformers"]} == {"5"}
    assert old["torch"] == new["torch"]
    stated = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.scripts]")[0]
    stated = re.sub(r"^bench = \[.*?^\]", "", stated, flags=re.DOTALL | re.MULTILINE)
    needed = set(re.findall(r'"([A-Za-z][\w-]*)[><=\[~]', stated))
    assert len(needed) > 30
    assert {name.lower() for name in needed} <= old.keys() & new.keys()


@pytest.mark.parametrize("script", ["gpu.sh", "gpu_wheels.sh", "test_transformers5.sh"])
def test_the_scripts_are_valid(script):
    subprocess.run(["sh", "-n", ROOT / "tools" / script], check=True)
