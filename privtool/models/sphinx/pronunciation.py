"""Pronunciations of out-of-vocabulary words in the phones of the CMU dictionary.

The letter-to-sound rules are those of espeak-ng; its IPA phonemes are mapped to phones.
"""

from __future__ import annotations

import functools

from privtool.models.tts.espeak import phonemes

_LONGEST = 3
_PHONES = {
    "aɪə": "AY AH", "aɪɚ": "AY ER", "aɪ": "AY", "aʊ": "AW", "eɪ": "EY", "oʊ": "OW", "əʊ": "OW",
    "ɔɪ": "OY", "eə": "EH", "ɪə": "IH",
    "ɜː": "ER", "ɑː": "AA", "iː": "IY", "uː": "UW", "ɔː": "AO", "oː": "AO",
    "ɝ": "ER", "ɚ": "ER", "ɪ": "IH", "ʊ": "UH", "ɛ": "EH", "æ": "AE", "ʌ": "AH", "ə": "AH",
    "ɐ": "AH", "ᵻ": "IH", "i": "IY", "u": "UW", "o": "OW", "e": "EH", "a": "AA", "ɑ": "AA",
    "ɒ": "AA", "ɔ": "AO", "y": "UW", "ø": "ER", "œ": "ER", "ɜ": "ER", "ɨ": "IH", "ʉ": "UW",
    "p": "P", "b": "B", "t": "T", "d": "D", "k": "K", "ɡ": "G", "g": "G", "ɾ": "D",
    "f": "F", "v": "V", "θ": "TH", "ð": "DH", "s": "S", "z": "Z", "ʃ": "SH", "ʒ": "ZH", "h": "HH",
    "x": "K", "ç": "HH", "ɕ": "SH", "tʃ": "CH", "dʒ": "JH",
    "m": "M", "n": "N", "ŋ": "NG", "ɲ": "N Y", "l": "L", "ɬ": "L", "ɫ": "L", "ɹ": "R", "r": "R",
    "ʁ": "R", "j": "Y", "w": "W", "ʍ": "W",
}  # fmt: skip
PHONES = tuple(sorted({phone for phones in _PHONES.values() for phone in phones.split()}))


@functools.lru_cache(maxsize=1 << 16)
def phones_of(word: str) -> tuple[str, ...]:
    """Return the phones of a word; empty if espeak-ng has no sounds for it."""
    ipa = phonemes(word)
    if "(" in ipa:  # language switches, at letters that English lacks
        ipa = "".join(part.rpartition(")")[2] for part in ipa.split("("))
    pronunciation: list[str] = []
    position = 0
    while position < len(ipa):
        for size in range(_LONGEST, 0, -1):
            phones = _PHONES.get(ipa[position : position + size])
            if phones is not None:
                pronunciation += phones.split()
                position += size
                break
        else:
            position += 1  # stress, length, pauses
    return tuple(pronunciation)
