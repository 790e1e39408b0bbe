"""Labels that the text contradicts: a sum of money that a model takes for an organization.

Models read labels off the surroundings; the form of a phrase, the words next to it and lists know
some of them better. Labels change, what is found does not.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from privtool.core.spans import Span
from privtool.text.detection.names.public_words import is_medical
from privtool.text.english.calendar import (
    ENGLISH_MONTHS,
    FULL_MONTHS,
    FULL_WEEKDAYS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
)
from privtool.text.english.numbers import CARDINALS, LARGE_ORDINALS
from privtool.text.known_names import class_names, person_names
from privtool.text.labels import FAINT, POSSIBLE, SURE, Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import rows, words

_PERSON, _MISC, _DATE = Label.PERSON.value, Label.MISC.value, Label.DATE.value
_LOCATION, _ORGANIZATION = Label.LOCATION.value, Label.ORGANIZATION.value
_NAMES = frozenset((_PERSON, _LOCATION, _ORGANIZATION, _MISC))
# Labels whose form says little: any number, or any word with letters, may have them.
_SHAPELESS = frozenset((Label.NUMBER.value, Label.ID.value, Label.WORD.value, Label.ZIP.value))
_TITLE = Regex(r"(?i)(?<!\w)(?:mr|mrs|ms|dr|prof|mister|doctor|professor|senator)\.? \Z")
_DISEASES = ("disease", "syndrome", "palsy", "lymphoma")
_DISEASE = Regex(rf"(?i)(?:['’]?s)? (?:{'|'.join(_DISEASES)})(?!\w)")
_NUMBER_WORDS = frozenset((*CARDINALS, *LARGE_ORDINALS))
_GIVEN_NAMES = frozenset(("april", "may", "june", "august"))
_DAYS_AND_MONTHS = frozenset((*FULL_MONTHS, *FULL_WEEKDAYS, *WEEKDAY_PLURALS)) - _GIVEN_NAMES
_BEFORE = 40  # characters
_GUESS = "?"
_ANY = "*"

_Row = tuple[bool, re.Pattern[str], re.Pattern[str], re.Pattern[str], str]


def relabeled(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the same sections in the same order, with the label that the text shows."""
    forms = sorted(span for span in spans if span.label not in _NAMES | _SHAPELESS)
    starts = [form.start for form in forms]
    new: list[Span] = []
    for span in spans:
        label = next(_labels_of_quantity(text, span), None)
        if span.label in _NAMES:
            label = _label_of_form(text, span, forms, starts) or _label_of_name(text, span)
        if label is not None and label != span.label:
            span = span._replace(label=label, doubtful=())
        new.append(span)
    return new


def _label_of_form(
    text: str, span: Span, forms: Sequence[Span], starts: Sequence[int]
) -> str | None:
    """Return the label of the forms that cover all letters and digits of a name.

    A form that is often private is enough if the label of the name is a guess anyway.
    """
    least = POSSIBLE if span.doubtful else SURE
    label, at = None, span.start
    for number in range(max(bisect_left(starts, span.start) - 1, 0), len(forms)):
        form = forms[number]
        if form.start >= span.end:
            break
        if form.score < least or form.end <= at:
            continue
        if _has_word(text[at : form.start]) or not _outweighs(text, form, span):
            return None
        label, at = label or form.label, form.end
    return None if _has_word(text[at : span.end]) else label


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _outweighs(text: str, form: Span, name: Span) -> bool:
    """Return whether a form says more than a model: brands look like handles ("BayCon")."""
    if form.label == Label.USERNAME.value:
        return "@" in text[max(form.start - 1, 0) : form.end]
    if form.label == Label.ADDRESS.value:
        return name.label == _LOCATION and any(map(str.isdigit, text[form.start : form.end]))
    return True


def _label_of_name(text: str, span: Span) -> str | None:
    """Return the label that words next to a name or the lists show."""
    shown = text[span.start : span.end]
    word = shown.lower()
    is_lower = shown == word and span.label != _PERSON  # "mr oh"
    if is_lower and _NUMBER_WORDS.issuperset(word.replace("-", " ").split()):
        return Label.NUMBER.value
    is_sure_person = span.label == _PERSON and span.score >= SURE and not span.doubtful
    if word in _DAYS_AND_MONTHS:
        return None if is_sure_person else _DATE
    before = text[max(span.start - _BEFORE, 0) : span.start]
    if text[span.start].isupper() and _TITLE.search(before):
        return _PERSON
    is_illness = word.endswith(_DISEASES) or _DISEASE.match(text, span.end)
    if is_illness or (span.label == _PERSON and is_medical(word, by_lists=True)):
        return _MISC
    if word in person_names():
        return None
    listed = class_names().get(word, frozenset())
    is_team_or_brand = {_ORGANIZATION, _MISC} == {span.label, *listed}  # "Yankee fans"
    if is_team_or_brand or listed not in ({_MISC}, {_ORGANIZATION}):
        return None
    return next(iter(listed))


@cache
def _rows() -> dict[str, list[_Row]]:
    uncounted = words("counted.nothing") | ENGLISH_MONTHS | WEEKDAYS.keys()
    counted = rf"(?!(?:{'|'.join(sorted(uncounted))})(?!\w))[a-z]+(?!\w)"
    by_label: dict[str, list[_Row]] = {}
    for label, before, inside, after, new in rows("relabeled_quantities"):
        row = (
            label.endswith(_GUESS),
            _compiled(rf"(?:{before})\Z" if before != _ANY else ""),
            _compiled(rf"(?:{inside})\Z"),
            _compiled(after.replace("{counted}", counted) if after != _ANY else ""),
            new,
        )
        by_label.setdefault(label.rstrip(_GUESS), []).append(row)
    return by_label


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _labels_of_quantity(text: str, span: Span) -> Iterator[str]:
    """Yield labels of a date, time, sum or id that is a quantity: "6 1/2" is no date."""
    inside = text[span.start : span.end]
    before = text[max(span.start - _BEFORE, 0) : span.start]
    after = text[span.end : span.end + _BEFORE]
    for guess, head, form, tail, new in _rows().get(span.label, ()):
        doubted = not guess or span.score <= FAINT
        if doubted and form.match(inside) and tail.match(after) and head.search(before):
            yield new
