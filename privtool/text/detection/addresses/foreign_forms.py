"""Street addresses in the forms of other countries: "C/ Embajadores 114", "Dohány utca 38"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.addresses.foreign_units import foreign_units_end
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.parted_patterns import PartedPatterns
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import SMALL
from privtool.text.labels import Label
from privtool.text.word_sets import word_set

_SMALL = "|".join(sorted(SMALL.keys() - {"o", "oh"}))  # "calle mayor o" is "or"
_NUMBER_WORDS = rf"(?:{_SMALL})(?:[ -](?:hundred|{_SMALL})){{0,3}}"
_TURKISH_VALUE = r"(?:no|kat|daire|blok|d|k)[.:]{0,2} ?\d{1,4}(?:/\d{1,4})?[a-z]?(?![^\W_])"
# Each of the forms has one of these words: a quick test.
_STREETS = word_set(
    """via c rua calle rue avenida plaza praça travessa piazza utca út útja tér körút krt sétány köz
    mah mahallesi sok sokak sokağı cad caddesi bulvarı"""
)
_FORMS = PartedPatterns(
    (
        # "Via" is English, too: in lower case, it needs the code of a town.
        (
            ("via ",),
            r"(?<![^\W_])via (?:[^\W\d_]+ ){1,3}\d{1,4}(?:/?[a-z])?(?=,? \d{5} [^\W\d_])",
        ),
        # "C/ Embajadores 114", not "c/o Anna 5"
        (
            ("c/",),
            r"(?<![^\W_])c/ ?(?!o )(?:[^\W\d_]+\.? ){1,4}\d{1,4}(?:[a-z](?![^\W_]))?",
        ),
        # "Rua das Amoreiras ninety-two"
        (
            ("rua ", "calle ", "rue ", "avenida ", "plaza ", "praça ", "travessa ", "piazza "),
            r"(?<![^\W_])(?:rua|calle|rue|avenida|plaza|praça|travessa|piazza) "
            r"(?:(?:d[aeo]s?|du|del?|della|la|las|los) ){0,2}(?:[^\W\d_]+ ){1,3}?(?:number )?"
            rf"{_NUMBER_WORDS}(?![^\W_])",
        ),
        # "Dohány utca 38."
        (
            (" utca ", " út ", " útja ", " tér ", " körút ", " krt. ", " sétány ", " köz "),
            r"(?<![^\W_])[^\W\d_]{3,} (?:utca|út|útja|tér|körút|krt\.|sétány|köz) \d{1,4}"
            r"(?:/\w{1,2})?\.?",
        ),
        # "Karanfil Mah. Defne Sok. No: 12 Kat: 3"
        (
            (" mah", " sok", " cad", " bulvarı"),
            r"(?<![^\W_])(?:[^\W\d_]+ (?:mah(?:allesi)?|sok(?:ak|ağı)?|cad(?:desi)?|bulvarı)"
            rf"(?![^\W_])\.?(?:, ?| ))+{_TURKISH_VALUE}(?:(?:, ?| ){_TURKISH_VALUE})*",
        ),
    )
)


def find(view: TextView) -> list[Span]:
    """Find such addresses with the floors and flats after them."""
    if _STREETS.isdisjoint(view.tokens.word):
        return []
    text = view.lower
    return sorted(
        Span(match.start(), foreign_units_end(text, match.end()), Label.ADDRESS.value, LIKELY)
        for pattern in _FORMS.possible_in(text)
        for match in pattern.finditer(text)
    )
