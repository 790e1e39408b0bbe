"""Rules of the allow list: which words of the general vocabulary are safe to keep in a text.

The rules fail closed: a word without evidence that it is ordinary is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from case_evidence import CaseCounts
from name_lists import NameLists

MIN_LOWER = 5
"""Minimum lower-case occurrences of a word; fewer are not evidence."""
MAX_GIVEN_SHARE = 1 / 3
"""Maximum fraction of capitals of a given name that counts as an ordinary word."""
MAX_NAME_SHARE = 1 / 2
"""Maximum fraction of capitals of any other known name."""
MAX_ALONE_SHARE = 1 / 2
"""Maximum fraction of capitals, without titles, of a word in no name list."""
MAX_CAPITAL_SHARE = 0.85
"""Maximum fraction of all capitals of a word in no name list ("York", "Angeles")."""
MAX_LINKING_SHARE = 0.4
"""Maximum fraction of lower-case occurrences between two capitals ("de", "von")."""

_PLAIN = re.compile(r"[a-z]{3,}")


class Verdict(str, Enum):
    """Why a word is in the list or not; the value labels the printed count."""

    INCLUDED = "kept: include.txt"
    KEPT = "kept: an ordinary word by the rules"
    EXCLUDED = "out: exclude.txt"
    SHAPE = "out: not three or more letters a-z"
    UNSEEN = f"out: fewer than {MIN_LOWER} lower-case occurrences"
    GIVEN = "out: a given name, capitals above a third"
    NAME = "out: another known name, capitals above a half"
    CAPITAL = "out: in no name list, but mostly capitalized"
    LINKING = "out: lower case mostly between capitals"


def read_hand_list(path: Path) -> list[str]:
    """Read the words of a hand-kept list: several per line; `#` starts a comment.

    Raise `ValueError` for a duplicate word.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    words = [word for line in lines for word in line.partition("#")[0].split()]
    duplicates = [word for word, count in Counter(words).items() if count > 1]
    if duplicates:
        raise ValueError(f"{path.name}: listed twice: {' '.join(duplicates)}")
    return words


def judge(word: str, cases: CaseCounts, names: NameLists) -> Verdict:
    """Apply the rules to `word`."""
    share = cases.capital_share(word)
    if not _PLAIN.fullmatch(word):
        return Verdict.SHAPE
    if word in names.given and share > MAX_GIVEN_SHARE:
        return Verdict.GIVEN
    if word in names.other and share > MAX_NAME_SHARE:
        return Verdict.NAME
    if share > MAX_CAPITAL_SHARE or cases.alone_share(word) > MAX_ALONE_SHARE:
        return Verdict.CAPITAL
    if cases.lower[word] < MIN_LOWER:
        return Verdict.UNSEEN
    if cases.linking_share(word) > MAX_LINKING_SHARE:
        return Verdict.LINKING
    return Verdict.KEPT


def choose(
    ranked: Iterable[str],
    size: int,
    include: Iterable[str],
    judged: dict[str, Verdict],
) -> list[str]:
    """Choose the `size` words of the allow list, in the order of `ranked`.

    All words of `include` are in; the rest are the most frequent words judged `KEPT`. Raise
    `ValueError` if there are too few.
    """
    forced = set(include)
    free = size - len(forced)
    chosen: list[str] = []
    for word in ranked:
        if word in forced:
            chosen.append(word)
        elif free > 0 and judged.get(word) is Verdict.KEPT:
            free -= 1
            chosen.append(word)
    if len(chosen) != size:
        raise ValueError(f"{len(chosen)} words for a list of {size}")
    return chosen
