"""Private phrases as generators read them: without strange signs, and with letters for codes."""

from __future__ import annotations

import html
import quopri
import re
from binascii import Error
from email.errors import HeaderParseError
from email.header import decode_header, make_header

import regex

from privtool.text.labels import Label, canonical_label

# Letters in circles and squares, braille, flags and pictures; invisible copies of letters.
# Signs of units, rights and numbers stay, as in "98.6 °F".
_UNREAD = regex.compile(
    r"[[\p{So}\p{Sk}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]"
    r"--[\x00-\x7F°©®¨´¸\u2100-\u214F]]",
    regex.VERSION1,
)


def without_unread(phrase: str) -> str:
    """Return a phrase without characters that a generator would pass on as signs."""
    return phrase if phrase.isascii() else _UNREAD.sub("", phrase)


_NAMES = frozenset((Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC, Label.WORD))
_TORN = re.compile(r"[&\\*]|=[?89A-F]")
_HEADER = re.compile(r"=\?[\w-]+\?[bq]\?[^?\s]+\?=", re.IGNORECASE)  # of a mail
_QUOTED = re.compile(r"(?:=[89A-F][\dA-F])+")
_ESCAPED = re.compile(r"\\{1,2}(?:u([\da-f]{4})|x([\da-f]{2}))", re.IGNORECASE)
_TEX_ACCENT = re.compile(r"\{?\\(?:[\"'`^~=.]|[uvHckrbd](?![A-Za-z])) ?\{?\\?([A-Za-z])\}{0,2}")
_TEX_LETTER = re.compile(r"\{\\(o|l|ss|ae|oe|aa|i|j)\}", re.IGNORECASE)
_STARS = re.compile(r"(?<=[^\W\d_])\*+(?=[^\W\d_])")


def untorn(phrase: str, label: str) -> str:
    """Return a name with letters for references and codes: "Ren&eacute;e", "Jos\\u00e9", "H\\"ofl".

    Stars between letters are left out. Other phrases stay as they are.
    """
    if _TORN.search(phrase) is None or canonical_label(label) not in _NAMES:
        return phrase
    plain = html.unescape(phrase)
    if _HEADER.search(plain):
        try:
            plain = str(make_header(decode_header(plain)))
        except (Error, HeaderParseError, LookupError, UnicodeError):
            return phrase
    plain = _QUOTED.sub(_decoded, plain)
    plain = _ESCAPED.sub(lambda match: chr(int(match[1] or match[2], 16)), plain)
    # Two escapes make an emoji; half of one cannot be encoded.
    plain = plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    plain = _TEX_LETTER.sub(r"\1", _TEX_ACCENT.sub(r"\1", plain))
    return _STARS.sub("", plain)


def _decoded(match: re.Match[str]) -> str:
    """Return the letters of "=C3=A9" in UTF-8, else in Latin-1."""
    data = quopri.decodestring(match[0])
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
