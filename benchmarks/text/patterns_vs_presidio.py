"""Speed and coverage of the `patterns` tagger and Presidio's pattern recognizers.

    python -m benchmarks.text.patterns_vs_presidio > result.json

Presidio is used as a library: its pattern recognizers and its phone recognizer are called on each
text, with no language model (`nlp_artifacts=None`). Two sets are formed: `default`, the recognizers
that Presidio itself switches on for English, and `all`, every predefined one of every country. The
speeds are those of the default set and of the tagger in CPU time, measured in turns in one run; the
medians are compared. Garbage is collected as rarely as in `privtool mask`, for both. Coverage is
counted for both sets: a span of Presidio is missed if one of its letters or digits lies outside all
spans of the tagger at threshold 0. Some of the foreign recognizers ignore case and take any short
words before a number for a license plate ("is a 34"), or any word of ten letters for a tax number
if digits follow; these stay missed, and are counted.

Without `--corpus` the texts are those of `data/sample/raw.jsonl` (if it is there) and a generated
mix: one text in four holds invented private values, three are plain sentences. With `--corpus` the
texts are the field `text` of a JSONL file. Needs the `bench` dependencies (presidio-analyzer).
"""

from __future__ import annotations

import argparse
import gzip
import inspect
import json
import logging
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.support.private_sentences import generated
from privtool.core.resources import relax_gc
from privtool.core.spans import Span
from privtool.text.detection.tagger import PatternTagger

_FEWEST = 2000  # texts in a turn of the clock
_SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "raw.jsonl"


def read_texts(path: Path) -> list[str]:
    """The field `text` of every line of a JSONL file, which may be gzipped."""
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode().split("\n")
    records = (json.loads(line) for line in lines if line.strip())
    return [text for record in records if isinstance(text := record.get("text"), str)]


def recognizers() -> tuple[list[Any], list[Any]]:
    """Presidio's pattern and phone recognizers: the English default set, and all of them."""
    import tldextract.tldextract
    import yaml
    from presidio_analyzer import PatternRecognizer, predefined_recognizers

    # The list of domain endings that comes with the package; no network.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=())
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    package = Path(inspect.getfile(predefined_recognizers)).parents[1]
    config = yaml.safe_load((package / "conf" / "default_recognizers.yaml").read_text("utf-8"))
    english = set()
    for entry in config["recognizers"]:
        languages = entry.get("supported_languages", ["en"])
        names = [item["language"] if isinstance(item, dict) else item for item in languages]
        if entry.get("enabled", True) and "en" in names:
            english.add(entry["name"])
    found = []
    for name in sorted(vars(predefined_recognizers)):
        kind = getattr(predefined_recognizers, name)
        if not inspect.isclass(kind) or kind is PatternRecognizer:
            continue
        if issubclass(kind, PatternRecognizer) or name == "PhoneRecognizer":
            found.append((name, kind()))
    return [one for name, one in found if name in english], [one for _, one in found]


def analyze(some: Sequence[Any], text: str) -> list[Any]:
    """What the recognizers find in a text."""
    return [
        result
        for one in some
        for result in one.analyze(text, entities=one.supported_entities, nlp_artifacts=None)
    ]


def missed(
    some: Sequence[Any], texts: Iterable[str], tagger: PatternTagger, show: int
) -> dict[str, Any]:
    """By entity type, how many spans of Presidio the tagger covers and misses at threshold 0."""
    found: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for text in texts:
        covered = _covered(text, tagger.tag([text])[0])
        for result in {(r.entity_type, r.start, r.end) for r in analyze(some, text)}:
            kind, start, end = result
            found[kind] += 1
            if any(text[k].isalnum() and not covered[k] for k in range(start, end)):
                lost[kind] += 1
                if show > 0:
                    show -= 1
                    print(kind, repr(text[start:end]), repr(text), file=sys.stderr)
    return {
        "found": found.total(),
        "missed": lost.total(),
        "missed_by_type": dict(lost.most_common()),
    }


def _covered(text: str, spans: Iterable[Span]) -> bytearray:
    """One byte for each character: 1 inside a span."""
    covered = bytearray(len(text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    return covered


def speeds(
    some: Sequence[Any], texts: list[str], tagger: PatternTagger, repeats: int
) -> dict[str, float]:
    """Records a second of CPU time of both, measured in turns; medians.

    A few texts are read as often as makes a turn of `_FEWEST` or more.
    """
    texts = texts * math.ceil(_FEWEST / len(texts))
    ours, theirs = [], []
    tagger.tag(texts[:100])
    for text in texts[:100]:
        analyze(some, text)
    for _ in range(repeats):
        started = time.process_time()
        tagger.tag(texts)
        between = time.process_time()
        for text in texts:
            analyze(some, text)
        ended = time.process_time()
        ours.append(len(texts) / (between - started))
        theirs.append(len(texts) / (ended - between))
    return {
        "privtool_records_per_second": round(statistics.median(ours), 1),
        "presidio_records_per_second": round(statistics.median(theirs), 1),
        "ratio": round(statistics.median(a / b for a, b in zip(ours, theirs, strict=True)), 2),
    }


def main() -> None:
    """Measures and prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--corpus", type=Path, help="JSONL file (.gz is read too) with a field 'text'"
    )
    parser.add_argument("--records", type=int, default=2000, help="texts at most (default 2000)")
    parser.add_argument("--repeats", type=int, default=5, help="turns of the clock (default 5)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the generated texts")
    parser.add_argument("--show", type=int, default=0, help="print so many missed spans on stderr")
    arguments = parser.parse_args()
    if arguments.corpus is not None:
        corpora = {arguments.corpus.name: read_texts(arguments.corpus)[: arguments.records]}
    else:
        corpora = {"generated": generated(arguments.records, arguments.seed)}
        if _SAMPLE.exists():
            corpora["sample"] = read_texts(_SAMPLE)
    default, everything = recognizers()
    relax_gc()
    tagger = PatternTagger()
    report: dict[str, Any] = {"recognizers": {"default": len(default), "all": len(everything)}}
    for name, texts in corpora.items():
        report[name] = {
            "records": len(texts),
            "characters": sum(map(len, texts)),
            **speeds(default, texts, tagger, arguments.repeats),
            "coverage_default": missed(default, texts, tagger, arguments.show),
            "coverage_all": missed(everything, texts, tagger, arguments.show),
        }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
