"""Invented dictation: phones, cards, e-mails, addresses and more, clean or with hesitations."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.support.hesitant_speech import FREE, GAP, Dictation, Words, worded
from privtool.text.english.numbers import digit_words, ordinal_words, small_words, year_words


def _phrases(text: str) -> list[str]:
    """The phrases of a text, between slashes and line breaks."""
    return [phrase.strip() for line in text.strip().split("\n") for phrase in line.split("/")]


_HESITATIONS = _phrases("""
uhm/um/uh/er/hang on/hold on/let me see/you know/like/i think/and then/so/no wait/sorry/i mean
let me check/one second/wait a second/just a moment/okay/right/uh huh/go ahead/where is it/well
what was it/let me find it/here it is/hmm/actually/let's see/then/yeah/oh wait/give me a sec/got it
oh sorry/let me look/are you ready/and after that/it says/so that's/kind of hard to read
bear with me
""")
# Said in the middle of a value; the tagger knows some of these words, but not most.
_DISTRACTIONS = _phrases("""
my handwriting is awful/the ink is smeared/where did i put it/i need my glasses/hold your horses
can you hear me/let me turn the page/my dog is barking/two seconds/oh for goodness sake/ah yes
i always mix that up/come on/the baby is crying/what comes next/er no that's wrong/it's smudged
you still there/how does it go/if i remember correctly/scratch that/one more time/sort of/ja
let me start over/basically/ready for the next part
""")
_OPENINGS = {
    "phone": ("my number is", "you can reach me at", "call me back on", "it's", "sure it is"),
    "ssn": ("my social is", "social security number", "it's", "okay the ssn is"),
    "card": ("the card number is", "it's a visa", "okay so", "sure it goes"),
    "iban": ("my iban is", "the account is", "it reads", "please wire it to"),
    "e-mail": ("my email is", "you can write to", "send it to", "it's", "the address would be"),
    "address": ("i live at", "we moved to", "send it to", "it's", "my address is"),
    "code": ("the confirmation code is", "booking reference", "it says", "my member id is"),
    "surname": ("my last name is spelled", "that's", "it's spelled", "surname is"),
    "date": ("i was born on", "my birthday is", "it was", "date of birth"),
    "decade": ("i was born in the", "she is in her", "back in the", "he must be in his"),
    "ip": ("the ip is", "try to ping", "my server is at", "it shows"),
    "account": ("my account number is", "the policy number is", "it is", "routing number"),
}
_CLOSINGS = ("", "", "thanks", "did you get that", "is that right", "and that's all", "please")
_GIVEN = _phrases("anna/marek/siobhan/luis/priya/tom/jelena/kwame/oliver/mei/fatima/george/ruth")
SURNAMES = _phrases("""
kowalski/obrien/nguyen/lindqvist/garcia/tanaka/okafor/petrov/haddad/schneider/moreau/rossi/larsen
whitfield/abernathy/hollister
""")
_WORDS = _phrases("sunny/green/blue/tiger/rocket/garden/coffee/river/chess/pilot/happy/lucky/music")
_HOSTS = _phrases("""
gmail/yahoo/hotmail/outlook/proton mail/web/lumen works/north field bank/icloud/example/acme/mail
blue harbor dental/city hospital/green leaf/fast mail/old mill works
""")
_ENDINGS = _phrases("com/com/com/org/net/co ~dot uk/de/edu/io/fr/us")
_STREETS = _phrases("""
oak/maple/elm/washington/baker/mill creek/saint james/lincoln/park/sunset/old mill/lake shore/second
fifth/twenty third/martin luther king/juniper/king/la salle/cedar grove
""")
_SUFFIXES = _phrases("""
street/avenue/road/drive/lane/boulevard/court/way/place/terrace/circle
""")
_CITIES = _phrases("springfield/portland/boise/dayton/salem/austin")
_SAMPLES = _phrases("""
apple/boy/cat/david/edward/frank/george/henry/ice/john/king/larry/mary/nancy/oscar/peter/queen
robert/sam/tom/uncle/victor/william/xray/yellow/zebra
""")
_MONTHS = _phrases("""
january/february/march/april/may/june/july/august/september/october/november/december
""")
_DECADES = _phrases("thirties/forties/fifties/sixties/seventies/eighties/nineties")


def generated(kind: str, manner: str, count: int, seed: int) -> list[Dictation]:
    """Return `count` dictations of one of the `KINDS`, CLEAN, HESITANT or DISTRACTED."""
    rng = random.Random(f"{kind} {manner} {seed}")
    words = Words(_OPENINGS[kind], _HESITATIONS, _DISTRACTIONS)
    return [worded(rng, KINDS[kind](rng), manner, words, _CLOSINGS, kind) for _ in range(count)]


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("0123456789") for _ in range(count))


def _group(rng: random.Random, digits: str) -> str:
    """Return a group of digits in words: one by one, in pairs, or with "double"."""
    zero = rng.choice(("oh", "zero"))
    manner = rng.random()
    if manner < 0.15 and len(digits) % 2 == 0 and "0" not in digits[::2]:
        return " ".join(small_words(int(digits[k : k + 2])) for k in range(0, len(digits), 2))
    if manner < 0.25 and len(digits) == 3 and digits[1:] == "00":
        return digit_words(digits[0]) + " hundred"
    for k in range(len(digits) - 1):
        if manner < 0.5 and digits[k] == digits[k + 1]:
            halves = digits[:k], digits[k + 2 :]
            before, after = (digit_words(half, zero=zero) for half in halves)
            return f"{before} double {digit_words(digits[k], zero=zero)} {after}".strip()
    return digit_words(digits, zero=zero)


def _grouped(rng: random.Random, *lengths: int) -> str:
    return f" {GAP} ".join(_group(rng, _digits(rng, length)) for length in lengths)


def _phone(rng: random.Random) -> str:
    head = rng.choice(("", "", f"~plus one {GAP} ", "~area ~code ", f"one {GAP} "))
    return head + _grouped(rng, *rng.choice(((3, 3, 4), (3, 3, 4), (3, 3, 2, 2), (3, 4))))


def _iban(rng: random.Random) -> str:
    country, bank = rng.choice((("d e", ""), ("g b", "n w b k"), ("n l", "a b n a")))
    tail = _grouped(rng, 4, 4, 4, 2)
    return (
        f"{country} {_group(rng, _digits(rng, 2))} {GAP} {bank + f' {GAP} ' if bank else ''}{tail}"
    )


def _mail(rng: random.Random) -> str:
    given, surname = rng.choice(_GIVEN), rng.choice(SURNAMES)
    local = rng.choice(
        (
            f"{given} ~dot {surname}",
            f"{given} {surname}",
            f"{given} {GAP} ~underscore {surname}",
            f"{given[0]} {surname}",
            f"{given} {_group(rng, _digits(rng, 2))}",
            f"{rng.choice(_WORDS)} {rng.choice(_WORDS)} {GAP} {_group(rng, _digits(rng, 2))}",
            f"{' '.join(surname)} {GAP} {_group(rng, _digits(rng, 2))}",
            f"{given[0]} ~dot {surname} {GAP} {_group(rng, _digits(rng, 4))}",
            f"{given}",
            f"{given} ~dash {rng.choice(_WORDS)}",
        )
    )
    ending = " ".join(FREE + word.strip(FREE) for word in rng.choice(_ENDINGS).split())
    return f"{local} {GAP} ~at {GAP} {rng.choice(_HOSTS)} {GAP} ~dot {ending}"


def _address(rng: random.Random) -> str:
    number = _digits(rng, rng.choice((1, 2, 3, 4))).replace("0", "3")
    house = _group(rng, number) if len(number) != 3 or rng.random() < 0.5 else ""
    if not house:
        house = f"{digit_words(number[0])} {small_words(int(number[1:]))}"
    unit = ""
    if rng.random() < 0.4:
        value = rng.choice((rng.choice("bcdf"), small_words(rng.randint(2, 40))))
        unit = f" {GAP} ~{rng.choice(('apartment', 'apt', 'unit', 'suite'))} {value}"
    if rng.random() < 0.3:
        zip_code = _group(rng, _digits(rng, 5))
        unit += f" {GAP} ~{rng.choice(_CITIES)} {GAP} ~zip ~code {zip_code}"
    street = f"{rng.choice(_STREETS)} {GAP} {rng.choice(_SUFFIXES)}"
    return f"{house} {GAP} {street}{unit}"


def _code(rng: random.Random) -> str:
    signs = [rng.choice("bcdfghjklmnpqrtvwxz0123456789") for _ in range(rng.randint(5, 8))]
    signs[rng.randrange(5)] = rng.choice("23456789")
    signs[rng.randrange(2)] = rng.choice("bcdfgkmrtvx")
    words = []
    for place, sign in enumerate(signs):
        if place and place % 3 == 0:
            words.append(GAP)
        words.append(digit_words(sign) if sign.isdigit() else sign)
        if sign.isalpha() and rng.random() < 0.2:
            words.append(f"~as ~in ~{sample(sign)}")
    return " ".join(words)


def sample(letter: str) -> str:
    """Return an example word for a letter."""
    return next((word for word in _SAMPLES if word[0] == letter), letter)


def _surname(rng: random.Random) -> str:
    surname = rng.choice(SURNAMES)
    capital, words, place = rng.random() < 0.15, [], 0
    while place < len(surname):
        letter = surname[place]
        if place and place % 3 == 0:
            words.append(GAP)
        if surname[place : place + 2] == letter * 2 and rng.random() < 0.5:
            words.append(f"~double {letter}")
            place += 2
            continue
        words.append(f"~capital {letter}" if capital and not place else letter)
        if rng.random() < 0.2:
            joint = rng.choice(("~as ~in", "~for", "~like"))
            words.append(f"{joint} ~{sample(letter)}")
        place += 1
    return " ".join(words)


def _date(rng: random.Random) -> str:
    year, month, day = rng.randint(1932, 2009), rng.randint(1, 12), rng.randint(1, 28)
    name, ending = _MONTHS[month - 1], {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    written = f"{day}{'th' if 10 < day < 20 else ending}"
    short = small_words(year % 100) if year % 100 > 9 else f"oh {small_words(year % 100)}"
    last = rng.choice((year_words(year), short))
    return rng.choice(
        (
            f"{name} {GAP} ~the {written} {GAP} {last}",
            f"{name} {GAP} ~the {ordinal_words(day)} {GAP} {last}",
            f"{name} {ordinal_words(day)} {GAP} {last}",
            f"~the {ordinal_words(day)} {GAP} ~of {name} {GAP} {last}",
            f"{name} {small_words(day)} {GAP} {last}",
            f"{small_words(month)} {GAP} {small_words(day)} {GAP} {last}",
        )
    )


def _decade(rng: random.Random) -> str:
    return f"~{rng.choice(('late', 'early', 'mid'))} {rng.choice(_DECADES)}"


def _ip(rng: random.Random) -> str:
    def octet() -> str:
        value = rng.randint(1, 254)
        if value > 99 and rng.random() < 0.6:
            rest = value % 100
            low = small_words(rest) if rest > 9 else f"oh {small_words(rest)}"
            return f"{digit_words(str(value // 100))} {low}"
        return digit_words(str(value)) if rng.random() < 0.6 or value > 99 else small_words(value)

    joint = f" {GAP} ~{rng.choice(('dot', 'dot', 'point'))} {GAP} "
    return joint.join(octet() for _ in range(4))


KINDS: dict[str, Callable[[random.Random], str]] = {
    "phone": _phone,
    "ssn": lambda rng: _grouped(rng, 3, 2, 4),
    "card": lambda rng: _grouped(rng, *rng.choice(((4, 4, 4, 4), (4, 6, 5)))),
    "iban": _iban,
    "account": lambda rng: _grouped(rng, *rng.choice(((3, 3), (4, 4), (3, 3, 3), (2, 2, 2, 2)))),
    "ip": _ip,
    "date": _date,
    "decade": _decade,
    "code": _code,
    "surname": _surname,
    "e-mail": _mail,
    "address": _address,
}  # fmt: skip
