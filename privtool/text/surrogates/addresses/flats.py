"""Floors, flats and buildings in an address: "3e étage gauche", "wing B", "puerta 4"."""

from __future__ import annotations

import re

from privtool.text.detection.addresses.designators import DESIGNATED
from privtool.text.detection.addresses.foreign_units import FOREIGN_UNIT
from privtool.text.lexicon import entries
from privtool.text.surrogates.addresses.streets import NUMBER_WORD, other_value
from privtool.text.surrogates.context import Context

_STOREYS = (*entries("streets.storeys_fr", "intl"), *entries("streets.storeys_hu", "intl"))
_UNIT = rf"(?:{FOREIGN_UNIT}|{DESIGNATED})"
_FLATS = re.compile(rf"(?:\A|\s){_UNIT}(?:\s{_UNIT})*\Z", re.IGNORECASE)
_VALUE = re.compile(
    rf"\d+(?:st|nd|rd|th)\b|\d+|\b{NUMBER_WORD}\b"
    # Letters of flats, alone or next to a number, but not the ending of "3e étage".
    r"|(?<=[\w.] )[a-z](?=\d|\b(?![.']))"
    r"|(?<=\d)(?:[a-df-z]\b|e\b(?! ?(?:étage|verdieping)))"
    rf"|\b(?:{'|'.join(_STOREYS)})\b(?= ?(?:étage|\. ?em))",
    re.IGNORECASE,
)


def flats_start(part: str) -> int:
    """Return where the floors, flats and buildings at the end of a part of an address begin."""
    flats = _FLATS.search(part)
    return len(part) if flats is None else flats.start()


def other_flats(text: str, context: Context) -> str:
    """Replace the values of floors and flats, whose words stay."""
    return _VALUE.sub(lambda match: other_value(match[0], context), text)
