"""The commands that every test of this folder runs on: a new command needs one line here."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from privtool.stages.word_priors import TOTAL, prior_lines
from tests.support.in_process import Outcome, in_this_process
from tests.support.jsonl import read_jsonl
from tests.support.releases import made_up
from tests.support.scored_systems import lines


class Case(NamedTuple):
    """How a streaming command is run, and a record that it can process.

    `filters` is false for what writes only when its input has ended. With `text` it works on
    plain text, with those options more, or not at all if there are none.
    """

    args: tuple[str, ...]
    record: bytes
    filters: bool = True
    text: tuple[str, ...] = ("--input-format", "text")

    @property
    def name(self) -> str:
        """What errors and summaries call the command."""
        return f"privtool {self.command}"

    @property
    def command(self) -> str:
        """The words of its name."""
        return " ".join(takewhile(lambda arg: arg[0] not in "-{", self.args))


RAW = b'{"id":"r1","text":"my name is Zebulon Quixley .","note":"SECRET"}\n'
PRIVATE = (
    b'{"id":"r1","text":"my name is Zebulon Quixley .",'
    b'"entities":[{"start":11,"end":26,"label":"PERSON"}],"note":"SECRET"}\n'
)
PLAIN = b'{"id":"r1","text":"my name is Zebulon Quixley ."}\n'
MASKED = (
    b'{"id":"r1","text":"she lives in [MASK] now .",'
    b'"masks":[{"start":13,"end":19,"label":"LOCATION","method":"entityTagger"}]}\n'
)
SAID = b'{"id":"r1","text":"call mary quixley","audio_filepath":"a.wav"}\n'
ALIGNED = (
    b'{"id":"r1","text":"call Zebulon","audio_filepath":"a.wav","note":"SECRET","words":['
    b'{"word":"call","start":0.05,"end":0.3,"confidence":1.0},{"word":"Zebulon","start":0.3,"end":0.6,"confidence":1.0}],'
    b'"entities":[{"start":5,"end":12,"label":"PERSON"}]}\n'
)
SURROGATE = (
    b'{"id":"r1","text":"call mary","audio_filepath":"a.wav","note":"SECRET","words":['
    b'{"word":"call","start":0.05,"end":0.3}],'
    b'"entities":[{"start":5,"end":9,"label":"PERSON","audio_start":0.3,"audio_end":0.6}]}\n'
)
WHERE = ("--audio-root", "{spoken}")
AUDIO = (*WHERE, "--out-dir", "{wav_folder}", "--force")
CASES = {
    "vocab": Case(("vocab",), RAW, filters=False),
    "mask": Case(("mask",), RAW),
    "mask-patterns": Case(("mask", "--method", "entityTagger", "--tagger", "patterns"), RAW),
    "mask-tagger": Case(("mask", "--method", "entityTagger", "--tagger", "{tiny_tagger}"), RAW),
    "fill": Case(
        ("fill", "--model", "{tiny_filler}", "--device", "cpu"),
        MASKED,
        text=("--input-format", "text", "--marker-text", "[MASK]"),
    ),
    "mask-annotate": Case(
        ("mask", "--method", "entityTagger", "--tagger", "patterns", "--annotate"), RAW
    ),
    "surrogate": Case(("surrogate", "--key-file", "{key_file}"), PRIVATE, text=()),
    "restore": Case(("restore", "--map", "{map_file}", "--key-file", "{key_file}"), PLAIN),
    "align": Case(("align", *WHERE), SAID, text=()),
    "redact": Case(("redact", *AUDIO), ALIGNED, text=()),
    "tts": Case(("tts", "--match", "level", *AUDIO), SURROGATE, text=()),
    "splice": Case(("splice", "--corpus", "{speech_corpus}", *AUDIO), SURROGATE, text=()),
    "asr-eval": Case(("asr-eval", "--hyp-field", "text"), PLAIN),
    "lm-score": Case(("lm-score", "--model", "{tiny_lm}", "--device", "cpu"), PLAIN),
}
OTHERS = (  # no filters of streams: what trains, writes folders or a result, or takes no records
    *("lm-train", "fill-train", "mix-train", "asr-train", "models", "rules", "import", "scale"),
    *("export", "report", "audit text", "audit model", "audit audio", "audit guess"),
    "audit canaries make",
)
LIGHT = ("vocab", "mask")  # start in a moment
KINDS = ("vocab", "mask", "redact", "asr-eval")  # one for each way to run a stream
STARTED = ("mask", "mask-patterns", "fill")  # filters that are started as processes, too


def _filled_in(name: str, request: pytest.FixtureRequest) -> Case:
    case = CASES[name]
    args = [
        str(request.getfixturevalue(arg[1:-1])) if arg.startswith("{") else arg for arg in case.args
    ]
    return case._replace(args=tuple(args))


@pytest.fixture
def case_of(request: pytest.FixtureRequest) -> Callable[[str], Case]:
    """A streaming command by its name in CASES."""
    return partial(_filled_in, request=request)


def _in_turn(names: Iterable[str]) -> Any:
    """Return a fixture that is each of some commands in turn."""

    @pytest.fixture(params=[*names])
    def command(request: pytest.FixtureRequest) -> Case:
        return _filled_in(request.param, request)

    return command


case = _in_turn(CASES)
kind = _in_turn(KINDS)  # for what streams do whatever the command
filtering = _in_turn(name for name, each in CASES.items() if each.filters)
started = _in_turn(STARTED)  # as processes, where what uses torch takes seconds
light = _in_turn(LIGHT)  # for tests that need many starts


@pytest.fixture(scope="session")
def map_file(key_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A map of a record that no test has."""
    path = tmp_path_factory.mktemp("map") / "map"
    given = b'{"id":"other","text":"Zebulon"}\n'
    done = in_this_process("mask", "--map", path, "--key-file", key_file, input=given)
    assert done.status == 0
    return path


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A secret key that is the same in all tests."""
    path = tmp_path_factory.mktemp("key") / "key"
    path.touch(mode=0o600)
    path.write_bytes(b"0123456789abcdef" * 2)
    return path


@pytest.fixture(scope="session")
def asr(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a recognizer with random weights and two roles, which is loaded in a moment."""
    from tests.support.talking_asr import talking_asr

    return talking_asr(tmp_path_factory.mktemp("asr") / "asr", roles=("doctor", "patient"))


