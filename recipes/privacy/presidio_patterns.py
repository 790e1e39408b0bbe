"""Replace what the English pattern recognizers of Presidio find in records by `<TYPE>`.

Needs presidio-analyzer, and no model or network. Reads JSON lines and writes id and text.
"""

from __future__ import annotations

import inspect
import json
import logging
import sys
from pathlib import Path
from typing import Any


def english_recognizers() -> list[Any]:
    """Return the pattern recognizers that Presidio enables for English, and that of phones."""
    import tldextract.tldextract
    import yaml
    from presidio_analyzer import PatternRecognizer, predefined_recognizers

    # The list of domain endings that comes with the package; no network.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=())
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    package = Path(inspect.getfile(predefined_recognizers)).parents[1]
    config = yaml.safe_load((package / "conf" / "default_recognizers.yaml").read_text("utf-8"))
    enabled = {
        entry["name"]
        for entry in config["recognizers"]
        if entry.get("enabled", True)
        and "en"
        in [
            item["language"] if isinstance(item, dict) else item
            for item in entry.get("supported_languages", ["en"])
        ]
    }
    kinds = (
        getattr(predefined_recognizers, name)
        for name in sorted(enabled & {*dir(predefined_recognizers)})
    )
    return [
        kind()
        for kind in kinds
        if inspect.isclass(kind)
        and (issubclass(kind, PatternRecognizer) or kind.__name__ == "PhoneRecognizer")
    ]


def masked(text: str, recognizers: list[Any]) -> str:
    """Return a text with the found spans replaced, from the first on, the longest of a place."""
    found = sorted(
        (result.start, -result.end, result.entity_type)
        for recognizer in recognizers
        for result in recognizer.analyze(
            text, entities=recognizer.supported_entities, nlp_artifacts=None
        )
    )
    pieces, at = [], 0
    for start, minus_end, kind in found:
        if start >= at:
            pieces += [text[at:start], f"<{kind}>"]
        at = max(at, -minus_end)
    return "".join([*pieces, text[at:]])


def main() -> None:
    recognizers = english_recognizers()
    for line in sys.stdin:
        record = json.loads(line)
        safe = {"id": record["id"], "text": masked(record["text"], recognizers)}
        print(json.dumps(safe))


if __name__ == "__main__":
    main()
