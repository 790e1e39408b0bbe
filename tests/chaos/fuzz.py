"""Feed commands broken lines, damaged audio and damaged files to import; count what they do wrong.

    python -m tests.chaos.fuzz --seed 1 --seconds 60

Rounds go on with new seeds until the time is up. The status is 1 if anything failed:

crash     a status other than 0 with --rejects, a traceback or an internal error
lost      records written, dropped and rejected are not as many as the lines read
leak      the canary in every text is on stderr or among the rejects
invalid   output that is no JSON
left      unfinished files stay behind
"""

import io
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import soundfile

from tests.chaos.files import NAMES, fuzz_files
from tests.chaos.imports import FORMATS, fuzz_imports
from tests.chaos.mutations import CANARY, is_json, mutated_file, mutated_line
from tests.chaos.searching import (
    PROGRAM,
    SAMPLE,
    Table,
    add_counts,
    parser_of,
    report,
    seeds,
    write_key,
)
from tests.support.jsonl import read_jsonl

COLUMNS = ("lines", "written", "rejected", "crash", "lost", "leak", "invalid", "left")
FAILURES = COLUMNS[3:]
TEXT = {
    "mask": ("mask",),
    "mask, patterns": ("mask", "--method", "allowList+entityTagger", "--tagger", "patterns"),
    "annotate": ("mask", "--method", "entityTagger", "--tagger", "patterns", "--annotate"),
    "surrogate": ("surrogate", "--key-file", "key"),
    "surrogate, bytes": ("surrogate", "--key-file", "key", "--offsets", "bytes", "--one-pass"),
    "asr-eval": ("asr-eval", "--hyp-field", "hyp", "--bootstrap", "none"),
}
AUDIO = {
    "redact": ("redact", "--transcript", "exact", "--out-dir", "redacted", "--force"),
    "tts": ("tts", "--out-dir", "spoken", "--force"),
    "splice": (
        *("splice", "--transcript", "exact", "--fallback", "drop-part"),
        *("--out-dir", "spliced", "--force"),
    ),
}


def fuzz_text(work: Path, seed: int, lines: int, names: Sequence[str]) -> Table:
    """Run commands on mutated records of the sample; return their counts."""
    rnd = random.Random(seed)
    write_key(work / "key")
    records = read_jsonl(SAMPLE / "raw.jsonl")
    for record in records:
        end = len(record["text"]) + 1
        record["text"] += f" {CANARY}"
        entity = {"start": end, "end": end + len(CANARY), "label": "PERSON"}
        if rnd.random() < 0.5:
            entity["text"] = CANARY  # as some tools write it
        record["entities"] = [*record.get("entities", []), entity]
        record["hyp"] = record["text"]
    # The first is good: with a mark of UTF-16 or UTF-32 there, all of the input is refused.
    given = [json.dumps(records[0]).encode()]
    given += [mutated_line(rnd.choice(records), rnd) for _ in range(lines - 1)]
    return {name: _counts_of(TEXT[name], given, work) for name in names}


def fuzz_audio(work: Path, seed: int, files: int, names: Sequence[str]) -> Table:
    """Run commands on damaged recordings of the sample; return their counts."""
    rnd = random.Random(seed)
    speech = sorted((SAMPLE / "speech").glob("*.flac"))
    words = [{"word": w, "start": n / 4, "end": (n + 1) / 4} for n, w in enumerate(("ann", "is"))]
    entity = {"start": 0, "end": 3, "label": "PERSON", "audio_start": 0.0, "audio_end": 0.25}
    given = []
    for number in range(files):
        file = io.BytesIO()
        kind = rnd.choice(("FLAC", "WAV", "MP3", "AIFF"))
        soundfile.write(file, *soundfile.read(rnd.choice(speech)), format=kind)
        (work / str(number)).write_bytes(mutated_file(file.getvalue(), rnd))
        record = {"id": number, "text": "ann is", "audio_filepath": str(number)}
        given.append(json.dumps({**record, "words": words, "entities": [entity]}).encode())
    options = ("--audio-root", str(work))
    return {name: _counts_of((*AUDIO[name], *options), given, work) for name in names}


def _counts_of(command: Sequence[str], lines: Sequence[bytes], work: Path) -> Counter[str]:
    rejects = work / "rejects"
    done = subprocess.run(
        [*PROGRAM, *command, "--rejects", rejects],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        check=False,
        cwd=work,
    )
    err = done.stderr.decode(errors="replace")
    aside = rejects.read_bytes().splitlines() if rejects.exists() else []
    written = done.stdout.splitlines()
    counts = Counter(lines=len(lines), written=len(written), rejected=len(aside))
    counts["crash"] = int(done.returncode != 0 or "Traceback" in err or "internal error" in err)
    whole = command[0] == "asr-eval"  # which writes one line
    dropped = sum(int(number) for number in re.findall(r"(\d+) dropped", err))
    read = sum(bool(line.strip()) for line in lines)
    counts["lost"] = int(not whole and len(written) + dropped + len(aside) != read)
    seen = err.encode() + b"".join(aside)
    counts["leak"] = int(CANARY.lower().encode() in seen.lower())
    counts["invalid"] = sum(not is_json(line) for line in written)
    counts["left"] = len(list(work.rglob(".privtool-*")))
    if any(counts[name] for name in FAILURES):
        print(f"{' '.join(command)}: status {done.returncode}: {err[-300:]}", file=sys.stderr)
    return counts


def main() -> int:
    """Fuzz until the time is up; print the table."""
    parser = parser_of(__doc__)
    parser.add_argument("--lines", type=int, default=1000, help="lines of a round")
    parser.add_argument("--files", type=int, default=50, help="recordings of a round")
    options = parser.parse_args()
    table: Table = {name: Counter() for name in (*TEXT, *AUDIO, *FORMATS, *NAMES)}
    last = options.seed
    for last in seeds(options.seed, options.seconds):
        with tempfile.TemporaryDirectory() as work:
            add_counts(table, fuzz_text(Path(work), last, options.lines, tuple(TEXT)))
            add_counts(table, fuzz_audio(Path(work), last, options.files, tuple(AUDIO)))
            add_counts(table, fuzz_imports(Path(work), last, options.files, FORMATS))
        with tempfile.TemporaryDirectory() as work:
            add_counts(table, fuzz_files(Path(work), last, options.files, NAMES))
    return report(table, COLUMNS, FAILURES, f"seeds {options.seed} to {last}")


if __name__ == "__main__":
    sys.exit(main())
