"""Number words of German, Spanish, French, Italian, Portuguese and Dutch."""

from __future__ import annotations

from typing import NamedTuple

from privtool.text.word_sets import word_set


class Language(NamedTuple):
    """The number words of a language by magnitude: digits, teens, tens, hundreds, and others.

    `joint` stands between the digit and the tens of a compound, "" if there are none.
    """

    groups: tuple[frozenset[str], ...]
    joint: str = ""

    @property
    def words(self) -> frozenset[str]:
        return frozenset[str]().union(*self.groups)


def _groups(*groups: str) -> tuple[frozenset[str], ...]:
    return tuple(map(word_set, groups))


_ITALIAN_TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta"
_ITALIAN_UNITS = "uno due tre quattro cinque sei sette otto nove"
LANGUAGES = (
    Language(
        _groups(
            "null eins ein zwei zwo drei vier fünf fuenf sechs sieben acht neun",
            """zehn elf zwölf zwoelf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn
            neunzehn""",
            """zwanzig dreißig dreissig vierzig fünfzig fuenfzig sechzig siebzig achtzig neunzig""",
            "hundert einhundert tausend eintausend",
        ),
        "und",
    ),
    Language(
        _groups(
            "cero uno dos tres cuatro cinco seis siete ocho nueve",
            """diez once doce trece catorce quince dieciséis dieciseis diecisiete dieciocho
            diecinueve""",
            "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
            """doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos
            novecientos""",
            """veintiuno veintidós veintidos veintitrés veintitres veinticuatro veinticinco
            veintiséis veintiseis veintisiete veintiocho veintinueve""",
            "cien ciento mil doble triple",
        )
    ),
    Language(
        _groups(
            "zéro zero un deux trois quatre cinq six sept huit neuf",
            "dix onze douze treize quatorze quinze seize",
            "vingt trente quarante cinquante soixante septante huitante octante nonante",
            "vingts cent cents mille double triple",
        )
    ),
    Language(
        (
            *_groups(
                f"zero {_ITALIAN_UNITS}",
                """dieci undici dodici tredici quattordici quindici sedici diciassette diciotto
                diciannove""",
                _ITALIAN_TENS,
                """duecento trecento quattrocento cinquecento seicento settecento ottocento
                novecento""",
            ),
            frozenset(
                (tens[:-1] if unit[0] in "uo" else tens) + unit
                for tens in _ITALIAN_TENS.split()
                for unit in (*_ITALIAN_UNITS.split(), "tré")
            ),
            word_set("cento mille doppio"),
        )
    ),
    Language(
        _groups(
            "zero um uma dois duas três tres quatro cinco seis sete oito nove meia",
            """dez onze doze treze catorze quatorze quinze dezesseis dezasseis dezessete dezassete
            dezoito dezenove dezanove""",
            "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
            """duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos
            novecentos""",
            "cem cento mil",
        )
    ),
    Language(
        _groups(
            "nul een één twee drie vier vijf zes zeven acht negen",
            """tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien""",
            "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
            "honderd duizend dubbel",
        ),
        "en",
    ),
)
WEAK = word_set("um uma ein een")  # fillers and articles, too
ALSO_ENGLISH = word_set("six cent cents due once mil mille tres sept elf uno un") | WEAK
FOREIGN_NUMBERS = frozenset[str]().union(*(language.words for language in LANGUAGES))
# "dreiundvierzig", "drieënveertig"
_COMPOUNDS = tuple(
    joint + tens
    for language in LANGUAGES
    if language.joint
    for tens in language.groups[2]
    for joint in {language.joint, language.joint.replace("e", "ë")}
)
_ORDINALS = word_set(
    """erster ersten erste premier primero primo primeiro eerste dritten dritter siebten siebter
    achten"""
)
_ORDINAL_ENDINGS = ("ten", "ter", "tes", "te")
_STEMS = tuple(word for group in LANGUAGES[0].groups for word in group if len(word) > 3)


def is_number(word: str, words: frozenset[str] = FOREIGN_NUMBERS) -> bool:
    """Return whether a word is one of some number words, or a compound of German or Dutch."""
    return word in words or (len(word) > 9 and word.endswith(_COMPOUNDS))


def is_ordinal(word: str) -> bool:
    """Return whether a word is an ordinal such as "dritten", "zwanzigster" and "premier"."""
    if word in _ORDINALS:
        return True
    return word.endswith(_ORDINAL_ENDINGS) and any(
        word.startswith(stem) and len(word) <= len(stem) + 4 for stem in _STEMS
    )
