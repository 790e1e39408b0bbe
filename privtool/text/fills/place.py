"""The place of a private phrase in a text: what is known of it without its words."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.text.lexicon import words

Words = tuple[str, ...]
SLOT = "\ufffc"  # stands for another slot in the text around one
SPOKEN, CHAT, PROSE = "s", "c", "p"
_HESITATION = re.compile(r"(?:,? (?:uh|um|you know|like|I mean))+[, ']*$")
_NEXT = re.compile(r"[ -]([A-Za-z][\w'-]*)")
_DESCRIBED = re.compile(
    r"\b(an?|the|my|your|his|her|our|their|its|this|that|these|those|some) ((?:[a-z]+ ){1,2})$"
)
_UPPER = re.compile(rf"^(?: (?:to|or)|-) ?[$\u00a3\u20ac]?{SLOT}(?: {SLOT})*")
_ABBREVIATED = re.compile(r"\.(?:\s?[,;']|(\s+[a-z]))")


class FillPlace(NamedTuple):
    """The label of a phrase, the texts between its words, and the text before and after it.

    `style` is SPOKEN in transcripts whose numbers are words, CHAT in writing of "I" and "you", else
    PROSE. `topics` are the words of the whole text in lower case, `shared` is a number that all
    phrases of a text have. `is_listed` is true for one of several phrases of the same label that
    commas or "and" separate, `is_upper` for one that "to" separates from what is before
    it, `is_lower` for the one before that.
    """

    label: str
    gaps: tuple[str, ...]
    before: str = ""
    after: str = ""
    style: str = PROSE
    topics: frozenset[str] = frozenset()
    shared: int = 0
    is_listed: bool = False
    is_upper: bool = False
    is_lower: bool = False

    @property
    def size(self) -> int:
        """The number of words."""
        return len(self.gaps) + 1

    @property
    def is_spoken(self) -> bool:
        """Whether numbers are words."""
        return self.style == SPOKEN

    @property
    def lead(self) -> str:
        """The text before the phrase in lower case, without hesitations and spaces at its end."""
        before = _HESITATION.sub("", self.before) if self.is_spoken else self.before
        return "" if before.endswith("\n") else before.lower().rstrip(" ")

    @property
    def article(self) -> str:
        """The article or determiner of the phrase, adjectives between them aside, or nothing."""
        last = self.lead.rpartition(" ")[2]
        if last in words("fills.determiners"):
            return last
        found = _DESCRIBED.search(self.before)
        if found is None or self.noun_follows or words("fills.no_nouns") & set(found[2].split()):
            return ""
        return found[1]

    @property
    def unit(self) -> str:
        """The text after the phrase, or after the second one of a range: "5 to [MASK] percent"."""
        return _UPPER.sub("", self.after)

    @property
    def noun_follows(self) -> bool:
        """Whether a word follows that the phrase can describe: "[MASK] officials said"."""
        found = _NEXT.match(self.after)
        word = found[1] if found else ""
        verb = word.endswith(("ed", "n't", "ly"))
        return word[:1].islower() and word not in words("fills.no_nouns") and not verb

    @property
    def is_abbreviated(self) -> bool:
        """Whether a full stop follows that ends no sentence: "[MASK]. said", "[MASK]., and"."""
        found = _ABBREVIATED.match(self.after)
        around = self.before + self.after
        return found is not None and (found[1] is None or around != around.lower())
