"""Email and web addresses and user names, on domains and networks for documentation."""

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
_IPV4 = re.compile(r"\d+(?:\.\d+){3}")
_GROUP = re.compile(r"[0-9a-f]{1,4}", re.IGNORECASE)
_DOCUMENTATION = ("2001", "db8")  # RFC 3849
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_SPOKEN_SIGNS = word_set("dot at underscore dash hyphen slash point colon plus minus")
_INITIALS = 2  # letters that are no name: initials, "w", "jk"
_URL = re.compile(r"((?:[a-z][a-z0-9+]*:/*)?(?:www\.)?)([^/:?#]+)(:\d+)?(.*)", re.I | re.S)
_PUBLIC_PORTS = frozenset((":80", ":443", ":3000", ":5000", ":8000", ":8080", ":8443"))
# Also in brackets: "anna [at] example(dot)com".
_SPOKEN_AT = re.compile(r"\s*[\[({<]\s*at\s*[\])}>]\s*|(?:\A|\s+)at\s+|@", re.IGNORECASE)
_SPOKEN_DOT = re.compile(r"\s*[\[({<]\s*dot\s*[\])}>]\s*|\s+dot\s+", re.IGNORECASE)
_SPOKEN_HOST = re.compile(r"[^\s]+(?:(?:\s+dot\s+|\.)[^\s]+)+", re.IGNORECASE)


def email(phrase: str, context: Context) -> str:
    """Return an address at example.com, .org or .net; names in it get their usual surrogates."""
    at_sign = _SPOKEN_AT.search(phrase)
    if at_sign is None:
        return username(phrase, context)
    local, sign, host = phrase[: at_sign.start()], at_sign.group(), phrase[at_sign.end() :]
    if not host:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        return _replace_words(local, context, rng) + sign + _reserved_domain(host, rng)

    return context.retry("EMAIL", phrase, make)


def username(phrase: str, context: Context) -> str:
    """Return a user name: names for words, digits for digits, the same signs."""
    if _LETTERS_OR_DIGITS.search(phrase) is None:
        raise NoSurrogateError
    return context.retry("USERNAME", phrase, lambda rng: _replace_words(phrase, context, rng))


def url(phrase: str, context: Context) -> str:
    """Return an address at a reserved domain, with random letters and digits in its path."""
    if " " in phrase:
        return context.retry("URL", phrase, lambda rng: _replace_spoken_url(phrase, rng))
    match = _URL.fullmatch(phrase)
    if match is None:
        raise NoSurrogateError
    before, host, port, path = match.groups(default="")

    def make(rng: KeyedRandom) -> str:
        new_port = port if port in _PUBLIC_PORTS else _scramble(port, rng)
        return before + _reserved_domain(host, rng) + new_port + _scramble(path, rng)

    return context.retry("URL", phrase, make)


def ip(phrase: str, context: Context) -> str:
    """Return an address of a documentation network, in the form of the original."""
    return context.retry("IP", phrase, lambda rng: _random_address(phrase, rng))


def _random_address(phrase: str, rng: KeyedRandom) -> str:
    match = _IPV4.search(phrase)
    if match is None and ":" not in phrase:
        return _scramble(phrase, rng)
    if match is not None and ":" not in phrase[: match.start()]:
        before, after = phrase[: match.start()], phrase[match.end() :]
        new = _NETWORKS[rng.below(3)] + str(rng.between(1, 254))
        return _scramble(before, rng) + new + _scramble(after, rng)
    groups = phrase.split(":")
    address = [_random_group(group, rng) for group in groups]
    if len(groups) > 2 and groups[0] and groups[1]:
        address[:2] = _DOCUMENTATION
    else:  # "::1", "fe80::1": the documentation block comes first
        address = [*_DOCUMENTATION, "", _random_group(groups[-1] or "1", rng)]
    new = ":".join(address)
    try:
        ipaddress.IPv6Address(new)
    except ValueError:
        new = f"2001:db8::{rng.between(1, 0xFFFF):x}"
    return cased_like(phrase, new)


def _random_group(group: str, rng: KeyedRandom) -> str:
    """Return random hex digits for a group; four for a longer one, such as an interface."""
    if not group:
        return group
    size = len(group) if _GROUP.fullmatch(group) else 4
    first = rng.choice("123456789abcdef")
    return first + "".join(rng.choice("0123456789abcdef") for _ in range(size - 1))


def _reserved_domain(host: str, rng: KeyedRandom) -> str:
    """Return a reserved domain other than the host, spoken if the host is."""
    spoken = _SPOKEN_DOT.search(host)
    plain = _SPOKEN_DOT.sub(".", host.lower())
    free = [domain for domain in _DOMAINS if domain != plain]
    domain = free[rng.below(len(free))]
    return cased_like(host, domain.replace(".", spoken.group()) if spoken else domain)


def _replace_words(local: str, context: Context, rng: KeyedRandom) -> str:
    """Replace words by names, keyed like the names themselves, and scramble the rest."""

    def other(match: re.Match[str]) -> str:
        part = match.group()
        if part.lower() in _SPOKEN_SIGNS and " " in local:
            return part
        if part.isalpha() and len(part) > _INITIALS:
            name = name_surrogate(part, context)
            return cased_like(part, re.sub(r"[^\w]", "", name))
        return _scramble(part, rng)

    name = _LETTERS_OR_DIGITS.sub(other, local)
    return name.lower() if local.islower() else name


def _replace_spoken_url(phrase: str, rng: KeyedRandom) -> str:
    """Replace a spoken URL; its host is the first words joined by "dot"."""
    match = _SPOKEN_HOST.search(phrase)
    if match is None:
        return _scramble(phrase, rng)
    before, after = phrase[: match.start()], phrase[match.end() :]
    return _scramble(before, rng) + _reserved_domain(match.group(), rng) + _scramble(after, rng)


def _scramble(text: str, rng: KeyedRandom) -> str:
    """Return the text with random letters and digits; spoken signs ("dot", "slash") stay."""

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
