"""What models find of names, mended: public words left out, names made whole.

Models take words for private that hardly ever are, of forms, clinics, all days: one that never saw
"VIN" or "Attn" marks it like any other unknown word with capitals. A model labels each word by
itself, so a name that it does not know may change its class half way ("Conan" and "Gray", "Oracle"
and "Park"), and signs next to a name may become a part of it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from privtool.core.spans import Span
from privtool.text.detection.names.features import WEAK
from privtool.text.detection.names.kinds import NAME, RARE, CasedWords, runs
from privtool.text.detection.names.tagger import NameScorer
from privtool.text.known_names import lexicon
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words as listed

# From this score on, a word in lower case is private all the same; the other is that of persons,
# and of words that are listed names, too.
_MOST_SURE, _MOST_SURE_OF_PERSON = 0.9, 0.6
_PERSON = Label.PERSON.value
_ACRONYMS = listed("acronyms.spelled")
_BEFORE_NAME, _AFTER_NAME = " \t\r\n.,;:!?)]}>", " \t\r\n,;:([{<"
_GENITIVE = Regex(r"(?<=\w)['’]s(?!\w)")
_PLACE = Label.LOCATION.value
_ORGANIZATION = Label.ORGANIZATION.value
_LEAST_SCORE = 0.5  # of both parts
# With points in lower case only, but for an initial: a sentence may begin after one.
_TOKEN = Regex(
    r"(?<![^\W_])[^\W_]{1,40}(?:_{1,2}[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])(?![^\s]{0,80}[A-Z])[^\W_]{1,40}(?:\.[^\W_]{1,40}){1,8}"
    r"|(?<![^\W_])[A-Z][^\W\d_]{1,40}\.[A-HJ-Z](?![\w.'])"
)


def without_public_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans but those of public words alone.

    Public are words of forms, function words, words of medicine, and ordinary words in lower case
    of which the model is not sure. What stands where names stand stays found, and so does a span
    next to another, as it may be a part of that name: "Kansas", "City".
    """
    if not spans:
        return []
    public = _Public(CasedWords(text))
    edges = {span.start for span in spans} | {span.end for span in spans}
    return [
        span
        for span in spans
        if span.start - 1 in edges or span.end + 1 in edges or not public.holds(span)
    ]


class _Public(NameScorer):
    """The public words of a text."""

    def holds(self, span: Span) -> bool:
        """Return whether a span has public words alone."""
        words = self.text
        inside = _words(words, span)
        if not inside:
            return False
        if all(len(words.lower[index]) == 1 for index in inside):  # "U.S."
            announced = self.expects(inside.start, WEAK)
            return not announced and self._spelled.issuperset(inside)
        if all(map(self._is_formal, inside)):
            return True
        ordinary = [index for index in inside if not self._is_medical(index)]
        most = _MOST_SURE_OF_PERSON if span.label == _PERSON else _MOST_SURE
        if any(words.lower[index] in lexicon().listed for index in ordinary):
            most = _MOST_SURE_OF_PERSON if len(inside) == 1 else 0.0  # brands: "twin peaks"
        if ordinary and (span.score >= most or not all(map(self._is_ordinary, ordinary))):
            return False
        strength = WEAK - bool(ordinary)
        return not any(self.expects(index, strength) for index in {*inside} - self._spelled)

    def _is_formal(self, index: int) -> bool:
        """Return whether a word is of forms, or a function word, as the "Do" of "Mr. Do" is not."""
        words, word, known = self.text, self.text.lower[index], lexicon()
        if word in listed("forms.words") or self.kinds[index] == "no-form":
            return True
        if word not in known.function or word in known.listed:
            return False
        shown = words.plain[words.start[index] : words.end[index]]
        return not shown[1:].isupper() and (index == 0 or not words.capital(index))

    @cached_property
    def _spelled(self) -> frozenset[int]:
        """The letters of abbreviations that are spoken so: "the m r i", "a c t scan"."""
        words = self.text
        single = (index for index, word in enumerate(words.lower) if len(word) == 1)
        letters = (index for index in single if words.gap(index) != "'")
        found: list[int] = []
        for run in runs(letters, lambda index: words.gap(index) == " "):
            said = "".join(words.lower[run[0] : run[-1] + 1])
            article = said not in _ACRONYMS
            found += run[article:] if said[article:] in _ACRONYMS else ()
        return frozenset(found)

    def _is_medical(self, index: int) -> bool:
        word, kind = self.text.lower[index], self.kinds[index]
        if kind == "no-medical" or index in self._spelled:
            return True
        if word in lexicon().listed:
            return word in listed("medicine.names") and self._is_low(index)
        opens = self.text.opens(index)
        return word in listed("medicine.clinic") and (opens or self._is_low(index))

    def _is_low(self, index: int) -> bool:
        words = self.text
        return words.plain[words.start[index] : words.end[index]].islower()

    def _is_ordinary(self, index: int) -> bool:
        """Return whether a word is an ordinary one without a capital, where capitals mark names."""
        kind = self.kinds[index]
        if not self._is_low(index) or kind.startswith((NAME, RARE)):
            return False
        if kind in ("no-other", "no-known", "no-odd", "no-letter", "no-date", "both", "both-place"):
            return False
        return self.text.cased or kind == "no-function"


