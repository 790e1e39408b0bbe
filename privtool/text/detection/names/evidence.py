"""Which words may be (part of) a name, by the lists, their capitals and the cue before them."""

from __future__ import annotations

from privtool.text.detection.names.bynames import is_byname, is_counted
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.clinical_words import CLINICAL_NAMES
from privtool.text.detection.names.cue_words import (
    AFTER_NAMES,
    COURTESY,
    CUES,
    LISTED,
    NAME_ENDINGS,
    NO_NAMES,
    SPEECH,
    STRONG,
    TITLE,
)
from privtool.text.detection.names.lexicon import PARTICLES, NameLexicon
from privtool.text.english.calendar import WEEKDAYS
from privtool.text.lazy_regex import Regex

MOST_WORDS = 4  # of a name
_MOST_LINKS = 2  # particles or initials in a row: "de la", "J. R."
_SAID_INITIALS = frozenset("bcdfghjklmpqtvwyz")  # "s", "n", "r", "u" and "x" stand for words
Run = tuple[int, int]  # the first word of a name, and its stop
_VOWEL = Regex("[aeiouyà-ÿ]")
_TRIPLE = Regex(r"(.)\1\1")
_INFLECTED = ("ing", "ed", "ly", "ness", "ies")
_SHORTEST_RARE_WORD, LONGEST_RARE_WORD = 4, 20  # letters


