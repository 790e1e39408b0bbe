"""Email and web addresses that are spoken, or written to evade machines."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.internet.address_asides import at_before_aside, remark_first
from privtool.text.detection.internet.hosts import (
    AT,
    CLOSERS,
    OPENERS,
    ending_stop,
    over,
    provider_stop,
)
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import PLURALS, REPEATS, SCALES, SMALL
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.top_level_domains import KNOWN
from privtool.text.word_sets import word_set

EMAIL = Label.EMAIL.value
IP = Label.IP.value
URL = Label.URL.value

_JOINTS = word_set("dot underscore dash hyphen period minus point")
_MOST_PARTS = 24
_MOST_HOST_WORDS = 10  # after "at", hesitations included
_MOST_WORDS = 3  # before the joined ones
# How other languages say "@" and the signs of addresses.
AT_ABROAD = word_set("arroba ät klammeraffe chiocciola arobase apenstaartje apestaart")
_ENGLISH = {
    **dict.fromkeys(AT_ABROAD, "at"),
    **dict.fromkeys(word_set("punkt punto ponto punt point"), "dot"),
    **dict.fromkeys(word_set("guion guión bindestrich tiret trattino traço hífen"), "dash"),
    **dict.fromkeys(word_set("unterstrich underline"), "underscore"),
}
PROVIDERS = word_set(
    """gmail googlemail yahoo ymail hotmail outlook icloud protonmail aol gmx comcast verizon
    msn fastmail zoho yandex rocketmail"""
)
# Words before an address that are no part of it.
CARRIERS = word_set(
    """a an the my your his her our their its this that it he she we you they i me us him them is
    are was were be been am s re m ll to at on in of for from with by via and or but so if as not no
    do does did can could will would should may might has have had write mail email emails e address
    addresses send sent sends reach contact use using try just then also called account reads says
    okay ok yes yeah well please look looks looking site website page web visit visited go goes went
    going check out over up about see find online get got order ordered bought buy like think
    know"""
)
_NUMBERS = SMALL.keys() | SCALES.keys() | PLURALS.keys()
_DOT = frozenset(("dot",))
_POINTS = frozenset(("dot", "point", "period"))
_OCTETS = 4
_MOST_OCTET_WORDS = 5  # "two hundred and fifty five"


def find(view: TextView) -> list[Span]:
    """Find addresses such as "anna dot smith at gmail dot com" and "example [dot] com"."""
    tokens = view.tokens
    if not AT_ABROAD.isdisjoint(tokens.word):
        tokens = tokens.translated(_ENGLISH)
    spans: list[Span] = []
    floor = 0
    for index in tokens.places(_DOT):
        if index < floor:
            continue
        stop = ending_stop(tokens, index)
        if stop == index:
            continue
        span, floor = _address(tokens, index, stop, floor)
        if span is not None:
            spans.append(span)
    return spans


def find_at(view: TextView) -> list[Span]:
    """Find "anna smith at gmail.com", "anna at gmail" and "anna @ gmail . com"."""
    tokens = view.tokens
    spans: list[Span] = []
    floor = 0
    for index in tokens.places(AT):
        if index <= floor:
            continue
        word = tokens.word[index]
        begin = over(tokens, index + 1, CLOSERS, 1)
        stop = _written_host_stop(tokens, begin, spaced=word == "@")
        named = provider_stop(tokens, index + 1, PROVIDERS)
        provider = named > index + 1 and tokens.at(named) != "dot"
        if stop == begin and provider:
            stop = named
        if stop == begin:
            continue
        before = over(tokens, index - 1, OPENERS, -1) + 1
        if provider and tokens.at(index - 1) == ",":  # "a two and a one, at gee mail"
            spans.append(tokens.span(index, stop, EMAIL, LIKELY))
            floor = stop
            continue
        joined = _name_first(tokens, before - 1, floor)
        local = _local_first(tokens, before, floor)
        sure = (
            provider or before < index or word == "@" or joined < before - 1 or "mail" in view.lower
        )
        if local < before and sure:
            spans.append(tokens.span(local, stop, EMAIL, SURE if provider else LIKELY))
            floor = stop
    return spans


def _written_host_stop(tokens: Tokens, first: int, *, spaced: bool) -> int:
    """Return where "gmail.com" (or, `spaced`, "gmail . com") at token `first` stops."""
    stop = first
    while tokens.at(stop).isalnum() and tokens.at(stop + 1) in (".", "-", "_"):
        if not spaced and not (tokens.touches(stop + 1) and tokens.touches(stop + 2)):
            break
        stop += 2
    known = stop > first and tokens.at(stop - 1) == "." and tokens.at(stop) in KNOWN
    return stop + 1 if known else first


def find_octets(view: TextView) -> list[Span]:
    """Find "one ninety two dot one sixty eight dot one dot four": numbers joined by dots."""
    tokens = view.tokens
    spans: list[Span] = []
    floor = 0
    for index in tokens.places(_POINTS):
        if index < floor:
            continue
        first = index
        while first > floor and index - first < _MOST_OCTET_WORDS and _is_number(tokens, first - 1):
            first -= 1
        stop, octets = index, 1
        while tokens.at(stop) in ("dot", "point", "period") and first < index:
            end = stop + 1
            while end - stop <= _MOST_OCTET_WORDS and _is_number(tokens, end):
                end += 1
            if end == stop + 1:
                break
            stop, octets = end, octets + 1
        if octets >= _OCTETS - (tokens.word[index] == "dot"):
            spans.append(tokens.span(first, stop, IP, LIKELY if octets >= _OCTETS else POSSIBLE))
        floor = max(floor, stop)
    return spans


def _is_number(tokens: Tokens, index: int) -> bool:
    """Return whether a token is part of an octet in words or digits."""
    word = tokens.at(index)
    if word in _NUMBERS or word in REPEATS or (word.isdigit() and len(word) <= 3):
        return True
    between = word in ("and", "-")
    return between and tokens.at(index - 1) in _NUMBERS and tokens.at(index + 1) in _NUMBERS


def _address(tokens: Tokens, dot: int, stop: int, floor: int) -> tuple[Span | None, int]:
    """Return the address whose domain ends with the dot at `dot`, and the token after it."""
    last = over(tokens, dot - 1, OPENERS, -1)
    first = _name_first(tokens, last, floor)
    if first > dot - 1:
        return None, dot + 1
    at = over(tokens, _at_before(tokens, first, floor), CLOSERS, -1)
    if tokens.at(at) in AT and at > floor:
        before = remark_first(tokens, over(tokens, at - 1, OPENERS, -1) + 1)
        before -= tokens.at(before - 1) == ","  # "b, r, z, at studmail dot com"
        local = _local_first(tokens, before, floor)
        if local < before:
            return tokens.span(local, stop, EMAIL, SURE), stop
    first = _with_words(tokens, first, floor)
    score = LIKELY if tokens.word[first] in ("www", "w") else POSSIBLE
    return tokens.span(first, stop, URL, score), stop


def _at_before(tokens: Tokens, first: int, floor: int) -> int:
    """Return the token of the "at" some words before the host's `first`, else `first - 1`."""
    for index in range(first - 1, max(first - 2 - _MOST_HOST_WORDS, floor), -1):
        if tokens.word[index] in AT:
            return index
        if not tokens.word[index].isalnum():
            break
    parted = at_before_aside(tokens, first, floor)
    return first - 1 if parted is None else parted


