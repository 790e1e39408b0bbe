"""`privtool rules`."""

from __future__ import annotations

from privtool.cli.stream_options import plain
from privtool.workflows.rules import RulesConfig


@plain
def rules(config: RulesConfig) -> None:
    """List the rules that find identifiers, or test your own.

    Writes id, label and an example for each rule; the private part of the example is between « and
    ». With --test, reads the rules of a file as privtool mask --rules does: a rule that misses its
    own examples, or that can take very long, is an error. With --policy, lists instead what a
    policy does to each class of private text.

    \b
    Examples, in data/sample:
      privtool rules
      privtool rules --policy hipaa-safe-harbor
      privtool rules --test rules.toml
      privtool mask --method entityTagger --tagger patterns --rules rules.toml raw.jsonl
    """
    from privtool.workflows.rules import run

    run(config)
