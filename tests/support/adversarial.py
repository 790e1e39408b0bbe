"""Records written to slip through: identifiers in unusual forms, with what must not survive."""

import base64
import random
from typing import NamedTuple
from urllib.parse import quote

from benchmarks.support.dictation import KINDS, generated
from benchmarks.support.hesitant_speech import DISTRACTED, HESITANT

_GIVEN = ["anna", "marek", "siobhan", "luis", "priya", "jelena", "kwame", "oliver", "ruth"]
_SURNAMES = ["kowalski", "obrien", "nguyen", "lindqvist", "okafor", "petrov", "schneider"]
_EACH = 12
_GERMAN = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
_SPANISH = ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"]
_SAID = ["bee", "cee", "eff", "gee", "jay", "kay", "em", "pee", "tee", "vee", "zee"]
_SAMPLE = {"k": "king", "o": "ocean", "b": "boy", "n": "nancy", "l": "larry", "s": "sam"}
_SAMPLE |= {"p": "peter", "g": "george", "w": "william", "r": "robert", "h": "hat", "c": "cat"}
_SAMPLE |= {"y": "yes", "i": "ice", "d": "dog", "q": "queen", "u": "uncle", "e": "edward"}
_SAMPLE |= {"a": "apple", "f": "fox", "t": "tom", "v": "victor"}
_CYRILLIC = str.maketrans("aeoi", "\u0430\u0435\u043e\u0456")
_SIGNS = str.maketrans("ais", "@!$")
_SCRIPTS = (0x660, 0x6F0, 0x966, 0xE50, 0xFF10, 0x1D7CE)


class Adversarial(NamedTuple):
    """A text and its ranges of private characters."""

    kind: str
    text: str
    private: tuple[tuple[int, int], ...]


def records() -> list[Adversarial]:
    """Return all records, the same ones every time."""
    rng = random.Random(28)
    made = [record for _ in range(_EACH) for record in _written(rng)]
    for kind in KINDS:
        for manner in (HESITANT, DISTRACTED):
            for text, private in generated(kind, manner, _EACH, 28):
                made.append(Adversarial(f"{kind}, {manner}", text, private))
    return made


def _written(rng: random.Random) -> list[Adversarial]:
    """Return one record of each written kind."""
    given, surname = rng.choice(_GIVEN), rng.choice(_SURNAMES)
    digits = [rng.randrange(10) for _ in range(9)]
    zip_code = f"{rng.randrange(9000, 9999):05d}"
    mail = f"{given}.{surname}@example.com"
    script = rng.choice(_SCRIPTS)
    full = given.capitalize() + surname.capitalize()
    values = {
        "torn handle": f"@ {given}_{surname}",
        "hashtag": f"#{full}",
        "camel case": full,
        "home folder": f"/home/<{surname}>/notes",
        "app name": f"insta: <{given}{surname}>",
        "entity inside a name": f"{surname[:3]}&shy;{surname[3:]}",
        "spelled with slashes": "/".join(surname),
        "spelled with stars": "*".join(surname),
        "spelled with full stops": ".".join(surname),
        "spelled with emoji": "\U0001f600".join(surname),
        "spelled with spaces": " ".join(surname),
        "spaced mail": f"{given} @ gmail . com",
        "mail at a provider": f"{given} {surname} at gmail",
        "bracketed mail": f"{given}[at]{surname}.com",
        "German digits": " ".join(_GERMAN[digit] for digit in digits),
        "Spanish digits": " ".join(_SPANISH[digit] for digit in digits),
        "digits of a script": "".join(chr(script + digit) for digit in digits),
        "military address": f"PSC 3 Box {digits[0]}{digits[1]} APO AE {zip_code}",
        "foreign box": f"Postfach {zip_code}",
        "foreign street": f"ulica {surname.capitalize()} {digits[0] + 1}",
        "Base64": base64.b64encode(mail.encode()).decode(),
        "URL encoding": quote(mail, safe=""),
        "tag characters": surname[:2] + "\U000e0061" + surname[2:],
        "long token": (surname + given) * 6,
        "lower-case hashtag": f"#{given}{surname}",
        "field of an address": f"user_id=<{given}>&x=y",
        "field of a form": f"last_name: <{surname}>",
        "home of a shell": f"~<{given}>",
        "folder with a space": f"C:\\Users\\<{given} {surname}>\\Desktop",
        "mail folder": f"/var/mail/<{given}>",
        "letters as words": " ".join(rng.choice(_SAID) for _ in range(4)) + " dee ess",
        "letters with samples": " ".join(f"{c} as in {_SAMPLE.get(c, c)}" for c in surname[:4]),
        "homoglyphs": surname.translate(_CYRILLIC),
        "signs for letters": given.translate(_SIGNS),
        "URL-safe Base64": base64.urlsafe_b64encode(f"{mail} ??>>".encode()).decode(),
        "short Base64": base64.b64encode(f"{given} b".encode()).decode(),
        "encoded name": quote(f"{given} {surname}"),
        "escaped letters": "".join(f"\\u{ord(char):04x}" for char in given),
        "hexadecimal": mail.encode().hex(),
        "run of invisible characters": f"{surname[:2]}<\u200b\u200c\u200b\u200c{surname[2:]}>",
        "birth with an ordinal as month": "born <the third of the ninth, seventy-one>, so",
        "Norwegian birth": "fødselsdato <den syttende mai nittenåttito>, ja",
        "German birth": "geboren am <dritten März neunzehnhundertachtzig> in Wien",
        "code with a group of letters": f"insurance id <xjh {digits[0]}{digits[1]} 20 557>, so",
        "half-worded phone": "<(+sixty-four) 21-five five five-0182>, ok",
        "keypad code": f"code <{digits[3]} {digits[4]} star {digits[5]} 9>, ok",
        "German hesitation": "ist <null eins sieben, Moment, nein, null eins sechs, und dann drei>",
        "two words of the alphabet": "the plate had <X-ray Victor> on it",
        "German floor": "Kaiserstr. <47, Hinterhaus, 3. OG links>",
        "Spanish floor": f"Calle Mayor <{digits[6] + 1}, piso 3, puerta B>",
        "name with an article": "the door at <nineteen the old ropewalk>, yes",
        "leetspeak": surname.translate(str.maketrans("aeio", "4310")),
    }
    before = rng.choice(("", "it is ", "please note ", "so, "))
    return [_record(kind, before, value) for kind, value in values.items()]


def _record(kind: str, before: str, value: str) -> Adversarial:
    """Return a record whose private part is in <brackets>, else all letters and digits."""
    start, opened, rest = value.rpartition("<")
    private, _, end = rest.partition(">") if opened else (value, "", "")
    places = [index for index, char in enumerate(private) if char.isalnum()]
    offset = len(before + start)
    span = (offset + places[0], offset + places[-1] + 1)
    return Adversarial(kind, before + start + private + end, (span,))
