"""Dictated numbers in German, Spanish, French and Italian."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.word_sets import word_set

NUMBER = Label.NUMBER.value

_UNITS = {
    "de": "null eins zwei zwo drei vier fünf fuenf sechs sieben acht neun",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "fr": "zéro zero un deux trois quatre cinq six sept huit neuf",
    "it": "zero uno due tre quattro cinque sei sette otto nove",
}
_LARGER = {
    "de": """zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig
        dreißig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig hundert einhundert""",
    "es": """diez once doce trece catorce quince dieciséis dieciseis diecisiete dieciocho
        diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento
        doble""",
    "fr": """dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante
        cent double""",
    "it": """dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove
        venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento doppio""",
}
_LANGUAGES = tuple(word_set(_UNITS[name]) | word_set(_LARGER[name]) for name in _UNITS)
_GERMAN_TENS = ("undzwanzig", "unddreißig", "undvierzig", "undfünfzig", "undsechzig", "undsiebzig")
_BETWEEN = word_set(", - . … und y et e")
# What a speaker says between two numbers: "espera, no", "und dann", "attendez, pardon".
_HESITATIONS = word_set(
    """äh ähm eh euh este espera espere no perdón perdon a ver o sea luego digo después despues
    aeh aehm moment nein entschuldigung verzeihung sorry dann also warte warten halt
    attends attendez non pardon enfin puis alors donc ensuite ehm allora scusa scusi aspetta aspetti
    poi cioè cioe dopo hm hmm uh um"""
)
_MOST_BETWEEN = 2
_MOST_HESITANT = 7
_FEWEST = 3
FOREIGN_NUMBERS = frozenset[str]().union(*_LANGUAGES)


def find(view: TextView) -> list[Span]:
    """Find three number words of one language or more, in a row."""
    spans: list[Span] = []
    for words in _LANGUAGES:
        if words.isdisjoint(view.tokens.word):
            continue
        floor = 0
        for index in view.tokens.places(words):
            if index >= floor:
                floor, count = _run_stop(view, index, words)
                if count >= _FEWEST:
                    spans.append(view.tokens.span(index, floor, NUMBER, LIKELY))
    return sorted(spans)


def _run_stop(view: TextView, first: int, words: frozenset[str]) -> tuple[int, int]:
    """Return where a run of number words stops, and how many there are."""
    tokens = view.tokens
    index = stop = first
    count, most = 0, _MOST_BETWEEN
    while index - stop <= most:
        word = tokens.at(index)
        if word in words or word.endswith(_GERMAN_TENS):
            count += 1
            stop, most = index + 1, _MOST_BETWEEN
        elif word in _HESITATIONS:
            most = _MOST_HESITANT
        elif word not in _BETWEEN:
            break
        index += 1
    return stop, count
