"""E-mail and internet addresses and user names, on domains and in networks for documentation."""

from __future__ import annotations

import ipaddress
import re

from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.names.persons import name_surrogate
from privtool.text.surrogates.prf import KeyedRandom
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

    def make(rng: KeyedRandom) -> str:
        return _names(local, context, rng) + sign + _domain(host, rng)

    return context.retry("EMAIL", phrase, make)


def username(phrase: str, context: Context) -> str:
    """A user name: names for the words, digits for digits, the signs as they are."""
    if _LETTERS_OR_DIGITS.search(phrase) is None:
        raise NoSurrogateError
    return context.retry("USERNAME", phrase, lambda rng: _names(phrase, context, rng))


def url(phrase: str, context: Context) -> str:
    """An address at a reserved domain; each part of the path has other letters and digits."""
    if " " in phrase:
        return context.retry("URL", phrase, lambda rng: _spoken(phrase, rng))
    found = _URL.fullmatch(phrase)
    if found is None:
        raise NoSurrogateError
    before, host, port, path = found.groups(default="")

    def make(rng: KeyedRandom) -> str:
        return before + _domain(host, rng) + port + _scrambled(path, rng)

    return context.retry("URL", phrase, make)


def ip(phrase: str, context: Context) -> str:
    """An address of a network for documentation, in the form of the original."""
    return context.retry("IP", phrase, lambda rng: _ip(phrase, rng))


def _ip(phrase: str, rng: KeyedRandom) -> str:
    found = _FOUR.search(phrase)
    if found is None and ":" not in phrase:
        return _scrambled(phrase, rng)
    if found is not None and ":" not in phrase[: found.start()]:
        before, after = phrase[: found.start()], phrase[found.end() :]
        new = _NETWORKS[rng.below(3)] + str(rng.between(1, 254))
        return _scrambled(before, rng) + new + _scrambled(after, rng)
    groups = phrase.split(":")
    made = [_hexadecimal(group, rng) for group in groups]
    if len(groups) > 2 and groups[0] and groups[1]:
        made[:2] = _DOCUMENTATION
    else:  # "::1", "fe80::1": the block in front of what there is
        made = [*_DOCUMENTATION, "", _hexadecimal(groups[-1] or "1", rng)]
    new = ":".join(made)
    try:
        ipaddress.IPv6Address(new)
    except ValueError:
        new = f"2001:db8::{rng.between(1, 0xFFFF):x}"
    return cased_like(phrase, new)


def _hexadecimal(group: str, rng: KeyedRandom) -> str:
    """Other digits for a group; four for one that holds more, such as an interface."""
    if not group:
        return group
    size = len(group) if _GROUP.fullmatch(group) else 4
    first = rng.choice("123456789abcdef")
    return first + "".join(rng.choice("0123456789abcdef") for _ in range(size - 1))


def _domain(host: str, rng: KeyedRandom) -> str:
    """A reserved domain other than the host, said as the host is."""
    spoken = re.search(r"\s+dot\s+", host, re.IGNORECASE)
    plain = re.sub(r"\s+dot\s+", ".", host.lower())
    free = [domain for domain in _DOMAINS if domain != plain]
    domain = free[rng.below(len(free))]
    return cased_like(host, domain.replace(".", spoken.group()) if spoken else domain)


def _names(local: str, context: Context, rng: KeyedRandom) -> str:
    """Names for words, keyed like the names themselves; other letters and digits for the rest."""

    def other(match: re.Match[str]) -> str:
        part = match.group()
        if part.lower() in _SPOKEN_SIGNS and " " in local:
            return part
        if part.isalpha() and len(part) > _SHORT:
            name = name_surrogate(part, context)
            return cased_like(part, re.sub(r"[^\w]", "", name))
        return _scrambled(part, rng)

    made = _LETTERS_OR_DIGITS.sub(other, local)
    return made.lower() if local.islower() else made


def _spoken(phrase: str, rng: KeyedRandom) -> str:
    """ "larkwing dot com slash reset": the first words with a dot are the host."""
    found = _SPOKEN_HOST.search(phrase)
    if found is None:
        return _scrambled(phrase, rng)
    before, after = phrase[: found.start()], phrase[found.end() :]
    return _scrambled(before, rng) + _domain(found.group(), rng) + _scrambled(after, rng)


def _scrambled(text: str, rng: KeyedRandom) -> str:
    """The text with other letters and digits; said signs ("dot", "slash") stay."""

    def other(match: re.Match[str]) -> str:
        part = match.group()
        if part.lower() in _SPOKEN_SIGNS or part.lower() in ("www", "http", "https"):
            return part
        new = "".join(
            str(rng.below(10)) if char.isdigit() else rng.choice("abcdefghijklmnopqrstuvwxyz")
            for char in part
        )
        return cased_like(part, new)

    return _LETTERS_OR_DIGITS.sub(other, text)
