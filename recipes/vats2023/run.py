"""Bring a target of the recipe up to date. `settings.py` lists the variables of the environment."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from adaptation import Adaptation
from rescoring_steps import Rescoring
from runner import Target, run
from settings import PYTHON, Settings, script


def table2(settings: Settings) -> Target:
    """Return the target of the masked percentages."""
    folders = ("--data", settings["DATA"], "--run", settings["RUN"])
    records = ("--records", settings["RECORDS"])
    corpora = settings.words("CORPORA")
    return Target([], [], (PYTHON, script("table2.py"), *folders, *records, *corpora))


TARGETS: dict[str, Callable[[Settings], Target]] = {
    "table2": table2,
    "table5": lambda settings: Adaptation(settings).table5(),
    "beside": lambda settings: Adaptation(settings).beside(),
    "private-words": lambda settings: Adaptation(settings).private_words(),
    "rescoring": lambda settings: Rescoring(settings).target(),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("-n", "--dry-run", action="store_true", help="print commands only")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="steps to run at a time")
    args = parser.parse_args()
    return run(TARGETS[args.target](Settings(os.environ)), args.jobs, args.dry_run)


if __name__ == "__main__":
    raise SystemExit(main())
