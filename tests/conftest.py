"""What all tests share: running the program, as a process of its own or inside this one."""

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.in_process import Outcome, in_this_process
from tests.support.jsonl import jsonl
from tests.support.share import tried
from tests.support.warm_program import shared_folder, started_early, warm_program

ROOT = Path(__file__).resolve().parent.parent
Run = Callable[..., Outcome]
# Before torch is loaded, and for all processes that are started: threads that wait for one another
# on few cores cost more than they bring, and forked workers could wait for them forever.
os.environ["OMP_NUM_THREADS"] = "1"
# They would all compile the package again, hundreds of times.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
_TRAINER, _excluded = "transformers.trainer", set[str]()
gc.disable()  # until all tests are collected, see `pytest_collection_finish`
# Trainers write checkpoints through to the disk, for which tests of them would wait a fifth of
# their time: temporary folders are in memory where there is enough of it.
MEMORY, ENOUGH = Path("/dev/shm"), 4 << 30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
if find_spec("hypothesis"):  # GPU machines have none
    from tests.support.examples import use_profile

    use_profile()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The examples, which take minutes, go first, so that all processes end together."""
    items[:] = tried(items)
    items.sort(key=lambda item: item.path.name != "test_examples.py")


def pytest_collection_finish() -> None:
    """Exclude tests and libraries from garbage collection, which would look at millions of them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # what tests make is small and mostly freed at once
    gc.enable()


def pytest_runtest_logfinish() -> None:
    """Exclude the libraries of trainers, too, once they are loaded: each training collects."""
    if _TRAINER in sys.modules and _TRAINER not in _excluded:
        _excluded.add(_TRAINER)
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def gpu() -> Iterator[str]:
    """The device that tests marked `gpu` compare with the CPU: that of `make gpu`, else CUDA.

    The CPU itself only shows that they still run. Convolutions compute in full precision meanwhile:
    TF32, their default, would hide mistakes.
    """
    import torch

    name = os.environ.get("PRIVTOOL_GPU", "cuda")
    if name.startswith("cuda") and not torch.cuda.is_available():
        pytest.skip("this machine has no CUDA device")
    before, torch.backends.cudnn.allow_tf32 = torch.backends.cudnn.allow_tf32, False
    yield name
    torch.backends.cudnn.allow_tf32 = before


@pytest.fixture
def single_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taggers compute in single precision on any CPU, as they do on a GPU."""
    from privtool.models.taggers import torch_labeler

    monkeypatch.setattr(torch_labeler, "multiplies_bfloat16", lambda _: False)


@pytest.fixture(scope="session")
def program() -> str:
    """The path of the console script of this environment."""
    found = shutil.which("privtool", path=os.path.dirname(sys.executable))
    if found is None:
        pytest.fail("the console script is not installed beside this Python; run `make setup`")
    return found


@pytest.fixture(scope="session")
def run(program: str) -> Run:
    """Run the console script: `run("mask", "-q", input=b"...")`."""

    def in_a_process(*args: str | Path, input: bytes = b"", **options: Any) -> Outcome:
        options.setdefault("timeout", 120)
        done = subprocess.run(
            [program, *map(str, args)], input=input, capture_output=True, check=False, **options
        )
        return Outcome(done.returncode, done.stdout, done.stderr.decode())

    return in_a_process


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A program that does what the console script does, but starts in a moment."""
    with warm_program(shared_folder(tmp_path_factory.getbasetemp())) as folder:
        yield folder / "privtool"


