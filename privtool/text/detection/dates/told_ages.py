"""Ages in words that a birthday or a question tells, and those between commas in lower case."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.parted_patterns import PartedPatterns
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import ENGLISH_MONTHS
from privtool.text.english.numbers import SMALL, TEENS, TENS, UNITS
from privtool.text.labels import Label
from privtool.text.word_sets import word_set

_UNIT, _TEEN, _TEN = ("|".join(words) for words in (UNITS, TEENS, TENS))
_AGE = rf"(?:(?:{_TEN})(?:[- ](?:{_UNIT}))?|{_TEEN}|{_UNIT})"
_WHOLE = rf"(?<![^\W_])(?P<age>{_AGE})(?![^\W_])"
_NUMBERS = SMALL.keys() - {"one", "oh", "o"} | {"hundred"}
_PERIOD = r"(?:years?|yrs?|months?|mths?|mos|weeks?|wks?|days?)"
# "Eleven weeks + 2 d", "six months and three weeks".
_AND_DAYS = rf"(?:(?:,| and| \+)? (?:\d|{_AGE}) ?(?:weeks?|wks?|days?|d)(?![^\W_]))?"
_WORD = r"[^\w?]+(?!(?:in|at)(?![^\W_]))[^\W\d_]+"
# "She's two weeks late" is none.
_OTHER_TIMES = word_set(
    """late early pregnant away gone behind ahead in into from to off out overdue older younger
    ago before after later since until till along on without short past through sober clean"""
)
_MONTHS = "|".join(sorted(ENGLISH_MONTHS))
_HOW_OLD = r"(?<![^\W_])how (?:old|many (?:months|weeks) (?:is|are))(?![^\W_])"
_NOT_FROM_NOW = rf"(?![^\W_]|'| (?:{'|'.join(sorted(_OTHER_TIMES))})(?![^\W_]))"
_NO_NUMBER = rf"(?!(?:{'|'.join(SMALL)})(?![^\W_]))"
_HEDGES = ("like", "about", "around", "maybe", "nearly", "almost", "only", "just", "barely")
_HEDGE = "|".join(_HEDGES)
_CHILD = "boy|girl|child|kid|son|daughter|twin|lad|baby|toddler|newborn|infant|nephew|niece"
_CHILDREN = frozenset((*(child + s for child in _CHILD.split("|") for s in ("", "s")), "little"))
# Each pattern of `_TOLD` has one of these words or parts: a quick test.
_TELLING = word_set(
    """birthday bday b shout shoutout congrat congrats congratulations congratulate congratulating
    today big looks looking old many month months week weeks hour hours day days hundred half
    quarter quarters bit going quite youngest oldest eldest boy boys girl girls child kid kids
    son sons daughter daughters twin twins lad lads baby toddler toddlers newborn newborns
    infant infants nephew nephews niece nieces they yet score threescore fourscore come"""
) | frozenset(_HEDGES)
_OF_HYPHENS = ("ty-", "-and-")  # parts of the patterns that have none
_TOLD = PartedPatterns(
    (
        # "Happy birthday to my little man, six today", "a shout out to Tenisha, thirty today"
        (
            ("birthday", "bday", "b-day", "shout", "congrat"),
            r"(?:birthday|bday|b-day|shout ?out|congrat\w*)(?![^\W_])[^\n]{0,80}?"
            rf"{_WHOLE}(?= (?:today|tomorrow|(?:this|next) \w+day)(?![^\W_]))",
        ),
        (
            (" come ",),
            rf"{_WHOLE}(?= come (?:christmas|easter|next|spring|summer|autumn|winter|{_MONTHS})"
            r"(?![^\W_]))",
        ),
        ((" today",), rf", {_WHOLE}(?= today(?![^\W_]))"),
        (
            (" looks ", " looking "),
            rf"{_WHOLE}(?= (?:looks|looking) (?:good|great|fab\w*|amazing) on (?:you|u|her|him))",
        ),
        # As a recognizer writes it: "how old's this little one, father: eleven weeks on Friday"
        (
            ("how old", "how many"),
            rf"{_HOW_OLD}(?:{_WORD}){{0,8}}?[^\w?]+"
            rf"(?P<age>{_AGE} {_PERIOD})(?![^\W_]| (?:ago|later|before|after))",
        ),
        (
            ("how old", "how many"),
            rf"{_HOW_OLD}[^\n?]{{0,60}}\??\n"
            rf"(?:{_NO_NUMBER}[^\W\d_]+:? {{1,2}})?"
            rf"(?:(?:(?:he|she|it)'s|i'm|they're|about|just|um|uh) ){{0,2}}{_WHOLE}",
        ),
        (
            ("he's ", "who's ", "mine's ", "y's "),
            rf"(?<![^\W_])(?:he|she|who|mine|baby)'s (?P<age>{_AGE} (?:months?|weeks?))"
            rf"{_NOT_FROM_NOW}",
        ),
        (("baby's ",), rf"(?<![^\W_])baby's (?P<age>{_AGE} (?:hours?|days?)){_NOT_FROM_NOW}"),
        (
            ("a hundred",),
            rf"(?<=[^\W_])(?:'s| is| was) (?P<age>a hundred(?: and {_AGE})?)"
            r"(?=[,.;!?]|\Z| (?:but|now|today|when|next|on|this|in)(?![^\W_])"
            rf"| and(?! {_AGE})(?![^\W_]))",
        ),
        # "the twins, nine going on ten"
        ((" going on ",), rf"{_WHOLE}(?= going on {_AGE}(?![^\W_]))"),
        (
            (" not quite ", " nearly ", " almost ", " barely ", " only ", " just "),
            rf"(?<![^\W_])(?:{_CHILD}|one|youngest|oldest|eldest)(?:'s| is| was) "
            rf"(?:not quite|{_HEDGE}|just gone) (?P<age>{_AGE})"
            r"(?=[,.;!?\n]|\Z| (?:and|but|so)(?![^\W_]))",
        ),
        (
            (" and a ", " and three "),
            rf"(?<![^\W_])(?:he|she|they|mine|twins)(?:'s|'re| is| are) (?:{_HEDGE} )?"
            rf"(?P<age>{_AGE} and (?:a half|a quarter|a bit|three quarters))(?=[,.;!?\n]|\Z)",
        ),
        (
            (" of ",),
            rf"(?<![^\W_])(?:{_CHILD})s? of (?P<age>{_AGE})"
            r"(?=[,.;!?\n]|\Z| (?:and|who|with|called)(?![^\W_]))",
        ),
        # "my six-and-three-quarters-year-old"
        (
            (_OF_HYPHENS[1],),
            rf"(?<![^\W_])(?P<age>{_AGE}-and-(?:a-(?:half|quarter)|three-quarters))(?=[- ]years?)",
        ),
        (
            _HEDGES,
            rf"(?<![^\W_])(?:i|he|she)(?: was| is|'m|'s) (?:{_HEDGE}) "
            rf"(?P<age>{_AGE})"
            r"(?=[,.;!?\n]|\Z| (?:and|but|when|or|at)(?![^\W_]))",
        ),
        (
            (" month", " week"),
            r"(?<![^\W_])(?!it'|that'|there'|what'|this )[^\W\d_]+(?:'s| is) "
            rf"(?:only|just|barely|nearly) (?P<age>{_AGE} (?:months?|weeks?)){_NOT_FROM_NOW}",
        ),
        (
            ("they're ", "they are ", "they were "),
            rf"(?<![^\W_])(?:{_CHILD}|children)s?(?:,|(?: [^\W\d_]+){{0,4}},?) "
            rf"they(?:'re| are| were) (?P<age>{_AGE})(?=[,.;!?\n]|\Z| (?:now|then)(?![^\W_]))",
        ),
        # "at three score and eleven the old boy still rows"
        (
            ("score ",),
            r"(?<![^\W_])(?P<age>(?:two|three|four|five)[- ]?score (?:years )?and "
            rf"{_AGE})(?![^\W_])",
        ),
        ((" big ",), rf"(?<![^\W_])big (?P<age>(?:{_UNIT})[- ]oh?)(?![^\W_])"),  # "the big six-oh"
        ((" not yet ",), rf"(?<![^\W_])not yet (?P<age>{_AGE})(?=[,.;!?\n]|\Z)"),
        # "we asked the gardener phyllida snow, ninety-one, for her secret"
        (
            (_OF_HYPHENS[0],),
            rf"(?<=[^\W\d_]{{3}}), (?P<age>(?:{_TEN})-(?:{_UNIT}))(?=, {_NO_NUMBER})",
        ),
    )
)
_OF_CHILDREN = PartedPatterns(
    (
        (
            ("baby", "infant", "newborn", "toddler"),
            r"(?<![^\W_])(?:baby|infant|newborn|toddler)(?![^\W_])[^\n,]{0,40}, "
            rf"(?P<age>(?:\d{{1,2}}|{_AGE}) {_PERIOD}{_AND_DAYS}){_NOT_FROM_NOW}",
        ),
        (
            (" y", " mo", " mth", " w", " day"),
            rf"(?<![^\W_])(?:(?:{_CHILD})s?|little one)(?: is| are| was| were|'s|,| \()? ?"
            rf"(?P<age>(?:\d{{1,2}}|{_AGE}) {_PERIOD}{_AND_DAYS}){_NOT_FROM_NOW}",
        ),
    )
)


def find(view: TextView) -> list[Span]:
    """Find such ages."""
    told = not _TELLING.isdisjoint(view.tokens.word) or any(
        map(view.lower.__contains__, _OF_HYPHENS)
    )
    if not told or _NUMBERS.isdisjoint(view.hints):
        return []
    return _matches(view, _TOLD)


def find_of_children(view: TextView) -> list[Span]:
    """Find the ages of children, in digits, too: "the baby is 5 months"."""
    if _CHILDREN.isdisjoint(view.tokens.word):
        return []
    return _matches(view, _OF_CHILDREN)


def _matches(view: TextView, patterns: PartedPatterns) -> list[Span]:
    return sorted(
        Span(*match.span("age"), Label.AGE.value, POSSIBLE)
        for pattern in patterns.possible_in(view.lower)
        for match in pattern.finditer(view.lower)
    )
