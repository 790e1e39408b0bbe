"""E-mail and internet addresses and user names, on domains and in networks for documentation."""

from __future__ import annotations

import ipaddress
import re

from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.names.persons import one_name
from privtool.text.surrogates.prf import Numbers
from privtool.text.word_sets import word_set

_DOMAINS = ("example.com", "example.org", "example.net")  # RFC 2606
_NETWORKS = ("192.0.2.", "198.51.100.", "203.0.113.")  # RFC 5737
_FOUR = re.compile(r"\d+(?:\.\d+){3}")
_GROUP = re.compile(r"[0-9a-f]{1,4}", re.IGNORECASE)
_DOCUMENTATION = ("2001", "db8")  # RFC 3849
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_SPOKEN_SIGNS = word_set("dot at underscore dash hyphen slash point colon plus minus")
_SHORT = 2  # letters that are no name: initials, "w", "jk"
_URL = re.compile(r"((?:[a-z][a-z0-9+]*:/*)?(?:www\.)?)([^/:?#]+)(:\d+)?(.*)", re.I | re.S)
_SPOKEN_AT = re.compile(r"\s+at\s+|@", re.IGNORECASE)
_SPOKEN_HOST = re.compile(r"[^\s]+(?:(?:\s+dot\s+|\.)[^\s]+)+", re.IGNORECASE)


def email(phrase: str, context: Context) -> str:
    """An address at example.com, .org or .net; names in it get the surrogates of those names."""
    at = _SPOKEN_AT.search(phrase)
    if at is None:
        return username(phrase, context)
    local, sign, host = phrase[: at.start()], at.group(), phrase[at.end() :]
    if not host:
        raise NoSurrogateError

    def make(numbers: Numbers) -> str:
        return _names(local, context, numbers) + sign + _domain(host, numbers)

    return context.retry("EMAIL", phrase, make)


def username(phrase: str, context: Context) -> str:
    """A user name: names for the words, digits for digits, the signs as they are."""
    if _LETTERS_OR_DIGITS.search(phrase) is None:
        raise NoSurrogateError
    return context.retry("USERNAME", phrase, lambda numbers: _names(phrase, context, numbers))


def url(phrase: str, context: Context) -> str:
    """An address at a reserved domain; each part of the path has other letters and digits."""
    if " " in phrase:
        return context.retry("URL", phrase, lambda numbers: _spoken(phrase, numbers))
    found = _URL.fullmatch(phrase)
    if found is None:
        raise NoSurrogateError
    before, host, port, path = found.groups(default="")

    def make(numbers: Numbers) -> str:
        return before + _domain(host, numbers) + port + _scrambled(path, numbers)

    return context.retry("URL", phrase, make)


def ip(phrase: str, context: Context) -> str:
    """An address of a network for documentation, in the form of the original."""
    return context.retry("IP", phrase, lambda numbers: _ip(phrase, numbers))


def _ip(phrase: str, numbers: Numbers) -> str:
    found = _FOUR.search(phrase)
    if found is None and ":" not in phrase:
        return _scrambled(phrase, numbers)
    if found is not None and ":" not in phrase[: found.start()]:
        before, after = phrase[: found.start()], phrase[found.end() :]
        new = _NETWORKS[numbers.below(3)] + str(numbers.between(1, 254))
        return _scrambled(before, numbers) + new + _scrambled(after, numbers)
    groups = phrase.split(":")
    made = [_hexadecimal(group, numbers) for group in groups]
    if len(groups) > 2 and groups[0] and groups[1]:
        made[:2] = _DOCUMENTATION
    else:  # "::1", "fe80::1": the block in front of what there is
        made = [*_DOCUMENTATION, "", _hexadecimal(groups[-1] or "1", numbers)]
    new = ":".join(made)
    try:
        ipaddress.IPv6Address(new)
    except ValueError:
        new = f"2001:db8::{numbers.between(1, 0xFFFF):x}"
    return cased_like(phrase, new)


def _hexadecimal(group: str, numbers: Numbers) -> str:
    """Other digits for a group; four for one that holds more, such as an interface."""
    if not group:
        return group
    size = len(group) if _GROUP.fullmatch(group) else 4
    first = numbers.choice("123456789abcdef")
    return first + "".join(numbers.choice("0123456789abcdef") for _ in range(size - 1))


def _domain(host: str, numbers: Numbers) -> str:
    """A reserved domain other than the host, said as the host is."""
    spoken = re.search(r"\s+dot\s+", host, re.IGNORECASE)
    plain = re.sub(r"\s+dot\s+", ".", host.lower())
    free = [domain for domain in _DOMAINS if domain != plain]
    domain = free[numbers.below(len(free))]
    return cased_like(host, domain.replace(".", spoken.group()) if spoken else domain)


def _names(local: str, context: Context, numbers: Numbers) -> str:
    """Names for words, keyed like the names themselves; other letters and digits for the rest."""

    def other(match: re.Match[str]) -> str:
        part = match.group()
        if part.lower() in _SPOKEN_SIGNS and " " in local:
            return part
        if part.isalpha() and len(part) > _SHORT:
            name = one_name(part, context)
            return cased_like(part, re.sub(r"[^\w]", "", name))
        return _scrambled(part, numbers)

    made = _LETTERS_OR_DIGITS.sub(other, local)
    return made.lower() if local.islower() else made


def _spoken(phrase: str, numbers: Numbers) -> str:
    """ "larkwing dot com slash reset": the first words with a dot are the host."""
    found = _SPOKEN_HOST.search(phrase)
    if found is None:
        return _scrambled(phrase, numbers)
    before, after = phrase[: found.start()], phrase[found.end() :]
    return (
        _scrambled(before, numbers) + _domain(found.group(), numbers) + _scrambled(after, numbers)
    )


def _scrambled(text: str, numbers: Numbers) -> str:
    """The text with other letters and digits; said signs ("dot", "slash") stay."""

    def other(match: re.Match[str]) -> str:
        part = match.group()
        if part.lower() in _SPOKEN_SIGNS or part.lower() in ("www", "http", "https"):
            return part
        new = "".join(
            str(numbers.below(10))
            if char.isdigit()
            else numbers.choice("abcdefghijklmnopqrstuvwxyz")
            for char in part
        )
        return cased_like(part, new)

    return _LETTERS_OR_DIGITS.sub(other, text)
