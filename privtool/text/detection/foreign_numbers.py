"""Number words of German, Spanish, French, Italian, Portuguese and Dutch."""

from __future__ import annotations

from privtool.text.word_sets import word_set

_GERMAN = word_set(
    """null eins ein zwei zwo drei vier fünf fuenf sechs sieben acht neun zehn elf zwölf dreizehn
    vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig dreissig vierzig fünfzig
    sechzig siebzig achtzig neunzig hundert einhundert tausend eintausend"""
)
_SPANISH = word_set(
    """cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince
    dieciséis dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintidos
    veintitrés veintitres veinticuatro veinticinco veintiséis veintiseis veintisiete veintiocho
    veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos
    trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos mil doble
    triple"""
)
_FRENCH = word_set(
    """zéro zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze
    seize vingt vingts trente quarante cinquante soixante septante huitante octante nonante cent
    cents mille double triple"""
)
_ITALIAN = word_set(
    """zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici
    quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta
    settanta ottanta novanta cento duecento trecento quattrocento cinquecento seicento settecento
    ottocento novecento mille doppio"""
) | {
    tens[: -1 if unit[0] in "uo" else None] + unit
    for tens in word_set("venti trenta quaranta cinquanta sessanta settanta ottanta novanta")
    for unit in word_set("uno due tre tré quattro cinque sei sette otto nove")
}
_PORTUGUESE = word_set(
    """zero um uma dois duas três tres quatro cinco seis sete oito nove meia dez onze doze treze
    catorze quatorze quinze dezesseis dezasseis dezessete dezassete dezoito dezenove dezanove vinte
    trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzentos trezentos
    quatrocentos quinhentos seiscentos setecentos oitocentos novecentos mil"""
)
_DUTCH = word_set(
    """nul een één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien
    vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig
    tachtig negentig honderd duizend dubbel"""
)
LANGUAGES = (_GERMAN, _SPANISH, _FRENCH, _ITALIAN, _PORTUGUESE, _DUTCH)
# "dreiundvierzig", "drieënveertig"
_COMPOUNDS = tuple(
    [f"und{tens}ig" for tens in ("zwanz", "dreiß", "dreiss", "vierz", "fünfz", "sechz", "siebz")]
    + ["undachtzig", "undneunzig"]
    + [
        f"{joint}{tens}ig"
        for joint in ("en", "ën")
        for tens in ("twint", "dert", "veert", "vijft", "zest", "zevent", "tacht", "negent")
    ]
)
WEAK = word_set("um uma ein een")  # fillers and articles, too
ALSO_ENGLISH = word_set("six cent cents due once mil mille tres sept elf uno un") | WEAK
FOREIGN_NUMBERS = frozenset[str]().union(*LANGUAGES)
_ORDINAL_ENDINGS = ("ten", "ter", "tes", "te")
_ORDINALS = word_set("erster ersten erste premier primero primo primeiro eerste")


def is_number(word: str, words: frozenset[str] = FOREIGN_NUMBERS) -> bool:
    """Return whether a word is one of some number words, or a compound of German or Dutch."""
    return word in words or (len(word) > 9 and word.endswith(_COMPOUNDS))


def is_ordinal(word: str) -> bool:
    """Return whether a word is an ordinal such as "dritten", "zwanzigster" and "premier"."""
    if word in _ORDINALS or word in ("dritten", "dritter", "siebten", "siebter", "achten"):
        return True
    return (
        word.endswith(_ORDINAL_ENDINGS)
        and any(
            word.startswith(stem) and len(word) <= len(stem) + 4
            for stem in _GERMAN
            if len(stem) > 3
        )
    ) or word.endswith(tuple(f"{each}sten" for each in _COMPOUNDS[:9]))
