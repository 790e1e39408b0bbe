"""The place of a private phrase in a text: what is known of it without its words."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.text.english.calendar import ENGLISH_MONTHS
from privtool.text.surrogates.prf import KeyedRandom

Words = tuple[str, ...]
_FEW = 5  # words that may have no capitals by chance
_HESITATION = re.compile(r"(?:,? (?:uh|um|you know|like|I mean))*[, ']*$")


class Earlier(NamedTuple):
    """The last phrase of the same label and size before another one.

    `gap` is the text between the two if no other phrase is.
    """

    words: Words
    gap: str | None


class PhrasePlace(NamedTuple):
    """The label of a phrase, the texts between its words, and the text before and after it.

    `spoken` is true where numbers are words, as in transcripts without digits; `topics` are what
    the words of the whole text are about. `shared` is a number that all phrases of a text have.
    `is_listed` is true for one of several phrases of the same label that commas or "and" separate,
    `several` for one of several of the same label anywhere in the text.
    `change` is by how many percent the text says that an amount before it has changed, or 0.
    `preceding` and `following` are the labels of phrases that only a space separates from this one,
    `after_stop` is that of one behind a full stop and a space.
    """

    label: str
    gaps: tuple[str, ...]
    before: str = ""
    after: str = ""
    spoken: bool = False
    topics: frozenset[str] = frozenset()
    shared: int = 0
    is_listed: bool = False
    several: bool = False
    earlier: Earlier | None = None
    change: float = 0.0
    preceding: str = ""
    following: str = ""
    after_stop: str = ""

    @property
    def size(self) -> int:
        """The number of words."""
        return len(self.gaps) + 1

    @property
    def last_word(self) -> str:
        """The word right before the phrase, in lower case, with a full stop if it has one.

        Hesitations do not count.
        """
        before = _HESITATION.sub(" ", self.before) if self.spoken else self.before
        tail = before.split()[-1:]
        return tail[0].lower() if tail and not before.endswith("\n") else ""

    @property
    def is_abbreviated(self) -> bool:
        """Whether a full stop follows that ends no sentence: "[MASK]. said", "[MASK]., and"."""
        if self.after[:1] != ".":
            return False
        rest, text = self.after[1:].lstrip(" "), self.before + self.after
        small = text == text.lower() and len(text.split()) > _FEW and "$" not in text
        return (rest[:1].islower() and not small) or self.after[1:2] in (",", "'", ";")

    def groups(self) -> list[list[int]]:
        """Return the numbers of the words between commas and other signs than full stops."""
        found = [[0]]
        for number, gap in enumerate(self.gaps, 1):
            if gap.strip(" .") and "'" not in gap:
                found.append([number])
            else:
                found[-1].append(number)
        return found


def one_of(rng: KeyedRandom, items: str) -> str:
    """Return one of several phrases that bars separate."""
    choices = items.split("|")
    return choices[rng.below(len(choices))]


def is_month(word: str) -> bool:
    """Return whether a word is a month, in full or short."""
    return word.rstrip(".,") in ENGLISH_MONTHS
