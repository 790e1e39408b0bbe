"""An unlikely word to plant in records, and what each command does with one that holds it."""

import json
from pathlib import Path
from typing import Any

CANARY = "Zqxwary"  # no list holds it, and no message would
AUDIO = ("--audio-root", "{spoken}", "--out-dir", "{wav_folder}", "--force")
TEXT = f"hello {CANARY} and {CANARY.upper()}-{CANARY}'s {CANARY}@{CANARY}.com"


def line(**fields: Any) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"


def everything(done: Any, *folders: Path) -> str:
    """All that a command wrote: its output, its messages, the files in some folders."""
    files = [path.read_bytes() for folder in folders for path in folder.iterdir()]
    return b"\0".join([done.out, done.err.encode(), *files]).decode(errors="replace").lower()


TIMED = [
    {"word": "hello", "start": 0.0, "end": 0.2, "confidence": 1.0},
    {"word": CANARY, "start": 0.2, "end": 0.5, "confidence": 1.0},
]
SAID = {"id": 1, "text": f"hello {CANARY}", "audio_filepath": "a.wav", "words": TIMED}
PRIVATE = {"start": 6, "end": 6 + len(CANARY), "label": "PERSON"}
STOOD_IN = line(
    **SAID | {"words": TIMED[:1], "entities": [{**PRIVATE, "audio_start": 0.2, "audio_end": 0.5}]}
)
ORIGINAL = line(**SAID, entities=[PRIVATE])
FEEDS = {
    "align": (("align", "--audio-root", "{spoken}"), line(**SAID)),
    "redact": (("redact", "--verify", *AUDIO), ORIGINAL),
    "tts": (("tts", "--match", "level", *AUDIO), STOOD_IN),
    "splice": (
        ("splice", "--fallback", "drop-part", "--corpus", "{speech_corpus}", *AUDIO),
        STOOD_IN,
    ),
    "audit-audio": (
        ("audit", "audio", "--before", "{canary_originals}", "--audio-root", "{spoken}"),
        ORIGINAL,
    ),
    "mask": (("mask",), line(id=1, text=TEXT)),
    "vocab": (("vocab",), line(id=1, text=TEXT)),
    "annotate": (
        ("mask", "--method", "entityTagger", "--tagger", "patterns", "--annotate"),
        line(id=1, text=TEXT),
    ),
    "surrogate": (
        ("surrogate", "--quiet"),
        line(id=1, text=TEXT, entities=[{"start": 6, "end": 6 + len(CANARY), "label": "PERSON"}]),
    ),
    "fill": (
        ("fill", "--marker-text", "[MASK]", "--device", "cpu", "--model", "{tiny_filler}"),
        line(id=1, text=f"{CANARY} [MASK]"),
    ),
    "lm-score": (("lm-score", "--device", "cpu", "--model", "{tiny_lm}"), line(id=1, text=TEXT)),
    "asr-eval": (("asr-eval", "--hyp-field", "text"), line(id=1, text=TEXT)),
}
