"""Whether a word that is a name and also an ordinary word, such as "grace", is a name in a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import regex

from privtool.text.lexicon import words
from privtool.text.surrogates.name_lists import SURNAME
from privtool.text.surrogates.titles import TITLES
from privtool.text.surrogates.value_index import is_uncommon

_SENTENCE_END = regex.compile(r"[.!?:;\n\"\u201c\u201d([{-]\s*+\Z|\A\s*+\Z")
# Capitalized at the start of a sentence, these are more often words than names.
_FUNCTION_WORDS, _AUXILIARIES = words("sentences.functions"), words("sentences.auxiliaries")
_SUBJECTS = words("sentences.subjects")  # after an auxiliary in a question: "Will you"
_GREETINGS = words("sentences.greetings")
_BEFORE = frozenset(
    (("name", "is"), ("name", "s"), ("names", "is"), ("this", "is"), ("i", "m"), ("i", "am"))
)


class Word(NamedTuple):
    """The word `at` a place among the parts of a text and their keys.

    In a `caseless` text capitals tell nothing.
    """

    text: str
    parts: Sequence[regex.Match[str]]
    keys: Sequence[str]
    at: int
    caseless: bool

    def is_name(self, roles: Mapping[str, str], exact: bool = True) -> bool:
        """Return whether the word is a name here: by its capital, or by what stands around it.

        `roles` are those of the parts of full names. A nickname is not `exact`: a capital at the
        start of a sentence is not enough if the word is common.
        """
        key = self.keys[self.at]
        if self._is_part_of_full_name(roles) or self._follows_cue():
            return True
        if self.caseless:
            return is_uncommon(key)
        word = self.parts[self.at][0]
        if not (word[0].isupper() and (len(word) == 1 or not word.isupper())):
            return False
        if not self._starts_sentence():
            return True
        if key in _AUXILIARIES:
            return self._neighbor(1) not in _SUBJECTS
        return key not in _FUNCTION_WORDS and (exact or is_uncommon(key))

    def _is_part_of_full_name(self, roles: Mapping[str, str]) -> bool:
        """Return whether a surname follows, or a given name stands before."""
        before = roles.get(self._neighbor(-1))
        return roles.get(self._neighbor(1)) == SURNAME or before not in (None, SURNAME)

    def _follows_cue(self) -> bool:
        """Return whether a title or a greeting stands before, or "my name is"."""
        key, before = self.keys[self.at], self._neighbor(-1)
        if key in _FUNCTION_WORDS and key not in _AUXILIARIES:
            return False
        if before in TITLES or before in _GREETINGS:
            return True
        return (self._neighbor(-2), before) in _BEFORE and self._neighbor(1) not in _SUBJECTS

    def _starts_sentence(self) -> bool:
        start = self.parts[self.at].start()
        return _SENTENCE_END.search(self.text, max(0, start - 8), start) is not None

    def _neighbor(self, distance: int) -> str:
        """Return a word near this one, "" beyond an end or a private phrase."""
        at = self.at + distance
        return self.keys[at] if 0 <= at < len(self.keys) else ""


def is_caseless(text: str) -> bool:
    """Return whether capitals tell nothing in a text: it has none, or nothing else."""
    return text.islower() or text.isupper()
