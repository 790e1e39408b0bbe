"""Ends of addresses in other languages: "3. OG links", "piso 3, puerta B", "bât. B, 3e étage"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.english.numbers import SMALL
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_SIDE = r"(?: (?:links|rechts|mitte))?"
_FLOOR = r"(?:og|eg|ug|dg|zwischengeschoss|obergeschoss|stock(?:werk)?|etage|verdieping)"
_VALUE = r"(?:[a-z]?\d{1,4}[a-z]?|[a-z])"
_ADDRESS = Label.ADDRESS.value
_STOREY = r"(?:ground|top|first|second|third|fourth|fifth|sixth|\d{1,2}(?:st|nd|rd|th))"
_WING = r"(?:left|right|front|rear|back)"
FOREIGN_UNIT = "|".join(
    (
        r"(?:hinter|vorder|garten|quer|seiten)(?:haus|gebäude|flügel)" + _SIDE,
        rf"(?:\d{{1,2}}\.? ?)?{_FLOOR}" + _SIDE,
        r"links|rechts",
        rf"(?:wohnung|whg\.?|wohnungsnr\.?|top|aufgang|zimmer|appartement) ?{_VALUE}",
        r"\d{1,2}\.? ?[ºª°](?: ?(?:\d{1,2} ?[ºª°]|izq(?:uierda|da)?\.?|dcha?\.?|derecha"
        r"|esq(?:uerdo)?\.?|dir(?:eito)?\.?|dto\.?|fr(?:en)?te|[a-z]))*",
        rf"(?:piso|planta|puerta|escalera|esc\.?|portal|bloque|apto?\.?|ap\.|andar) ?{_VALUE}",
        rf"(?:interno|scala) ?{_VALUE}|m\. ?\d{{1,4}}",
        rf"(?:b[âa]t(?:iment)?\.?|escalier|esc\.?|porte|appt?\.?|app\.) ?{_VALUE}",
        rf"(?:imm(?:euble|\.)|lot) ?{_VALUE}",
        r"(?:\d{1,2} ?(?:e|er|ère|ème|eme)|premier|deuxième|troisième) ?étage",
        r"(?:\d{1,2}|st|kl)\. ?(?:tv|th|mf)\.?",
        r"gauche|droite",
        rf"(?:lgh|kv\.|korp\.|d\.|stroenie|kat:?|daire:?|d:|no:) ?{_VALUE}",
        rf"r[tw]\.? ?\d{{1,3}}(?:/ ?r?w?\.? ?\d{{1,3}})?|(?:blok|lantai|lt\.) ?{_VALUE}",
        r"(?:[ivx]{1,4}|\d{1,2})\. ?em(?:elet)?\.?(?: ?\d{1,3}\.?)?",
        rf"(?:lầu|tầng|phòng|số|ngõ|tổ) ?{_VALUE}(?:/\d{{1,3}})?",
        rf"(?:blk|block|bl\.|phase|purok|level|door|ent(?:rance|\.)|stair(?:case)?) ?{_VALUE}",
        rf"(?:tower|interior|int\.) ?{_VALUE}",
        rf"{_STOREY} (?:(?:floor|stair(?:case)?)(?: {_WING})?|{_WING})",
        r"rez[- ]de[- ]chaussée|bajo|entresuelo|ático",
    )
)
# Anywhere in a text with an address: "on the third floor, Kasprzaka 21", "Gandhi Nagar 2nd cross".
_STOREYS = Regex(
    rf"(?<![^\W_]){_STOREY} (?:floor(?: {_WING})?|flat|(?:cross|main)(?: road)?)(?![^\W_])"
    rf"|(?:(?<=, )|(?<= so )|(?<= and )){_STOREY} {_WING}(?=[,.;\n]|\Z)"
)
# "number seventeen stroke three"
_STROKE = Regex(rf" (?:stroke|slash|oblique) (?:\d{{1,4}}[a-z]?|[a-z]|{'|'.join(SMALL)})(?![^\W_])")
_STREETS = ("rua ", "calle ", "rue ", "via ", "avenida ", "strada ")
_STREET = Regex(rf"(?<![^\W_])(?:{'|'.join(_STREETS)})[^\W\d_]")
_UNITS = Regex(rf"(?:(?:,? |,)(?:{FOREIGN_UNIT})(?![^\W_])){{1,6}}")


def with_foreign_units(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Return the spans of a text in lower case, the addresses with the floors and flats after them.

    Floors elsewhere in a text with an address are added. The spans may overlap then.
    """
    placed = any(span.label == _ADDRESS for span in spans)
    if not (placed or (spans and _names_a_street(lowered))):
        return list(spans)
    whole = [
        span._replace(end=foreign_units_end(lowered, span.end)) if span.label == _ADDRESS else span
        for span in spans
    ]
    storeys = [Span(*match.span(), _ADDRESS, POSSIBLE) for match in _STOREYS.finditer(lowered)]
    return sorted([*whole, *storeys]) if storeys else whole


def _names_a_street(lowered: str) -> bool:
    return any(map(lowered.__contains__, _STREETS)) and _STREET.search(lowered) is not None


def foreign_units_end(lowered: str, end: int) -> int:
    """Return where an address ends once the floors and flats after offset `end` are added."""
    stroke = _STROKE.match(lowered, end)
    end = end if stroke is None else stroke.end()
    match = _UNITS.match(lowered, end)
    return match.end() if match is not None else end
