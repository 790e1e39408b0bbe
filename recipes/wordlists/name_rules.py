"""Which words are names, and of what: the rules of `names-en.tsv`.

They fail closed: a word is a name only if a list knows it and written text shows it. A missing name
costs little; an ordinary word taken for a name is written with a capital and stands in for persons.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import Enum

from case_evidence import CaseCounts

LAST_RANK = 60_000
"""Rank in `vocab-en.tsv` of the rarest word that can be a name; few models have rarer words."""
MIN_CAPITALS = 2
"""Capitalized occurrences that a name of the packages must have; one shows nothing. A hand-kept
word may also be too new for the text, which then must not have it in lower case either."""
MIN_CAPITAL_SHARE = 0.9
"""Capitals that a name must have."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")


class NameVerdict(str, Enum):
    """Why a word has a label or not; the value is the line of the printed count."""

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
    """What is known of words, whatever their label."""

    cases: CaseCounts
    frequent: Set[str]
    """The words up to `LAST_RANK`."""
    common: Set[str]
    """The words of `common-en.txt`, which were shown to be ordinary ones."""
    fixed: Set[str]
    """The words of the closed classes, which have no other label."""

    by_hand: Mapping[str, Set[str]]
    """The hand-kept words, by label."""
    refused: Mapping[str, Set[str]]
    """The words put out by hand, by label."""

    def judge(self, word: str, label: str) -> NameVerdict:
        """Whether `word` is a name of the kind `label`."""
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
    """The verdict on every (word, label) of `known`, in the order of the words, then the labels."""
    pairs = sorted((word, label) for label, words in known.items() for word in words)
    return {(word, label): evidence.judge(word, label) for word, label in pairs}
