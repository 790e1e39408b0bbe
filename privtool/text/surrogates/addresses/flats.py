"""Floors, flats and buildings in an address: "3e étage gauche", "wing B", "puerta 4"."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.text.detection.addresses.designators import DESIGNATED
from privtool.text.detection.addresses.foreign_units import FOREIGN_UNIT
from privtool.text.surrogates.addresses.values import NUMBER_WORD, STOREYS, other_value
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.places.places import COMMA

_FLATS = re.compile(
    rf"(?:\A|\s)(?:{FOREIGN_UNIT}|{DESIGNATED})(?:\s(?:{FOREIGN_UNIT}|{DESIGNATED}))*\Z",
    re.IGNORECASE,
)
_VALUE = re.compile(
    rf"\d+(?:st|nd|rd|th)\b|\d+|\b{NUMBER_WORD}\b"
    # Letters of flats, alone or next to a number, but not the ending of "3e étage".
    r"|(?<=[\w.] )[a-z](?=\d|\b(?![.']))"
    r"|(?<=\d)(?:[a-df-z]\b|e\b(?! ?(?:étage|verdieping)))"
    rf"|\b(?:{'|'.join(STOREYS)})\b(?= ?(?:étage|\. ?em))",
    re.IGNORECASE,
)


def without_flats(phrase: str) -> str:
    """Return an address without its floors, flats and buildings."""
    streets = [part[: _street_end(part)] for part in COMMA.split(phrase)[::2]]
    return ", ".join(street for street in streets if street.strip())


def with_other_flats(
    phrase: str, other: Callable[[str, Context], str], context: Context
) -> str | None:
    """Return an address with other values of its floors and flats, whose words stay.

    `other` makes another address of the rest. Return None if the address has none of them.
    """
    parts = COMMA.split(phrase)
    rest = without_flats(phrase)
    if rest == ", ".join(parts[::2]):
        return None
    streets = COMMA.split(other(rest, context))[::2] if rest else []
    made: list[str] = []
    for number, part in enumerate(parts):
        end = _street_end(part)
        if number % 2:
            made.append(part)
            continue
        if part[:end].strip() and streets:
            made.append(streets.pop(0))
        made.append(_VALUE.sub(lambda match: other_value(match[0], context), part[end:]))
    return ", ".join(["".join(made), *streets])


def _street_end(part: str) -> int:
    """Return where the floors and flats of the text between two commas begin."""
    flats = _FLATS.search(part)
    return len(part) if flats is None else flats.start()
