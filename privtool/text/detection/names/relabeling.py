"""Labels that the text contradicts: a sum of money that a model takes for an organization.

Models read labels off the surroundings; the form of a phrase, the words next to it and lists know
some of them better. Labels change, what is found does not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT, POSSIBLE, SURE
from privtool.text.detection.names.medical_words import is_medical
from privtool.text.english.calendar import FULL_MONTHS, FULL_WEEKDAYS, WEEKDAY_PLURALS
from privtool.text.known_names import class_names, person_names
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_PERSON, _MISC, _DATE = Label.PERSON.value, Label.MISC.value, Label.DATE.value
_LOCATION, _ORGANIZATION = Label.LOCATION.value, Label.ORGANIZATION.value
_MONEY, _TIME, _NUMBER = Label.MONEY.value, Label.TIME.value, Label.NUMBER.value
_ID = Label.ID.value
_NAMES = frozenset((_PERSON, _LOCATION, _ORGANIZATION, _MISC))
# Labels whose form says little: any number, or any word with letters, may have them.
_SHAPELESS = frozenset((_NUMBER, _ID, Label.WORD.value, Label.ZIP.value))
_TITLE = Regex(r"(?i)(?<!\w)(?:mr|mrs|ms|dr|prof|mister|doctor|professor|senator)\.? \Z")
_DISEASE = Regex(r"(?i)(?:['’]?s)? (?:disease|syndrome|palsy|lymphoma)(?!\w)")
_GIVEN_NAMES = frozenset(("april", "may", "june", "august"))
_DAYS_AND_MONTHS = frozenset((*FULL_MONTHS, *FULL_WEEKDAYS, *WEEKDAY_PLURALS)) - _GIVEN_NAMES
_WEIGHT_BEFORE = Regex(
    r"(?i)(?<!\w)(?:weigh(?:s|ed|ing|t|ts)?|lost|lose|losing|gain(?:s|ed|ing)?|heavier|lighter)"
    r"(?!\w)[^.?!]*\Z"
)
_WEIGHT_AFTER = Regex(r"(?i) (?:(?:of )?(?:body )?weight|overweight|heavier|lighter)(?!\w)")
_OVER_NUMBER = Regex(r"(?i) over (?:\d|[a-z]+(?:ty|teen)(?!\w))")
_COUNTED = Regex(
    r"(?i)\d+(?:[.,]\d+)*(?:st|nd|rd|th|x|['’]?s|(?:-[a-z]{2,})+|k?[gmj]|c?m|mm|m[gl]|[kmgt]b|[kmg]?hz"
    r"|mph|kph|lbs?|oz|ft|cc|pct|px|k?w|min|hrs?)"
)
_YEARS = Regex(r"(?i)(?:mid|early|late|pre|post)-(?:1[5-9]|20)\d\ds?")
_BEFORE = 40  # characters


def relabeled(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the same sections in the same order, with the label that the text shows."""
    forms = sorted(span for span in spans if span.label not in _NAMES | _SHAPELESS)
    starts = [form.start for form in forms]
    new: list[Span] = []
    for span in spans:
        label = _label_of_quantity(text, span)
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
    word = text[span.start : span.end].lower()
    is_sure_person = span.label == _PERSON and span.score >= SURE and not span.doubtful
    if word in _DAYS_AND_MONTHS:
        return None if is_sure_person else _DATE
    before = text[max(span.start - _BEFORE, 0) : span.start]
    if text[span.start].isupper() and _TITLE.search(before):
        return _PERSON
    if _DISEASE.match(text, span.end) or (span.label == _PERSON and is_medical(word, True)):
        return _MISC
    if word in person_names():
        return None
    listed = class_names().get(word, frozenset())
    if listed == {_MISC} or (listed == {_ORGANIZATION} and span.label != _MISC):
        return next(iter(listed))
    return None


def _label_of_quantity(text: str, span: Span) -> str | None:
    """Return the label of a quantity that looks like something else.

    These are weights in pounds, blood pressures, and words with a digit: "10-fold", "30cm".
    """
    if span.label == _TIME:
        return _NUMBER if _OVER_NUMBER.match(text, span.end) else None
    if span.label == _ID and span.score <= FAINT:
        if _YEARS.fullmatch(text, span.start, span.end):
            return _DATE
        return _NUMBER if _COUNTED.fullmatch(text, span.start, span.end) else None
    if span.label != _MONEY or not text[span.start : span.end].lower().endswith(
        ("pound", "pounds")
    ):
        return None
    before = text[max(span.start - _BEFORE, 0) : span.start]
    is_weight = _WEIGHT_BEFORE.search(before) or _WEIGHT_AFTER.match(text, span.end)
    return _NUMBER if is_weight else None
