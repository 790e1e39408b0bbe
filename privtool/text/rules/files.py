"""Loading rules from TOML files, with errors that say what is wrong with which rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec
from msgspec import structs

from privtool.core.errors import DataError, UsageError, reason_of_keys
from privtool.text.labels import is_known_label, own_label
from privtool.text.lexicon import DATA
from privtool.text.rules.checks import is_known
from privtool.text.rules.rule import Rule
from privtool.text.rules.word_patterns import WordPatterns

# In order of precedence.
FILES = (
    *("disguises", "mail", "spoken", "hosts", "web", "handles", "places", "postcodes", "groups"),
    *("ids", "mixed", "codes", "cued", "years", "said_abroad", "dotted", "letters"),
    *("announced", "numbers", "leftovers"),
)
SAID = ("dates", "times", "ages", "money")  # and those of values that are said in words
AFTER_DICTATION = ("in_talk",)  # after what is dictated
ON_REQUEST = ("vague",)
_PROMISED = "leftover."


class RuleFile(msgspec.Struct, forbid_unknown_fields=True):
    """The rules of a file, and parts of phrases that their names stand for.

    `disable` are the ids of rules of the package that are turned off.
    """

    rule: tuple[Rule, ...] = ()
    disable: tuple[str, ...] = ()
    part: dict[str, str] = {}

    def rules(self) -> tuple[Rule, ...]:
        return tuple(
            structs.replace(rule, phrases=tuple(map(self._expanded, rule.phrases)))
            for rule in self.rule
        )

    def _expanded(self, phrase: str) -> str:
        for name, part in reversed(self.part.items()):  # a part may have earlier ones
            phrase = phrase.replace(f"{{{name}}}", f"({part})")
        return phrase


@cache
def package_rules(name: str) -> tuple[Rule, ...]:
    """Return the rules of a file of the package; a test checks them."""
    return read_file(next(DATA.glob(f"*/{name}.toml"))).rules()


def all_rules() -> tuple[Rule, ...]:
    """Return the rules of all files of the package, but those of other languages than English."""
    names = (*FILES, *SAID, *AFTER_DICTATION, *ON_REQUEST)
    return tuple(rule for name in names for rule in package_rules(name))


def listed_rules() -> tuple[Rule, ...]:
    """Return all of these, and those of other languages as they are written, without its words."""
    files = (*DATA.glob("*/abroad.toml"), *sorted(DATA.glob("*/rules.toml")))
    return (*all_rules(), *(rule for file in files for rule in read_file(file).rule))


@cache
def rule_ids() -> frozenset[str]:
    """Return the ids of the rules of the package."""
    return frozenset(rule.id for rule in listed_rules())


def read_rules(path: Path, *, own_labels: bool = False) -> tuple[Rule, ...]:
    """Read the rules of a file, in their order: of equal matches, the first one counts.

    With `own_labels`, a label may be a name of the user.

    Raise `UsageError` for a file that cannot be read, and `DataError` for one that is not TOML or
    has unknown or missing keys, a wrong pattern, label or check, or two rules of one id.
    """
    rules = read_file(path).rules()
    for rule in rules:
        problem = _problem_of_label(rule.label, own=own_labels) or _problem(rule)
        if problem:
            raise DataError(f"{path}: rule {rule.id}: {problem}")
    twice = [name for name, count in Counter(rule.id for rule in rules).items() if count > 1]
    if twice:
        raise DataError(f"{path}: two rules have the id {twice[0]}")
    return rules


def read_disabled(paths: Iterable[Path]) -> frozenset[str]:
    """Read the ids of the rules of the package that files turn off.

    Raise what `read_rules` raises, and `DataError` for an id that no rule has, or of a rule that
    keeps a promise whatever else is off: no digit is left.
    """
    disabled = frozenset[str]()
    for path in paths:
        ids = read_file(path).disable
        unknown = sorted({*ids} - rule_ids()) if ids else []
        if unknown:
            raise DataError(f"{path}: disable: no rule has the id '{unknown[0]}'")
        if promised := sorted(each for each in ids if each.startswith(_PROMISED)):
            raise DataError(
                f"{path}: disable: {promised[0]} cannot be off, so that no digit is left"
            )
        disabled |= frozenset(ids)
    return disabled


def read_file(path: Path) -> RuleFile:
    """Read a file as it is written; raise what `read_rules` raises, but do not try its rules."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=RuleFile)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {reason_of_keys(error, RuleFile, Rule)}") from error


def _problem_of_label(label: str, *, own: bool) -> str:
    if is_known_label(label):
        return ""
    if not own:
        return f"'{label}' is not a label"
    try:
        own_label(label)
    except ValueError as error:
        return str(error)
    return ""


def _problem(rule: Rule) -> str:
    """Return what is wrong with a rule, or nothing."""
    unknown = [name for name in rule.check if not is_known(name)]
    if unknown:
        return f"'{unknown[0]}' is not a check"
    if not (rule.pattern or rule.cued or rule.phrases):
        return "it has neither pattern, cued nor phrases"
    try:
        phrases = WordPatterns(rule.phrases)
        patterns = [rule.search, rule.cued_search, *map(phrases.pattern, range(len(rule.phrases)))]
    except (KeyError, re.error) as error:
        return f"its pattern is wrong: {error}"
    needless = [each for number, each in enumerate(rule.phrases) if not phrases.needs(number)]
    if needless:
        return f"'{needless[0]}' has no word that each match needs"
    empty = any(pattern.search("") for pattern in patterns)
    return "its pattern matches an empty text" if empty else ""
