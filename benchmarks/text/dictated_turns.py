"""What survives `patterns` in values that are dictated with one digit or letter per turn.

    python -m benchmarks.text.dictated_turns > result.json

The conversations are invented (`benchmarks/support/turn_dictation.py`), and masked with
`--context`. A value survives if one of its digits or letters, or an echo of one, does. With
`--corpus`, the cost: how many turns of a JSONL file with a field `dialogue` are taken for parts of
a dictated value. `--wording` takes words that the tagger was not developed with.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks.support.dictation_options import dictation_parser
from benchmarks.support.turn_dictation import KINDS, MANNERS, Turn, conversations, wordings
from privtool.core.blocks import Format
from privtool.core.pipeline import StreamOptions
from privtool.core.record import Record, UnknownFields
from privtool.stages.context_names import ContextNames, NameCollector, read_names
from privtool.stages.languages import LanguageTaggers, RecordLanguage
from privtool.text.detection.tagger import PatternTagger

_FIELD = "dialogue"
_LINES = 512


def contexts_of(path: Path) -> ContextNames:
    """Read a file as `mask --context dialogue --tagger patterns` does."""
    line_format = Format(unknown_fields=True)
    tagger = PatternTagger()
    taggers = LanguageTaggers(lambda _: tagger, RecordLanguage("en"), ("en",))
    make = partial(NameCollector, taggers, _FIELD, line_format, dictation=True)
    return read_names(_FIELD, make, StreamOptions(inputs=(str(path),), quiet=True), _LINES)


def main() -> None:
    """Measures and prints one JSON object."""
    arguments = dictation_parser(__doc__, 300, wordings(), ".jsonl.gz files").parse_args()
    report: dict[str, dict[str, object]] = {}
    for kind in KINDS:
        report[kind] = {}
        for manner in MANNERS:
            spoken = conversations(arguments.wording, kind, manner, arguments.count, arguments.seed)
            leaks = list(_leaks(spoken))
            report[kind][manner + "_percent"] = round(100 * len(leaks) / len(spoken), 1)
            for turns, left in leaks[: arguments.show]:
                print(f"{kind} {manner}: {left} of {turns}", file=sys.stderr)
    for path in arguments.corpus:
        report[path.name] = _cost(path, arguments.records, arguments.show)
    print(json.dumps(report, indent=1))


def _leaks(spoken: Sequence[Sequence[Turn]]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the conversations in which something survives, with what survives."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "turns.jsonl"
        with path.open("w") as file:
            for number, turns in enumerate(spoken):
                for turn in turns:
                    print(json.dumps({_FIELD: number, "text": turn.text}), file=file)
        contexts = contexts_of(path)
    tagger = PatternTagger()
    for number, turns in enumerate(spoken):
        batch = [(_record(number, turn.text), turn.text) for turn in turns]
        found = contexts.extended(batch, tagger.tag([turn.text for turn in turns]))
        left = [
            turn.text
            for turn, spans in zip(turns, found, strict=True)
            if turn.private is not None
            and not any(s.start <= turn.private[0] and turn.private[1] <= s.end for s in spans)
        ]
        if left:
            yield [turn.text for turn in turns], left


def _record(dialogue: int | str, text: str) -> Record:
    return Record(text=text, extra=UnknownFields({_FIELD: dialogue}))


def _cost(path: Path, count: int, show: int) -> dict[str, object]:
    """Return how many turns of a file have words that are masked as dictated, and how many."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "part.jsonl"
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            part.write_text("".join(islice(lines, count)), "utf-8")
        contexts, tagger = contexts_of(part), PatternTagger()
        records = [json.loads(line) for line in part.open("r", encoding="utf-8")]
    turns = words = 0
    for record in records:
        text = record["text"]
        dictated = contexts.dictated(_record(record[_FIELD], text), text)
        known = tagger.tag([text])[0] if dictated else []
        new = [s for s in dictated if not any(k.start < s.end and s.start < k.end for k in known)]
        turns, words = turns + bool(new), words + len(new)
        if new and turns <= show:
            print(f"{path.name}: {record['id']} {text!r}", file=sys.stderr)
    return {"records": len(records), "turns_masked": turns, "words_masked": words}


if __name__ == "__main__":
    main()
