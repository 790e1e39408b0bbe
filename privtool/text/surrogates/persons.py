"""Names of persons, each part of which has its own surrogate wherever it occurs, and names online.

Email, web and IP addresses are on domains and networks for documentation; names in them and in user
names get their usual surrogates.
"""

from __future__ import annotations

import re

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import one_of, words
from privtool.text.surrogates import name_parts
from privtool.text.surrogates.context import Context, NoSurrogateError, normalized, with_form
from privtool.text.surrogates.kinds import plural
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools, pools_for
from privtool.text.surrogates.name_parts import GENDERS, NamePart, gender_of, joined_parts, names_in
from privtool.text.surrogates.renaming import replace_digits_in
from privtool.text.surrogates.spelled import SPELLED, spell, spelled_word

_DOMAINS = ("example.com", "example.org", "example.net")  # RFC 2606
_NETWORKS = ("192.0.2.", "198.51.100.", "203.0.113.")  # RFC 5737
_DOCUMENTATION = "2001:db8::"  # RFC 3849
_IPV4 = re.compile(r"\d+(?:\.\d+){3}")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
SIGNS = words("web.signs") | words("domains.foreign_signs", "intl")
_URL = re.compile(  # the host with the name and password of a user
    r"((?:[a-z][a-z0-9+]*:/*)?(?:www\.)?)((?:[^/?#]*@)?(?:\[[^/]*\]|[^/:?#]+))(:\d+)?(.*)",
    re.I | re.S,
)
_AT = one_of({"at", *words("domains.foreign_at", "intl")})
_DOT = one_of(words("domains.foreign_dots", "intl") - {"."})
# "anna [at] example(dot)com"
_SPOKEN_AT = re.compile(rf"\s*[\[({{<]\s*{_AT}\s*[\])}}>]\s*|(?:\A|\s+){_AT}\s+|@", re.IGNORECASE)
_SPOKEN_DOT = re.compile(rf"\s*[\[({{<]\s*{_DOT}\s*[\])}}>]\s*|\s+{_DOT}\s+", re.IGNORECASE)
# The host of a spoken one is the first words with "dot".
_SPOKEN_URL = re.compile(rf"(.*?)((?<!\S)\S+(?:(?:\s+{_DOT}\s+|\.)\S+)+)()(.*)", re.I | re.S)
_INITIALS = 2  # letters that are no name: initials, "w", "jk"


def person(phrase: str, context: Context) -> str:
    """Return another full name, given name or surname; titles, initials and hyphens stay.

    The last of several words is the surname, or the first before a comma. A single word is what it
    mostly is, a surname if unknown, unless `context.role` decides.
    """
    if locale_of(phrase) is not None:
        pools = name_pools(locale_of(phrase))  # of the same script
        first, *others = phrase.split()
        last = (context.pick(SURNAME, word, pools.surnames) for word in others)
        return " ".join([context.pick(GIVEN, first, pools.given), *last])
    parts = SPELLED.split(phrase)  # every second one is spelled
    if len(parts) == 1 and not names_in(phrase):
        raise NoSurrogateError
    return "".join(
        spell(name_surrogate(spelled_word(part) or part, context), part)
        if number % 2
        else _replace_names(part, context)
        for number, part in enumerate(parts)
    )


def name_surrogate(word: str, context: Context) -> str:
    """Return the surrogate of a name that stands alone, in any letter case."""
    return _replace_part(word, _role_alone(word, context), context)


def _replace_names(phrase: str, context: Context) -> str:
    """Return a phrase of names that are not spelled with others, and with other numbers."""
    made: list[tuple[int, int, str]] = []
    groups = names_in(phrase)
    family = phrase[:4].lower() == "the " and len(groups) == 1 and len(groups[0]) == 1
    for group in groups:
        gender = ""  # of the given names, where none of their own is known
        before = name_parts.PART.finditer(phrase, 0, group[0].start)
        titles = name_parts.TITLES.intersection(normalized(match[0]) for match in before)
        alone = group[0].word == group[-1].word
        for part in group:
            role = _role_of(part, alone, titles, context)
            if role == GIVEN and gender and not gender_of(part.text, context.language):
                role = gender
            new = _replace_part(part.text, role, context)
            if role == GIVEN and len(part.text) > 1:
                gender = gender or gender_of(new, context.language)
            if family and part.text[-1] == "s" and not joined_parts(part.text, context.roles):
                new = plural(new)  # "the Van Houtens"
            made.append((part.start, part.end, new))
    return replace_digits_in(replace_ranges(phrase, made), context)


