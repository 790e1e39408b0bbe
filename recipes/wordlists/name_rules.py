"""Rules of `names-en.tsv`: which words are names, and with which label.

A word is a name only if a list has it and text confirms it. A missing name costs little; an
ordinary word taken for a name is capitalized and used as a surrogate of persons.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import Enum

from case_evidence import CaseCounts

LAST_RANK = 60_000
"""Maximum rank of a name in `vocab-en.tsv`; few models have rarer words."""
MIN_CAPITALS = 2
"""Minimum capitalized occurrences of a name from the packages. A hand-kept word may be too new for
the text, which then must not have it in lower case either."""
MIN_CAPITAL_SHARE = 0.9
"""Minimum fraction of capitals of a name."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")


class NameVerdict(str, Enum):
    """Why a word has a label or not; the value labels the printed count."""

    KEPT = "kept"
    SHAPE = "out: not two or more letters"
    RARE = f"out: not among the {LAST_RANK:,} most frequent words"
    FIXED = "out: a month, week day or number"
    COMMON = "out: in common-en.txt"
    UNSEEN = f"out: fewer than {MIN_CAPITALS} capitalized occurrences"
    ORDINARY = f"out: capitals below {MIN_CAPITAL_SHARE}"
    REFUSED = "out: refused by hand"


@dataclass(frozen=True)
class NameEvidence:
    """Evidence on words, for all labels."""

    cases: CaseCounts
    frequent: Set[str]
    """The words up to `LAST_RANK`."""
    common: Set[str]
    """The words of `common-en.txt`, which are ordinary."""
    fixed: Set[str]
    """The words of the closed classes, which have no other label."""

    by_hand: Mapping[str, Set[str]]
    """The hand-kept words, by label."""
    refused: Mapping[str, Set[str]]
    """The words rejected by hand, by label."""

    def judge(self, word: str, label: str) -> NameVerdict:
        """Return whether `word` is a name with this label."""
        if not _LETTERS.fullmatch(word):
            return NameVerdict.SHAPE
        if word not in self.frequent:
            return NameVerdict.RARE
        if word in self.fixed:
            return NameVerdict.FIXED
        if word in self.common:
            return NameVerdict.COMMON
        if self.cases.alone[word] + self.cases.in_run[word] < MIN_CAPITALS:
            if word not in self.by_hand.get(label, ()) or self.cases.lower[word]:
                return NameVerdict.UNSEEN
        elif self.cases.capital_share(word) < MIN_CAPITAL_SHARE:
            return NameVerdict.ORDINARY
        refused = word in self.refused.get(label, ())
        return NameVerdict.REFUSED if refused else NameVerdict.KEPT


def judge_names(
    known: Mapping[str, Set[str]], evidence: NameEvidence
) -> dict[tuple[str, str], NameVerdict]:
    """Return the verdict on each (word, label) of `known`, sorted."""
    pairs = sorted((word, label) for label, words in known.items() for word in words)
    return {(word, label): evidence.judge(word, label) for word, label in pairs}
