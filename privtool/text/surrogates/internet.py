"""Email, web and IP addresses on domains and networks for documentation, and user names.

Names in them get their usual surrogates.
"""

from __future__ import annotations

import re
from functools import partial

from privtool.core.rng import KeyedRandom
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.persons import name_surrogate

_DOMAINS = ("example.com", "example.org", "example.net")  # RFC 2606
_NETWORKS = ("192.0.2.", "198.51.100.", "203.0.113.")  # RFC 5737
_DOCUMENTATION = "2001:db8::"  # RFC 3849
_IPV4 = re.compile(r"\d+(?:\.\d+){3}")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_SIGNS = words("web.signs")
_URL = re.compile(r"((?:[a-z][a-z0-9+]*:/*)?(?:www\.)?)([^/:?#]+)(:\d+)?(.*)", re.I | re.S)
# Also in brackets: "anna [at] example(dot)com".
_SPOKEN_AT = re.compile(r"\s*[\[({<]\s*at\s*[\])}>]\s*|(?:\A|\s+)at\s+|@", re.IGNORECASE)
_SPOKEN_DOT = re.compile(r"\s*[\[({<]\s*dot\s*[\])}>]\s*|\s+dot\s+", re.IGNORECASE)
# The host of a spoken one is the first words joined by "dot".
_SPOKEN_URL = re.compile(
    r"(.*?)((?<!\S)\S+(?:(?:\s+dot\s+|\.)\S+)+)()(.*)", re.IGNORECASE | re.DOTALL
)
_INITIALS = 2  # letters that are no name: initials, "w", "jk"


def email(phrase: str, context: Context) -> str:
    """Return an address at example.com, .org or .net."""
    sign = _SPOKEN_AT.search(phrase)
    if sign is None:
        return username(phrase, context)
    local, host = phrase[: sign.start()], phrase[sign.end() :]
    if not host:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        return _replace_words(local, rng, context) + sign[0] + _reserved_domain(host, rng)

    return context.retry("EMAIL", phrase, make)


def username(phrase: str, context: Context) -> str:
    """Return a user name: names for words, digits for digits, the same signs."""
    if _PARTS.search(phrase) is None:
        raise NoSurrogateError
    return context.retry("USERNAME", phrase, lambda rng: _replace_words(phrase, rng, context))


def url(phrase: str, context: Context) -> str:
    """Return an address at a reserved domain, with random letters and digits in its path."""
    match = (_SPOKEN_URL if " " in phrase else _URL).fullmatch(phrase)

    def make(rng: KeyedRandom) -> str:
        if match is None:
            return _replace_words(phrase, rng)
        before, host, port, path = match.groups(default="")
        before = _replace_words(before, rng) if " " in phrase else before
        return before + _reserved_domain(host, rng) + _replace_words(port + path, rng)

    return context.retry("URL", phrase, make)


def ip(phrase: str, context: Context) -> str:
    """Return an address of a documentation network, an IPv4 one with its signs."""
    return context.retry("IP", phrase, partial(_draw_ip, phrase))


def _replace_words(text: str, rng: KeyedRandom, context: Context | None = None) -> str:
    """Return a text with random letters and digits; spoken signs ("dot", "slash") stay.

    With a context, words become names, keyed like the names themselves.
    """

    def other(match: re.Match[str]) -> str:
        part = match[0]
        if part.lower() in _SIGNS and not (context and " " not in text):
            return part
        if context and part.isalpha() and len(part) > _INITIALS:
            return cased_like(part, re.sub(r"[^\w]", "", name_surrogate(part, context)))
        new = "".join(str(rng.below(10)) if char.isdigit() else rng.letters(1) for char in part)
        return cased_like(part, new)

    made = _PARTS.sub(other, text)
    return made.lower() if context and text.islower() else made


def _reserved_domain(host: str, rng: KeyedRandom) -> str:
    """Return a reserved domain other than the host, spoken if the host is."""
    spoken = _SPOKEN_DOT.search(host)
    plain = _SPOKEN_DOT.sub(".", host.lower())
    free = [domain for domain in _DOMAINS if domain != plain]
    domain = free[rng.below(len(free))]
    return cased_like(host, domain.replace(".", spoken.group()) if spoken else domain)


def _draw_ip(address: str, rng: KeyedRandom) -> str:
    match = _IPV4.search(address)
    if match is None and ":" not in address:
        return _replace_words(address, rng)
    if match is not None and ":" not in address[: match.start()]:
        before, after = address[: match.start()], address[match.end() :]
        new = _NETWORKS[rng.below(3)] + str(rng.between(1, 254))
        return _replace_words(before, rng) + new + _replace_words(after, rng)
    high, low = rng.between(1, 0xFFFF), rng.between(1, 0xFFFF)
    return cased_like(address, f"{_DOCUMENTATION}{high:x}:{low:x}")
