"""Values for slots in other languages than English: dates, times, ages, amounts, numbers, ids.

Numbers have digits. A value of more words than any form has is a number for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache

from privtool.text.fills.fields import Field, Phrase, field_of
from privtool.text.fills.forms import Form, gaps_of, layouts
from privtool.text.fills.place import PROSE, FillPlace
from privtool.text.labels import Label, canonical_label
from privtool.text.languages import settings
from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.prf import KeyedRandom

_SECTION = re.compile(r"\{([=+]?)([a-z]+\.[a-z-]+)\}")
_NO_NOUN = "+"
_FEWEST, _MOST = 2, 99  # of a word that no form has
_VALUES = frozenset(row[0] for row in rows("fills", "intl"))


def is_value(label: str | None) -> bool:
    """Return whether a label is that of values."""
    return canonical_label(label).value in _VALUES if label else False


def draw_value(place: FillPlace, merged: bool, language: str, rng: KeyedRandom) -> Phrase:
    """Return a value for a place in a text; a `merged` marker stands for any number of words."""
    place = place._replace(style=PROSE)
    label = canonical_label(place.label)
    found = [form for form in _forms(language)[label] if merged or form.sizes(place)]
    if found:
        form = found[rng.below(len(found))]
        shaped = place._replace(gaps=next(iter(form.layouts[0]))) if merged else place
        if drawn := form.draw(shaped, rng):
            return drawn._replace(words=(_written(drawn.words, shaped),)) if merged else drawn
    return Phrase(tuple(str(rng.between(_FEWEST, _MOST)) for _ in range(place.size)))


def _written(words: Sequence[str], place: FillPlace) -> str:
    between = zip(place.gaps, words[1:], strict=True)
    return words[0] + "".join(gap + word for gap, word in between)


@cache
def _forms(language: str) -> Mapping[Label, Sequence[Form]]:
    """Return the forms of values in a language."""
    found: dict[Label, list[Form]] = {Label(label): [] for label in _VALUES}
    for label, text in rows("fills", "intl"):
        parts, gaps = gaps_of(text)
        with suppress(KeyError, StopIteration):  # the language lacks words for it
            fields = [_field(part, label, language) for part in parts]
            found[Label(label)].append(Form(fields, layouts(fields, gaps)))
    return found


def _field(part: str, label: str, language: str) -> Field:
    section = _SECTION.fullmatch(part)
    if section is None:
        return field_of(part, label)
    choice, name = section.groups()
    known = entries(name, language)
    if choice != _NO_NOUN and settings(language).get("noun_capitals"):
        known = tuple(word.capitalize() for word in known)
    words = [next(word for word in known if " " not in word)] if choice else known
    one = frozenset((1,))
    return Field(one, one, lambda _place, _size, rng: Phrase((words[rng.below(len(words))],)))
