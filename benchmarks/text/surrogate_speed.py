"""Records with surrogates in a second of CPU time, and peak memory: every record has new names.

The whole command is timed, start-up and both passes over the input included. Conversations have
ten records each; a record has the name of a person and, in turn, a phone number, a date, a place,
an address, an organization, an e-mail address, an amount or nothing else. With `--against`, another
version of privtool does the same at the same time, on another core.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.support.corpus import FOLDER
from benchmarks.support.measure import at_once, report
from privtool.text.known_names import person_names

_TURNS = 10
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "October")
_STREETS = ("Maple Street", "Oak Lane", "Pine Ave", "Church Road", "Lake Drive", "Mill Street")
_FIRMS = ("Dental Group", "Plumbing", "High School", "General Hospital", "Bank", "Auto Repair")
_PLACES = ("Boulder", "Austin, Texas", "Chicago, IL", "London", "Ohio", "Lake Michigan", "Germany")


def records(count: int, seed: int) -> Iterator[dict[str, object]]:
    """Yield the records; the same for the same seed."""
    rng = Random(seed)
    names = sorted(name for name in person_names() if name.isascii() and name.isalpha())
    for number in range(count):
        first, last = (rng.choice(names).capitalize() for _ in range(2))
        pieces = [("This is ", ""), (f"{first} {last}", "PERSON"), (" speaking. ", "")]
        pieces += _second(number, rng, last)
        yield {"id": number, "conversation": number // _TURNS, **_record(pieces)}


def _second(number: int, rng: Random, last: str) -> list[tuple[str, str]]:
    area, line = rng.randint(200, 999), rng.randint(0, 9999)
    day, year = rng.randint(1, 28), rng.randint(1930, 2020)
    others = (
        [("My number is ", ""), (f"{area}-555-{line:04d}", "PHONE"), (", thanks.", "")],
        [("I was born on ", ""), (f"{rng.choice(_MONTHS)} {day}, {year}", "DATE"), (".", "")],
        [("I moved to ", ""), (rng.choice(_PLACES), "LOCATION"), (" last year.", "")],
        [("I live at ", ""), (f"{line} {rng.choice(_STREETS)}", "ADDRESS"), (".", "")],
        [("I work at ", ""), (f"{last} {rng.choice(_FIRMS)}", "ORGANIZATION"), (" now.", "")],
        [("Write to ", ""), (f"{last.lower()}{day}@mail.com", "EMAIL"), (", please.", "")],
        [("They billed me ", ""), (f"${line}.{day:02d}", "MONEY"), (" twice.", "")],
        [("I have a question about my last bill.", "")],
    )
    return others[number % len(others)]


def _record(pieces: list[tuple[str, str]]) -> dict[str, object]:
    text, entities = "", []
    for piece, label in pieces:
        if label:
            entities.append({"start": len(text), "end": len(text) + len(piece), "label": label})
        text += piece
    return {"text": text, "entities": entities}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", type=Path, help="folder of another version of privtool")
    parser.add_argument("--runs", type=int, default=5, help="for --against")
    parser.add_argument("--write", type=Path, help="only write the records to this file")
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = args.write or FOLDER.resolve() / f"surrogates-{args.records}-{args.seed}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records(args.records, args.seed))
    if args.write:
        return
    key = FOLDER.resolve() / "surrogates.key"
    key.write_text("0" * 64 + "\n", encoding="utf-8")
    key.chmod(0o600)
    surrogate = ("surrogate", "-q", "--key-file", str(key), str(path))
    command = [sys.executable, "-m", "privtool", *surrogate]
    if args.against is not None:
        _compare(args.against, args.records, args.runs, command)
        return
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = usage.ru_utime + usage.ru_stime
    report(
        "surrogates of records with new names",
        records=args.records,
        seed=args.seed,
        cpu_seconds=cpu,
        records_per_cpu_second=round(args.records / cpu),
        peak_megabytes=round(usage.ru_maxrss / 1024),
    )


def _compare(other: Path, records: int, runs: int, command: list[str]) -> None:
    """Report the rates of this version and of that in another checkout."""
    here = Path(__file__).resolve().parents[2]
    commands = {
        name: ["env", "-C", str(folder), f"PYTHONPATH={folder.resolve()}", *command]
        for name, folder in (("here", here), ("there", other))
    }
    rounds = [at_once(commands) for _ in range(runs)]
    rates = {name: [round(records / used[name].cpu) for used in rounds] for name in commands}
    report(
        "surrogates of records with new names, two versions at once",
        records=records,
        records_per_cpu_second=rates,
        times_as_fast=median(used["there"].cpu / used["here"].cpu for used in rounds),
    )


if __name__ == "__main__":
    main()
