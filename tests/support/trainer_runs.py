"""Inputs, interruptions and results of training runs, for the tests of all trainers."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.support.in_process import CANARY, Outcome
from tests.support.jsonl import jsonl

NO_BETTER = "the model is no better than word counts: train longer, with more --epochs or fewer"
TINY = ("--size", "tiny", "--hidden", "8", "--device", "cpu", "--dtype", "fp32", "-q")
_WEIGHTS = ("model.safetensors", "adapter_model.safetensors")


def lines(texts: Iterable[str]) -> bytes:
    """Encode texts as records."""
    return jsonl(*({"id": n, "text": t} for n, t in enumerate(texts)))


def masked(texts: Iterable[str], first: int = 100) -> bytes:
    """Encode texts as records whose third word is masked."""
    records = []
    for number, text in enumerate(texts, first):
        words = text.split()
        start = len(" ".join(words[:2])) + 1
        words[2] = "[MASK]"
        mask = {"start": start, "end": start + 6, "label": "WORD", "method": "allowList"}
        records.append({"id": number, "text": " ".join(words), "masks": [mask]})
    return jsonl(*records)


def warnings_and_result(done: Outcome) -> tuple[list[str], dict[str, Any]]:
    """Return the warnings before the summary of a successful run, and its run card."""
    assert done.status == 0, done.err
    *warnings, summary = done.err.splitlines()
    assert "steps" in summary
    return warnings, done.records[0]


@contextmanager
def piped(content: bytes) -> Iterator[str]:
    """Give the name of a pipe that holds some bytes."""
    read, write = os.pipe()
    os.write(write, content)
    os.close(write)
    yield f"/dev/fd/{read}"
    os.close(read)


def weights(folder: Path) -> bytes:
    """Return the weight file of a model or adapter."""
    return next((folder / name).read_bytes() for name in _WEIGHTS if (folder / name).exists())


def stop_at(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, step: int, folder: str = ""
) -> None:
    """Raise an error before a step of the runs whose folder names end with `folder`."""
    from privtool.models.training.loop import Loop

    training_step = Loop.train_step

    def interrupted(self, *args, **options):  # type: ignore[no-untyped-def]
        if self.state.step == step and str(self._run_dir).endswith(folder):
            raise error
        return training_step(self, *args, **options)

    monkeypatch.setattr(Loop, "train_step", interrupted)


def interrupt(
    step: int, run: Callable[..., Outcome], *args: Any, folder: str = "", **options: Any
) -> None:
    """Run a trainer that is interrupted before a step, as `stop_at` does."""
    with pytest.MonkeyPatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), step, folder)
        run(*args, **options).ended(130)


def assert_no_text_is_written(
    step: int, run: Callable[..., Outcome], *args: Any, out: Path, **options: Any
) -> None:
    """Let a run fail with an error that quotes its text, resume it, and look for the text.

    Only `tokenizer.json` may have it.
    """

    def contents(folder: Path) -> list[bytes]:
        files = [path for path in folder.rglob("*") if path.name != "tokenizer.json"]
        return [path.read_bytes() for path in files if path.is_file()]

    with pytest.MonkeyPatch.context() as patch:
        stop_at(patch, ValueError(f"it was {CANARY}"), step)
        failed = run(*args, **options).ended(1)
    outputs = contents(out.with_name(f"{out.name}.part"))
    resumed = run(*args, "--resume", **options).checked()
    outputs += contents(out)
    for done in (failed, resumed):
        outputs += [done.out, done.err.encode()]
    assert len(outputs) > 12
    assert CANARY.encode() not in b"".join(outputs)


def fill_disk(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let torch fail with a full disk once it has saved `after` files."""
    import torch

    save, calls = torch.save, count(1)

    def full(*args, **options):  # type: ignore[no-untyped-def]
        if next(calls) > after:
            raise OSError(28, f"No space left on device {CANARY}")
        return save(*args, **options)

    monkeypatch.setattr(torch, "save", full)