class NameEvidence:
    """The words of a text with what the lists say of them."""

    def __init__(self, words: CasedWords, lexicon: NameLexicon) -> None:
        self.words, self.lexicon = words, lexicon

    def capitalized(self, index: int) -> bool:
        """Return whether a word has a capital that no sentence start and no acronym explains."""
        words = self.words
        return words.capital(index) and not words.opens(index) and not self.is_acronym(index)

    def is_acronym(self, index: int) -> bool:
        """Return whether a word is written in capitals only, in a text that is not."""
        words = self.words
        start, end = words.start[index], words.end[index]
        return words.cased and end - start > 1 and words.plain[start:end].isupper()

    def is_sure(self, index: int) -> bool:
        """Return whether a word is a listed name that is hardly ever anything else."""
        word = self.words.lower[index]
        return self.lexicon.listed.get(word, False) and not (
            len(word) < 4 and self.is_acronym(index)
        )

    def is_doubtful(self, index: int) -> bool:
        """Return whether a word is a listed name and also another word, which is not too common.

        In cased text it needs a capital.
        """
        word = self.words.lower[index]
        if self.lexicon.listed.get(word, True) or len(word) < 3:
            return False
        if word in self.lexicon.common or word in self.lexicon.function:
            return False
        return self.words.capital(index) or not (self.words.cased or word in CLINICAL_NAMES)

    def is_rare(self, index: int) -> bool:
        """Return whether a word is in no list, and can be a name by its letters."""
        word = self.words.lower[index]
        return (
            2 < len(word) <= LONGEST_RARE_WORD
            and word not in self.lexicon.known
            and word not in NO_NAMES
            and word not in self.lexicon.function
            and _VOWEL.search(word) is not None
            and _TRIPLE.search(word) is None
        )

    def is_likely(self, index: int) -> bool:
        """Return whether a word is a name where names stand: listed or rare.

        In cased text it needs a capital.
        """
        words, lexicon = self.words, self.lexicon
        word = words.lower[index]
        if word in NO_NAMES or (
            words.cased and (not words.capital(index) or self.is_acronym(index))
        ):
            return False
        if word in lexicon.listed:
            return len(word) > 2 and word not in lexicon.frequent and word not in lexicon.function
        return self.is_rare(index) and len(word) >= _SHORTEST_RARE_WORD

    def begins_name(self, index: int, strength: int) -> bool:
        """Return whether a word after a cue of some strength is a name."""
        words, lexicon = self.words, self.lexicon
        word = words.lower[index]
        if word in NO_NAMES:
            return False
        if word in lexicon.function:
            return strength >= TITLE and len(word) > 2 and word in lexicon.listed
        if strength == COURTESY and not words.cased and len(word) > 1:
            return True
        capital = words.capital(index) and not self.is_acronym(index)
        if word in lexicon.listed:
            if strength >= STRONG or self.is_sure(index) or self.is_doubtful(index):
                return strength >= STRONG or len(word) > 2 or capital
            if not words.cased and self._begins_pair(index):
                return True
            return capital and not words.opens(index) and strength > LISTED
        if strength >= STRONG:
            no_word = word not in lexicon.common or word in WEEKDAYS
            return (capital and len(word) > 1) or (no_word and len(word) > 2)
        if strength == LISTED or word in lexicon.common or word in lexicon.other:
            return False
        if words.cased:
            return capital
        strange = word not in lexicon.ordinary and not word.endswith(_INFLECTED)
        return self.is_rare(index) or (strange and len(word) >= _SHORTEST_RARE_WORD)

    def _begins_pair(self, index: int) -> bool:
        """Return whether a listed word is followed by what is hardly anything but a surname."""
        after = index + 1
        return (
            len(self.words.lower[index]) > 2
            and after < len(self.words)
            and self.words.joined(after)
            and self.is_surname(after)
        )

    def is_surname(self, index: int) -> bool:
        """Return whether a word next to a listed name is a name: listed, or in no list."""
        word = self.words.lower[index]
        if word in self.lexicon.function or self.is_acronym(index):
            return False
        return self.is_sure(index) or (len(word) >= _SHORTEST_RARE_WORD and self.is_rare(index))

    def continues_name(self, index: int, strength: int = LISTED) -> bool:
        """Return whether a word belongs to the name that ends with the word before it."""
        words, lexicon = self.words, self.lexicon
        if index >= len(words) or not words.joined(index):
            return False
        word = words.lower[index]
        if word in lexicon.dates or word in NO_NAMES:
            return False
        if strength > LISTED and self._ends_introduction(index):
            return True
        if word in lexicon.function and not self._is_capital_name(index):
            return False
        if word in lexicon.listed:
            if self.is_sure(index):
                return True
            if words.cased:
                return words.capital(index)
            return len(word) > 2 and word not in lexicon.frequent
        if len(word) < 2 or word in lexicon.common or word in lexicon.other:
            return False
        if words.cased:
            return words.capital(index) and not self.is_acronym(index)
        if strength == LISTED and words.lower[index - 1] not in lexicon.listed:
            return False
        return self.is_surname(index)

    def _ends_introduction(self, index: int) -> bool:
        """Return whether a listed word without a capital ends a name: "this is grace may from"."""
        words = self.words
        following = words.lower[index + 1] if index + 1 < len(words) else ""
        return (
            not words.cased
            and len(words.lower[index]) > 2
            and words.lower[index] in self.lexicon.listed
            and words.lower[index] not in SPEECH
            and (words.after(index) in ".,!?\n\r" or following in AFTER_NAMES)
        )

    def _is_capital_name(self, index: int) -> bool:
        """Return whether a word is listed and has a capital."""
        word = self.words.lower[index]
        return len(word) > 2 and word in self.lexicon.listed and self.words.capital(index)

    def name_start(self, first: int) -> int:
        """Return the first word of the name whose last words begin at `first`."""
        start = first
        while start > 0 and first - start < MOST_WORDS and self._precedes_name(start - 1):
            start -= 1
        return start

    def _precedes_name(self, index: int) -> bool:
        """Return whether a word belongs to the name that begins with the next word."""
        words, lexicon = self.words, self.lexicon
        word = words.lower[index]
        if not words.joined(index + 1) or word in lexicon.dates:
            return False
        if is_byname(words, index) or is_counted(words, index):
            return True
        if word in CUES or word in NO_NAMES:
            return False
        if word in lexicon.function and (words.opens(index) or not self._is_capital_name(index)):
            return False
        capital = words.capital(index) and not self.is_acronym(index)
        if len(word) == 1:
            return capital and word not in "ai"
        if word not in lexicon.listed:
            rare = word not in lexicon.other and self.is_rare(index)
            return rare and (capital or (not words.cased and self.is_likely(index)))
        if words.cased:
            return capital and not (words.opens(index) and word in lexicon.frequent)
        return self.is_sure(index) or self.is_doubtful(index)

    def name_end(self, first: int, strength: int = LISTED) -> int:
        """Return the stop of the name that begins at a word."""
        stop = first + 1
        while stop - first < MOST_WORDS:
            if is_counted(self.words, stop):
                stop += 2
                continue
            after = stop
            while after < min(stop + _MOST_LINKS, len(self.words)) and self._links(after):
                after += 1
            if not self.continues_name(after, strength):
                break
            stop = after + 1
        ending = stop < len(self.words) and self._ends_name(stop)
        return stop + ending

    def full_name_end(self, first: int) -> int:
        """Return the stop of a name, of which a surname may be in no list: "xiulan vdovets"."""
        stop = self.name_end(first)
        alone = stop == first + 1 < len(self.words) and self.words.joined(stop)
        return stop + (alone and self.is_likely(stop) and self.is_surname(stop))

    def _ends_name(self, index: int) -> bool:
        """Return whether the word after a name is the initial of a surname, or "Jr."."""
        words, letter = self.words, self.words.lower[index]
        if words.gap(index) == ", ":  # "Okafor, F."
            return len(letter) == 1 and letter not in "ai" and words.after(index) == "."
        initial = words.capital(index) and len(letter) == 1
        initial = initial and (letter != "i" or words.after(index) == ".")
        said = not words.cased and letter in _SAID_INITIALS  # "order for dmitri k"
        if letter not in NAME_ENDINGS and not initial and not said:
            return False
        return words.joined(index) and words.gap(index) == " "

    def _links(self, index: int) -> bool:
        """Return whether a word is a particle or initial after a name."""
        word, gap = self.words.lower[index], self.words.gap(index)
        initial = len(word) == 1 and gap != "'"  # no "'s"
        return (word in PARTICLES or initial) and self.words.joined(index)
