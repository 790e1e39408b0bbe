"""What a text says of each of its words: features, which have a weight for or against a name.

A word is described by its kind (`kinds.py`) and its case: `C` a capital, `O` a capital that a
sentence start explains, `A` capitals only, `l` none, `n` none in a text where capitals say nothing.
`<` is a word before it, `>` one after it, and before each stands the sign between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise, repeat

from privtool.text.detection.names.kinds import BOTH, NO, CasedWords, is_handle, kind_of
from privtool.text.lexicon import entries, sections, words

_LEVELS = ("listed", "weak", "strong", "title", "courtesy")
WEAK = _LEVELS.index("weak") + 1
_BEFORE_NAME = frozenset(" ,:'\"\u201c*_-/@")  # and at most one point: "Mr. Brown"
_LONGEST_GAP, _LONGEST_ABBREVIATION = 4, 4
_MOST_FILLERS, _MOST_INITIALS = 3, 2
_FILES = ("name_neighbors", "greetings", "forms")
_SIGNS = {" ": "_", "'": "'", "-": "-", ".": ".", ". ": ".", ",": ",", ", ": ","}
_JOINING = frozenset("_-'i")
_PARTS = frozenset(("particles", "bynames"))  # roles of words that may begin a name
_CAPITALS = frozenset("CO")


@cache
def _roles() -> dict[str, tuple[str, ...]]:
    """Return what words do next to names: the sections of lists that have them."""
    roles: dict[str, tuple[str, ...]] = {}
    for file in _FILES:
        for section, members in sections(file).items():
            roles |= {word: (*roles.get(word, ()), section) for word in members}
    return roles


class Names:
    """Words that are names, as far as is known."""

    def __init__(self, text: CasedWords, kinds: list[str], found: Iterable[int]) -> None:
        self.found = frozenset(found)
        self._words = Counter(
            text.lower[index]
            for index in self.found
            if len(text.lower[index]) > 2 and not kinds[index].startswith(NO)
        )

    def again(self, word: str, is_found: bool) -> bool:
        """Return whether a word is a name elsewhere, too."""
        return self._words[word] > is_found

    def make(self, word: str) -> bool:
        """Return whether a word is made of names: "annakowalski"."""
        return bool(self._words) and is_handle(word, self._words.__contains__)


class Features:
    """The features of the words of a text."""

    def __init__(self, text: CasedWords) -> None:
        self.text = text
        self.kinds = _kinds(text)
        self._cases = (
            [_case(text, index) for index in range(len(text))] if text.cased else ["n"] * len(text)
        )
        self._shapes = list(map(_shape, self.kinds, self._cases))
        self._roles = list(map(_roles().get, text.lower, repeat(())))
        self._signs = [_sign(text, index) for index in range(len(text) + 1)]
        self._strengths = announced(text)

    def is_candidate(self, index: int) -> bool:
        """Return whether a word may be a name."""
        kind = self.kinds[index]
        return (
            not kind.startswith(NO)
            or kind in ("no-letter", "no-other")
            or self._cases[index] in _CAPITALS
            or self._strengths.get(index, 0) > 1
            or not _PARTS.isdisjoint(self._roles[index])
        )

    def joined(self, index: int) -> bool:
        """Return whether a word may belong to the same name as the word before it."""
        return self._signs[index] in _JOINING

    def expects(self, index: int, strength: int) -> bool:
        """Return whether a cue of some strength precedes a word, or a verb of persons follows."""
        speaks = index + 1 < len(self.text) and "speech" in self._roles[index + 1]
        return self._strengths.get(index, 0) >= strength or speaks

    def near(self, index: int) -> Iterator[str]:
        """Yield the features of a word that other names do not change."""
        kind, case, shape = self.kinds[index], self._cases[index], self._shapes[index]
        before, after = self._signs[index], self._signs[index + 1]
        strength = self._strengths.get(index)
        yield f"{kind}:{case}"
        yield f"{shape} {before}{after}"
        if strength:
            yield f"{kind}:{case} cue{strength}"
            yield f"{kind[:2]}{case} cue{strength}"
            yield f"cue{strength} {after} {case}"
        yield from (f"{shape} is {role}" for role in self._roles[index])
        for side, other in ((f"<{before}", index - 1), (f">{after}", index + 1)):
            known = self._roles[other] if 0 <= other < len(self.text) else ("end",)
            for role in known or (self.kinds[other],):
                yield f"{shape} {side}{role}"
                yield f"{side}{role} {case}"
        if before in _JOINING:
            yield f"{shape} <{self._shapes[index - 1]}"
        if after in _JOINING:
            yield f"{shape} >{self._shapes[index + 1]}"
        if after == "'" and index + 2 < len(self.text):
            yield from (f"{kind[:2]}{case} owns {role}" for role in self._roles[index + 2])

    def far(self, index: int, names: Names) -> Iterator[str]:
        """Yield the features of a word next to a name, or that is one at another place."""
        text, found, word = self.text, names.found, self.text.lower[index]
        kind = f"{self.kinds[index]}:{self._cases[index]}"
        before, after = self._signs[index], self._signs[index + 1]
        for side, other, sign, rest in (("<", -1, before, after), (">", 1, after, before)):
            if index + other in found:
                yield f"{kind} {side}{sign}name"
                yield f"{side}{sign}name {rest}"
                yield from (f"{role} {side}{sign}name" for role in self._roles[index])
            elif index + 2 * other in found:
                link = _link(text.lower[index + other])
                if link:
                    yield f"{self._shapes[index]} {side}{link} name"
        if index - 1 in found and index + 1 in found:
            yield f"{self._shapes[index]} {before}names{after}"
        if names.again(word, index in found):
            yield f"{kind} again"
        if not kind.startswith(("name", BOTH)) and names.make(word):
            yield "handle"


def _kinds(text: CasedWords) -> list[str]:
    kinds = list(map(kind_of, text.lower))
    if "hey" in text.lower:
        assistants = words("name_cues.assistants")
        for index, pair in enumerate(pairwise(text.lower), 1):
            if pair[0] == "hey" and pair[1] in assistants:
                kinds[index] = "no-form"
    for index in text.in_compounds():
        kinds[index] = "no-medical"
    return kinds


def _case(text: CasedWords, index: int) -> str:
    if not text.capital(index):
        return "l"
    if text.is_acronym(index):
        return "A"
    return "O" if text.opens(index) else "C"


@cache
def _shape(kind: str, case: str) -> str:
    """Return the kind and case of a word, of names and rare words without what kind of one."""
    return f"{kind if kind.startswith((BOTH, NO)) else kind[:4]}:{case}"


def _link(word: str) -> str:
    """Return what a word between two names is: "and", a particle or an initial, if any."""
    if word in ("and", "or"):
        return "and"
    return "of" if len(word) == 1 or word in words("name_neighbors.particles") else ""


def _sign(text: CasedWords, index: int) -> str:
    """Return the sign between a word and the one before it: "^" is the start, "$" the end."""
    if index == 0:
        return "^"
    if index == len(text):
        return f"${text.after(index - 1).strip()[:1]}"
    gap = text.gap(index)
    if gap == " ":
        return "_"  # mostly
    if gap.startswith(".") and len(text.lower[index - 1]) == 1:
        return "i"
    if gap in _SIGNS:
        return _SIGNS[gap]
    return next((sign for sign in "\n:.!?@-\u2014" if sign in gap), "o").replace("\n", "|")


@cache
def _cues() -> dict[str, list[tuple[list[str], int]]]:
    """Return the cues by their last word: the words before it, longest first, and the strength."""
    cues: dict[str, list[tuple[list[str], int]]] = {}
    for strength, level in enumerate(_LEVELS, 1):
        for phrase in entries(f"name_cues.{level}"):
            *before, last = phrase.split()
            cues.setdefault(last, []).append((before, strength))
    return {last: sorted(some, key=lambda cue: -len(cue[0])) for last, some in cues.items()}


def announced(text: CasedWords) -> dict[int, int]:
    """Return the words that cues announce, with the strength of the cue: 1 to 5."""
    strengths: dict[int, int] = {}
    cues = _cues()
    places = [] if cues.keys().isdisjoint(text.lower) else range(len(text) - 1)
    for cue in (place for place in places if text.lower[place] in cues):
        known = cues[text.lower[cue]]
        fitting = (n for start, n in known if text.lower[max(cue - len(start), 0) : cue] == start)
        strength = next(fitting, 0)
        first = _first_after(text, cue) if strength else len(text)
        if first >= len(text):
            continue
        if text.gap(cue + 1).startswith(".") and len(text.lower[cue]) > _LONGEST_ABBREVIATION:
            strength = 1  # the end of a sentence
        last = first  # the name after initials, too: "signed J. R. Brown"
        while last < min(first + _MOST_INITIALS, len(text) - 1) and text.is_initial(last):
            last += 1
        for index in range(first, last + 1):
            strengths[index] = max(strength, strengths.get(index, 0))
    return strengths


def _first_after(text: CasedWords, cue: int) -> int:
    """Return the first word after a cue that is no filler, or the number of words."""
    first, fillers = cue + 1, words("name_cues.fillers")
    limit = min(first + _MOST_FILLERS, len(text))
    while first < limit and text.lower[first] in fillers:
        first += 1
    if first >= len(text):
        return len(text)
    for gap in (text.gap(cue + 1), text.gap(first)):
        rest = gap.replace(".", "", 1) if gap.startswith(".") else gap
        if len(gap) > _LONGEST_GAP or not _BEFORE_NAME.issuperset(rest):
            return len(text)
    return first
