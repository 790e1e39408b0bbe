"""Words that models take for names, although they never are: of forms, and function words.

A model that never saw "VIN" or "Attn" marks it like any other unknown word with capitals.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.cue_words import FORM_WORDS
from privtool.text.detection.names.evidence import NameEvidence
from privtool.text.detection.names.lexicon import lexicon


def without_form_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans but those that hold words of forms or function words alone.

    A function word stays found if it is a listed name, too, in capitals ("US"), or has a capital
    after the first word ("Mr. Do"). So does a span next to another, as it may be a part of that
    name: "Kansas", "City".
    """
    if not spans:
        return []
    evidence = NameEvidence(CasedWords(text), lexicon())
    edges = {span.start for span in spans} | {span.end for span in spans}
    return [
        span
        for span in spans
        if span.start - 1 in edges or span.end + 1 in edges or not _is_public(evidence, span)
    ]


def _is_public(evidence: NameEvidence, span: Span) -> bool:
    words = evidence.words
    first, stop = bisect_right(words.end, span.start), bisect_left(words.start, span.end)
    spelled = all(len(word) == 1 for word in words.lower[first:stop])  # "U.S."
    return not spelled and all(_is_no_name(evidence, index) for index in range(first, stop))


def _is_no_name(evidence: NameEvidence, index: int) -> bool:
    words, word = evidence.words, evidence.words.lower[index]
    if word in FORM_WORDS:
        return True
    if word not in evidence.lexicon.function or word in evidence.lexicon.listed:
        return False
    start, end = words.start[index], words.end[index]
    in_capitals = end - start > 1 and words.plain[start:end].isupper()
    return not in_capitals and (index == 0 or not words.capital(index))