@pytest.fixture(scope="session", autouse=True)
def _warmed_up(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The server of that program starts at once if a test needs it, while others run."""
    needed = any("warm" in getattr(item, "fixturenames", ()) for item in request.session.items)
    folder = shared_folder(tmp_path_factory.getbasetemp())
    with started_early(folder) if needed else nullcontext():
        yield


@pytest.fixture(scope="session")
def warm_path(warm: Path, program: str) -> str:
    """A PATH whose `privtool` starts in a moment."""
    return os.pathsep.join([str(warm.parent), os.path.dirname(program), os.environ["PATH"]])


@pytest.fixture(scope="session")
def call() -> Run:
    """Run the program inside this process, much faster: `call("mask", "-q", input=b"...")`.

    It reads and writes real file descriptors, so that what bypasses `sys.stdout` is seen too.
    `stdin` and `stdout` take descriptors to use instead of files.
    """
    return in_this_process


@pytest.fixture
def full_disk() -> Iterator[int]:
    """A descriptor to write to where there is no room."""
    full = os.open("/dev/full", os.O_WRONLY)
    yield full
    os.close(full)


@pytest.fixture(scope="session")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a second of speech, twice, and `corpus.jsonl`: the words of `b.wav`."""
    import soundfile

    from privtool.models.tts.espeak import speak

    folder = tmp_path_factory.mktemp("spoken")
    clip = speak("call mary quixley")
    for name in ("a.wav", "b.wav"):
        soundfile.write(folder / name, clip.samples, clip.rate)
    words = [
        {"word": "call", "start": 0.05, "end": 0.3, "confidence": 1.0},
        {"word": "mary", "start": 0.3, "end": 0.6, "confidence": 1.0},
    ]
    record = {"id": 1, "text": "call mary", "audio_filepath": "b.wav", "words": words}
    (folder / "corpus.jsonl").write_bytes(jsonl({**record, "entities": []}))
    return folder


@pytest.fixture(scope="session")
def speech_corpus(spoken: Path) -> Path:
    """Words to splice with."""
    return spoken / "corpus.jsonl"


@pytest.fixture(scope="session")
def canary_originals(spoken: Path) -> Path:
    """An original record for audits, with a canary as its private word."""
    from tests.support.canary import ORIGINAL

    (spoken / "originals.jsonl").write_bytes(ORIGINAL)
    return spoken / "originals.jsonl"


_SPOTTERS = "privtool.models.sphinx.recognizer.sphinx_spotters"


@pytest.fixture(scope="session")
def _spotters() -> list[Any]:
    from privtool.models.sphinx.recognizer import sphinx_spotters

    return list(sphinx_spotters())


@pytest.fixture(scope="session")
def _remembering(_spotters: list[Any]) -> list[Any]:
    from tests.support.kept_decoders import Remembering

    return [Remembering(spotter) for spotter in _spotters]


@pytest.fixture
def loaded_spotters(_remembering: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all runs in this process listen with the same spotters, to the same audio once."""
    monkeypatch.setattr(_SPOTTERS, lambda: list(_remembering))


@pytest.fixture
def forgetful_spotters(_spotters: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all runs in this process listen with the same spotters, to all audio anew."""
    monkeypatch.setattr(_SPOTTERS, lambda: list(_spotters))


@pytest.fixture(scope="session")
def wav_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where commands write audio."""
    return tmp_path_factory.mktemp("wav")


@pytest.fixture(scope="session")
def tiny_filler(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a masked language model that is loaded in a moment."""
    from tests.support.tiny_models import tiny_bert

    return tiny_bert(tmp_path_factory.mktemp("tiny") / "filler")


@pytest.fixture(scope="session")
def tiny_tagger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tagger that is loaded in a moment."""
    from tests.support.tiny_models import tiny_bert

    return tiny_bert(tmp_path_factory.mktemp("tiny") / "tagger", "tagger")


@pytest.fixture(scope="session")
def tiny_lm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a language model over words that is loaded in a moment."""
    from tests.support.tiny_models import tiny_lm

    return tiny_lm(tmp_path_factory.mktemp("tiny") / "lm")


@pytest.fixture(scope="session")
def embedded() -> Callable[[str], str]:
    """The name of an embedded model, or the test is skipped where its weights are not there."""

    def given(name: str) -> str:
        if not (ROOT / "privtool/models/embedded" / name / "config.json").is_file():
            pytest.skip(f"the weights of {name} are not there")
        return name

    return given


@pytest.fixture(scope="session")
def sample_lines() -> list[bytes]:
    """The lines of the sample corpus."""
    return (ROOT / "data/sample/raw.jsonl").read_bytes().splitlines(keepends=True)
