"""The words that users always or never mask, and the classes that they mask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, changed_options, values_of

if TYPE_CHECKING:
    from privtool.stages.user_terms import Finder, UserTerms
    from privtool.text.labels import Label
    from privtool.text.policies import Policy
    from privtool.text.rules.rule import Rule


def chosen_policy(name: str | None) -> Policy | None:
    """Read a policy, if one is named. Raise what `read_policy` raises."""
    if name is None:
        return None
    from privtool.text.policies import read_policy

    return read_policy(name)


def fixed_options(policy: Policy, config: object) -> dict[str, Any]:
    """Return the options that a policy changes. Raise `UsageError` for some that contradict it."""
    values = values_of(config)
    for each in {*changed_options(config)} & {*policy.options, "marker"}:
        if values[each] != policy.options.get(each):
            raise UsageError(f"{option(each)} contradicts {option('policy')} {policy.name}")
    return {k: v for k, v in policy.options.items() if values[k] != v}


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The classes of private text that are replaced, and how."""

    policy: Annotated[
        str | None,
        Opt(
            "What happens to each class: hipaa-safe-harbor, training or a TOML file (see privtool "
            "rules --policy).",
            "NAME",
        ),
    ] = None
    labels: Annotated[
        str | None,
        Opt("Replace these classes only, such as PERSON,PHONE; other private text stays.", "L,..."),
    ] = None
    keep_labels: Annotated[
        str | None, Opt("Keep these classes, such as LOCATION,DATE.", "L,...")
    ] = None

    @property
    def files(self) -> list[Path]:
        """The file of the policy, if it is one."""
        return [Path(self.policy)] if self.policy and Path(self.policy).is_file() else []

    @property
    def all(self) -> bool:
        return self.labels is None and self.keep_labels is None and self.policy is None

    def check(self) -> None:
        """Raise `UsageError` for an unknown class, and for options that exclude each other.

        Raise what `read_policy` raises.
        """
        for name in ("labels", "keep_labels"):
            if self.policy is not None and getattr(self, name) is not None:
                raise UsageError(f"{option(name)} contradicts {option('policy')} {self.policy}")
        if self.labels is not None and self.keep_labels is not None:
            raise UsageError(f"{option('labels')} and {option('keep_labels')} exclude each other")
        self.chosen()

    def check_markers(self, *, merge: bool) -> None:
        """Raise `UsageError` for a policy that markers alone do not do, or not if they `merge`."""
        policy = chosen_policy(self.policy)
        if policy is None:
            return
        from privtool.text.policies import Action

        shown = f"{option('policy')} {policy.name}"
        if policy.has(Action.SURROGATE):
            raise UsageError(
                f"{shown} draws surrogates: use {option('annotate')} here, then privtool "
                f"surrogate with the same {option('policy')}"
            )
        if merge and policy.has(Action.GENERALIZE):
            raise UsageError(f"{option('merge')} contradicts {shown}, which generalizes")

    def chosen(self) -> tuple[frozenset[Label] | None, frozenset[Label]]:
        """Return the classes to replace, None for all, and those to keep."""
        wanted = None if self.labels is None else _labels("labels", self.labels)
        kept: frozenset[Label] = frozenset()
        if self.keep_labels is not None:
            kept = _labels("keep_labels", self.keep_labels)
        policy = chosen_policy(self.policy)
        return wanted, kept if policy is None else policy.kept


def _labels(name: str, given: str) -> frozenset[Label]:
    from privtool.text.labels import Label, canonical_label, is_known_label

    names = [part.strip() for part in given.split(",")]
    for each in names:
        if not is_known_label(each):
            known = ", ".join(label.value for label in Label)
            raise UsageError(f"{option(name)}: '{each}' is not one of {known}")
    return frozenset(map(canonical_label, names))


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Words and phrases that are always or never masked, and the classes that are masked."""

    deny: Annotated[
        tuple[str, ...],
        Opt(
            "Always mask the words and phrases of this file, one per line (a label after a tab; * "
            "for any letters at an end).",
            "[LABEL=]FILE",
        ),
    ] = ()
    allow: Annotated[
        tuple[Path, ...], Opt("Never mask the words and phrases of this file, whatever finds them.")
    ] = ()
    rules: Annotated[
        tuple[Path, ...],
        Opt(
            "Also mask what the rules of this TOML file find, each tried on its own examples; "
            "its list disable turns rules of the package off."
        ),
    ] = ()
    clinical: Annotated[
        bool,
        Opt("Keep diseases, signs and devices named after people, such as Parkinson's disease."),
    ] = False
    labels: Labels = Labels()

    @property
    def files(self) -> list[Path]:
        """The files of the lists, rules and policy."""
        denied = (path for _, path in self._denied())
        return [*denied, *self.allow, *self.rules, *self.labels.files]

    def check(self) -> None:
        """Raise `UsageError` for a malformed or unknown label."""
        list(self._denied())
        self.labels.check()

    def read(self) -> UserTerms | None:
        """Read lists and rules; None if there is nothing to choose.

        Raise what `read_phrases` and `read_tested_rules` raise.
        """
        if not (self.deny or self.allow or self.rules or self.clinical) and self.labels.all:
            return None
        from privtool.stages.user_terms import UserTerms
        from privtool.text.listed_phrases import PhraseFinder, find_eponyms, read_phrases

        denied = [phrase for label, path in self._denied() for phrase in read_phrases(path, label)]
        allowed = [phrase for path in self.allow for phrase in read_phrases(path)]
        kept: list[Finder] = [PhraseFinder(allowed, whole=True).find] if allowed else []
        kept += [find_eponyms] if self.clinical else []
        deny = PhraseFinder(denied).find if denied else None
        rules: Finder | None = None
        if self.rules:
            from privtool.text.detection.user_rules import RuleFinder

            rules = RuleFinder(self._tested_rules[0]).find
        return UserTerms(deny, tuple(kept), rules, *self.labels.chosen(), self.rules_off())

    def rules_off(self) -> frozenset[str]:
        """Return the ids of the rules of the package that a file turns off."""
        return self._tested_rules[1] if self.rules else frozenset()

    @cached_property
    def _tested_rules(self) -> tuple[list[Rule], frozenset[str]]:
        from privtool.text.detection.user_rules import read_tested_rules

        return read_tested_rules(self.rules)

    def _denied(self) -> Iterator[tuple[str, Path]]:
        from privtool.text.labels import Label, own_label

        for given in self.deny:
            label, equals, path = given.partition("=")
            if not equals or Path(given).exists():
                yield Label.MISC.value, Path(given)
                continue
            try:
                yield own_label(label), Path(path)
            except ValueError as error:
                raise UsageError(f"{option('deny')}: {error}") from None
