"""The chunked loss of `lm-train` against plain cross-entropy: memory and time of both passes.

Each runs in its own process, which gives its peak memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time

from benchmarks.support.measure import report


def one(kind: str, rows: int, words: int, size: int) -> None:
    """Print the megabytes over what the tensors take, the seconds and the loss of one kind."""
    import torch

    from privtool.models.lm.loss import chunked_cross_entropy

    torch.manual_seed(1)
    hidden = torch.randn(rows, size, requires_grad=True)
    weight = (torch.randn(words, size) / size).requires_grad_()
    labels = torch.randint(words, (rows,))
    chunked_cross_entropy(hidden[:1], weight[:8], labels[:1] % 8).backward()  # type: ignore[no-untyped-call]  # loads what is lazy
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.perf_counter()
    if kind == "chunked":
        loss = chunked_cross_entropy(hidden, weight, labels)
    else:
        loss = torch.nn.functional.cross_entropy(hidden @ weight.T, labels, reduction="sum")
    loss.backward()  # type: ignore[no-untyped-call]
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([(peak - before) / 1024, seconds, loss.item() / rows]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--words", type=int, default=85_000)
    parser.add_argument("--size", type=int, default=768)
    parser.add_argument("--only", choices=["chunked", "plain"])
    args = parser.parse_args()
    sizes = args.rows, args.words, args.size
    if args.only:
        one(args.only, *sizes)
        return
    found = {}
    for kind in ("chunked", "plain"):
        command = [sys.executable, "-m", "benchmarks.lm.loss", "--only", kind]
        for name, value in zip(("rows", "words", "size"), sizes, strict=True):
            command += [f"--{name}", str(value)]
        done = subprocess.run(command, check=True, capture_output=True)
        found[kind] = json.loads(done.stdout)
    (small, quick, loss), (large, slow, plain_loss) = found["chunked"], found["plain"]
    report(
        "chunked against plain cross-entropy, forth and back",
        rows=args.rows,
        words=args.words,
        size=args.size,
        chunked_megabytes=small,
        plain_megabytes=large,
        memory_share=small / large,
        chunked_seconds=quick,
        plain_seconds=slow,
        loss=loss,
        plain_loss=plain_loss,
    )


if __name__ == "__main__":
    main()
