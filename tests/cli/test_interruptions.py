"""What happens while a command runs: lines that come slowly, readers that go, Ctrl-C, --jobs."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 240  # seconds until something counts as stuck, also on a busy machine
SPEECH = "data/sample/speech/manifest.jsonl"

_MAYBE_IGNORED = (signal.SIGINT, signal.SIGHUP)


@contextlib.contextmanager
def running(program: str, *args: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program with pipes at all ends, in a process group of its own as from a shell."""
    process = subprocess.Popen(
        [program, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        # Whoever starts the tests may ignore them, as background jobs and nohup do.
        preexec_fn=lambda: [signal.signal(one, signal.SIG_DFL) for one in _MAYBE_IGNORED],
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def a_line(stream: Any) -> bytes:
    """The next line, unless it takes too long."""
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([stream], [], [], PATIENCE)
        assert ready, "no line came out"
        piece = os.read(stream.fileno(), 1 << 16)
        if not piece:
            break
        line += piece
    return line


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_line_comes_out_before_the_next_goes_in_and_ctrl_c_ends_it(program, started, jobs):
    if started.args[0] == "fill" and jobs == "2":
        pytest.skip("starting it three times takes too long; its stage knows nothing of jobs")
    with running(program, *started.args, "--jobs", jobs) as process:
        for _ in range(2):
            process.stdin.write(started.record)
            assert a_line(process.stdout).startswith(b'{"id":"r1","text":')
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does it: the workers get it too
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == b""


def test_ctrl_c_while_processes_start_leaves_no_trace(program):
    for delay in (0.25, 0.4, 0.6):
        with running(program, "mask", "--jobs", "2") as process:
            process.stdin.write(b'{"id":1,"text":"a"}\n')
            time.sleep(delay)
            os.killpg(process.pid, signal.SIGINT)
            process.wait(PATIENCE)
            err = process.stderr.read()
        # Before the command has begun it is the interpreter that is interrupted.
        if process.returncode == 130:
            assert err == b""
        else:
            assert b"multiprocessing" not in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_head_ends_it_silently(program, jobs, tmp_path):
    many = tmp_path / "many"
    many.write_bytes(b'{"id":1,"text":"my name is Zebulon"}\n' * 50_000)
    done = subprocess.run(
        ["bash", "-c", '"$0" "$@" | head -n 1 | wc -l; exit ${PIPESTATUS[0]}']
        + [program, "mask", "--jobs", jobs, str(many)],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 141
    assert done.stdout.strip() == b"1"
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("sent", "status", "jobs"),
    [(signal.SIGINT, 130, "2"), (signal.SIGTERM, 143, "1"), (signal.SIGHUP, 129, "2")],
)
def test_an_output_file_is_not_left_behind(program, light, tmp_path, sent, status, jobs):
    out = tmp_path / "out"
    with running(program, *light.args, "--jobs", jobs, "-o", str(out)) as process:
        process.stdin.write(light.record)
        deadline = time.monotonic() + PATIENCE
        while not is_writing(process.pid, tmp_path) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(sent)
        assert process.wait(PATIENCE) == status
        assert process.stderr.read() == b""
    assert list(tmp_path.iterdir()) == []


def is_writing(pid: int, folder: Path) -> bool:
    """Whether a process has a file in a folder open, with a name or without."""
    opened = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed meanwhile
            opened.append(os.readlink(link))
    return any(path.startswith(f"{folder}/") for path in opened)


@pytest.mark.parametrize("name", ["vocab", "mask", "fill"])
def test_jobs_change_nothing(call, name, case_of, tmp_path):
    case = case_of(name)
    files = []
    for number in range(3):  # a block each
        lines = [case.record.replace(b"r1", b"r%d" % (20 * number + i)) for i in range(20)]
        lines[3 * number] = b"SECRET\n"
        files.append(tmp_path / str(number))
        files[-1].write_bytes(b"".join(lines))
    results = []
    for jobs in ("1", "2"):
        aside = tmp_path / f"aside{jobs}"
        done = call(*case.args, "--jobs", jobs, "--rejects", aside, *files).checked()
        results.append((done.out, aside.read_bytes(), done.err.split(" rejected")[0]))
    assert results[0] == results[1]


@pytest.mark.parametrize("sink", ["| true", "2> /dev/full"])
def test_a_run_with_closed_stderr_succeeds(program, tmp_path, sink):
    out, given = tmp_path / "out", tmp_path / "in"
    given.write_bytes(b'{"id":1,"text":"a"}\n' * 3)
    script = f'"$0" "$@" 2>&1 > /dev/null {sink}; exit ${{PIPESTATUS[0]}}'
    command = ["bash", "-c", script, program, "mask", "-o", str(out), str(given)]
    assert subprocess.run(command, check=False, timeout=PATIENCE).returncode == 0
    assert out.read_bytes()


def test_a_signal_to_all_processes_of_a_trainer_is_no_error(program, tmp_path):
    """As `timeout`, Slurm and terminals send it: to the processes that load audio, too."""
    out = tmp_path / "asr"
    options = ("--preset", "conformer-tiny", "--token-kind", "char", "--epochs", "1000")
    with running(
        program, "asr-train", *options, "--workers", "2", "--out-dir", str(out), SPEECH
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while not list(tmp_path.glob("asr.part/checkpoint-*")) and time.monotonic() < deadline:
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        os.killpg(process.pid, signal.SIGTERM)
        assert process.wait(PATIENCE) == 143
        assert b"error" not in process.stderr.read().lower()
    assert [path.name for path in tmp_path.iterdir()] == ["asr.part"]


def test_a_second_signal_at_exit_does_not_change_the_status():
    """`timeout` signals a process and then its group, which may come as libraries end."""
    code = (
        "import atexit, os, signal, time\n"
        "from privtool.cli import main\n"
        "terminate = lambda: os.kill(os.getpid(), signal.SIGTERM)\n"
        "main.app = lambda: (terminate(), time.sleep(60))\n"
        "atexit.register(terminate)\n"
        "main.main()\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 143
