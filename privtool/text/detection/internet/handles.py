"""Names of accounts without an @ of their own: torn handles, hashtags, home folders, app names."""

from __future__ import annotations

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.word_lists import load_allow_list
from privtool.text.word_sets import word_set

USERNAME = Label.USERNAME.value

_TORN = Regex(r"(?<![\w@])@ ([^\W\d][\w.]*\w)")
_SURNAME = Regex(r" ([^\W\d_]{3,20})(?![\w@])")
_CAMEL = Regex(r"#?(?<![^\W_])(?:[A-Z][a-z]{2,}){2,4}\d*(?![^\W_])")
_FOLDER = r"[^/\\\s\"'<>:;,\0]{1,64}"
_HOME = Regex(
    rf"[/\\](?:home|users|homes|mail)[/\\]((?:{_FOLDER} ){{0,3}}{_FOLDER}(?=[/\\])|{_FOLDER})"
    r"|(?<![\w/])~([a-z][\w.-]{1,31})/"
)
# "user_id=anna", "first_name: Anna" of forms, addresses and logs.
_WHOSE = "user|account|login|owner|author|member|patient|customer"
_WHICH_NAME = "first|last|full|given|family|sur"
_WHAT = "_?(?:id|name|no|nr|number|address|token)"
_FIELD = Regex(
    rf"(?<![^\W_])(?:(?:{_WHOSE}|usr|uid|handle|nick|e?mail|contact|session|token|passw(?:or)?d"
    rf"|pwd|secret|(?:api|access)_?key|(?:{_WHICH_NAME})_?name)(?:{_WHAT})?="
    rf"|(?:{_WHOSE}|{_WHICH_NAME}){_WHAT}[\"']?[:=]) ?[\"']?([^\s&,;\"'<>()\0]{{2,64}})"
)
FIELD_COLON = Regex(
    ":(?:"
    + "|".join(
        f"(?<={word}:)|(?<={word}[\"']:)"
        for word in ("id", "name", "no", "nr", "number", "address", "token")
    )
    + ")"
)
APPS = word_set(
    """instagram insta ig snapchat snap twitter telegram venmo skype discord tiktok cashapp paypal
    kik steam psn xbox twitch linkedin facebook"""
)
_APP = Regex(
    rf"(?<![\w./])(?:{'|'.join(sorted(APPS))})(?: (?:handle|name|id|account|tag|user))?"
    r"(?: is|[:=]| -)+ ?(?!the |a |an |on |not |in |down |so |all )([^\s,;\"'()<>\0]{3,40})"
)
# What may follow a free-standing "@" (for "at"), and public names in CamelCase.
_PLACES = word_set(
    """home work school the my a an this that your our his her their church lunch dinner noon night
    least all one two three four five six seven eight nine ten eleven twelve some it me you us them
    him in on about around midnight once last first up"""
)
_BRANDS = word_set(
    """youtube facebook linkedin playstation powerpoint javascript typescript github gitlab youtuber
    youtubers paypal mastercard wordpress snapchat whatsapp blackberry macbook photoshop airbnb
    starcraft warcraft minecraft quickbooks fedex kickstarter superman batman spiderman starbucks
    walmart postgresql hotmail superbowl tripadvisor soundcloud"""
)


def find(view: TextView) -> list[Span]:
    """Find names after a free-standing @, in CamelCase, in home folders, and of known apps."""
    text = view.lower
    spans: list[Span] = []
    if "@ " in text:
        spans += [
            Span(match.start(), _name_end(match), USERNAME, LIKELY)
            for match in _TORN.finditer(text)
            if match.group(1) not in _PLACES
        ]
    if view.mixed_case:
        spans += [
            Span(*match.span(), USERNAME, POSSIBLE)
            for match in _CAMEL.finditer(view.plain)
            if match.group().strip("#0123456789").lower() not in _BRANDS
        ]
    if "/" in text or "\\" in text:
        spans += [Span(*m.span(m.lastindex or 1), USERNAME, SURE) for m in _HOME.finditer(text)]
    if "=" in text or FIELD_COLON.search(text):
        spans += [Span(*m.span(1), USERNAME, SURE) for m in _FIELD.finditer(text)]
    if not APPS.isdisjoint(view.hints):
        spans += [Span(*m.span(1), USERNAME, LIKELY) for m in _APP.finditer(text)]
    return merge_overlapping(spans)


def _name_end(torn: Match) -> int:
    """Return where a torn handle stops, with the surname in "@ anna kowalski"."""
    surname = _SURNAME.match(torn.string, torn.end()) if torn.group(1).isalpha() else None
    named = surname is not None and surname.group(1) not in load_allow_list().words
    return surname.end() if surname is not None and named else torn.end()