def _with_words(tokens: Tokens, first: int, floor: int) -> int:
    """Return the first token of a host or local part with the words before its token `first`."""
    for _ in range(_MOST_WORDS):
        word = tokens.at(first - 1)
        if first - 1 < floor or not word.isalnum() or word in CARRIERS:
            break
        first = _name_first(tokens, first - 1, floor)
    return first


def _local_first(tokens: Tokens, stop: int, floor: int) -> int:
    """Return the first token of the local part before token `stop`, joined or not."""
    # "K, a, at" and "ana dot m at".
    spelled = tokens.at(stop - 2) == "dot" or (
        tokens.at(stop - 2) == "," and len(tokens.at(stop - 3)) == 1
    )
    clear = tokens.at(stop) in OPENERS or tokens.at(stop) == "@"  # "contact [at]"
    if tokens.at(stop - 1) in CARRIERS and not (clear or spelled or tokens.touches(stop - 1)):
        return stop
    first = _with_words(tokens, _name_first(tokens, stop - 1, floor), floor)
    for joint in range(stop - 2, max(stop - _MOST_HOST_WORDS, floor), -1):
        if tokens.word[joint] in ("dot", "underscore"):
            return min(first, _name_first(tokens, joint - 1, floor))
    return first


def _name_first(tokens: Tokens, last: int, floor: int) -> int:
    """Return the first token of a name of joined words that ends with token `last`.

    Words are joined by "dot" and the like; letters, digits and number words by nothing: "j o h n
    four two". Return `last + 1` if there is no name.
    """
    first = last + 1
    index = last
    free = True  # the next word may be joined without a joint
    while index >= floor and last - index < _MOST_PARTS:
        word = tokens.at(index)
        small = (len(word) == 1 and word.isalnum()) or word.isdigit() or word in SMALL
        small = small or (word in REPEATS and index < last) or word in PLURALS
        if word in _JOINTS or word in ("_", "-", "."):
            free = True
        elif small or (free and word.isalnum()):
            first = index
            free = small and tokens.at(index - 1) not in ("is", "at", "me", "to")
            free = free and (len(tokens.at(index - 1)) == 1 or word.isdigit() or word in SMALL)
        else:
            break
        index -= 1
    return first