def without_signs(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans without the signs at their ends, and without those that hold no word.

    The "'s" after a word alone is none.
    """
    trimmed = []
    for span in spans:
        inside = text[span.start : span.end]
        start = span.end - len(inside.lstrip(_BEFORE_NAME))
        end = max(start, span.start + len(inside.rstrip(_AFTER_NAME)))
        trimmed.append(span._replace(start=start, end=end))
    return [span for span in trimmed if _is_word(text, span)]


def _is_word(text: str, span: Span) -> bool:
    genitive = _GENITIVE.search(text, max(span.start - 1, 0), span.end)
    if genitive and genitive.start() <= span.start and genitive.end() == span.end:
        return False
    return any(map(str.isalnum, text[span.start : span.end]))


def joined_fragments(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, with neighbors that are parts of one name as one span.

    Parts have capitals and only a space between them. A person is joined with what follows, a
    place with an organization: the whole is a place if it ends like one.
    """
    joined: list[Span] = []
    for span in sorted(spans):
        label = _label_of_both(text, joined[-1], span) if joined else None
        if label is None:
            joined.append(span)
            continue
        first = joined.pop()
        score, doubtful = max(first.score, span.score), (*first.doubtful, *span.doubtful)
        joined.append(Span(first.start, span.end, label, score, doubtful))
    return joined


def _label_of_both(text: str, first: Span, second: Span) -> str | None:
    """Return the class of a name of two parts, None if they are two names."""
    if text[first.end : second.start] != " " or first.label == second.label:
        return None
    if min(first.score, second.score) < _LEAST_SCORE:
        return None
    if not (text[first.start].isupper() and text[second.start].isupper()):
        return None
    if first.label == _PERSON:
        return _PERSON
    if {first.label, second.label} != {_PLACE, _ORGANIZATION}:
        return None
    last = text[first.start : second.end].split()[-1].lower()
    return _PLACE if last in listed("places.ends") else _ORGANIZATION


def widened(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, those of persons with the rest of their names, and these elsewhere."""
    if not any(span.label == _PERSON for span in spans):
        return list(spans)
    scorer = NameScorer(CasedWords(text))
    named = {
        index: span.score
        for span in spans
        if span.label == _PERSON
        for index in _words(scorer.text, span)
    }
    added = scorer.revealed(named) - named.keys()
    wide = [_whole(scorer, span, added) if span.label == _PERSON else span for span in spans]
    words, score = scorer.text, max(named.values(), default=0.0)
    covered = {index for span in wide for index in _words(words, span)}
    alone = (
        Span(words.start[index], words.end[index], _PERSON, score)
        for index in sorted(added - covered)
    )
    # Tokens that hold a name: "ngozi.e", "its.just.roxy", "OKAFOR.B".
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    unspaced = (
        Span(start, end, _PERSON, span.score)
        for span in wide
        for start, end in tokens
        if span.label == _PERSON and start < span.end and span.start < end
    )
    return [*wide, *alone, *unspaced]


def _words(words: CasedWords, span: Span) -> range:
    return range(bisect_right(words.end, span.start), bisect_left(words.start, span.end))


def _whole(scorer: NameScorer, span: Span, added: frozenset[int]) -> Span:
    words, inside = scorer.text, _words(scorer.text, span)
    if not inside:
        return span
    first, stop = inside.start, inside.stop
    while first - 1 in added and scorer.joined(first):
        first -= 1
    while stop in added and scorer.joined(stop):
        stop += 1
    start, end = min(words.start[first], span.start), max(words.end[stop - 1], span.end)
    return span._replace(start=start, end=end)
