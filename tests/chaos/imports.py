"""Damaged files of other speech tools, for `import`."""

import gzip
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.chaos.mutations import CANARY, is_json, mutated_file, mutated_line
from tests.support.in_process import in_this_process
from tests.support.jsonl import jsonl
from tests.support.noise import write_noise

FOLDERS = ("kaldi", "shar", "audiofolder")
HELD = ("shar", "webdataset", "parquet")  # formats that hold their audio
EXPORTED = (
    *("kaldi", "lhotse", "nemo", "shar", "audiofolder", "webdataset", "parquet"),
    *("srt", "audacity"),
)
_TEXT_GRID = f"""File type = "ooTextFile"
Object class = "TextGrid"

0
3
<exists>
1
"IntervalTier"
"words"
0
3
1
0
3
"{CANARY}"
"""
_TOKENS = [{"text": f" {CANARY}", "offsets": {"from": 100, "to": 400}, "p": 0.5}]
_SEGMENT = {"offsets": {"from": 0, "to": 500}, "text": f" {CANARY}", "tokens": _TOKENS}
WRITTEN = {
    "ctm": f"call 1 0.1 0.2 hello\ncall 1 0.5 0.2 {CANARY} 0.5\ncall\t1\t1\t0.2\ta {CANARY}\n",
    "stm": f"call 1 {CANARY} 0.5 1.0 <o> hello {CANARY}\ncall 2 {CANARY} 2.0 2.5 so {CANARY}\n",
    "textgrid": _TEXT_GRID,
    "whisper": json.dumps({"transcription": [_SEGMENT]}),
    "vtt": "WEBVTT\n\n00:00.100 --> 00:00.500\n \n"
    f"so<00:00.200><c> {CANARY}</c>\n\n00:00.500 --> 00:00.510\nso {CANARY}\n \n\n"
    f"00:00.510 --> 00:01.000\nso {CANARY}\n{CANARY}\n\n00:02.000 --> 00:02.500\n"
    f"<v {CANARY}>hello <00:02.250>{CANARY}\n",
    "rttm": f"SPEAKER call 1 0.5 1.0 <NA> <NA> {CANARY} s <NA> <NA>\n"
    f"SPEAKER\tcall\t1\t2.0\t0.5\t<NA>\t<NA>\t{CANARY} t\t<NA>\t<NA>\n",
}
_WORD = {
    "word": CANARY,
    "text": CANARY,
    "value": CANARY,
    "type": "text",
    "speaker": f"{CANARY}s",
    "start": 100,
    "end": 400,
    "start_time": "0.1",
    "end_time": "0.4",
    "startTime": "0.1s",
    "endTime": "0.4s",
    "speakerTag": CANARY,
    "ts": 0.1,
    "end_ts": 0.4,
    "offsetInTicks": 1e6,
    "durationInTicks": 3e6,
    "alternatives": [{"content": CANARY, "speaker": CANARY}],
}
_SAID = {**_WORD, "transcript": f"hi {CANARY}", "words": [_WORD, _WORD], "channel": "1"}
_PLACE = {"start": 0, "end": 7, "label": CANARY, "entity_type": "x", "value": CANARY}
_MARKED = {"text": f"{CANARY} hi", "source_text": f"{CANARY} hi", "id": CANARY}
_FAST = {"text": CANARY, "offsetMilliseconds": 100, "durationMilliseconds": 300}
_DOCUMENTS = {
    "json:segments": {"segments": [_SAID, _SAID], "words": [_WORD]},
    "json:chunks": {"chunks": [{"timestamp": [0.5, end], "text": CANARY} for end in (1.5, None)]},
    "json:words": {"text": CANARY, "words": [_WORD]},
    "json:channels": {"results": {"channels": [{"alternatives": [_SAID]}]}},
    "json:items": {"results": {"items": [_WORD], "transcripts": [_SAID]}},
    "json:audio": {"audio_url": CANARY, "text": CANARY, "words": [_WORD]},
    "json:fast": {"phrases": [{**_FAST, "words": [_FAST], "speaker": 1, "channel": 0}]},
    "json:deepgram": {"results": {"channels": [{"alternatives": [_SAID]}], "utterances": [_SAID]}},
    "json:aws": {"results": {"channel_labels": {"channels": [{"items": [_WORD]}]}}},
    "json:assembly": {"audio_url": CANARY, "utterances": [_SAID, _SAID]},
    "json:azure": {"recognizedPhrases": [{**_WORD, "nBest": [{**_SAID, "display": CANARY}]}]},
    "json:google": {"results": [{"alternatives": [_SAID]}, {"alternatives": [_SAID]}]},
    "json:rev": {"monologues": [{"speaker": 0, "elements": [_WORD, {**_WORD, "type": "punct"}]}]},
    "json:speechmatics": {"results": [_WORD, {**_WORD, "type": "punctuation"}]},
    "nemo:list": [{"audio_filename": CANARY, "duration": 1.5, "text": CANARY, "offset": None}],
    "doccano": {**_MARKED, "label": [[0, 7, CANARY]]},
    "label-studio": [{"data": _MARKED, "annotations": [{"result": [{"value": _PLACE}]}]}],
    "presidio": {**_MARKED, "results": [_PLACE]},
    "spacy": [[f"{CANARY} hi", {"entities": [[0, 7, CANARY]]}]],
    "ai4privacy": {**_MARKED, "privacy_mask": [_PLACE]},
}  # fmt: skip
WRITTEN |= {name: json.dumps(document) for name, document in _DOCUMENTS.items()} | {
    "srt:names": f"{CANARY.title()}: hi\n\n1\n0:0:1 --> 0:0:2\n{CANARY}: hi\n- {CANARY}\n2\n"
    f"00:00:03,5-->00:00:04\n({CANARY}) {{\\an8}}<i>hi\n\n{CANARY}\n",
    "conll": f"{CANARY} B-{CANARY}\nhi O\n\n{CANARY} {CANARY}\n",
}
_BRAT = {"call.ann": f"T1\tX 0 7;8 10\t{CANARY} hi\n".encode(), "call.txt": f"{CANARY} hi".encode()}
FORMATS = (*EXPORTED, *WRITTEN, "brat")
_WORDS = [{"word": "hello", "start": 0.1, "end": 0.4}, {"word": CANARY, "start": 0.5, "end": 0.9}]
_ROWS: list[dict[str, Any]] = [
    {"id": f"{CANARY}-1", "text": f"hello {CANARY}", "speaker": CANARY, "offset": 0.5,
     "duration": 1.0, "channel": 0, "words": _WORDS, "audio_filepath": "call.wav"},
    {"id": f"{CANARY}-2", "text": f"so {CANARY}", "speaker": f"{CANARY}s", "offset": 2.0,
     "duration": 0.5, "channel": 1, "audio_filepath": "call.wav"},
]  # fmt: skip
Files = dict[str, bytes]


