"""Errors never quote a record, wherever they come from."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.canary import CANARY, FEEDS, TEXT, everything, line
from tests.support.tables import rows

pytestmark = pytest.mark.usefixtures("forgetful_spotters")

QUOTING: list[Callable[[str], BaseException]] = [
    ValueError,
    KeyError,
    MemoryError,
    RecursionError,
    AssertionError,
    lambda text: UnicodeEncodeError("utf-8", text, 0, 1, text),
    lambda text: OSError(5, text, text),
    lambda text: ExceptionFromText(text),
]


class ExceptionFromText(Exception):  # noqa: N818
    """As a library may raise it, with the text as its cause, note and representation too."""

    def __init__(self, text: str) -> None:
        super().__init__(text, {"text": text})
        self.__cause__ = ValueError(text)
        self.__notes__ = [text]

    def __repr__(self) -> str:
        return str(self)


class Quoting:
    """A part of a command that fails and quotes what it was given."""

    def __init__(self, error: Callable[[str], BaseException]) -> None:
        self.error = error

    def __call__(self, *args: Any, **options: Any) -> Any:
        text = TEXT  # a local, as tracebacks may show
        raise self.error(f"cannot work on {text}") from ValueError(text)

    tag = process = __call__


PARTS = [f"privtool.{part}" for (part,) in rows("failing_parts")]
ALSO = {
    "audit-audio": ("compared_audio", "hearing", "side_channels", "KeywordSpotter"),
    "lm-score": ("LmScorer",),
    "redact": ("KeywordSpotter",),
    "tts": ("voices", "turns"),
}  # parts that are named otherwise


def failing(part: str) -> Iterator[tuple[tuple[str, ...], bytes]]:
    for name, (args, given) in FEEDS.items():
        writes_records = name not in ("vocab", "audit-audio")
        words = name.replace("-", "_"), *ALSO.get(name, ())
        if any(word in part for word in words) or ("encode" in part and writes_records):
            yield args, given


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("error", QUOTING)
def test_an_error_that_quotes_the_text_is_not_quoted(
    call, part, error, monkeypatch, tmp_path, request
):
    monkeypatch.setattr(part, Quoting(error))
    feeds = list(failing(part))
    assert feeds
    for args, given in feeds:
        args = [str(request.getfixturevalue(a[1:-1])) if a.startswith("{") else a for a in args]
        aside, out = tmp_path / "aside", tmp_path / "out"
        done = call(*args, "--debug", "--rejects", aside, "-o", out, input=given)
        status, said = (69, "out of memory") if error is MemoryError else (1, "internal error (")
        done.ended(status, said)
        assert not out.exists()
        assert CANARY.lower() not in everything(done, tmp_path)


TAGGERS = {
    "patterns": "privtool.text.detection.tagger.PatternTagger.tag",
    "mini-ner": "privtool.models.taggers.token_classifier.TokenTagger.tag",
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("tagger", TAGGERS)
@pytest.mark.parametrize("error", QUOTING)
def test_an_error_in_a_tagger_ends_the_run_and_is_not_quoted(
    call, error, tagger, jobs, monkeypatch
):
    monkeypatch.setattr(TAGGERS[tagger], Quoting(error))
    args = ("mask", "--method", "entityTagger", "--tagger", tagger, "--jobs", jobs, "--debug")
    done = call(*args, input=line(id=1, text=TEXT))
    assert done.status == (69 if error is MemoryError else 1)
    assert done.out == b""
    assert CANARY.lower() not in everything(done)


PATCH = """
import os, sys
if os.path.basename(sys.argv[0]) == "privtool" or "--multiprocessing-fork" in sys.argv:
    from privtool.stages.mask import MaskStage

    class Unfriendly(Exception):
        def __init__(self, text, more):
            super().__init__(text)

    def process(self, records, counts):
        text = records[0].text
        raise {error}

    MaskStage.process = process
"""


@pytest.mark.parametrize("error", ["ValueError(text) from KeyError(text)", "Unfriendly(text, 1)"])
def test_an_error_in_another_process_is_not_quoted(run, error, tmp_path):
    # Python runs a file of this name as it starts, in every process.
    (tmp_path / "sitecustomize.py").write_text(PATCH.format(error=error))
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = run("mask", "--jobs", "2", "--debug", input=line(id=1, text=TEXT), env=env).ended(1)
    assert "privtool: " in done.err.splitlines()[-1]
    assert CANARY.lower() not in everything(done)
