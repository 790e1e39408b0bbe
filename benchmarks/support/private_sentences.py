"""Sentences of which some hold invented private values: numbers, dates, addresses, codes."""

from __future__ import annotations

import random
from collections.abc import Callable

_PRIVATE_SHARE = 0.25

_PLAIN = (
    "i went to the store and bought some {noun} for the {person}",
    "The {person} said that the {noun} was not as good as it used to be.",
    "do you think we could talk about the {noun} later, or is now a bad time",
    "She has one or two ideas about the {noun}, but nobody has asked her yet.",
    "Well, I may be wrong, but the {person} will march on without a {noun}.",
    "Honestly the {noun} is fine; it's the {person} that worries me, you know?",
)
_NOUNS = [
    "weather",
    "garden",
    "bread",
    "music",
    "report",
    "kitchen",
    "movie",
    "engine",
    "letter",
    "holiday",
    "budget",
]
_PERSONS = [
    "neighbour",
    "doctor",
    "manager",
    "teacher",
    "driver",
    "baker",
    "child",
    "visitor",
    "lawyer",
    "nurse",
]
_CARRIERS = (
    "my {kind} is {value}",
    "{value} is the {kind} we have on file, is that right?",
    "Please send it to {value} before the end of the week.",
    "Call me back ({value}) and ask for the {person}.",
    "so the {kind}, let me see, that would be {value}, and the {noun} is extra",
    "{value}, {value2}",
)


def _digits(rng: random.Random, shape: str) -> str:
    """`shape` with a random digit for every # and a random capital for every @."""
    return "".join(
        rng.choice("0123456789")
        if char == "#"
        else rng.choice("ABCEGHJKLMNPRSTVWXYZ")
        if char == "@"
        else char
        for char in shape
    )


def _luhn(number: str) -> str:
    """`number` with its Luhn check digit."""
    doubled = [int(d) * (2 if k % 2 == 0 else 1) for k, d in enumerate(reversed(number))]
    return number + str(-sum(d // 10 + d % 10 for d in doubled) % 10)


def _card(rng: random.Random) -> str:
    number = _luhn(
        _digits(rng, rng.choice(("4##############", "51#############", "37############")))
    )
    if len(number) == 15:
        return rng.choice((number, f"{number[:4]} {number[4:10]} {number[10:]}"))
    return rng.choice(("", " ", "-")).join(number[k : k + 4] for k in range(0, 16, 4))


def _iban(rng: random.Random) -> str:
    country, shape = rng.choice(
        (("DE", "#" * 18), ("GB", "WEST" + "#" * 14), ("NL", "ABNA" + "#" * 10))
    )
    body = _digits(rng, shape)
    check = 98 - int("".join(str(int(char, 36)) for char in body + country + "00")) % 97
    iban = f"{country}{check:02d}{body}"
    return rng.choice((iban, " ".join(iban[k : k + 4] for k in range(0, len(iban), 4))))


def _shaped(*shapes: str) -> Callable[[random.Random], str]:
    return lambda rng: _digits(rng, rng.choice(shapes))


def _date(rng: random.Random) -> str:
    year, month, day = rng.randint(1930, 2029), rng.randint(1, 12), rng.randint(1, 28)
    name = "January February March April May June July August September October November December"
    word = name.split()[month - 1]
    return rng.choice(
        (
            f"{year}-{month:02d}-{day:02d}",
            f"{month}/{day}/{year}",
            f"{day:02d}.{month:02d}.{year}",
            f"{month}/{day}/{year % 100:02d}",
            f"{day}-{word[:3]}-{year}",
            f"{word} {day}, {year}",
            f"{year}-{month:02d}-{day:02d}T10:15:30Z",
            f"{month:02d}/{year}",
        )
    )


def _mail(rng: random.Random) -> str:
    host = rng.choice(("example.com", "mail.example.org", "example.co.uk"))
    return f"{rng.choice(_PERSONS)}{rng.choice(('.', '_', ''))}{rng.randint(1, 99)}@{host}"


def _url(rng: random.Random) -> str:
    head = rng.choice(("https://", "http://www.", "www.", ""))
    return f"{head}example.{rng.choice(('com', 'org', 'io', 'de'))}{rng.choice(('', '/a/b?c=1'))}"


_KINDS: dict[str, Callable[[random.Random], str]] = {
    "card": _card,
    "iban": _iban,
    "date": _date,
    "e-mail": _mail,
    "site": _url,
    "phone": _shaped(
        "(212) 555-01##",
        "+1 415-555-01##",
        "202.456.####",
        "+44 20 7946 0###",
        "07700 900###",
        "+49 30 2345####",
        "+33 1 42 68 53 ##",
        "212-736-5000 ext. 4##",
        "2127365###",
    ),
    "ssn": _shaped("5##-4#-1###", "5## 4# 1###", "54#7#1234", "9##-7#-####"),
    "ip": _shaped(
        "10.1#.2#.#", "192.168.#.1#/24", "2001:db8:85a3::8a2e:370:73##", "::ffff:10.1.2.#"
    ),
    "device": _shaped(
        "00:1A:2B:3C:4D:##", "001a.2b3c.4d##", "550e8400-e29b-41d4-a716-4466554400##"
    ),
    "licence": _shaped(
        "@#######", "@@######", "@########", "##@@@#####", "H########", "@#@#@", "########@@"
    ),
    "account": _shaped(
        "########", "##########", "############", "#################", "CLM-########", "RX######"
    ),
    "tax id": _shaped(
        "##-#######", "##/###/#####", "12###/67890"[:5] + "######", "DE#########", "4#########"
    ),
    "passport": _shaped("@########", "#########", "@@#######", "C01X#####"),
    "health number": _shaped(
        "943 476 5919", "943-476-5919", "1EG4-TE5-MK73", "AB 12 34 56 C", "2### ##### #"
    ),
    "national id": _shaped(
        "12345678Z",
        "X1234567L",
        "RSSMRA85T10A562S",
        "44051401359",
        "131052-308T",
        "811228-9874",
        "S1234567D",
        "2341 2341 2346",
        "ABCPE1234F",
        "046 454 286",
        "900101-1234567",
        "13502703211##",
    ),
    "plate": _shaped(
        "AB12 CDE", "B-MW 1234", "34 ABC 123", "CA 12 GT GP", "KJA-123AB", "MH12AB1234"
    ),
    "postcode": _shaped("SW1A 1AA", "K1A 0B1", "90210-####", "#####"),
    "wallet": lambda rng: rng.choice(
        ("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy")
    ),
    "company": _shaped(
        "HRB 12###", "2009/######/07", "T08LL####A", "51 824 753 556", "556703-7485"
    ),
}


def generated(count: int, seed: int) -> list[str]:
    """`count` texts: a quarter with one or two invented values, the others plain sentences."""
    rng = random.Random(seed)
    texts = []
    for _ in range(count):
        fillers = {"noun": rng.choice(_NOUNS), "person": rng.choice(_PERSONS)}
        if rng.random() >= _PRIVATE_SHARE:
            texts.append(rng.choice(_PLAIN).format(**fillers))
            continue
        kind = rng.choice(list(_KINDS))
        values = {"value": _KINDS[kind](rng), "value2": _KINDS[rng.choice(list(_KINDS))](rng)}
        texts.append(rng.choice(_CARRIERS).format(kind=kind, **values, **fillers))
    return texts
