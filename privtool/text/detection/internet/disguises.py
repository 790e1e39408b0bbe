"""Private text in disguise: spelled with signs, encoded, or in tokens of no word."""

from __future__ import annotations

import base64
import binascii

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

EMAIL, ID = Label.EMAIL.value, Label.ID.value
NUMBER, PERSON = Label.NUMBER.value, Label.PERSON.value

_FEWEST = 4  # letters between signs
# "k/o/w/a/l", "k*o*w*a*l", with emoji; full stops need five letters ("a.s.a.p" is an acronym).
_SPELLED = Regex(
    r"(?<![^\W_])[^\W\d_](?:(?:[^\w\s.,'\"\0-]{1,3}[^\W\d_]){3,}|(?:\.[^\W\d_]){4,}"
    r"|(?:_[^\W\d_]){3,})(?![^\W_])"
)
# What every such spelling has.
_SIGN, _LETTER = r"[^\w\s.,'\"\0-]", r"[^\W\d_]"
_SIGNS_BETWEEN = Regex(rf"{_SIGN}{_LETTER}{_SIGN}{{1,3}}{_LETTER}{_SIGN}{{1,3}}{_LETTER}")
# "s / i / o / b", "T 🌸 o 🌸 m 🌸 o"; signs of sums are none.
_SPACED = Regex(
    r"(?<![^\W_])[^\W\d_]"
    r"(?: ?(?:[/*|~\u00b7\u2022]|[^\x00-\u2bff\w\s]{1,2}) ?[^\W\d_](?![^\W_])){3,}"
)
_SIGNS_APART = Regex(r"[/*|~\u00b7\u2022\u2600-\U0001faff] [^\W\d_] ?[^\w\s.,]")
# The line of a passport that machines read: "P<NZLTAUMATA<<HEMI<<<<".
_PASSPORT = Regex(r"(?<![^\s\"'>])[piacv][a-z<][a-z]{3}[a-z\d<]{3,40}<<[a-z\d<]{2,40}")
_REFERENCE = Regex(
    r"[^\W_]{1,40}(?:&(?:shy|nbsp|zwj|zwnj|#\d{1,7}|#x[\da-f]{1,6});[^\W_]{1,40}){1,8}"
)
_ENCODED = Regex(r"[^\s\"'<>\0%]{0,200}(?:%[\da-f]{2}[^\s\"'<>\0%]{0,200}){1,64}")
_PERCENT = Regex(r"%(?:[2-7f][\da-f][a-z\d]|[c-f][\da-f]%)")
_BASE64 = Regex(r"(?<![A-Za-z\d+/_-])[A-Za-z\d+/_-]{8,4096}={0,2}(?![A-Za-z\d+/=_-])")
_FEWEST_ENCODED = 16  # characters without a "=" at the end, or a capital inside
_MANY_CAPITALS = 3  # after a small letter; no word has so many
_MIXED_CASE = Regex("[a-z][A-Z]")
_URL_SAFE = str.maketrans("-_", "+/")
_LONG = Regex(r"[^\W_]{41,}")
# A Latin letter next to a Greek, Cyrillic, Armenian or Cherokee one that looks like a Latin one.
_LATIN, _LOOKALIKE = "a-z\u00df-\u024f", "\u0370-\u058f\u13a0-\u13ff\uab70-\uabbf"
_MIXED = Regex(
    rf"[^\W\d_]{{0,64}}(?:[{_LATIN}][{_LOOKALIKE}]|[{_LOOKALIKE}][{_LATIN}])[^\W\d_]{{0,64}}"
)
_OTHER_SCRIPT = Regex(rf"[{_LOOKALIKE}\u3007\u4e00-\u9fff]")
_SHORTEST_MIXED = 4  # "μm" and "πr" are no disguise
_NUMERALS = Regex(r"[〇零一二三四五六七八九十百千壹贰叁肆伍陆柒捌玖]{3,}年?")


def find(view: TextView) -> list[Span]:
    """Find spelled and encoded text, and words that mix scripts."""
    text = view.lower
    spans: list[Span] = []
    if _SIGNS_BETWEEN.search(text) or text.count(".") > 3 or text.count("_") > 2:
        spans += [
            Span(*match.span(), PERSON, LIKELY)
            for match in _SPELLED.finditer(text)
            if not _in_alphabet_order([char for char in match.group() if char.isalpha()])
        ]
    if "<<" in text:
        spans += [Span(*match.span(), PERSON, SURE) for match in _PASSPORT.finditer(text)]
    if _SIGNS_APART.search(text):
        spans += [
            Span(*match.span(), PERSON, LIKELY)
            for match in _SPACED.finditer(text)
            if not _in_alphabet_order([char for char in match.group() if char.isalpha()])
        ]
    if "&" in text:
        spans += [Span(*match.span(), PERSON, POSSIBLE) for match in _REFERENCE.finditer(text)]
    if "%" in text and _PERCENT.search(text):
        for match in _ENCODED.finditer(text):
            label = EMAIL if "%40" in match.group() else ID
            spans.append(Span(*match.span(), label, LIKELY))
    if view.mixed_case or view.has_long_token or "=" in text:
        for match in _BASE64.finditer(view.plain):
            if _is_encoded_text(match.group()):
                spans.append(Span(*match.span(), ID, SURE))
    if not text.isascii() and _OTHER_SCRIPT.search(text):
        spans += [
            Span(*match.span(), PERSON, LIKELY)
            for match in _MIXED.finditer(text)
            if match.end() - match.start() >= _SHORTEST_MIXED
        ]
        spans += [Span(*match.span(), NUMBER, LIKELY) for match in _NUMERALS.finditer(text)]
    return merge_overlapping(spans)


def find_long(view: TextView) -> list[Span]:
    """Find tokens too long for a word, or long and with capitals all over, as in Base64."""
    if not view.has_long_token:
        return []
    spans = [Span(*match.span(), ID, POSSIBLE) for match in _LONG.finditer(view.lower)]
    for match in _BASE64.finditer(view.plain) if view.mixed_case else ():
        capitals = len(_MIXED_CASE.findall(match.group()))
        if len(match.group()) >= _FEWEST_ENCODED and capitals >= _MANY_CAPITALS:
            spans.append(Span(*match.span(), ID, POSSIBLE))
    return merge_overlapping(sorted(spans))


def _in_alphabet_order(letters: list[str]) -> bool:
    """Return whether these are choices or one letter again and again: "a/b/c/d", "x*x*x*x"."""
    return letters == sorted(set(letters)) or len(set(letters)) < _FEWEST - 1


def _is_encoded_text(token: str) -> bool:
    """Return whether a token is Base64, of either alphabet, of readable text."""
    if len(token) < _FEWEST_ENCODED and not (token.endswith("=") or _MIXED_CASE.search(token)):
        return False
    try:
        plain = token.rstrip("=").translate(_URL_SAFE)
        decoded = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return False
    return len(decoded) >= _FEWEST and decoded.isprintable()
