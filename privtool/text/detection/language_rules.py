"""Steps of tagging in other languages than English.

Rules of a language, and small words inside names, at their edges and before numbers.

The rules are those of `intl/other_languages.toml` with the words of the language, and those of its
folder. Patterns have slots. `{words.titles}` stands for the words of a section of the language,
else of `intl`; `{number}` and `{ordinal}` for one of its number words, compounds included;
`{frequent}` and `{function}` for one of its 300 and 100 most frequent words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain

from msgspec import structs

from privtool.core.spans import Span
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.view import TextView, spans_at_any_width
from privtool.text.labels import Label
from privtool.text.lexicon import DATA, one_of, sections, words
from privtool.text.rules.rule import Rule, read_file
from privtool.text.rules.word_classes import FOREIGN_NUMBERS, is_number, joints_in, numbers_in
from privtool.text.word_lists import frequent_words, plain_words

_SHARED = DATA / "intl" / "other_languages.toml"
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

Step = Callable[[str, Sequence[Span]], list[Span]]


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


def added_rules(
    language: str, *, all_dates: bool = False, off: frozenset[str] = frozenset()
) -> Step:
    """Return a step that adds what the rules of a language but those with the ids of `off` find.

    Their labels count. With `all_dates`, they include dates without a day or month.
    """
    rules = language_rules(language)
    matcher = RuleMatcher(r for r in rules if all_dates or not r.id.startswith(_VAGUE))

    def find(texts: Sequence[str]) -> list[list[Span]]:
        return [matcher.find(TextView(text, off)) for text in texts]

    return lambda text, spans: [*spans_at_any_width([text], find)[0], *spans]


def joined_by_particles(language: str) -> Step:
    """Return a step that joins names that only particles part ("Joost van der Berg")."""
    particles = words("words.particles", language)
    capital = "|".join(map(str.capitalize, particles))
    more = f"(?:{capital}|{'|'.join(particles)}) "
    # With a capital inside a sentence, or at its start before another one: "Van den Abeele".
    start = re.compile(rf"(?<!\w)(?:(?<=[\w,;] )|(?=\w+ {more}))(?:{capital}) (?:{more}){{0,2}}\Z")

    def part_only(gap: str) -> bool:
        found = gap.replace("'", "' ").replace("’", "' ").split()
        return 0 < len(found) <= _MOST_PARTICLES and all(
            word.rstrip("'") in particles or word in particles for word in found
        )

    def joined(text: str, spans: Sequence[Span]) -> list[Span]:
        whole: list[Span] = []
        for span in sorted(spans):
            if whole and part_only(text[whole[-1].end : span.start]):
                first = whole.pop()
                span = first._replace(end=span.end, doubtful=(*first.doubtful, *span.doubtful))
            elif span.label == Label.PERSON:
                floor = max(span.start - _LONGEST_PARTICLES, 0)
                before = start.search(text, floor, span.start)
                span = span._replace(start=before.start()) if before else span
            whole.append(span)
        return whole

    return joined


def without_small_words(language: str) -> Step:
    """Return a step that parts names from small words at their edges and from words of kin.

    Of "met ana, la vecina de" the name is left. Words in capitals are none of them, and the first
    ones of an address are its own: "im tal 3".
    """
    small = {
        word
        for word, _, kind in frequent_words(language)[:_FUNCTION_WORDS]
        if len(word) <= _LONGEST_SMALL and kind != "name" and word not in FOREIGN_NUMBERS
    }
    any_small = "|".join(small)
    first = "|".join(small - words("words.particles", language))
    of_kin = "|".join(words("words.kin", language))
    kin = re.compile(rf",?\s(?:{any_small})\s(?:{of_kin})(?!\w)")
    inner = rf"(.*?)(?:\s+(?:{any_small}))*"
    address = re.compile(rf"\s*{inner}", re.DOTALL)
    name = re.compile(rf"\s*(?:(?:{first})\s+)*{inner}", re.DOTALL)

    def parts(text: str, span: Span) -> Iterator[Span]:
        start = span.start
        for match in (*kin.finditer(text, span.start, span.end), None):
            end = match.start() if match else span.end
            part = (address if span.label == Label.ADDRESS else name).fullmatch(text, start, end)
            if part and part[1]:
                yield span._replace(start=part.start(1), end=part.end(1))
            start = match.end() if match else end

    return lambda text, spans: [part for span in spans for part in parts(text, span)]


def without_frequent_words(language: str) -> Step:
    """Return a step that drops spans of the most frequent words and of cues of a language alone.

    No number word and no word with a digit is among them. An article before a number is dropped.
    """
    cues = (words(f"words.{section}", language) for section in _PUBLIC)
    most = (word for word, *_ in frequent_words(language)[:_FREQUENT_WORDS])
    public = chain(most, words("public.words", "intl"), *cues)
    frequent = frozenset(
        word
        for word in " ".join(public).split()
        if word not in FOREIGN_NUMBERS and not any(map(str.isdigit, word))
    )

    def left(text: str, spans: Sequence[Span]) -> list[Span]:
        found = []
        for span in spans:
            inside = text[span.start : span.end].lower()
            if frequent.issuperset(inside.split()):
                continue
            first, space, rest = inside.partition(" ")
            number = rest[:1].isdigit() or is_number(rest.partition(" ")[0])
            if space and number and first in frequent:
                span = span._replace(start=span.start + len(first) + 1)
            found.append(span)
        return found

    return left
