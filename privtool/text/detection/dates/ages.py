"""Ages of people, in digits and in words."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import (
    SCALES,
    SMALL,
    TEENS,
    TENS,
    UNITS,
    cardinal_first,
    small_stop,
)
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

AGE = Label.AGE.value

_PERIOD = r"(?:years?|yrs?|months?|mos?|weeks?|wks?|days?)"
_YEARS = r"(?:1[0-3]\d|\d{1,2})"
_FREE = r"(?<![\w.,:/$€£-])" + _YEARS
_WHOLE = _YEARS + r"(?: and a half(?!\w)|(?![\w%]|[.,:/]\d))"
_ABROAD = ["岁", "歳", "лет", "года", "ans", "años", "jahre", "jaar", "anni", "anos"]
# The group "age" is the private part, in patterns with more context. Before them what a text must
# contain.
_WORDED = tuple(
    (parts, Regex(pattern), score)
    for parts, pattern, score in (
        (
            ("old",),
            _FREE + r"(?:\.\d|½| and a half)?[ -]{0,2}" + _PERIOD + r"[ -]{0,2}olds?(?!\w)",
            SURE,
        ),
        ((" of age", " young"), _FREE + r" ?" + _PERIOD + r" (?:of age|young)(?!\w)", SURE),
        (("y/o", "y.o", "yo"), _FREE + r"[ -]?(?:y/o|y\.o\.?|yo)(?!\w)", SURE),
        (("age",), r"(?<!\w)aged?(?: ?(?:is|of|was|:|=|-))? ?(?P<age>" + _WHOLE + r")", SURE),
        (("turn",), r"(?<!\w)turn(?:ed|ing|s)? (?P<age>" + _WHOLE + r")", POSSIBLE),
        (_ABROAD, _FREE + rf" ?(?:jahre alt|{'|'.join(_ABROAD)})(?!\w)", POSSIBLE),
    )
)
_LETTERED = tuple(
    (parts, Regex(pattern), score)
    for parts, pattern, score in (
        (
            ("(", "["),
            r"(?<=[(\[])[1-9]\d ?[mf](?=[)\],/ ])|(?<=[(\[])[mf] ?[1-9]\d(?=[)\],/ ])",
            LIKELY,
        ),
        (
            ("f", "/"),
            r"(?<!\w)[mf] ?/ ?[1-9]\d(?!\w)|(?!0)" + _FREE + r" ?(?:f|/ ?[mf])(?!\w)",
            POSSIBLE,
        ),
        (
            ("0s", "0's"),
            r"(?<!\w)(?:his|her|my|their|your) (?:(?:early|mid|late)[ -])?"
            r"(?P<age>[1-9]0'?s)(?!\w)",
            LIKELY,
        ),
        (
            ("s ", "m "),
            r"(?<!\w)(?:(?:he|she)(?: i|')s|i(?: a|')m)(?: (?:only|just|about|almost|already))? "
            r"(?P<age>" + _WHOLE + r")(?= (?:and|now|but)(?!\w)|[.,!?)]? *\Z|[.,!?)] )",
            POSSIBLE,
        ),
    )
)
_TENS, _UNITS, _SMALL = map("|".join, (TENS, UNITS, SMALL))
_FEW = "|".join(word for word, value in UNITS.items() if value > 1)
_AFTER_NAME = Regex(
    rf", ([1-9]\d|(?:{'|'.join(TEENS)})|(?:{_TENS})(?:[- ](?:{_UNITS}))?|(?:{_FEW})(?=, [a-z])"
    rf"|(?:\d|{_SMALL}) {_PERIOD})(?=, (?!\d|(?:{_SMALL})(?!\w)))"
)
_LONGEST_NAME = 24
_PERIODS = word_set("year years yr yrs month months week weeks day days")
AGE_WORDS = word_set(
    """old olds aged age young turned turning turns turn yo y
    ans anos jahre jaar anni"""
)
# Words next to the age in "34F", "in her 40s", "I'm 25", "she's 30".
_KIN = word_set(
    """mother mum mom mam father dad son daughter brother sister wife husband partner baby
    grandmother grandma granny nan grandfather grandpa granddad grandson granddaughter aunt auntie
    uncle niece nephew cousin kid kids boy boys girl girls child toddler newborn infant infants
    sons daughters twins triplets youngest oldest eldest"""
)
AGE_LETTERS = word_set("m f am he she i you one his her their my your") | _KIN
_SUBJECTS = word_set("he she i you one") | _KIN
_CHILDREN = word_set("little big younger older youngest oldest eldest")  # "my little one"
_CUES = AGE_WORDS | _SUBJECTS
_BE = word_set("' s is am m re are was were ll be will only just about almost already")
# What may begin the next clause after an age: "he's fifty eight his name is".
_OPENERS = word_set(
    """and now but so he she i they we his her my their who when maybe or too already next last this
    in tomorrow today soon uh um er erm"""
)
_HEDGES = word_set("um uh er erm oh well yeah i he she it ' s is m am d say about just only ,")
_LONGEST_QUESTION = 5  # tokens after "age" or "how old"
_LINKS = frozenset(("is", "of", "was", ":", "=", "-"))


def find(view: TextView) -> list[Span]:
    """Find ages in digits next to a word for age."""
    return _find_patterns(view, _WORDED)


def find_lettered(view: TextView) -> list[Span]:
    """Find ages in digits with only a letter next to them: "34F", "in her 40s", "I'm 25"."""
    return _find_patterns(view, _LETTERED)


def find_after_name(view: TextView) -> list[Span]:
    """Find ages between commas after a name: "Ms Jones, 63, has", "Tom Cole, sixty-three, has"."""
    return [
        Span(*match.span(1), AGE, POSSIBLE)
        for match in _AFTER_NAME.finditer(view.plain)
        if _ends_in_name(view.plain[max(0, match.start() - _LONGEST_NAME) : match.start()])
    ]


def _ends_in_name(before: str) -> bool:
    """Return whether the last word of the text is capitalized like a name."""
    word = before.rpartition(" ")[2].lstrip("(\"'")
    return len(word) > 1 and word[0].isalpha() and not word[0].islower()


def _find_patterns(
    view: TextView, patterns: Sequence[tuple[Sequence[str], Regex, float]]
) -> list[Span]:
    """Return the matches of all patterns, hidden one pattern after the other."""
    all_spans: list[Span] = []
    for parts, pattern, score in patterns:
        if not any(part in view.lower for part in parts):
            continue
        group = "age" if pattern.groups else 0
        spans = [Span(*m.span(group), AGE, score) for m in pattern.finditer(view.lower)]
        view.hide(spans)
        all_spans += spans
    return sorted(all_spans)


def find_words(view: TextView) -> list[Span]:
    """Find ages in words: "thirty four years old", "aged seven", "your age? Seven"."""
    return view.spans_at(_CUES, AGE, lambda index, _: _around(view.tokens, index))


def _around(tokens: Tokens, index: int) -> tuple[int, int, float]:
    """Return the age at the cue word `index`: first token, stop, score (0: none)."""
    word = tokens.word[index]
    if word == "age" or (word == "old" and tokens.at(index - 1) == "how"):
        begin = _answer(tokens, index)
        stop = small_stop(tokens, begin)
        if begin < stop:
            return begin, stop + (tokens.at(stop) in _PERIODS), POSSIBLE
    if word in ("old", "olds", "young") or (word == "age" and tokens.at(index - 1) == "of"):
        return _before_old(tokens, index)
    if word == "one" and tokens.at(index - 1) not in _CHILDREN:
        return index, index, 0.0
    if word in _SUBJECTS:
        return _after_subject(tokens, index)
    begin = index + 2 if tokens.at(index + 1) in _LINKS else index + 1
    if tokens.at(begin) not in SMALL or tokens.at(begin) in ("oh", "o"):
        return index, index, 0.0
    return begin, small_stop(tokens, begin), LIKELY if word in ("aged", "age") else POSSIBLE


def _answer(tokens: Tokens, index: int) -> int:
    """Return where the answer to a question with the cue word `index` begins, or `index`."""
    begin = index + 1
    while begin <= index + _LONGEST_QUESTION and tokens.at(begin) not in ("?", ""):
        begin += 1
    if tokens.at(begin) != "?":
        return index
    begin += 1
    if tokens.at(begin) not in SMALL and tokens.at(begin + 1) in (":", "."):  # a speaker label
        begin += 2
    while tokens.at(begin) in _HEDGES:
        begin += 1
    return begin


def _before_old(tokens: Tokens, index: int) -> tuple[int, int, float]:
    """Match "thirty four years old", "a seven-year-old"; `index` is at "old"."""
    unit = index - 2 if tokens.at(index - 1) in ("-", "of") else index - 1
    if tokens.at(unit) not in _PERIODS:
        return index, index, 0.0
    number_stop = unit - 1 if tokens.at(unit - 1) == "-" else unit
    first = cardinal_first(tokens, number_stop)
    scales = [word for word in tokens.word[first:number_stop] if word in SCALES]
    if scales and (scales != ["hundred"] or tokens.at(first) not in ("a", "one", "hundred")):
        return index, index, 0.0  # the age of rocks
    return (first, index + 1, SURE) if first < number_stop else (index, index, 0.0)


def _after_subject(tokens: Tokens, index: int) -> tuple[int, int, float]:
    """Match "she's only twenty two" at the end of a clause; `index` is at "she"."""
    begin = index + 1
    while tokens.at(begin) in _BE:
        begin += 1
    first_stop = small_stop(tokens, begin)
    if begin == index + 1 or first_stop == begin or tokens.at(begin) in ("oh", "o", "one"):
        return index, index, 0.0
    stop = _alternative_stop(tokens, first_stop)
    if stop > first_stop and tokens.at(stop) in _PERIODS:
        return begin, stop, POSSIBLE
    if tokens.at(stop) in _PERIODS:
        stop += 1
    after = tokens.at(stop)
    ends = not after.isalpha() or after in _OPENERS
    return (begin, stop, POSSIBLE) if ends else (index, index, 0.0)


def _alternative_stop(tokens: Tokens, stop: int) -> int:
    """Return the stop of "six, maybe seven", where the first number stops at `stop`."""
    after = stop + 1 if tokens.at(stop) == "," else stop
    if tokens.at(after) not in ("maybe", "or"):
        return stop
    further = small_stop(tokens, after + 1)
    return further if further > after + 1 else stop
