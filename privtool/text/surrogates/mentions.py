"""Further mentions of private phrases: where a text says again what entities elsewhere cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise, permutations
from typing import NamedTuple

import regex

from privtool.core.spans import Span
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.names.name_parts import full_names, identifying_words
from privtool.text.surrogates.names.spelled import spelled_word
from privtool.text.surrogates.prf import normalized
from privtool.text.word_lists import load_vocabulary
from privtool.text.word_sets import word_set

Value = tuple[str, ...]
_LONGEST = 24  # parts of a value, such as the letters of a spelled name
_FEWEST_LETTERS = 3
_FEWEST_DIGITS = 4
_FREQUENT = 20_000  # words of public text
_STEM = 6  # letters of a value that gives a longer word away
# In scripts without spaces each character is a part.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_PART = regex.compile(
    rf"[{_UNSPACED}]\p{{M}}*+|(?:(?![{_UNSPACED}])\p{{L}}[\p{{M}}\p{{Cf}}]*+)++|\p{{N}}++"
)
_INVISIBLE = regex.compile(r"\p{Cf}+")
_SENTENCE_END = regex.compile(r"[.!?:;\n\"\u201c\u201d([{-]\s*+\Z|\A\s*+\Z")
_NUMERIC = frozenset(
    (
        *(Label.PHONE, Label.CARD, Label.IBAN, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.ZIP),
        *(Label.ADDRESS, Label.IP, Label.DATE),
    )
)
_WITH_NAMES = frozenset((Label.PERSON, Label.EMAIL, Label.USERNAME))
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019\u02bc]*+")
_SIGNS = regex.compile(r"['\u2019\u02bc]")
_TOO_COMMON = frozenset((Label.DATE, Label.TIME, Label.AGE, Label.MONEY, Label.NUMBER))
# Capitalized, these are more often words than names.
_FUNCTION_WORDS = word_set(
    """a about after all also am an and any are as at be been but by can could day did do does for
    from get go good had has have he her here him his how i if in is it its just like long may me
    my new no not now of off on one or our out over page please say see she should so some sun
    than thank thanks that the their them then there they this time to too two under up us very
    was we well were what when where which who why will with would yes you young your"""
)


class _Values(NamedTuple):
    """What gives a phrase away: values in any letter case, and words that only do capitalized."""

    anywhere: frozenset[Value]
    capitalized: frozenset[str]


class MentionIndex:
    """The values of private phrases with their labels, found in linear time."""

    def __init__(self) -> None:
        self._labels: dict[Value, str] = {}
        self._capitalized: dict[str, str] = {}
        self._lengths: dict[str, set[int]] = {}  # of the values that start with a part
        self._stems: set[str] = set()  # how long values of one part start
        self.roles: dict[str, str] = {}  # of the parts of full names: given or surname

    def __len__(self) -> int:
        return len(self._labels) + len(self._capitalized)

    def add(self, phrase: str, label: str) -> None:
        """Add a private phrase. The order of calls does not matter."""
        values = _values_of(phrase, label)
        for value in values.anywhere:
            self._labels[value] = min(label, self._labels.get(value, label))
            self._lengths.setdefault(value[0], set()).add(len(value))
            if len(value) == 1 and len(value[0]) >= _STEM:
                self._stems.add(value[0][:_STEM])
        for word in values.capitalized:
            self._capitalized[word] = min(label, self._capitalized.get(word, label))
        if canonical_label(label) is Label.PERSON:
            for part, role in full_names(phrase):
                self.roles[part] = min(role, self.roles.get(part, role))

    def roles_in(self, phrase: str, label: str) -> tuple[tuple[str, str], ...]:
        """Return the roles of the words of a name or address that full names show."""
        if not self.roles or canonical_label(label) not in _WITH_NAMES:
            return ()
        words = _NAME.findall(normalized(phrase))
        spelled = spelled_word(phrase)
        keys = {form for word in [*words, spelled or ""] for form in _pieces(word)}
        keys |= {one + two for one, two in pairwise(words)}  # "o connor"
        return tuple(sorted((key, self.roles[key]) for key in keys if key in self.roles))

    def spans(self, text: str, covered: Sequence[tuple[int, int]]) -> list[Span]:
        """Return the mentions in a text outside the covered ranges, which are sorted."""
        if not self:
            return []
        spans: list[Span] = []
        for parts in _runs(text, covered):
            keys = [_key(part[0]) for part in parts]
            at = 0
            while at < len(keys):
                length, label = self._at(text, parts, keys, at)
                if length:
                    spans.append(Span(parts[at].start(), parts[at + length - 1].end(), label))
                at += max(1, length)
        return spans

    def _at(
        self, text: str, parts: Sequence[regex.Match[str]], keys: Sequence[str], at: int
    ) -> tuple[int, str]:
        """Return the number of parts of the longest value at a place, 0 for none, and its label."""
        for length in sorted(self._lengths.get(keys[at], ()), reverse=True):
            label = self._labels.get(tuple(keys[at : at + length]))
            if label is not None and at + length <= len(keys):
                return length, label
        label = self._capitalized.get(keys[at])
        if label is not None and _is_name_here(text, parts[at], keys[at]):
            return 1, label
        return self._longer(keys[at])

    def _longer(self, key: str) -> tuple[int, str]:
        """Return the label of an uncommon word that a value is the start of: "kowalskigate"."""
        if key[:_STEM] in self._stems and _is_uncommon(key):
            for end in range(min(len(key) - 1, 2 * _LONGEST), _STEM - 1, -1):
                label = self._labels.get((key[:end],))
                if label is not None:
                    return 1, label
        return 0, ""


def _is_name_here(text: str, part: regex.Match[str], key: str) -> bool:
    """Return whether a common word is capitalized as a name is."""
    word = part[0]
    if not (word[0].isupper() and (len(word) == 1 or not word.isupper())):
        return False
    starts = _SENTENCE_END.search(text, max(0, part.start() - 8), part.start())
    return not (starts and key in _FUNCTION_WORDS)


def _runs(text: str, covered: Sequence[tuple[int, int]]) -> Iterator[list[regex.Match[str]]]:
    """Yield the parts of each section of the text that is not covered."""
    done = 0
    for start, end in [*covered, (len(text), len(text))]:
        if done < start:
            parts = list(_PART.finditer(text, done, start))
            if parts:
                yield parts
        done = end


def _pieces(word: str) -> Iterator[str]:
    """Yield a word, and what it may start or end with: "annakowalski", "kowalskis"."""
    bare = _SIGNS.sub("", word)
    yield bare
    if len(bare) <= _LONGEST:
        for at in range(1, len(bare)):
            yield bare[:at]
            yield bare[at:]


def _key(part: str) -> str:
    return normalized(part if part.isascii() else _INVISIBLE.sub("", part))


def _parts_of(phrase: str) -> Value:
    return tuple(_key(match[0]) for match in _PART.finditer(phrase))


@lru_cache(maxsize=1 << 14)
def _values_of(phrase: str, label: str) -> _Values:
    kind = canonical_label(label)
    value = _parts_of(phrase)
    anywhere: set[Value] = set()
    if 0 < len(value) <= _LONGEST and _says_enough(phrase, value, kind):
        anywhere.add(value)
    if kind is not Label.PERSON:
        return _Values(frozenset(anywhere), frozenset())
    words = {
        _parts_of(word)
        for name in {*identifying_words(phrase), spelled_word(phrase) or ""}
        for word in (name, *name.split())
    }
    capitalized: set[str] = set()
    lower = phrase.islower()  # case may mean nothing in such a text
    for word in words - {()}:
        if len(word) > 1 or (_is_uncommon(word[0]) and (lower or not _is_ordinary(word[0]))):
            anywhere |= set(_forms(word))
        elif len(word[0]) > 1:
            capitalized.add(word[0])
    anywhere |= _glued(phrase)
    return _Values(frozenset(anywhere), frozenset(capitalized))


def _says_enough(phrase: str, value: Value, kind: Label) -> bool:
    """Return whether the phrase as a whole is private wherever it occurs."""
    digits = sum(len(part) for part in value if part.isdigit())
    if kind in _NUMERIC and digits >= _FEWEST_DIGITS:
        return True
    if kind in _TOO_COMMON:
        return False
    if kind is Label.PERSON:
        return bool(full_names(phrase))
    return any(_is_uncommon(part) for part in value)


def _is_uncommon(word: str) -> bool:
    return bool(uncommon_words(word)) or (not word.isascii() and word.isalpha())


def _is_ordinary(word: str) -> bool:
    """Return whether a word is more than a name, such as "mark" or "grace"."""
    return word in _frequent_words() and not classes_of(word)


@cache
def _frequent_words() -> frozenset[str]:
    return load_vocabulary(top=_FREQUENT).words


def _forms(word: Value) -> Iterator[Value]:
    """Yield a name, in one piece, in the plural and spelled."""
    joined = "".join(word)
    yield word
    yield (joined,)
    yield from ((part,) for part in word if len(part) >= _FEWEST_LETTERS and _is_uncommon(part))
    if len(joined) >= _FEWEST_LETTERS and joined.isascii() and _is_uncommon(joined + "s"):
        yield (joined + "s",)
    if _FEWEST_LETTERS < len(joined) <= _LONGEST:
        yield tuple(joined)


def _glued(phrase: str) -> set[Value]:
    """Return the parts of full names in one piece, as in "annakowalski" and "akowalski"."""
    names = ["".join(filter(str.isalnum, part)) for part, _ in full_names(phrase)]
    pairs: Mapping[str, None] = dict.fromkeys(
        form for one, two in permutations(names[:4], 2) for form in (one + two, one[0] + two)
    )
    return {(form,) for form in pairs if _is_uncommon(form)}
