"""Dates of birth said in other languages: "geboren am dritten März ...", "née le douze mars"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.dates.months import MONTH_NAMES
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

DATE = Label.DATE.value

_DATES = word_set(
    """fødselsdato fødselsdag fødselsdagen födelsedatum fodselsdato geburtsdatum geburtstag
    geboortedatum nascita nascimento nacimiento naissance født født född"""
)
# Words that need another one after them: "nato" is also an alliance.
_BORN = {
    **dict.fromkeys(("nato", "nata"), word_set("il l lo nel")),
    **dict.fromkeys(("né", "née", "nee", "ne"), word_set("le en")),
    **dict.fromkeys(("nacido", "nacida", "nací", "naci"), word_set("el en")),
    **dict.fromkeys(("nascido", "nascida", "nasci"), word_set("em a no dia")),
    **dict.fromkeys(("geboren", "geb", "født", "född"), word_set("am op im den .")),
}
BIRTH_CUES = _DATES | _BORN.keys()
_FILLERS = word_set(
    "am op im den il l lo nel le en el em a o no dia : . ? ' = is er ist är est è é"
)
_LINKS = word_set("de des del der den dem do da di le la el il of e y et og och und en - . '")
_ARTICLES = word_set("den il el le")
_MOST_FILLERS = 4
_MOST_WORDS = 12
_FEWEST = 2  # words of numbers without a month
# How numbers begin in these languages; "quarante" and "quarenta" share a beginning.
_NUMBERS = tuple(
    sorted(
        word_set(
            """ein erst zwei zwan zwölf zwoelf drei dritt vier fünf fuenf sech sieb acht neun zehn
            elf hundert tausend een eerst twee drie dert veert tacht twaalf twint
            derde vijf zes zeven negen tien honderd duizend ett tjugo tjue tyve två
            tre fire fjerde fjärde fyra fjort førti fyrti fem seks sjette sjätte sju
            syv syt ått ott ni tio ellev elva tolv hundre tusen halv due quattro sei
            sett nove dieci dodici venti quarant sessant novant cent mil primo un
            deux trois quatre cinq six sept huit neuf dix onz douz quatorz quinz
            vingt soixant premier um dois três quatro cinco sete oito dez doze
            catorze vinte sessent oitent primeiro dos cuatr siete ocho nueve diez
            once doce catorce quince veint cuarent cincuent sesent ochent primer"""
        )
    )
)


def find(view: TextView) -> list[Span]:
    """Find what follows a word of birth, as far as it is a date."""
    tokens = view.tokens
    if BIRTH_CUES.isdisjoint(tokens.word):
        return []
    return view.spans_at(BIRTH_CUES, DATE, lambda index, _: _date_after(tokens, index))


def _date_after(tokens: Tokens, cue: int) -> tuple[int, int, float]:
    """Return the date after a cue: first token, stop and score (0: none)."""
    word = tokens.word[cue]
    first = cue + 1
    if word not in _DATES and tokens.at(first) not in _BORN[word]:
        return cue, cue, 0.0
    while first - cue <= _MOST_FILLERS and tokens.at(first) in _FILLERS:
        first += 1
    stop, numbers, month = first, 0, False
    for index in range(first, min(first + _MOST_WORDS, len(tokens))):
        word = tokens.word[index]
        if word in MONTH_NAMES:
            month = True
        elif word.isdigit() or word.startswith(_NUMBERS):
            numbers += 1
        elif word in _LINKS:
            continue
        else:
            break
        stop = index + 1
    if first > cue + 1 and tokens.word[first - 1] in _ARTICLES:
        first -= 1
    enough = numbers >= _FEWEST or (month and numbers)
    return (first, stop, LIKELY) if enough else (cue, cue, 0.0)
