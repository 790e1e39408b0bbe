"""What finders need of a text, so that most texts are passed over.

A need is a bit of an integer; `|` joins needs of which one is enough. Those that a text meets are
found in one pass over its words, one over its signs, and by some quick tests. They are there for
speed alone: a finder that ran on every text would find the same, only later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import count
from operator import or_

from privtool.text.detection.identifiers import RuleMatcher, package_matcher
from privtool.text.detection.view import TextView
from privtool.text.lazy_regex import Regex
from privtool.text.rules.candidates import MOST_COUNTED, AnyPattern, Candidates, needed_signs
from privtool.text.rules.word_patterns import WordPatterns, kind_of
from privtool.text.tokens import HIDDEN

_MOST_WORDS = 1 << 15  # remembered
_LONG = re.compile(r"\{(?:1[6-9]|[2-9]\d|\d{3,})[,}]")  # 16 repeats or more
_FEW = 2  # repeats that are counted in other patterns

NOTHING = 1  # every text has it
OF_WORDS: dict[str, int] = {}
_bits = count(1)
_tests: list[tuple[int, int, Callable[[TextView], bool]]] = []
_written: list[tuple[int, AnyPattern]] = []
_files: dict[int, tuple[str, ...]] = {}


def said(words: Iterable[str]) -> int:
    """Return the need of one of some words."""
    bit = 1 << next(_bits)
    for word in words:
        OF_WORDS[word] = OF_WORDS.get(word, 0) | bit
    return bit


def seen(test: Callable[[TextView], bool], also: int = NOTHING) -> int:
    """Return the need of a text that passes a test, which is tried where another need is met."""
    bit = said(())
    _tests.append((bit, also, test))
    return bit


def written(pattern: str) -> int:
    """Return the need of a text that a pattern may match, in any letter case."""
    bit = said(())
    _written.append((bit, Regex(pattern, re.IGNORECASE)))
    return bit


def matched(*names: str) -> int:
    """Return the need of a text that rules of some files may match without a cue."""
    bit = said(())
    _files[bit] = names
    return bit


def needs_met(views: Sequence[TextView]) -> list[int]:
    """Return the needs that each text meets, and set the phrases of its view."""
    needs = package_needs()
    # First all words, then all signs: tables of both do not fit the cache of a processor together.
    met = list(map(needs.of_words, views))
    for number, view in enumerate(views):
        met[number] |= needs.of_signs(view.plain)
    for bit, also, test in _tests:
        for number, view in enumerate(views):
            if met[number] & also and test(view):
                met[number] |= bit
    return met


@cache
def package_needs() -> Needs:
    """Return the needs of words and of the rules of the package."""
    return Needs({bit: package_matcher(*names) for bit, names in _files.items()})


class Needs(dict[str, int]):
    """The needs that each word meets, and those of rules.

    A pattern needs one of each of some sets of signs or words (`WordPatterns.needs`), and each of
    these sets has a bit, too. Patterns of common signs are tried by automata.
    """

    def __init__(self, matchers: Mapping[int, RuleMatcher]) -> None:
        self._sets = count(next(_bits))
        # By the bit of the rarest set of a pattern: all of its sets, and the need of its rule; of
        # phrases also their group and number in it.
        self._patterns: dict[int, list[tuple[int, int, int, int]]] = {}
        self._of_signs = dict[str, int]()
        # Of each group of phrases, the bits of the sets that a character is in.
        self._of_characters: list[tuple[WordPatterns, dict[str, int]]] = []
        tried = list(_written)
        of_sets = dict[frozenset[str], int]()
        for bit, matcher in matchers.items():
            needed = [(rule.search, needed_signs(rule.search)) for rule in matcher.rules]
            tried += [(bit, pattern) for pattern, needs in needed if not needs]
            for needs in dict.fromkeys(frozenset(needs) for _, needs in needed if needs):
                self._add(sorted(needs, key=len), of_sets, self._of_signs, (bit, 0, 0))
            of_words, of_characters = dict[frozenset[str], int](), dict[str, int]()
            for number, each in enumerate(matcher.phrases.needs):
                self._add(each, of_words, of_characters, (bit, id(matcher.phrases), number))
            if of_words:
                self._of_characters.append((matcher.phrases, of_characters))
        self.listed = frozenset[str]().union(*(phrases for phrases, _ in self._of_characters))
        self._of_phrases: dict[object, int] = {}  # by listed words, and kinds of others
        # Long runs have automata of their own: states of both would multiply.
        self._tried = []
        for long, counted in ((True, MOST_COUNTED), (False, _FEW)):
            some = [each for each in tried if (_LONG.search(each[1].pattern) is not None) is long]
            automata = Candidates((each for _, each in some), hidden=True, counted=counted)
            self._tried.append(([bit for bit, _ in some], automata))
        self._rarest = reduce(or_, self._patterns)
        self._wanted = reduce(or_, OF_WORDS.values(), self._rarest)
        self._anyway = NOTHING | self[HIDDEN]

    def _add(
        self,
        needs: Iterable[frozenset[str]],
        of_sets: dict[frozenset[str], int],
        of_members: dict[str, int],
        found: tuple[int, int, int],
    ) -> None:
        """Add the sets of a pattern, rare ones first, to those of their members."""
        every = []
        for some in needs:
            if some not in of_sets:
                of_sets[some] = 1 << next(self._sets)
                for member in some:
                    of_members[member] = of_members.get(member, 0) | of_sets[some]
            every.append(of_sets[some])
        self._patterns.setdefault(every[0], []).append((reduce(or_, every), *found))

    def __missing__(self, word: str) -> int:
        met = OF_WORDS.get(word, 0)
        if not word.isalpha():
            met |= reduce(or_, (self._of_signs.get(sign, 0) for sign in word))
        key = word if word in self.listed else kind_of(word)
        if key not in self._of_phrases:
            bits = (members.get(phrases[word], 0) for phrases, members in self._of_characters)
            self._of_phrases[key] = reduce(or_, bits)
        met |= self._of_phrases[key]
        if len(self) < _MOST_WORDS:
            self[word] = met
        return met

    def wants(self, word: str) -> bool:
        """Return whether a finder looks for a word."""
        return self[word] & self._wanted != 0

    def of_words(self, view: TextView) -> int:
        """Return the needs that the words and rare signs of a text meet, and set its phrases."""
        phrases = view.phrases = dict[int, list[int]]()
        met = reduce(or_, map(self.__getitem__, {*view.tokens.word}), self._anyway)
        rarest = met & self._rarest
        while rarest:
            lowest = rarest & -rarest
            rarest ^= lowest
            for every, bit, group, number in self._patterns[lowest]:
                if every & met == every:
                    met |= bit
                    if group:
                        phrases.setdefault(group, []).append(number)
        return met

    def of_signs(self, plain: str) -> int:
        """Return the needs that the signs of a text meet."""
        met = 0
        for bits, candidates in self._tried:
            for number in candidates.of(plain):
                met |= bits[number]
        return met
