"""What survives `patterns` in dictated values, spoken fluently, hesitating or distracted.

    python -m benchmarks.text.dictation > result.json

The values are invented (`benchmarks/support/dictation.py`). A value survives if one of its private
words (digits, letters, names; not "dot" or "as in") lies outside all spans. With `--corpus` the
share of the words of a JSONL file that the tagger masks is measured, too: the cost. `--wording`
takes frames, hesitations and ways to say numbers that the tagger was not developed with.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from benchmarks.support.dictation import KINDS, generated
from benchmarks.support.dictation_options import dictation_parser
from benchmarks.support.dictation_wording import heldout, wordings
from benchmarks.support.hesitant_speech import CLEAN, DISTRACTED, HESITANT, Dictation
from benchmarks.text.patterns_vs_presidio import read_texts
from privtool.core.spans import Span
from privtool.text.detection.tagger import PatternTagger
from privtool.text.words import words


def surviving(spans: Sequence[Span], dictation: Dictation) -> list[tuple[int, int]]:
    """The private words that no span covers."""
    return [
        (start, end)
        for start, end in dictation.private
        if not any(span.start <= start and end <= span.end for span in spans)
    ]


def masked_share(texts: Sequence[str], tagger: PatternTagger) -> dict[str, float]:
    """How many words the tagger masks."""
    total = masked = 0
    for text, spans in zip(texts, tagger.tag(texts), strict=True):
        found = words(text)
        total += len(found)
        masked += sum(any(s.start < w.end and w.start < s.end for s in spans) for w in found)
    return {"words": total, "masked": masked, "masked_percent": round(100 * masked / total, 3)}


def main() -> None:
    """Measures and prints one JSON object."""
    arguments = dictation_parser(__doc__, 500, wordings(), "JSONL files").parse_args()
    tagger = PatternTagger()
    report: dict[str, dict[str, object]] = {}
    for kind in KINDS:
        report[kind] = {}
        for manner in (CLEAN, HESITANT, DISTRACTED):
            values = (kind, manner, arguments.count, arguments.seed)
            wording = arguments.wording
            dictations = heldout(wording, *values) if wording else generated(*values)
            tagged = tagger.tag([dictation.text for dictation in dictations])
            leaks = [surviving(*pair) for pair in zip(tagged, dictations, strict=True)]
            report[kind][manner + "_percent"] = round(100 * sum(map(bool, leaks)) / len(leaks), 1)
            shown = [pair for pair in zip(dictations, leaks, strict=True) if pair[1]]
            for dictation, leak in shown[: arguments.show]:
                left = [dictation.text[start:end] for start, end in leak]
                print(f"{kind} {manner}: {dictation.text!r} leaves {left}", file=sys.stderr)
    for path in arguments.corpus:
        texts = read_texts(path)[: arguments.records]
        report[path.name] = dict(masked_share(texts, tagger))
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