def good_files(work: Path, name: str) -> Files:
    """Return the files of a format, by their names, with the canary in all that is private."""
    if name == "brat":
        return dict(_BRAT)
    if name in WRITTEN:
        return {f"call.{name}": WRITTEN[name].encode()}
    write_noise(work / "call.wav", 3, channels=2)
    out = work / f"good-{name}"
    done = in_this_process(
        *("export", "-q", "--to", name, "--out-dir", out, "--audio-root", work), input=jsonl(*_ROWS)
    )
    assert done.status == 0, done.err
    return {path.name: path.read_bytes() for path in out.iterdir()}


def fuzz_imports(work: Path, seed: int, files: int, names: Sequence[str]) -> dict[str, Any]:
    """Import damaged files of formats; return their counts, as those of commands."""
    rnd = random.Random(seed)
    transcript = {**_ROWS[0], "id": "call", "offset": 0.0, "duration": 3.0}
    (work / "transcript").write_bytes(jsonl(transcript))
    table: dict[str, Any] = {}
    for name in names:
        good = good_files(work, name)
        counts = table[name] = Counter()
        for number in range(files):
            folder = work / f"{name}-{number}"
            counts.update(_counts_of(folder, name, _damaged(good, rnd), work / "transcript"))
    return table


def _damaged(files: Files, rnd: random.Random) -> Files:
    """Return the files with one that is not audio damaged, mostly in one of its lines."""
    name = rnd.choice([name for name in files if not name.endswith(".wav")])
    packed = name.endswith(".gz")
    content = gzip.decompress(files[name]) if packed else files[name]
    lines = content.splitlines(keepends=True)
    place = rnd.randrange(len(lines))
    if lines[place].startswith(b'{"') and rnd.random() < 0.7:
        lines[place] = _damaged_line(json.loads(lines[place]), rnd) + b"\n"
        content = b"".join(lines)
    else:
        content = mutated_file(content, rnd)
    return {**files, name: gzip.compress(content) if packed else content}


def _damaged_line(row: dict[str, Any], rnd: random.Random) -> bytes:
    """Return a line of JSON in which the part with the text is damaged."""
    for key, value in row.items():
        if isinstance(value, list) and value and isinstance(value[0], dict) and "text" in value[0]:
            whole = json.dumps({**row, key: ["here", *value[1:]]}).encode()
            return whole.replace(b'"here"', mutated_line(value[0], rnd))
    return mutated_line({"text": "", **row}, rnd)


def _counts_of(folder: Path, name: str, files: Files, transcript: Path) -> Counter[str]:
    given = folder / "in"
    given.mkdir(parents=True)
    for file, content in files.items():
        (given / file).write_bytes(content)
    (main,) = [f for f in files if not f.endswith(".wav") and f != "recordings.jsonl"][:1]
    options = ("--audio-dir", folder / "clips") if name in HELD else ()
    options += ("--transcript", transcript) if name == "rttm" else ()
    options += ("--rejects", folder / "aside") if name in _DOCUMENTS or ":" in name else ()
    done = in_this_process(
        *("import", "--from", name.partition(":")[0], "--summary", folder / "summary", *options),
        given if name in FOLDERS else given / main,
    )
    made = [path for path in folder.rglob("*") if given not in path.parents]
    summary = (folder / "summary").read_text() if done.status == 0 else ""
    aside = folder / "aside"
    aside_text = aside.read_text() if aside.exists() else ""
    shown = "\n".join((done.err, summary, aside_text, *(path.name for path in made)))
    counts = Counter(lines=1, written=int(done.status == 0), rejected=int(done.status == 65))
    counts["crash"] = int(done.status not in (0, 65) or done.err.count("\n") != 1)
    counts["leak"] = int(CANARY.lower() in shown.lower())
    counts["invalid"] = sum(not is_json(line) for line in done.out.splitlines())
    counts["left"] = sum(path.name.startswith(".privtool-") for path in made)
    return counts
