"""Email and web addresses and user names; names in them get their usual surrogates."""

from __future__ import annotations

import re
from functools import partial

from privtool.core.rng import KeyedRandom
from privtool.text.letter_case import cased_like
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.persons import name_surrogate
from privtool.text.values import web

_INITIALS = 2  # letters that are no name: initials, "w", "jk"


def email(phrase: str, context: Context) -> str:
    """Return an address at example.com, .org or .net."""
    sign = web.SPOKEN_AT.search(phrase)
    if sign is None:
        return username(phrase, context)
    local, host = phrase[: sign.start()], phrase[sign.end() :]
    if not host:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        return _replace_words(local, context, rng) + sign[0] + web.reserved_domain(host, rng)

    return context.retry("EMAIL", phrase, make)


def username(phrase: str, context: Context) -> str:
    """Return a user name: names for words, digits for digits, the same signs."""
    if web.PARTS.search(phrase) is None:
        raise NoSurrogateError
    return context.retry("USERNAME", phrase, lambda rng: _replace_words(phrase, context, rng))


def url(phrase: str, context: Context) -> str:
    """Return an address at a reserved domain, with random letters and digits in its path."""

    def make(rng: KeyedRandom) -> str:
        made = web.draw_url(phrase, rng)
        if made is None:
            raise NoSurrogateError
        return made

    return context.retry("URL", phrase, make)


def ip(phrase: str, context: Context) -> str:
    """Return an address of a documentation network."""
    return context.retry("IP", phrase, partial(web.draw_ip, phrase))


def _replace_words(local: str, context: Context, rng: KeyedRandom) -> str:
    """Replace words by names, keyed like the names themselves, and scramble the rest."""

    def other(match: re.Match[str]) -> str:
        part = match.group()
        if part.lower() in web.SPOKEN_SIGNS and " " in local:
            return part
        if part.isalpha() and len(part) > _INITIALS:
            name = name_surrogate(part, context)
            return cased_like(part, re.sub(r"[^\w]", "", name))
        return web.scramble(part, rng)

    name = web.PARTS.sub(other, local)
    return name.lower() if local.islower() else name
