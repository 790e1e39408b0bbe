"""Loading rules from TOML files, with errors that say what is wrong with which rule."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
from msgspec import structs

from privtool.core.errors import DataError, UsageError
from privtool.text.labels import is_known_label
from privtool.text.lexicon import DATA
from privtool.text.rules.checks import is_known
from privtool.text.rules.rule import NEVER, Rule
from privtool.text.rules.token_patterns import TokenPatterns

# In order of precedence.
FILES = (
    *("disguises", "mail", "spoken", "hosts", "web", "handles", "places", "postcodes"),
    *("groups", "ids", "codes", "years", "told", "dotted", "announced", "numbers"),
)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The rules of a file, and parts of patterns over tokens that their names stand for."""

    rule: tuple[Rule, ...]
    part: dict[str, str] = {}

    def rules(self) -> tuple[Rule, ...]:
        return tuple(
            structs.replace(rule, tokens=self._expanded(rule.tokens)) for rule in self.rule
        )

    def _expanded(self, tokens: str) -> str:
        for name, part in reversed(self.part.items()):  # a part may have earlier ones
            tokens = tokens.replace(f"{{{name}}}", f"(?:{part})")
        return tokens


@cache
def package_rules(name: str) -> tuple[Rule, ...]:
    """Return the rules of a file of the package; a test checks them."""
    return _decoded(DATA / "intl" / f"{name}.toml")


def all_rules() -> tuple[Rule, ...]:
    """Return the rules of all files of the package."""
    return tuple(rule for name in FILES for rule in package_rules(name))


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Read the rules of a file, in their order: of equal matches, the first one counts.

    Raise `UsageError` for a file that cannot be read, and `DataError` for one that is not TOML or
    has unknown or missing keys, a wrong pattern, label or check, or two rules of one id.
    """
    rules = _decoded(path)
    for rule in rules:
        problem = _problem(rule)
        if problem:
            raise DataError(f"{path}: rule {rule.id}: {problem}")
    twice = [name for name, count in Counter(rule.id for rule in rules).items() if count > 1]
    if twice:
        raise DataError(f"{path}: two rules have the id {twice[0]}")
    return rules


def _decoded(path: Path) -> tuple[Rule, ...]:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=_File).rules()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from error


def _problem(rule: Rule) -> str:
    """Return what is wrong with a rule, or nothing."""
    if not is_known_label(rule.label):
        return f"'{rule.label}' is not a label"
    unknown = [name for name in rule.check if not is_known(name)]
    if unknown:
        return f"'{unknown[0]}' is not a check"
    if not rule.pattern and not rule.cued and not rule.tokens:
        return "it has neither pattern nor cued nor tokens"
    try:
        patterns = [rule.search, rule.cued_search, *TokenPatterns([rule.tokens or NEVER]).patterns]
    except re.error as error:
        return f"its pattern is wrong: {error}"
    except (KeyError, OSError):
        return "it names an unknown section of the lexicon"
    empty = any(pattern.search("") for pattern in patterns)
    return "its pattern matches an empty text" if empty else ""
