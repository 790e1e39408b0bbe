"""Steps of tagging in other languages than English.

What the rules of a language find in it ("mein Name ist ...", "a las tres y media"), and small words
inside names, at their edges and before numbers.

The rules are those of `intl/abroad.toml` with the words of the language, and those of its folder.
Patterns have slots. `{words.titles}` stands for the words of a section of the language, else of
`intl`; `{number}` and `{ordinal}` for one of its number words, compounds included; `{frequent}`
and `{function}` for one of its 300 and 100 most frequent words. A rule of `abroad.toml` whose words
a language lacks is not one of that language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

from msgspec import structs

from privtool.core.spans import Span
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.view import TextView, spans_at_any_width
from privtool.text.labels import Label
from privtool.text.lexicon import DATA, one_of, sections, words
from privtool.text.rules.rule import Rule, read_file
from privtool.text.rules.word_classes import FOREIGN_NUMBERS, is_number, joints_in, numbers_in
from privtool.text.word_lists import frequent_words, plain_words

_SHARED = DATA / "intl" / "abroad.toml"
_OWN = "rules.toml"
_OF_LANGUAGE = frozenset(("uncommon", "named", "listed"))  # checks that need a language
_VAGUE = "vague."  # begins the ids of rules that are for `--dates all`
_SLOT = re.compile(r"\{([a-z][\w.-]*)\}")
_FUNCTION_WORDS, _FREQUENT_WORDS = 100, 300  # the most frequent words of a language
_MOST_PARTICLES, _LONGEST_PARTICLES = 3, 24  # words, and characters of all
_LONGEST_SMALL = 3  # letters of a word that is never at the edge of a name
# Sections of what is said next to private words.
_PUBLIC = (
    *("closings", "name-fields", "place-fields"),
    *("id-cues", "phone-cues", "national-cues", "secret-cues", "titles", "fillers"),
)


@cache
def language_rules(language: str) -> tuple[Rule, ...]:
    """Return the rules of a language; raise `KeyError` for a slot of its own file without words."""
    shared, own = read_file(_SHARED), DATA / language / _OWN
    found = []
    for rule in shared.rule:
        with suppress(KeyError):
            found.append(_filled(rule, shared.part, language))
    if own.is_file():
        added = read_file(own)
        found += [_filled(rule, {**shared.part, **added.part}, language) for rule in added.rule]
    return tuple(found)


def _filled(rule: Rule, parts: Mapping[str, str], language: str) -> Rule:
    """Return a rule with the words of a language; its pattern also knows letters beyond ASCII."""
    pattern = rule.pattern
    for name, part in reversed([*parts.items()]):  # a part may have earlier ones
        pattern = pattern.replace(f"{{{name}}}", f"(?:{part})")
    pattern = _SLOT.sub(lambda slot: _slot(slot[1], language), pattern)
    return structs.replace(
        rule,
        pattern=rf"(?<![^\W_])(?:{pattern})(?![^\W_])",
        bounded=False,
        check=tuple(
            f"{check}:{language}" if check in _OF_LANGUAGE else check for check in rule.check
        ),
    )


@cache
def _slot(name: str, language: str) -> str:
    if name in _SLOTS:
        return _SLOTS[name](language)
    for folder in (language, "intl"):
        with suppress(KeyError, OSError):
            return _any_of(words(name, folder))
    raise KeyError(name)


def _any_of(entries: Iterable[str]) -> str:
    """Return a pattern of any of some words, which ends with the word."""
    return one_of(entries) + r"(?!(?<=[^\W\d_])[^\W\d_])"


def _stem(language: str) -> str:
    """Return a pattern of number words, of which several may be one: "dreiundvierzig"."""
    known, joints = numbers_in(language), joints_in(language)
    simple = (
        word
        for word in known
        if not any(word[:n] in known and word[n:] in known for n in range(len(word)))
    )
    said = one_of(simple)
    if joints:
        said += rf"(?:(?:{'|'.join(sorted(joints))})(?=[^\W\d_]))?"
    return f"(?:{said}){{1,8}}"


def _ordinal(language: str) -> str:
    found = sections("numbers", language)
    known = _any_of(found["ordinals"])
    ends = found.get("ordinal-ends")
    return f"(?:{known}|{_stem(language)}{_any_of(ends)})" if ends else known


_SLOTS: Mapping[str, Callable[[str], str]] = {
    "number": lambda language: rf"{_stem(language)}(?![^\W\d_])",
    "ordinal": _ordinal,
    "function": lambda language: _any_of(plain_words(language, _FUNCTION_WORDS)),
    "frequent": lambda language: _any_of(plain_words(language, _FREQUENT_WORDS)),
}


class LanguageRules:
    """A step of tagging: adds what the rules of a language but those with the ids of `off` find.

    With `all_dates`, these include dates without a day or month.
    """

    def __init__(
        self, language: str, *, all_dates: bool = False, off: frozenset[str] = frozenset()
    ) -> None:
        self._off = off
        rules = language_rules(language)
        self._matcher = RuleMatcher(r for r in rules if all_dates or not r.id.startswith(_VAGUE))

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans of the rules, whose labels count, and those that were there."""
        (found,) = spans_at_any_width([text], self._find)
        return [*found, *spans]

    def _find(self, texts: Sequence[str]) -> list[list[Span]]:
        return [self._matcher.find(TextView(text, self._off)) for text in texts]


