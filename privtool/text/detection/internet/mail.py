"""Email addresses and user names after an @."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, SURE, VALIDATED
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.top_level_domains import KNOWN

EMAIL = Label.EMAIL.value
USERNAME = Label.USERNAME.value

_LOCAL_SIGNS = frozenset("!#$%&'*+-/=?^_{|}~.`")
_DOMAIN = Regex(r"\[[\da-f:.]{3,45}\]|[\w-]+(?:\.[\w-]+)*")
_TORN_ENDING = Regex(r" ?\. ?([a-z]{2,})(?![^\W_])")
_HANDLE = Regex(r"[^\W\d][\w.]*(?:-\w+)*")


def find(view: TextView) -> list[Span]:
    """Find all email addresses and @handles."""
    text = view.lower
    spans: list[Span] = []
    done = 0
    at = text.find("@")
    while at >= 0:
        span = _address(text, at, done) or _handle(text, at, done)
        if span is not None:
            spans.append(span)
            done = span.end
        at = text.find("@", max(at + 1, done))
    return spans


def _address(text: str, at: int, floor: int) -> Span | None:
    """Return the address around the @ at `at`; its local part starts at `floor` or later."""
    before, after = text[at - 1 : at] == " ", text[at + 1 : at + 2] == " "
    spaced = before or after
    start = stop = at - before
    while start > floor and (text[start - 1].isalnum() or text[start - 1] in _LOCAL_SIGNS):
        start -= 1
    while start < stop and not (text[start].isalnum() or text[start] == "_"):
        start += 1
    if start == stop:
        return None
    match = _DOMAIN.match(text, at + 1 + after)
    if match is None:
        return None
    domain = match.group().rstrip("-_")
    ending = domain.rpartition(".")[2]
    if spaced and ("." not in domain or ending not in KNOWN):
        return None
    if not domain or (not domain[0].isalnum() and domain[0] != "["):
        return None
    known = VALIDATED if ending in KNOWN else SURE
    score = known if "." in domain else LIKELY
    end = match.start() + len(domain)
    torn = _TORN_ENDING.match(text, end) if "." not in domain else None
    if torn is not None and torn.group(1) in KNOWN:
        end = torn.end()  # "anna@snowpost . ru"
    return Span(start, end, EMAIL, score)


def _handle(text: str, at: int, floor: int) -> Span | None:
    """Return the user name that starts with the @ at `at`, if the @ starts a word."""
    if at > floor and (text[at - 1].isalnum() or text[at - 1] in "_@"):
        return None
    match = _HANDLE.match(text, at + 1)
    if match is None:
        return None
    name = match.group().rstrip("._")
    return Span(at, at + 1 + len(name), USERNAME, SURE) if len(name) > 1 else None
