"""The rules of a language: those of `intl/abroad.toml` with its words, and those of its folder.

Patterns have slots. `{words.titles}` stands for the words of a section of the language, else of
`intl`; `{number}` and `{ordinal}` for one of its number words, compounds included; `{frequent}`
and `{function}` for one of its 300 and 100 most frequent words. A rule of `abroad.toml` whose words
a language lacks is not one of that language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial

from msgspec import structs

from privtool.text.lexicon import DATA, sections, words
from privtool.text.rules.files import read_file
from privtool.text.rules.rule import Rule
from privtool.text.word_lists import plain_words

_SHARED = DATA / "intl" / "abroad.toml"
_OWN = "rules.toml"
_OF_LANGUAGE = frozenset(("uncommon", "named", "listed"))  # checks that need a language
VAGUE = "vague."  # begins the ids of rules that are for `--dates all`
_SLOT = re.compile(r"\{([a-z][\w.-]*)\}")
_MAGNITUDES = ("digits", "teens", "tens", "hundreds", "compounds", "others")
_FUNCTION_WORDS, _FREQUENT_WORDS = 100, 300


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


def _any_of(entries: Iterable[str], *, whole: bool = True) -> str:
    """Return a pattern of any of some words, which end with the word if they are `whole`."""
    longest = sorted(entries, key=lambda entry: (-len(entry), entry))
    end = r"(?!(?<=[^\W\d_])[^\W\d_])" if whole else ""
    return f"(?:{'|'.join(map(re.escape, longest))}){end}"


def _stem(language: str) -> str:
    """Return a pattern of number words, of which several may be one: "dreiundvierzig"."""
    found = sections("numbers", language)
    known = {word for name in _MAGNITUDES for word in found.get(name, ())}
    simple = (
        word
        for word in known
        if not any(word[:n] in known and word[n:] in known for n in range(len(word)))
    )
    said = _any_of(simple, whole=False)
    joint = "".join(found.get("joint", ()))
    if joint:  # "drieënveertig"
        said += rf"(?:(?:{joint}|{joint.replace('e', 'ë')})(?=[^\W\d_]))?"
    return f"(?:{said}){{1,8}}"


def _number(language: str) -> str:
    return rf"{_stem(language)}(?![^\W\d_])"


def _ordinal(language: str) -> str:
    found = sections("numbers", language)
    known = _any_of(found["ordinals"])
    ends = found.get("ordinal-ends")
    return f"(?:{known}|{_stem(language)}{_any_of(ends)})" if ends else known


def _most_frequent(language: str, most: int) -> str:
    return _any_of(plain_words(language, most))


_SLOTS: Mapping[str, Callable[[str], str]] = {
    "number": _number,
    "ordinal": _ordinal,
    "function": partial(_most_frequent, most=_FUNCTION_WORDS),
    "frequent": partial(_most_frequent, most=_FREQUENT_WORDS),
}
