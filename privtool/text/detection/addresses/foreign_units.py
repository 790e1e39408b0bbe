"""Ends of addresses in other languages: "3. OG links", "piso 3, puerta B", "bât. B, 3e étage"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_SIDE = r"(?: (?:links|rechts|mitte))?"
_FLOOR = r"(?:og|eg|ug|dg|zwischengeschoss|obergeschoss|stock(?:werk)?|etage|verdieping)"
_VALUE = r"(?:[a-z]?\d{1,4}[a-z]?|[a-z])"
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
        r"(?:(?:ground|top|first|second|third|fourth|fifth|\d{1,2}(?:st|nd|rd|th)) floor)"
        r"(?: (?:left|right|front|rear|back))?",
        r"rez[- ]de[- ]chaussée|bajo|entresuelo|ático",
    )
)
_UNITS = Regex(rf"(?:(?:,? |,)(?:{FOREIGN_UNIT})(?![^\W_])){{1,6}}")


def with_foreign_units(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Return the spans of a text in lower case, the addresses with the floors and flats after them.

    They may overlap then.
    """
    return [
        span._replace(end=foreign_units_end(lowered, span.end))
        if span.label == Label.ADDRESS.value
        else span
        for span in spans
    ]


def foreign_units_end(lowered: str, end: int) -> int:
    """Return where an address ends once the floors and flats after offset `end` are added."""
    match = _UNITS.match(lowered, end)
    return match.end() if match is not None else end
