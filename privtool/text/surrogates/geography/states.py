"""The states of the United States, by name, code or abbreviation."""

from __future__ import annotations

import re

from privtool.text.surrogates.geography.us_gazetteer import STATE_CODES, STATES, gazetteer
from privtool.text.surrogates.prf import normalized

CODE_LENGTH = 2  # letters
_SURROUNDING_STATE = {"DC": "MD", "district of columbia": "MD"}
_ABBREVIATIONS = {
    "AL": "Ala", "AZ": "Ariz", "AR": "Ark", "CA": "Calif", "CO": "Colo", "CT": "Conn",
    "DE": "Del", "FL": "Fla", "GA": "Ga", "IL": "Ill", "IN": "Ind", "KS": "Kan", "KY": "Ky",
    "LA": "La", "MD": "Md", "MA": "Mass", "MI": "Mich", "MN": "Minn", "MS": "Miss", "MO": "Mo",
    "MT": "Mont", "NE": "Neb", "NV": "Nev", "OK": "Okla", "OR": "Ore", "PA": "Pa", "TN": "Tenn",
    "VT": "Vt", "VA": "Va", "WA": "Wash", "WI": "Wis", "WY": "Wyo",
    "NC": "N.C", "ND": "N.D", "NH": "N.H", "NJ": "N.J", "NM": "N.M", "NY": "N.Y", "RI": "R.I",
    "SC": "S.C", "SD": "S.D", "WV": "W.Va",
}  # fmt: skip
_CODES = {abbreviation.lower(): code for code, abbreviation in _ABBREVIATIONS.items()} | {
    "tex": "TX", "penn": "PA", "cal": "CA", "wva": "WV", "oreg": "OR",
}  # fmt: skip
_ZIP = re.compile(r"\s+\d{5}(?:-\d{4})?$")


def state_code(part: str, after_comma: bool = False) -> str | None:
    """Return the code of a state given by name or code, with or without a ZIP code after it.

    Codes in lower case count before a ZIP code and, with `after_comma`, anywhere; abbreviations
    ("Calif.") count only there. The District of Columbia counts as the state around it.
    """
    written = part.strip()
    bare = _ZIP.sub("", written)
    short = bare.replace(".", "")
    if len(short) == CODE_LENGTH and (short.isupper() or after_comma or bare != written):
        short = short.upper()
        return short if short in STATES else _SURROUNDING_STATE.get(short)
    if after_comma and short.lower() in _CODES:
        return _CODES[short.lower()]
    return STATE_CODES.get(normalized(bare)) or _SURROUNDING_STATE.get(normalized(bare))


def is_abbreviation(part: str) -> bool:
    """Return whether a word is the abbreviation of a state: "Conn"."""
    return part.rstrip(".").replace(".", "").lower() in _CODES


def stop_of_state(old: str, new: str) -> bool:
    """Return whether the full stop after a place belongs to a state that is now written out."""
    short, state = (normalized(place.rpartition(",")[2]) for place in (old, new))
    return short in _CODES and state in STATE_CODES


def written_like(part: str, code: str) -> str:
    """Return a state as another one is written: a code, an abbreviation or a name."""
    letters = "".join(filter(str.isalpha, part))
    if len(letters) == CODE_LENGTH and (letters.isupper() or letters.islower()):
        return code
    short = letters.lower() in _CODES and normalized(part) not in STATE_CODES
    if short and code in _ABBREVIATIONS:
        return _ABBREVIATIONS[code] + ("." if part.rstrip().endswith(".") else "")
    return STATES[code]


def city_and_state(part: str, after_comma: bool) -> tuple[str, str, str] | None:
    """Return a city, the gap and the state right after it; None for anything else."""
    if normalized(part) in gazetteer().home:  # "Port Washington"
        return None
    for gap in re.finditer(r"\s+", part):
        city, state = part[: gap.start()], part[gap.end() :]
        clear = after_comma or len(state) != CODE_LENGTH or not part.isupper()
        if city and clear and state_code(state, after_comma):
            return city, gap.group(), state
    return None