def _role_of(part: NamePart, alone: bool, titles: frozenset[str], context: Context) -> str:
    """Return the role of a part by its scope; `alone` after a title but "Aunt", it is a surname."""
    if context.role:
        return context.role
    key = name_parts.name_key(part.text)
    if alone:
        if not titles or key in context.roles or key in name_pools().only_given:
            return _role_alone(part.text, context)
        return SURNAME if words("titles.kin").isdisjoint(titles) else GIVEN
    cued = context.roles.get(key) if part.role == GIVEN and context.roles else None
    return cued if cued in GENDERS and not gender_of(key, context.language) else part.role


def _role_alone(word: str, context: Context) -> str:
    key = name_parts.name_key(word)
    own = pools_for(key, context.language).roles.get(key) if context.language else None
    return context.role or context.roles.get(key) or own or name_parts.lone_role(word)


def _replace_part(part: str, role: str, context: Context) -> str:
    """Return the surrogate of one part, in its letter case."""
    if len(part) == 1:
        rng = context.rng("initial", part)
        letter = rng.between_except(0, 25, ord(normalized(part)[:1] or "a") - ord("a"))
        return chr(ord("a" if part.islower() else "A") + letter)
    known = name_parts.name_key(part) in name_pools().roles or context.role
    if len(part) == 2 and part.isupper() and not known:  # "TJ"
        return "".join(_replace_part(letter, role, context) for letter in part)
    cut = joined_parts(part, context.roles)
    if cut:
        start, rest = name_surrogate(part[:cut], context), part[cut:]
        return plural(start) if len(rest) == 1 else start + name_surrogate(rest, context)
    return cased_like(part, _drawn(part, role, context))


def _drawn(part: str, role: str, context: Context) -> str:
    """Return a name for one that is not joined; abroad, what is only a surname is one: "García"."""
    pools = pools_for(part, context.language)
    key = name_parts.name_key(part).rpartition(" ")[2] if context.language else ""  # "da Silva"
    if pools.roles.get(key) == SURNAME and not context.role:
        role = SURNAME
    plain = part.isascii() and part.isalpha()
    bare = part if plain else name_parts.APOSTROPHE.sub("", part)  # "o brien" has none
    if role == SURNAME:
        surnames = with_form(pools.surnames, part, context.language)
        return context.pick(SURNAME, bare, surnames, "SURNAME", excluded=part)
    gender = pools.genders.get(key) or (role if role in GENDERS else gender_of(part))
    by_gender = {"male": pools.male, "female": pools.female} if context.options.keep_gender else {}
    pool = with_form(by_gender.get(gender, pools.given), part, context.language)
    return context.pick(GIVEN, bare, pool, "GIVEN_NAME", excluded=part)


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
    around = _IPV4.split(phrase, maxsplit=1)

    def make(rng: KeyedRandom) -> str:
        if ":" in around[0]:
            high, low = rng.between(1, 0xFFFF), rng.between(1, 0xFFFF)
            return cased_like(phrase, f"{_DOCUMENTATION}{high:x}:{low:x}")
        new = f"{_NETWORKS[rng.below(3)]}{rng.between(1, 254)}" if len(around) > 1 else ""
        return new.join(_replace_words(each, rng) for each in around)

    return context.retry("IP", phrase, make)


def _replace_words(text: str, rng: KeyedRandom, context: Context | None = None) -> str:
    """Return a text with random letters and digits, or names for a context; spoken signs stay."""

    def other(match: re.Match[str]) -> str:
        part = match[0]
        if part.lower() in SIGNS and not (context and " " not in text):
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
