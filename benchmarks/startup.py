"""Start-up times: `privtool --help` and a mask of one record, against `python -c pass`."""

from __future__ import annotations

import sys
from functools import partial

from benchmarks.support.measure import report, shell, side_by_side


def main() -> None:
    python, tool = sys.executable, f"{sys.executable} -m privtool"
    record = """echo '{"text": "a word"}'"""
    times = side_by_side(
        {
            "python -c pass": partial(shell, f"{python} -c pass"),
            "privtool --help": partial(shell, f"{tool} --help > /dev/null"),
            "mask allowList": partial(shell, f"{record} | {tool} mask -q > /dev/null"),
            "mask patterns": partial(
                shell,
                f"{record} | {tool} mask -q --method entityTagger --tagger patterns > /dev/null",
            ),
        },
        runs=10,
    )
    report("start-up", milliseconds={name: round(time * 1000) for name, time in times.items()})


if __name__ == "__main__":
    main()
