"""What tests of all trainers ask of their runs."""

from __future__ import annotations

from pathlib import Path

import pytest

_WEIGHTS = ("model.safetensors", "adapter_model.safetensors")


def one_line(err: str) -> str:
    """The only line of a message, without its end."""
    assert err.count("\n") == 1, err
    assert err.startswith("privtool: ")
    return err[:-1]


def weights(folder: Path) -> bytes:
    """The weights of a model or of an adapter."""
    return next((folder / name).read_bytes() for name in _WEIGHTS if (folder / name).exists())


def stop_at(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, step: int, folder: str = ""
) -> None:
    """Raise an error before a step of the runs whose folders end like that."""
    from privtool.models.training_loop import LoopTrainer

    work = LoopTrainer.training_step

    def interrupted(self, *args, **options):  # type: ignore[no-untyped-def]
        if self.state.global_step == step and self.args.output_dir.endswith(folder):
            raise error
        return work(self, *args, **options)

    monkeypatch.setattr(LoopTrainer, "training_step", interrupted)
