"""What `privtool audit model` is tried on: records with canaries, and models trained on them."""

from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample/raw.jsonl"
CANARIES = 60


def make_files(call, folder: Path) -> None:
    """Write members, holdout, others, vocab, the key of canaries, and the members with canaries."""
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    for start, name in enumerate(("members", "holdout", "others")):
        (folder / name).write_bytes(b"".join(lines[start::3]))
    (folder / "vocab").write_bytes(call("vocab", "-q", SAMPLE).out)
    make = ("audit", "canaries", "make", "-q", "--canaries", CANARIES, "--references", 400)
    options = ("--vocab", folder / "vocab", "--key-file", folder / "key", "--seed", 3)
    assert call(*make, *options, "-o", folder / "train", folder / "members").status == 0


def train_models(call, folder: Path) -> None:
    """Train one model too long on the records with canaries, and one on other records."""
    train = ("lm-train", "-q", "--vocab", folder / "vocab", "--size", "tiny", "--device", "cpu")
    for name, text, epochs in (("trained", "train", 15), ("generic", "others", 1)):
        options = ("--learning-rate", "4e-3", "--out-dir", folder / name, "--epochs", epochs)
        done = call(*train, *options, folder / text)
        assert done.status == 0, done.err


def args_of(folder, *more, model="trained"):
    """Return the arguments of an audit of a model."""
    model = folder / model
    return ("audit", "model", "--model", model, "--device", "cpu", "--samples", "50", *more)
