"""Addresses of machines and interfaces, and other identifiers of fixed form."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, SURE, VALIDATED
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex

IP = Label.IP.value
ID = Label.ID.value

_V4 = Regex(r"(?<!\d)(?<!\d\.)\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)")
_V4_REST = Regex(r"(?:/\d{1,2}(?!\d))?(?::\d{1,5}(?!\d))?")
_V6 = Regex(r"(?<![\w:])[\da-f:.]{2,}(?:%\w{1,15})?(?:/\d{1,3}(?!\d))?")
_LONGEST_V6 = 70  # eight groups, a zone and a prefix length
_MAC = Regex(
    r"(?<![\w:-])[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}(?![\w])"
    r"|(?<![\w.])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\w])"
)
_SHORTEST_MAC = 14  # "001a.2b3c.4d5e"
_UUID = Regex(r"(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])")


def find_ip(view: TextView) -> list[Span]:
    """Find IP addresses of both versions, with prefix length or port."""
    text = view.lower
    spans = []
    if text.count(".") >= 3:
        for match in _V4.finditer(text):
            if all(int(part) < 256 for part in match.group().split(".")):
                rest = _V4_REST.match(text, match.end())
                end = rest.end() if rest is not None else match.end()
                spans.append(Span(match.start(), end, IP, VALIDATED))
    if text.count(":") >= 2:
        view.hide(spans)
        spans += [span for match in _V6.finditer(view.lower) if (span := _v6(match))]
        spans.sort()
    return spans


def _v6(match: Match) -> Span | None:
    """Return the span of a valid candidate, without sentence punctuation."""
    import ipaddress

    candidate = match.group()
    if len(candidate) > _LONGEST_V6 or candidate.count(":") < 2:
        return None
    candidate = candidate.rstrip(".")
    if not candidate.endswith("::"):
        candidate = candidate.rstrip(":")
    try:
        ipaddress.IPv6Address(candidate.partition("/")[0])
    except ValueError:
        return None
    digits = sum(map(str.isalnum, candidate))
    if not digits:
        return None
    score = VALIDATED if digits > 4 else DOUBTFUL  # "a::b" is more often code than an address
    return Span(match.start(), match.start() + len(candidate), IP, score)


def find_hardware(view: TextView) -> list[Span]:
    """Find MAC addresses and UUIDs."""
    text = view.lower
    if text.count("-") < 4 and text.count(":") < 5 and text.count(".") < 2:
        return []
    if not view.has_digit_word(_SHORTEST_MAC):
        return []
    spans = [Span(*match.span(), ID, VALIDATED) for match in _UUID.finditer(text)]
    view.hide(spans)
    spans += [Span(*match.span(), ID, SURE) for match in _MAC.finditer(view.lower)]
    return sorted(spans)
