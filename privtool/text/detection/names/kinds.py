"""The words of a text in lower case, what their capitals say, and of what kind they are.

Kinds are by what the lists say: names, also names, rare, and no names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import chain, pairwise
from math import log
from operator import add

from privtool.text.known_names import lexicon
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import entries, words
from privtool.text.unicode import fold_to_ascii, lower_same_length, without_emoji

_WORD = Regex(r"[^\W\d_]+")
_SENTENCE_END = frozenset('.?!:;\n\r"\u201c\u201d*>|-\u2014([')
_MOST_CAPITALS = 0.6
_WORDS_OF_A_LETTER = frozenset("aiu")
_FEW_WORDS, _FEWEST_WORDS = 8, 3
# The group of a kind is its first part: "name", "both" (a word, too), "rare" or "no".
NAME, BOTH, RARE, NO = "name", "both", "rare", "no"
_VOWEL, _TRIPLE = Regex("[aeiouyà-ÿ]"), Regex(r"(.)\1\1")
_SHORT, _SHORTEST, _LONGEST = 3, 2, 20  # letters
_SHORTEST_PART = 4  # of "annakowalski"
_SHORTEST_HANDLE, _LONGEST_HANDLE, _MOST_INITIALS = 5, 24, 2
_LONGEST_MEDICAL = 30
_SMOOTHING = 0.5
_LOWEST, _STEP, _STEPS = -0.6, 0.3, 5  # of likeness
# Of words that are no names: "i'm dehydrated", "it is ridiculus".
_ENDINGS = (
    *("ing", "ed", "ly", "ish", "less", "ful", "ous", "able", "ible", "est", "ness", "tion", "s"),
    *("ment", "ized", "ised", "logy", "ical", "ity", "ism", "ware"),
)


class CasedWords:
    """Runs of letters of one text, in order. Offsets are those of the text."""

    def __init__(self, text: str) -> None:
        self.plain = fold_to_ascii(without_emoji(text))
        self.lower: list[str] = _WORD.findall(lower_same_length(self.plain))

    def __len__(self) -> int:
        return len(self.lower)

    @cached_property
    def start(self) -> list[int]:
        """The start offsets of the words."""
        return [match.start() for match in _WORD.finditer(lower_same_length(self.plain))]

    @cached_property
    def end(self) -> list[int]:
        """The end offsets of the words."""
        return list(map(add, self.start, map(len, self.lower)))

    @cached_property
    def cased(self) -> bool:
        """Whether capitals mark names: neither all words have one nor none."""
        initials = [self.plain[start].isupper() for start in self.start]
        capitals, number = sum(initials), len(initials)
        short = number <= _FEW_WORDS and (capitals < number or number <= _FEWEST_WORDS)
        if not capitals or not (short or capitals <= _MOST_CAPITALS * number):
            return False
        letters = sum(map(str.isupper, self.plain))  # in a text in capitals they mark nothing
        return letters <= max(1, 4 * sum(map(str.islower, self.plain)))

    def capital(self, index: int) -> bool:
        """Return whether a word has a capital that marks a name."""
        return self.cased and self.plain[self.start[index]].isupper()

    @cached_property
    def _gaps(self) -> list[str]:
        bounds = map(slice, [0, *self.end], self.start)
        return [
            gap if len(gap) < 2 else re.sub("  +", " ", gap)
            for gap in map(self.plain.__getitem__, bounds)
        ]

    def gap(self, index: int) -> str:
        """Return the text between a word and the one before it, with single spaces."""
        return self._gaps[index]

    def after(self, index: int) -> str:
        """Return the character after a word, a line end at the end of the text."""
        end = self.end[index]
        return self.plain[end] if end < len(self.plain) else "\n"

    def opens(self, index: int) -> bool:
        """Return whether a word starts a sentence, where any word has a capital."""
        return index == 0 or not _SENTENCE_END.isdisjoint(self.gap(index))

    def is_initial(self, index: int) -> bool:
        """Return whether a word is a single letter before another one, and no word or ending."""
        word, gap = self.lower[index], self.gap(index + 1)
        if len(word) != 1 or self.gap(index) == "'":
            return False
        return gap in (".", ". ") or (gap in (" ", "-", "'") and word not in _WORDS_OF_A_LETTER)

    def is_acronym(self, index: int) -> bool:
        """Return whether a word is written in capitals only, in a text that is not."""
        start, end = self.start[index], self.end[index]
        return self.cased and end - start > 1 and self.plain[start:end].isupper()

    def in_compounds(self) -> Iterator[int]:
        """Yield the parts of words such as "X-ray" and "Wi Fi"."""
        for second, pair in enumerate(pairwise(self.lower), 1):
            if pair in _compounds() and self.gap(second) in (" ", "-"):
                yield from (second - 1, second)


@cache
def _compounds() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(compound.split()) for compound in words("function.compounds"))


def runs(indexes: Iterable[int], joined: Callable[[int], bool]) -> list[list[int]]:
    """Return sorted indexes of words as runs, in which each is `joined` to the word before it."""
    found: list[list[int]] = []
    for index in indexes:
        if found and found[-1][-1] == index - 1 and joined(index):
            found[-1].append(index)
        else:
            found.append([index])
    return found


@lru_cache(maxsize=50_000)
def kind_of(word: str) -> str:
    """Return the kind of a word in lower case: "name", "both-common", "rare3", "no-ordinary"."""
    known = lexicon()
    if len(word) == 1:
        return "no-word" if word in "ais" else "no-letter"
    if word in words("forms.never"):
        return "no-form"
    if word in known.dates and word not in known.listed:
        return "no-date"
    if word in known.function:
        return "both-function" if word in known.listed else "no-function"
    if word not in known.listed:
        return _unlisted(word)
    if known.listed[word]:
        return "name-short" if len(word) <= _SHORT else "name"
    if len(word) <= _SHORTEST:
        return "both-short"
    if word in known.frequent:
        return "both-frequent"
    if word in known.common:
        return "both-common"
    return "both-place" if word in known.other else "both"


def _unlisted(word: str) -> str:
    """Return the kind of a word that is no name; of one in no list, how its letters are alike."""
    known = lexicon()
    if word in known.common:
        return "no-common"
    if is_medical(word, word in known.known):
        return "no-medical"
    for kind in ("other", "ordinary", "known"):
        if word in getattr(known, kind):
            return f"no-{kind}"
    if not _SHORTEST < len(word) <= _LONGEST or not _VOWEL.search(word) or _TRIPLE.search(word):
        return "no-odd"
    step = min(max(int((likeness(word) - _LOWEST) / _STEP), 0), _STEPS)
    ending = "-ending" if word.endswith(_ENDINGS) else ""
    return f"rare{step}{ending}{'-short' if len(word) <= _SHORT else ''}"


@cache
def _stem() -> Regex:
    stems = (*entries("medicine.stems"), *entries("medicine.procedures"))
    return Regex(f"[a-z]{{2,}}(?:{'|'.join(stems)})")


def is_medical(word: str, capital: bool) -> bool:
    """Return whether a word, given in lower case, is a drug, a test or another word of medicine.

    With a capital, only words of the lists are: a surname may end as drugs do.
    """
    if not 2 < len(word) <= _LONGEST_MEDICAL:
        return False
    return word in words("medicine.known") or (not capital and _stem().fullmatch(word) is not None)


def likeness(word: str) -> float:
    """Return how much more likely the letters of a word are in a name than in another word.

    The mean logarithm of the ratio over its trigrams: 0 is as likely in both. `word` is in lower
    case and ASCII.
    """
    ratios, unseen = _ratios()
    trigrams = _trigrams(word)
    return sum(ratios.get(each, unseen) for each in trigrams) / len(trigrams)


@cache
def _ratios() -> tuple[dict[str, float], float]:
    """Return the logarithms of the ratio of each trigram, and that of all others."""
    listed, known = lexicon().listed, lexicon().known
    names = Counter(chain.from_iterable(map(_trigrams, listed)))
    other_words = (word for word in known if word.isalpha() and word not in listed)
    others = Counter(chain.from_iterable(map(_trigrams, other_words)))
    bias = log(others.total()) - log(names.total())
    ratios = {
        each: log(names[each] + _SMOOTHING) - log(others[each] + _SMOOTHING) + bias
        for each in names.keys() | others.keys()
    }
    return ratios, bias


def _trigrams(word: str) -> list[str]:
    framed = f"^{word}$"
    return [framed[start : start + 3] for start in range(len(word))]


def is_handle(word: str, named: Callable[[str], object]) -> bool:
    """Return whether a word is two names, or a name with initials next to it.

    `named` says whether a word is a name; it is asked for at most two parts a letter.
    """
    if not _SHORTEST_HANDLE <= len(word) <= _LONGEST_HANDLE:
        return False
    for cut in range(1, len(word)):
        head, tail = word[:cut], word[cut:]
        if len(head) <= _MOST_INITIALS and len(tail) >= _SHORTEST_PART and named(tail):
            return True
        if len(tail) <= _MOST_INITIALS and len(head) >= _SHORTEST_PART and named(head):
            return tail not in ("s", "es")  # not "the kowalskis"
        if min(len(head), len(tail)) > _MOST_INITIALS and named(head) and named(tail):
            return True
    return False