class NameParticles:
    """A step of tagging: joins names that only particles part ("Joost van der Berg")."""

    def __init__(self, language: str) -> None:
        self._particles = words("words.particles", language)
        capital = "|".join(map(str.capitalize, self._particles))
        more = f"(?:{capital}|{'|'.join(self._particles)}) "
        # With a capital inside a sentence, or at its start before another one: "Van den Abeele".
        self._before = re.compile(
            rf"(?<!\w)(?:(?<=[\w,;] )|(?=\w+ {more}))(?:{capital}) (?:{more}){{0,2}}\Z"
        )

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans, those of one name as one."""
        joined: list[Span] = []
        for span in sorted(spans):
            if joined and self._part_only(text[joined[-1].end : span.start]):
                first = joined.pop()
                span = first._replace(end=span.end, doubtful=(*first.doubtful, *span.doubtful))
            elif span.label == Label.PERSON:
                floor = max(span.start - _LONGEST_PARTICLES, 0)
                before = self._before.search(text, floor, span.start)
                span = span._replace(start=before.start()) if before else span
            joined.append(span)
        return joined

    def _part_only(self, gap: str) -> bool:
        found = gap.replace("'", "' ").replace("’", "' ").split()
        return 0 < len(found) <= _MOST_PARTICLES and all(
            word.rstrip("'") in self._particles or word in self._particles for word in found
        )


class NameEdges:
    """A step of tagging: parts names from small words at their edges and from words of kin.

    Of "met ana, la vecina de" the name is left. Words in capitals are none of them, and the first
    ones of an address are its own: "im tal 3".
    """

    def __init__(self, language: str) -> None:
        frequent = frequent_words(language)[:_FUNCTION_WORDS]
        small = {
            word
            for word, _, kind in frequent
            if len(word) <= _LONGEST_SMALL and kind != "name" and word not in FOREIGN_NUMBERS
        }
        any_small = "|".join(small)
        kin = "|".join(words("words.kin", language))
        first = "|".join(small - words("words.particles", language))
        self._kin = re.compile(rf",?\s(?:{any_small})\s(?:{kin})(?!\w)")
        inner = rf"(.*?)(?:\s+(?:{any_small}))*"
        self._address = re.compile(rf"\s*{inner}", re.DOTALL)
        self._name = re.compile(rf"\s*(?:(?:{first})\s+)*{inner}", re.DOTALL)

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans without these words."""
        return [part for span in spans for part in self._parts(text, span)]

    def _parts(self, text: str, span: Span) -> Iterator[Span]:
        start = span.start
        for match in (*self._kin.finditer(text, span.start, span.end), None):
            end = match.start() if match else span.end
            pattern = self._address if span.label == Label.ADDRESS else self._name
            part = pattern.fullmatch(text, start, end)
            if part and part[1]:
                yield span._replace(start=part.start(1), end=part.end(1))
            start = match.end() if match else end


class WithoutFrequent:
    """A step of tagging: drops spans of the most frequent words and of cues of a language alone.

    No number word and no word with a digit is among them.
    """

    def __init__(self, language: str) -> None:
        found = frequent_words(language)[:_FREQUENT_WORDS]
        cues = [words(f"words.{section}", language) for section in _PUBLIC]
        cues.append(words("public.words", "intl"))
        public = frozenset(word for cue in frozenset[str]().union(*cues) for word in cue.split())
        self._frequent = frozenset(
            word
            for word in public.union(word for word, _, _ in found)
            if word not in FOREIGN_NUMBERS and not any(map(str.isdigit, word))
        )

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans that have another word, without an article before a number."""
        left = []
        for span in spans:
            inside = text[span.start : span.end]
            if self._frequent.issuperset(inside.lower().split()):
                continue
            first, space, rest = inside.partition(" ")
            number = rest[:1].isdigit() or is_number(rest.lower().partition(" ")[0])
            if space and number and first.lower() in self._frequent:
                span = span._replace(start=span.end - len(rest))
            left.append(span)
        return left
