"""Web and IP addresses on domains and networks for documentation."""

from __future__ import annotations

import ipaddress
import re

from privtool.core.rng import KeyedRandom
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words

_DOMAINS = ("example.com", "example.org", "example.net")  # RFC 2606
_NETWORKS = ("192.0.2.", "198.51.100.", "203.0.113.")  # RFC 5737
_DOCUMENTATION = ("2001", "db8")  # RFC 3849
_IPV4 = re.compile(r"\d+(?:\.\d+){3}")
_GROUP = re.compile(r"[0-9a-f]{1,4}", re.IGNORECASE)
PARTS = re.compile(r"[^\W\d_]+|\d+")
SPOKEN_SIGNS = words("web.signs")
_URL = re.compile(r"((?:[a-z][a-z0-9+]*:/*)?(?:www\.)?)([^/:?#]+)(:\d+)?(.*)", re.I | re.S)
_PUBLIC_PORTS = words("web.ports")
# Also in brackets: "anna [at] example(dot)com".
SPOKEN_AT = re.compile(r"\s*[\[({<]\s*at\s*[\])}>]\s*|(?:\A|\s+)at\s+|@", re.IGNORECASE)
_SPOKEN_DOT = re.compile(r"\s*[\[({<]\s*dot\s*[\])}>]\s*|\s+dot\s+", re.IGNORECASE)
_SPOKEN_HOST = re.compile(r"[^\s]+(?:(?:\s+dot\s+|\.)[^\s]+)+", re.IGNORECASE)


def draw_url(url: str, rng: KeyedRandom) -> str | None:
    """Return an address at a reserved domain with another path; None for no address."""
    if " " in url:  # spoken; its host is the first words joined by "dot"
        said = _SPOKEN_HOST.search(url)
        if said is None:
            return scramble(url, rng)
        before, after = scramble(url[: said.start()], rng), scramble(url[said.end() :], rng)
        return before + reserved_domain(said[0], rng) + after
    match = _URL.fullmatch(url)
    if match is None:
        return None
    before, host, port, path = match.groups(default="")
    port = port if port[1:] in _PUBLIC_PORTS else scramble(port, rng)
    return before + reserved_domain(host, rng) + port + scramble(path, rng)


def reserved_domain(host: str, rng: KeyedRandom) -> str:
    """Return a reserved domain other than the host, spoken if the host is."""
    spoken = _SPOKEN_DOT.search(host)
    plain = _SPOKEN_DOT.sub(".", host.lower())
    free = [domain for domain in _DOMAINS if domain != plain]
    domain = free[rng.below(len(free))]
    return cased_like(host, domain.replace(".", spoken.group()) if spoken else domain)


def scramble(text: str, rng: KeyedRandom) -> str:
    """Return the text with random letters and digits; spoken signs ("dot", "slash") stay."""

    def other(match: re.Match[str]) -> str:
        part = match.group()
        if part.lower() in SPOKEN_SIGNS or part.lower() in ("www", "http", "https"):
            return part
        new = "".join(str(rng.below(10)) if char.isdigit() else rng.letters(1) for char in part)
        return cased_like(part, new)

    return PARTS.sub(other, text)


def draw_ip(address: str, rng: KeyedRandom) -> str:
    """Return an address of a documentation network, in the form of the original."""
    match = _IPV4.search(address)
    if match is None and ":" not in address:
        return scramble(address, rng)
    if match is not None and ":" not in address[: match.start()]:
        before, after = address[: match.start()], address[match.end() :]
        new = _NETWORKS[rng.below(3)] + str(rng.between(1, 254))
        return scramble(before, rng) + new + scramble(after, rng)
    groups = [_random_group(group, rng) for group in address.split(":")[2:]]
    new = ":".join((*_DOCUMENTATION, *groups))
    try:
        ipaddress.IPv6Address(new)
    except ValueError:  # "::1"
        new = f"2001:db8::{rng.between(1, 0xFFFF):x}"
    return cased_like(address, new)


def _random_group(group: str, rng: KeyedRandom) -> str:
    """Return random hex digits for a group; four for a longer one, such as an interface."""
    if not group:
        return group
    size = len(group) if _GROUP.fullmatch(group) else 4
    first = rng.choice("123456789abcdef")
    return first + "".join(rng.choice("0123456789abcdef") for _ in range(size - 1))