@pytest.fixture(scope="session")
def prior_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A private release of a few names."""
    path = tmp_path_factory.mktemp("prior") / "p.prior"
    weights = {("PERSON", "month"): 60.0, ("PERSON", "quux"): 20.0, ("PERSON", TOTAL): 100.0}
    path.write_bytes(prior_lines(made_up(weights)))
    return path


@pytest.fixture(scope="session")
def commands() -> dict[str, Any]:
    """The commands of the program by name, as they are registered."""
    from tests.support.in_process import commands

    return commands()


@pytest.fixture(scope="session")
def aligned(call, root) -> Outcome:
    """What `align` writes for the sample's speech, which takes seconds."""
    done = call("align", "-q", root / "data/sample/speech/manifest.jsonl")
    assert done.status == 0
    return done


@pytest.fixture
def file_of(tmp_path: Path) -> Any:
    """Write bytes into a file of a name and return its path."""

    def write(name: str, content: bytes) -> Path:
        (tmp_path / name).write_bytes(content)
        return tmp_path / name

    return write


@pytest.fixture
def unread() -> Iterator[int]:
    """A descriptor of a pipe whose reader is gone."""
    source, sink = os.pipe()
    os.close(source)
    yield sink
    os.close(sink)


@pytest.fixture
def score(call, tmp_path):
    """Run asr-eval on hypotheses; gives the outcome and the lines of totals."""

    def run(*args, input=None, hyp="hyp"):
        totals = tmp_path / "totals.json"
        done = call(
            "asr-eval", "--hyp-field", hyp, "--summary", totals, *args, input=input or lines()
        )
        rows = read_jsonl(totals)
        return done, rows

    return run
