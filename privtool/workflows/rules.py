"""`privtool rules`: the rules that describe identifiers, of the package or of files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, Quiet
from privtool.core.writing import writing

if TYPE_CHECKING:
    from privtool.text.rules.rule import Rule


@dataclass(frozen=True, kw_only=True)
class RulesConfig:
    """List the rules that find identifiers, or test your own.

    Writes id, label and an example for each rule, tab-separated; the private part of the example is
    between « and ». With --test, reads the rules of a file as privtool mask --rules does: a rule
    that misses its own examples, or that can take very long, is an error. With --policy, lists
    instead what a policy does to each class of private text.

    \b
    Examples, in data/sample:
      privtool rules
      privtool rules --policy hipaa-safe-harbor
      privtool rules --test rules.toml
      privtool mask --method entityTagger --tagger patterns --rules rules.toml raw.jsonl
    """

    test: Annotated[
        tuple[Path, ...],
        Opt("Try the rules of this TOML file on their own examples, and list them."),
    ] = ()
    policy: Annotated[
        str | None,
        Opt(
            "List what a policy (hipaa-safe-harbor, training or a TOML file) does to each class, "
            "and the identifiers that it covers.",
            "NAME",
        ),
    ] = None
    quiet: Quiet = False


def run(config: RulesConfig) -> None:
    """Write a line for each rule, and report how many there are; raise what testing raises."""
    if config.policy is not None and config.test:
        raise UsageError(f"{option('policy')} and {option('test')} exclude each other")
    rows: Sequence[tuple[str, ...]]
    what, done = "rules", ", each finds its own examples" if config.test else ""
    if config.policy is None:
        rows = [(rule.id, rule.label, rule.finds[0]) for rule in _rules(config.test)]
    else:
        what, rows = "lines of the policy", _rows_of(config.policy)
    with writing("-") as write:
        for row in rows:
            write("\t".join(" ".join(cell.split()) for cell in row).encode() + b"\n")
    if not config.quiet:
        print(f"privtool rules: {len(rows)} {what}{done}", file=sys.stderr)


def _rows_of(policy_name: str) -> list[tuple[str, ...]]:
    """Return what a policy does to each class, and how each identifier is covered."""
    from privtool.text.labels import Label
    from privtool.text.policies import read_policy

    policy = read_policy(policy_name)
    rows: list[tuple[str, ...]]
    rows = [(each.value, policy.action(each.value).value) for each in Label]
    for name, covered in policy.identifiers.items():
        by = covered if isinstance(covered, str) else ", ".join(covered)
        rows.append((name, by))
    return rows


def _rules(files: Sequence[Path]) -> Sequence[Rule]:
    if files:
        from privtool.text.detection.user_rules import read_tested_rules

        return read_tested_rules(files)[0]
    from privtool.text.rules.rule import listed_rules

    return listed_rules()
