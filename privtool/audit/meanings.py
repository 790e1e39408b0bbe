"""All figures of audits and the names of their groups."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.audit.figure_meanings.audio import AUDIO
from privtool.audit.figure_meanings.guess import GUESS
from privtool.audit.figure_meanings.meaning import Meaning
from privtool.audit.figure_meanings.model import MODEL
from privtool.audit.figure_meanings.text import TEXT

GROUPS = frozenset(
    {
        *("direct", "quasi", "masked", "filled"),
        *("prior", "model", "tuned", "mini", "bert", "roberta", "llama2"),
        *("qwen3", "smollm3"),
        *("loss", "reference", "ratio"),
        *("keywords", "pocketsphinx", *(f"recognizer {number}" for number in range(1, 10))),
        *("words", "path", "tags", "channel", "overlap"),
    }
)
"""Names of groups other than labels, bands of rarity and numbers: only such can be in a report."""
OF_AUDITS: Mapping[str, Mapping[str, Meaning]] = {
    "audit text": TEXT,
    "audit guess": GUESS,
    "audit model": MODEL,
    "audit audio": AUDIO,
}
"""The figures of each command."""
MEANINGS: dict[str, Meaning] = {**TEXT, **GUESS, **MODEL, **AUDIO}
"""All figures by name: only these can be in a gate or in a report."""
