"""Whether a word that is a name and also an ordinary word, such as "grace", is a name in a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import regex

from privtool.text.surrogates.mention_values import is_uncommon
from privtool.text.surrogates.name_lists import SURNAME
from privtool.text.surrogates.names.titles import TITLES
from privtool.text.word_sets import word_set

_SENTENCE_END = regex.compile(r"[.!?:;\n\"\u201c\u201d([{-]\s*+\Z|\A\s*+\Z")
# Capitalized at the start of a sentence, these are more often words than names.
_FUNCTION_WORDS = word_set(
    """a about after all also am an and any are as at be been but by can could day did do does for
    from get go good had has have he her here him his how i if in is it its just like long may me
    my new no not now of off on one or our out over page please say see she should so some sun
    than thank thanks that the their them then there they this time to too two under up us very
    was we well were what when where which who why will with would yes you young your"""
)
_AUXILIARIES = word_set("can could did do does had has have may should was were will would")
# After one of those they begin a question: "Will you", "May the".
_SUBJECTS = word_set(
    """a all an any anybody anyone be everybody everyone he her his i it my nobody not one our she
    some somebody someone that the their there these they this those we what who you your"""
)
_GREETINGS = word_set("hello hi hey dear bye goodbye named")
_BEFORE = frozenset(
    (("name", "is"), ("name", "s"), ("names", "is"), ("this", "is"), ("i", "m"), ("i", "am"))
)


class Word:
    """A word of a text among the words around it."""

    __slots__ = ("_at", "_caseless", "_keys", "_parts", "_text")

    def __init__(
        self,
        text: str,
        parts: Sequence[regex.Match[str]],
        keys: Sequence[str],
        at: int,
        caseless: bool,
    ) -> None:
        """Take the parts of a text and their keys; in a `caseless` text capitals tell nothing."""
        self._text, self._parts, self._keys, self._at = text, parts, keys, at
        self._caseless = caseless

    def is_name(self, roles: Mapping[str, str], exact: bool = True) -> bool:
        """Return whether the word is a name here: by its capital, or by what stands around it.

        `roles` are those of the parts of full names. A nickname is not `exact`: a capital at the
        start of a sentence is not enough if the word is common.
        """
        key = self._keys[self._at]
        if self._is_part_of_full_name(roles) or self._follows_cue():
            return True
        if self._caseless:
            return is_uncommon(key)
        word = self._parts[self._at][0]
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
        key, before = self._keys[self._at], self._neighbor(-1)
        if key in _FUNCTION_WORDS and key not in _AUXILIARIES:
            return False
        if before in TITLES or before in _GREETINGS:
            return True
        return (self._neighbor(-2), before) in _BEFORE and self._neighbor(1) not in _SUBJECTS

    def _starts_sentence(self) -> bool:
        start = self._parts[self._at].start()
        return _SENTENCE_END.search(self._text, max(0, start - 8), start) is not None

    def _neighbor(self, distance: int) -> str:
        """Return a word near this one, "" beyond an end or a private phrase."""
        at = self._at + distance
        return self._keys[at] if 0 <= at < len(self._keys) else ""


def is_caseless(text: str) -> bool:
    """Return whether capitals tell nothing in a text: it has none, or nothing else."""
    return text.islower() or text.isupper()
