"""Run the tests marked `gpu` and the benchmarks, part by part, and write what they measured.

Parts that fail or take too long are reported with the cause; the others go on, and the exit status
is 1. The logs of the parts are in the folder, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import date
from pathlib import Path

from benchmarks.gpu.figures import FULL, TINY, Setup
from benchmarks.gpu.machine import describe
from benchmarks.gpu.plan import MINUTES, PARTS, Part
from benchmarks.gpu.processes import Outcome, call_part, run_part
from benchmarks.gpu.report import Report, as_markdown, write

_FOR_MACHINE = 60.0  # seconds: starting CUDA takes some
_CUDA = "cuda"


def main() -> None:
    args = _arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    cuda = args.device.startswith(_CUDA)
    longest = _FOR_MACHINE * args.patience
    machine = run_part(describe, (args.device,), longest, args.out / "machine.log", cuda=cuda)
    if machine.status != "ok":
        sys.exit(f"gpu: {machine.cause}")
    rate = machine.result["dense_bf16_teraflops"]
    setup = Setup(args.device, args.size, args.seed, None if rate is None else 1e12 * rate)
    outcomes: dict[str, Outcome] = {}
    for part in PARTS:
        if args.only and part.name not in args.only:
            continue
        left = 60 * args.minutes * args.patience - (time.monotonic() - started)
        limit = min(part.limit * args.patience, left)
        outcomes[part.name] = _outcome(part, setup, limit, args.out)
        _say(part, outcomes[part.name])
    today = date.today().isoformat()
    seconds = time.monotonic() - started
    report = Report(machine.result, args.size, args.seed, today, seconds, outcomes)
    path, _ = write(report, args.out)
    print(as_markdown(report))
    print(f"gpu: everything is in {path}", file=sys.stderr)
    sys.exit(1 if report.failed else 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("--device", default=_CUDA)
    parser.add_argument("--size", choices=[FULL, TINY], default=FULL)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="for all parts together")
    parser.add_argument(
        "--patience", type=float, default=1.0, help="factor of all limits, for busy machines"
    )
    parser.add_argument("--out", type=Path, default=Path("build/gpu"), help="folder of results")
    names = [part.name for part in PARTS]
    parser.add_argument("--only", choices=names, action="append", metavar="PART", help="a part")
    return parser.parse_args()


def _outcome(part: Part, setup: Setup, limit: float, folder: Path) -> Outcome:
    """Run a part for `limit` seconds at most."""
    if limit <= 0:
        return Outcome("failed", 0.0, cause="no time was left")
    log = folder / f"{part.function.replace(':', '-')}.log"
    arguments = part.function, setup
    return run_part(call_part, arguments, limit, log, cuda=setup.on_cuda)


def _say(part: Part, outcome: Outcome) -> None:
    cause = f": {outcome.cause}" if outcome.cause else ""
    print(f"gpu: {part.name}: {outcome.status}, {outcome.seconds:.0f} s{cause}", file=sys.stderr)


if __name__ == "__main__":
    main()
