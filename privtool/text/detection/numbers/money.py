"""Amounts of money, in digits and in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, LIKELY, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import SCALES, cardinal_first
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.lexicon import words
from privtool.text.tokens import Tokens

MONEY = Label.MONEY.value

_SIGNS = "$€£¥₹₩₽฿₫₪₺₴₦₱¢"
_CODES = words("beside_numbers.currency-codes")
MONEY_WORDS = words("beside_numbers.currencies")
# One of these is next to every amount in digits.
AMOUNT_WORDS = MONEY_WORDS | _CODES | {"rs", "k"}
AMOUNT_SIGNS = Regex(f"[{_SIGNS}]")
_DOUBTFUL_UNITS = words("beside_numbers.currencies-or-weights")  # also weights and coins


def _any(choices: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(choices))})"


_NUMBER = Regex(r"\d+(?:[.,]\d+)*")
_BEFORE = Regex(
    rf"(?:(?<![a-z])[a-z]{{1,3}})?[{_SIGNS}] ?\Z|(?<![a-z])(?:{_any(_CODES)}|rs\.?) ?\Z"
)
_SCALE = rf"(?: ?{_any(words('beside_numbers.scales'))}(?!\w))?"
_AFTER = Regex(
    rf"{_SCALE}[ -]?(?:[{_SIGNS}](?! ?\d)|(?:{_any(words('beside_numbers.nations'))} )?(?:of )?"
    rf"{_any(_CODES | MONEY_WORDS)}(?!\w))"
)
_AFTER_SIGN = Regex(_SCALE + r"(?: ?(?:us )?(?:dollars?|euros?|pounds?|usd|eur|cad|aud)(?!\w))?")
_SECOND = Regex(r" ?(?:-|to) ?[" + _SIGNS + r"]? ?\d+(?:[.,]\d+)*")
_SPACED = Regex(r"(?: \d{3}){1,3}(?!\d)")  # "2 500"
_THOUSANDS = Regex(r"\d{1,4}k(?!\w)")
_REACH = 6  # characters before a number to search for its currency


def find(view: TextView) -> list[Span]:
    """Find numbers next to a currency sign, code or name."""
    text = view.lower
    spans: list[Span] = []
    floor = 0
    for match in _NUMBER.finditer(text):
        if match.start() < floor:
            continue
        span = _amount(text, match, floor)
        if span is not None:
            spans.append(span)
            floor = span.end
    return spans


def _amount(text: str, match: Match, floor: int) -> Span | None:
    """Return the amount around a number that starts at `floor` or later."""
    begin = max(floor, match.start() - _REACH)
    before = _BEFORE.search(text[begin : match.start()])
    end = match.end()
    if before is not None:
        spaced = _SPACED.match(text, end) if end - match.start() <= 3 else None
        end = spaced.end() if spaced is not None else end
        second = _SECOND.match(text, end)
        end = second.end() if second is not None else end
        after = _AFTER_SIGN.match(text, end)
        end = after.end() if after is not None else end
        return Span(begin + before.start(), end, MONEY, SURE)
    after = _AFTER.match(text, end)
    if after is not None:
        said = after.group().replace("-", " ").split()
        doubtful = said and said[-1] in _DOUBTFUL_UNITS
        return Span(match.start(), after.end(), MONEY, LIKELY if doubtful else SURE)
    thousands = _THOUSANDS.match(text, match.start())
    glued = match.start() > 0 and text[match.start() - 1].isalnum()
    if thousands is not None and not glued:
        return Span(*thousands.span(), MONEY, DOUBTFUL)
    return None


def find_words(view: TextView) -> list[Span]:
    """Find number words before a currency: "five hundred dollars and ten cents"."""
    return view.spans_at(MONEY_WORDS, MONEY, partial(_in_words, view.tokens))


def _in_words(tokens: Tokens, index: int, floor: int) -> tuple[int, int, float]:
    """Return the amount whose currency is token `index`: first token, stop, score (0: none)."""
    first = max(cardinal_first(tokens, index), floor)
    if first == index:
        return index, index, 0.0
    lone = index - first == 1 and tokens.word[first] not in SCALES
    piano = tokens.word[first : index + 1] == ["one", "grand"]
    doubtful = lone and (tokens.word[index] in _DOUBTFUL_UNITS or piano)
    return first, index + 1, DOUBTFUL if doubtful else SURE
