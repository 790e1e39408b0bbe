"""`privtool rules`: the rules that describe identifiers, of the package or of files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.options import Opt
from privtool.core.output_options import Quiet

if TYPE_CHECKING:
    from privtool.text.rules.rule import Rule


@dataclass(frozen=True, kw_only=True)
class RulesConfig:
    """The options of `privtool rules`."""

    test: Annotated[
        tuple[Path, ...],
        Opt("Try the rules of this TOML file on their own examples, and list them.", "FILE"),
    ] = ()
    output_format: Annotated[
        Literal["tsv", "jsonl"], Opt("Tab-separated columns, or one JSON object per line.")
    ] = "tsv"
    quiet: Quiet = False


def run(config: RulesConfig) -> None:
    """Write a line for each rule, and report how many there are; raise what testing raises."""
    import msgspec

    from privtool.core.writing import writing

    rules = _rules(config.test)
    with writing("-") as write:
        for rule in rules:
            row = {"id": rule.id, "label": rule.label, "example": rule.finds[0]}
            if config.output_format == "jsonl":
                write(msgspec.json.encode(row) + b"\n")
            else:
                write("\t".join(" ".join(cell.split()) for cell in row.values()).encode() + b"\n")
    if not config.quiet:
        done = ", each finds its own examples" if config.test else ""
        print(f"privtool rules: {len(rules)} rules{done}", file=sys.stderr)


def _rules(files: Sequence[Path]) -> Sequence[Rule]:
    if files:
        from privtool.text.detection.user_rules import read_tested_rules

        return read_tested_rules(files)
    from privtool.text.rules.files import all_rules

    return all_rules()
