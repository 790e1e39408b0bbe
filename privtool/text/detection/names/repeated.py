"""Names that were found once, at other places: in any case, in parts, in tokens made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from unicodedata import combining, normalize

from privtool.core.spans import Span
from privtool.text.detection.names.capitals import Capitals
from privtool.text.known_names import lexicon
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words as listed
from privtool.text.unicode import fold_to_ascii
from privtool.text.words import Word, overlapping_words, words

_PERSON = Label.PERSON.value
_CAPITAL = "^"  # before a common word, which is private only with a capital
_SHORTEST = 2
_SHORTEST_PART = 4  # of "annakowalski"
_SHORTEST_HANDLE, _LONGEST_HANDLE, _MOST_INITIALS = 5, 24, 2
_APOSTROPHES = str.maketrans("", "", "'\u2019\u02bc`")
# Tokens that may hold a name: "ngozi.e", "its.just.roxy", "OKAFOR.B". With points in lower case
# only, but for an initial: a sentence may begin after one.
_TOKEN = Regex(
    r"(?<![^\W_])[^\W_]{1,40}(?:_{1,2}[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])(?![^\s]{0,80}[A-Z])[^\W_]{1,40}(?:\.[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])[A-Z][^\W\d_]{1,40}\.[A-HJ-Z](?![\w.'])"
)


def with_repeated_names(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, and the names of their persons wherever the text has them again."""
    persons = [span for span in spans if span.label == _PERSON]
    if not persons:
        return list(spans)
    score = max(span.score for span in persons)
    known = set(names_of(text, persons))
    tokens = [Word(*match.span(), "") for match in _TOKEN.finditer(text)]
    again = list(named_words(text, known.__contains__))
    places = chain(again, ((span.start, span.end) for span in persons))
    held = sorted({number for each in overlapping_words(tokens, places) for number in each})
    covered = {place for span in persons for place in range(span.start, span.end)}
    added = (*again, *(tokens[number][:2] for number in held))
    new = (place for place in added if not covered.issuperset(range(*place)))
    return [*spans, *(Span(*place, _PERSON, score) for place in new)]


def names_of(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the words of names of persons, in lower case.

    Common words that are no listed names, and very frequent ones, have a sign before them.
    """
    lists = lexicon()
    for name in plain_names_of(text, spans):
        plain = name not in lists.common or (name in lists.listed and name not in lists.frequent)
        yield name if plain else _CAPITAL + name


def plain_names_of(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the words of names of persons, in lower case and without accents and apostrophes."""
    function, particles = lexicon().function, listed("titles.particles")
    found = words(text)
    persons = [(span.start, span.end) for span in spans if span.label == _PERSON]
    for numbers in overlapping_words(found, persons):
        for number in numbers:
            for name in _parts(found[number].key):
                if name not in function and name not in particles and name.isalpha():
                    yield name


def named_words(text: str, is_private: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Yield the places of the words that are private names, or made of them.

    `is_private` says so of what `names_of` yields. Words in no list may be made of names:
    "annakowalski", "kowalskis".
    """
    known, capitals = lexicon().known, Capitals(text).inside
    for start, end, key in words(text):
        names = [*_parts(key)]
        if start in capitals:
            names += [_CAPITAL + name for name in names]
        if any(map(is_private, names)) or any(
            name not in known
            and (is_handle(name, is_private) or is_private(name.removesuffix("s")))
            for name in names
        ):
            yield start, end


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


def _parts(key: str) -> Iterator[str]:
    """Yield the parts of a word key that can be a name."""
    plain = fold_to_ascii(key).translate(_APOSTROPHES)
    if not plain.isascii():
        plain = "".join(c for c in normalize("NFKD", plain) if not combining(c))
    return (part for part in plain.split("-") if len(part) >= _SHORTEST)
