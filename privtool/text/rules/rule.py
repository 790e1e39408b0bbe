"""Rules: records of TOML files that say what an identifier looks like and how to be sure of it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import structs

from privtool.core.errors import DataError
from privtool.core.own_files import read_settings
from privtool.text.labels import is_known_label, own_label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import DATA, one_of
from privtool.text.rules.candidates import AnyPattern
from privtool.text.rules.checks import is_known, passes
from privtool.text.rules.word_classes import class_of
from privtool.text.rules.word_patterns import WordPatterns

SEPARATOR = r"(?:[ \-./()~]{1,3})"
# The rest of an address, without what belongs to the sentence around it.
_LAST = r"""[^\s<>"\0]*(?<![.,;:!?'*_~|)\]}])"""
_PATH = rf"""(?:[^\s<>"\0]*\([^\s<>"()\0]*\)(?:{_LAST})?|{_LAST})"""
_BEFORE, _AFTER = r"(?<![^\W_])(?<![^\W_][-./])", r"(?![^\W_])(?![-./]\d)"
NEVER = r"(?!)"
_SEPARATOR_SLOT = re.compile(r"\{sep\}[?]?")
_SLOT = re.compile(r"\{([a-z][\w.-]*)\}")
# In order of precedence.
FILES = (
    *("disguises", "mail", "spoken", "hosts", "web", "handles", "places", "postcodes", "groups"),
    *("ids", "mixed", "codes", "cued", "years", "foreign_numbers", "dotted", "letters"),
    *("announced", "numbers", "leftovers"),
)
SAID = ("dates", "times", "ages", "money")  # and those of values that are said in words
AFTER_DICTATION = ("in_talk",)  # after what is dictated
ON_REQUEST = ("vague",)
_PROMISED = "leftover."


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    r"""One kind of identifier, as a record of a TOML file in `privtool/data`.

    `pattern` is a regular expression for text of any letter case (with `capitals`, as it is
    written); `{sep}` stands for what may separate groups of digits, `{path}` for the rest of an
    address. A long one may be written in lines: `(?x: ... )`; a group named `value` is the private
    part; a slot such as `{unit}` stands for the words of a class. What it matches is bounded by
    anything but letters and digits, unless `bounded` is false. `cued` is a second pattern that only
    counts right after a cue word of the label; `cues` are words that announce the label. `phrases`
    are patterns over words (`word_patterns.py`). All names in `check` have to accept the match
    (`checks.py`); `score` is that of a match (`text/labels.py`), `cued_score` that of a
    cued one. `finds` are examples whose «marked» parts must be found, `leaves` those in which this
    rule must find nothing.
    """

    id: str
    label: str
    pattern: str = ""
    cued: str = ""
    phrases: tuple[str, ...] = ()
    capitals: bool = False
    bounded: bool = True
    check: tuple[str, ...] = ()
    score: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.9
    cued_score: Annotated[float, msgspec.Meta(gt=0, le=1)] = 1.0
    cues: tuple[str, ...] = ()
    finds: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    leaves: tuple[str, ...] = ()

    @cached_property
    def search(self) -> Regex:
        """The pattern for searches, with its bounds."""
        return self._compiled(self.pattern, bounded=self.bounded)

    @cached_property
    def cued_search(self) -> Regex:
        """The cued pattern, likewise."""
        return self._compiled(self.cued, bounded=self.bounded)

    @cached_property
    def has_value(self) -> bool:
        """Whether a part of a match may be private alone."""
        return "(?P<value>" in self.pattern

    def accepts(self, text: str) -> bool:
        """Return whether a whole text has the form of a pattern, and passes all checks.

        Where the pattern separates groups, the text may have none, as in "five two nine ...".
        """
        return any(form.fullmatch(text) for form in self._forms) and self.is_valid(text)

    def is_valid(self, text: str) -> bool:
        """Return whether all checks accept a text."""
        return all(passes(name, text) for name in self.check)

    @cached_property
    def _forms(self) -> tuple[Regex, ...]:
        patterns = [source for source in (self.pattern, self.cued) if source]
        compact = [_SEPARATOR_SLOT.sub("", source) for source in patterns]
        return tuple(map(self._compiled, dict.fromkeys([*patterns, *compact])))

    def _compiled(self, source: str, *, bounded: bool = False) -> Regex:
        source = source.replace("{sep}", SEPARATOR).replace("{path}", _PATH) or NEVER
        source = _SLOT.sub(lambda slot: any_of(slot[1]), source)
        flags = 0 if self.capitals else re.IGNORECASE
        return Regex(f"{_BEFORE}(?a:{source}){_AFTER}" if bounded else source, flags)


def any_of(name: str) -> str:
    """Return a pattern of any word of a class, of which the longest counts."""
    return rf"{one_of(class_of(name))}(?![^\W\d_])"


class RuleFile(msgspec.Struct, forbid_unknown_fields=True):
    """The rules of a file, parts of phrases that names stand for, and ids of rules to turn off."""

    rule: tuple[Rule, ...] = ()
    disable: tuple[str, ...] = ()
    part: dict[str, str] = {}

    def rules(self) -> tuple[Rule, ...]:
        rules = []
        for rule in self.rule:
            phrases = rule.phrases
            for name, part in reversed(self.part.items()):  # a part may have earlier ones
                phrases = tuple(each.replace(f"{{{name}}}", f"({part})") for each in phrases)
            rules.append(structs.replace(rule, phrases=phrases))
        return tuple(rules)


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
    files = (*DATA.glob("*/other_languages.toml"), *sorted(DATA.glob("*/rules.toml")))
    return (*all_rules(), *(rule for file in files for rule in read_file(file).rule))


@cache
def rule_ids() -> frozenset[str]:
    """Return the ids of the rules of the package."""
    return frozenset(rule.id for rule in listed_rules())


def read_rules(path: Path) -> RuleFile:
    """Read a file of rules, in their order: of equal matches, the first one counts.

    Raise `UsageError` for a file that cannot be read, and `DataError` for one that is empty or not
    TOML, has unknown or missing keys, a wrong pattern, label or check, or two rules of one id, or
    that disables an unknown id, or rules that guarantee that every digit is masked.
    """
    file = read_file(path)
    if not (rules := file.rules()) and not file.disable:
        raise DataError(f"{path}: it has no rules and disables none")
    for rule in rules:
        if problem := _problem(rule):
            raise DataError(f"{path}: rule {rule.id}: {problem}")
    twice = [name for name, count in Counter(rule.id for rule in rules).items() if count > 1]
    if twice:
        raise DataError(f"{path}: two rules have the id {twice[0]}")
    if file.disable and (unknown := sorted({*file.disable} - rule_ids())):
        raise DataError(f"{path}: disable: no rule has the id '{unknown[0]}'")
    if promised := sorted(each for each in file.disable if each.startswith(_PROMISED)):
        raise DataError(
            f"{path}: disable: {promised[0]} cannot be disabled: it guarantees that every "
            "digit is masked"
        )
    return file


def read_file(path: Path) -> RuleFile:
    """Read a file as it is written; raise what `read_rules` raises, but do not try its rules."""
    return read_settings(path, RuleFile, Rule)


def _problem(rule: Rule) -> str:
    """Return what is wrong with a rule, or nothing; its label may be a name of the user."""
    try:
        if not is_known_label(rule.label):
            own_label(rule.label)
    except ValueError as error:
        return str(error)
    unknown = [name for name in rule.check if not is_known(name)]
    if unknown:
        return f"'{unknown[0]}' is not a check"
    if not (rule.pattern or rule.cued or rule.phrases):
        return "it has neither pattern, cued nor phrases"
    try:
        phrases = WordPatterns(rule.phrases)
        over_words = map(phrases.pattern, range(len(rule.phrases)))
        patterns: list[AnyPattern] = [rule.search, rule.cued_search, *over_words]
        empty = any(pattern.search("") for pattern in patterns)
    except (KeyError, re.error) as error:
        return f"its pattern is wrong: {error}"
    needless = [each for number, each in enumerate(rule.phrases) if not phrases.needs[number]]
    if needless:
        return f"'{needless[0]}' has no word that each match needs"
    return "its pattern matches an empty text" if empty else ""
