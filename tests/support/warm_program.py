"""The program with its libraries loaded already, for tests that start it hundreds of times.

Loading torch and transformers takes seconds, and what else a command needs takes half a second. A
server does it once; for each call of `privtool` it forks a process that takes over the caller's
arguments, folder, environment and all its open files (those of `<(...)`, too) and runs the program.
Tests of how the program starts run the real one.
A process that is to be killed writes its number into the file that `WARM_PID_FILE` names.
"""

import array
import contextlib
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

# What the package imports in functions; its modules are all loaded, too.
LIBRARIES = (
    "accelerate",
    "espeakng_loader",
    "faker.providers.address",
    "jiwer",
    "matplotlib.backends.backend_svg",
    "matplotlib.figure",
    "num2words",
    "phonenumbers",
    "pocketsphinx",
    "pydantic.type_adapter",
    "scipy.fft",
    "soxr",
    "tokenizers",
    "torch",
    "torchaudio",
    "transformers.models.bert.modeling_bert",
    "transformers.models.gpt2.modeling_gpt2",
    "stdnum.luhn",
    "typer._adapters",
    "zipcodes",
)
# What surrogates and rare words are drawn from, and what names are looked up in.
TABLES = (
    ("privtool.stages.rare_words", "_embedded"),
    ("privtool.text.known_names", "lexicon"),
    ("privtool.text.surrogates.gazetteer", "gazetteer"),
    ("privtool.text.surrogates.name_lists", "name_pools"),
)
_MOST_FILES = 64
_PARKED = 200  # descriptors from here on are those of no caller
CALLER = """\
#!{python} -SE
import array, json, os, socket, sys
held = []
for name in os.listdir("/proc/self/fd"):
    try:
        os.fstat(int(name))
    except OSError:
        continue
    held.append(int(name))
line = socket.socket(socket.AF_UNIX)
line.connect({address!r})
told = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ), held]).encode()
files = array.array("i", held)
line.sendmsg([len(told).to_bytes(4, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
line.sendall(told)
status = line.recv(1)
sys.exit(status[0] if status else 1)
"""


def shared_folder(base: Path) -> Path:
    """Return a folder that all workers share, for the temporary folder of one of them."""
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "warm"


@contextlib.contextmanager
def warm_program(folder: Path) -> Iterator[Path]:
    """A folder to put on PATH, whose `privtool` is answered by a server while the block runs.

    All processes that use the folder at the same time share a server.
    """
    folder.mkdir(exist_ok=True)
    address, users = folder / "socket", folder / "users"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            user = os.open(users, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads it: there is no server
            _start(folder, address, users)
            user = os.open(users, os.O_WRONLY)
    try:
        yield folder
    finally:
        os.close(user)


@contextlib.contextmanager
def started_early(folder: Path) -> Iterator[None]:
    """Start the server without waiting for it, and keep it while the block runs."""
    with contextlib.ExitStack() as kept:
        thread = threading.Thread(target=lambda: kept.enter_context(warm_program(folder)))
        thread.start()
        yield
        thread.join()


def _start(folder: Path, address: Path, users: Path) -> None:
    address.unlink(missing_ok=True)
    if not users.exists():
        os.mkfifo(users)
    caller = folder / "privtool"
    text = CALLER.format(python=sys.executable, address=str(address))
    caller.write_text(text, encoding="utf-8")
    caller.chmod(0o755)
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}  # read as the hub's client is loaded
    server = subprocess.Popen(
        [sys.executable, __file__, str(address), str(users)],
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,  # it outlives the process that started it
    )
    threading.Thread(target=server.wait, daemon=True).start()
    assert server.stdout.readline() == b"ready\n", "the warm program did not start"


def _compile_patterns() -> None:
    """Compile what each process would compile on first use."""
    kind = importlib.import_module("privtool.text.lazy_regex").Regex
    for each in gc.get_objects():
        if type(each) is kind:
            _ = each.search


def _serve(address: str, users: str) -> None:
    for name in (*LIBRARIES, *_modules()):
        importlib.import_module(name)
    for name, table in TABLES:
        getattr(importlib.import_module(name), table)()
    _compile_patterns()
    importlib.import_module("kept_decoders").start_decoders()  # beside this file
    gc.freeze()  # else the first collection of each process copies all that it shares with this one
    door = socket.socket(socket.AF_UNIX)
    door.bind(address)
    door.listen()
    pipe = os.open(users, os.O_RDONLY | os.O_NONBLOCK)  # else it would wait for the first user
    print("ready", flush=True)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the processes
    while pipe not in select.select([pipe, door], [], [])[0]:  # where it is, its users have gone
        line, _ = door.accept()
        if os.fork() == 0:
            door.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _answer(line)
        line.close()


def _modules() -> Iterator[str]:
    """Yield the modules of the package."""
    import privtool

    for module in pkgutil.walk_packages(privtool.__path__, "privtool."):
        if not module.name.endswith("__main__"):
            yield module.name


def _answer(line: socket.socket) -> None:
    """Run the program for a caller, tell the status, and end the process."""
    status = 1
    try:
        parked = os.dup2(line.fileno(), _PARKED, inheritable=False)
        arguments = _taken_over(line)
        line = socket.socket(fileno=parked)
        sys.argv = ["privtool", *arguments]
        if "WARM_PID_FILE" in os.environ:
            Path(os.environ.pop("WARM_PID_FILE")).write_text(str(os.getpid()))
        from privtool.cli.main import main

        try:
            with importlib.import_module("kept_decoders").kept_decoders():
                main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    finally:
        with contextlib.suppress(OSError):
            line.sendall(bytes([status & 0xFF]))
        os._exit(status)


def _taken_over(line: socket.socket) -> list[str]:
    """Become the caller: its folder, environment and open files. Returns its arguments."""
    room = socket.CMSG_LEN(_MOST_FILES * array.array("i").itemsize)
    head, ancillary, _, _ = line.recvmsg(4, room)
    files = array.array("i")
    for _, _, data in ancillary:
        files.frombytes(data[: len(data) - len(data) % files.itemsize])
    told = b""
    while len(told) < int.from_bytes(head, "big"):
        told += line.recv(1 << 16)
    arguments, folder, environment, numbers = json.loads(told)
    high = [os.dup2(file, _PARKED + 1 + place) for place, file in enumerate(files)]
    os.closerange(3, _PARKED)
    for file, number in zip(high, numbers, strict=True):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    return list(arguments)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
