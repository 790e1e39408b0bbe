"""Results of a command on two devices: clips to try it on, and values equal but for rounding."""

import math
from pathlib import Path

import numpy as np
import soundfile

from tests.support.jsonl import jsonl

NEAR, TRAINED = 1e-3, 0.005
_RATE = 16_000


def write_clips(folder: Path) -> None:
    """Write six clips of noise of changing loudness, and their manifest."""
    draw = np.random.default_rng(1)
    records = []
    for number in range(6):
        loud = np.repeat(draw.uniform(0.02, 0.3, 10), _RATE // 10)
        soundfile.write(folder / f"{number}.wav", loud * draw.normal(0, 1, _RATE), _RATE)
        said = "a call" if number % 2 else "the call again"
        path = f"{number}.wav"
        records.append({"id": number, "text": said, "audio_filepath": path, "entities": []})
    (folder / "manifest.jsonl").write_bytes(jsonl(*records))


def near(one, other, share=NEAR):
    """Whether two values, of any depth, are equal but for rounding of their numbers."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(near(one[k], other[k], share) for k in one)
    if isinstance(one, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(near(*pair, share) for pair in pairs)
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=share, abs_tol=share)
    return one == other


def named(folder: Path):
    """Return a path for each of the two runs."""
    return folder.joinpath


def run_on_both(call, gpu, *args, input=b""):
    """Run a command on the CPU and on the GPU; return the two outcomes.

    Arguments may be functions of the name of the run.
    """
    outcomes = []
    for name, device in (("on-cpu", "cpu"), ("on-gpu", gpu)):
        given = [arg(name) if callable(arg) else arg for arg in args]
        done = call(*given, "-q", "--device", device, input=input)
        assert done.status == 0, done.err
        outcomes.append(done)
    return outcomes
