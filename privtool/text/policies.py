"""Policies: files that say what happens to each class of private text, and coarser values of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from privtool.core.errors import DataError, UsageError, option
from privtool.core.own_files import read_settings
from privtool.core.rng import short_digest
from privtool.text.labels import Label, canonical_label, is_known_label
from privtool.text.lexicon import DATA, words
from privtool.text.markers import MASK, marker_for
from privtool.text.values import date as dates
from privtool.text.values import number as numbers
from privtool.text.values.code import read_dictation
from privtool.text.values.symbols import symbols_of

_FOLDER = DATA / "policies"
_GENERALIZED = frozenset((Label.DATE, Label.AGE, Label.ZIP))
_OLDEST = 89
_ZIP = re.compile(r"(\d{3})\d{2}(?:\d{4})?")
_WORD = re.compile(r"[^\W\d_]+")


class Action(str, Enum):
    """What happens to private text of a class."""

    MASK = "mask"
    CLASS = "class"
    SURROGATE = "surrogate"
    GENERALIZE = "generalize"
    KEEP = "keep"


class _MaskOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of `mask` that a policy may fix; paths are relative to its file."""

    method: str | None = None
    tagger: str | None = None
    threshold: Annotated[float, Meta(ge=0, le=1)] | None = None
    dates: Literal["exact", "all"] | None = None
    keep_other_scripts: bool | None = None
    clinical: bool | None = None
    without_names: bool | None = None
    top: Annotated[int, Meta(ge=1)] | None = None
    min_count: Annotated[int, Meta(ge=1)] | None = None
    list: str | None = None
    vocab: str | None = None
    deny: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True):
    actions: dict[str, Action] = {}
    mask: _MaskOptions = _MaskOptions()
    identifiers: dict[str, tuple[str, ...] | str] = {}
    earliest_year: int = 0


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What happens to each class, the options of `mask` that are fixed, and identifiers of a law.

    These have the labels that cover them, or why none does.
    `reference` changes with the content and does not show the name of a file. A class without an
    action is masked. Years before `earliest_year` are not written.
    """

    name: str
    reference: str
    actions: Mapping[Label, Action]
    options: Mapping[str, Any]
    identifiers: Mapping[str, tuple[str, ...] | str]
    earliest_year: int

    def action(self, label: str) -> Action:
        """Return what happens to a class."""
        return self.actions.get(canonical_label(label), Action.MASK)

    @property
    def kept(self) -> frozenset[Label]:
        """The classes that stay as they are."""
        return frozenset(each for each in Label if self.action(each.value) is Action.KEEP)

    def has(self, action: Action) -> bool:
        """Return whether anything happens to some class."""
        return action in self.actions.values()

    def marker(self, label: str) -> str:
        """Return the marker of a class."""
        return MASK if self.action(label) is Action.MASK else marker_for(label, by_class=True)

    def coarser(self, label: str, phrase: str) -> str | None:
        """Return the coarser value of a phrase, None for one without, or of another action."""
        if self.action(label) is not Action.GENERALIZE:
            return None
        return generalize(canonical_label(label), phrase, self.earliest_year)


def shipped() -> list[str]:
    """Return the names of the policies of the package."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def read_policy(name: str) -> Policy:
    """Return the policy of the package with a name, or that of a file.

    Raise `UsageError` for one that is not there, and `DataError` for a file that is no policy: it
    has unknown keys, labels or actions, or two actions for one label.
    """
    path = _FOLDER / f"{name}.toml" if name in shipped() else Path(name)
    if not path.is_file():  # a pipe would be read once alone
        raise UsageError(
            f"{option('policy')}: '{name}' is neither a file nor one of {', '.join(shipped())}"
        )
    read = read_settings(path, _File, _MaskOptions)
    actions: dict[Label, Action] = {}
    for label, action in read.actions.items():
        known = canonical_label(label)
        if not is_known_label(label):
            raise DataError(f"{name}: '{label}' is not a label")
        if known in actions:
            raise DataError(f"{name}: two actions for {known.value}")
        if action is Action.GENERALIZE and known not in _GENERALIZED:
            able = ", ".join(sorted(each.value for each in _GENERALIZED))
            raise DataError(f"{name}: {label}: only {able} can be generalized")
        actions[known] = action
    for each, covered in read.identifiers.items():
        reason = covered if isinstance(covered, str) else ""
        unknown = not covered or not all(map(is_known_label, () if reason else covered))
        if unknown or (reason and not reason.startswith("not covered: ")):
            raise DataError(f"{name}: '{each}' needs known labels, or 'not covered: ' and a reason")
    return Policy(
        name=name,
        reference=f"policy@{short_digest([msgspec.json.encode(read)])}",
        actions=actions,
        options=_with_paths(msgspec.to_builtins(read.mask), path.parent),
        identifiers=read.identifiers,
        earliest_year=read.earliest_year,
    )


def _with_paths(options: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return options of `mask` in their types, with paths relative to a folder."""
    for name in options.keys() & {"list", "vocab"}:
        options[name] = folder / options[name]
    for name in options.keys() & {"allow", "rules"}:
        options[name] = tuple(folder / path for path in options[name])
    if "deny" in options:
        pairs = (each.rpartition("=") for each in options["deny"])
        options["deny"] = tuple(f"{label}{equals}{folder / path}" for label, equals, path in pairs)
    return options


def generalize(label: Label, phrase: str, earliest_year: int = 0) -> str | None:
    """Return a coarser value of a phrase; None for one that is not read as a whole.

    A year before `earliest_year` is None, too: it may show that someone is over 89.
    """
    if label is Label.DATE:
        return _year(phrase, earliest_year)
    if label is Label.AGE:
        return _age(phrase)
    zip_code = _ZIP.fullmatch(read_dictation(phrase).chars)
    if zip_code is None:
        return None
    return "000" if zip_code[1] in words("zip_prefixes.sparse", "policies") else zip_code[1]


def _year(phrase: str, earliest: int) -> str | None:
    symbols = symbols_of(phrase)
    found = dates.read(symbols, 0) if symbols.symbols else None
    if found is None or found[1] < len(symbols.symbols):
        return None
    values = found[0].values  # two digits may be of any century
    year = values.get("Y", values.get("E", 0) // 10000)
    return str(year) if year >= max(earliest, 1) else None


def _age(phrase: str) -> str | None:
    """Return an age that may stay as it is, or "90 or older"."""
    found = numbers.find(phrase)
    if len(found) != 1:
        return None
    rest = phrase[: found[0].start] + " " + phrase[found[0].end :]
    around = set(_WORD.findall(rest.lower()))
    if any(map(str.isdigit, rest)) or around - words("ages.years") - words("ages.shorter"):
        return None
    if found[0].size <= _OLDEST:
        return phrase
    return None if around & words("ages.shorter") else "90 or older"
