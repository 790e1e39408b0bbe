"""Hesitations: what a speaker says between the parts of a number, an address or a name."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Sequence
from itertools import accumulate

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import MONTHS
from privtool.text.english.numbers import CARDINALS, ORDINAL_ENDINGS, ORDINALS, PLURALS, REPEATS
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from privtool.text.top_level_domains import SPOKEN
from privtool.text.word_sets import word_set

# "ahh", "ummm", "hmm": sounds of any length.
_SOUNDS = frozenset(
    first * many + second * more
    for first, second in ("uh", "um", "ah", "eh", "er", "hm", "oh", "oo", "mm", "so")
    for many in range(1, 4)
    for more in range(1, 5)
    if many + more > 2
)
# Words that make a run of such words a hesitation.
_MARKS = _SOUNDS | word_set(
    """uh uhh um umm uhm uhmm er err erm hm hmm mm mmm mhm huh ah aha eh oops ooh whoops gosh gee
    jeez wait sorry pardon excuse hang hold bear patience let lemme gimme okay ok alright yeah yep
    yes yup nope no not right sure correct correction actually basically literally well so then like
    know think mean guess believe suppose hope says said say reads read looking look see check find
    found grab got getting where what which here there now again next after afterwards followed
    finally also just maybe perhaps probably ready still yet please thanks thank great good perfect
    cool fine done go ahead going continue repeat anyway scratch strike cancel space pause comma
    second sec seconds secs moment minute minutes bit remember forgot lost squinting glasses kind
    sort listen hear honestly obviously anyhow hopefully wrong course god goodness lord damn darn
    shoot heavens jesus come comes ja start starts ehm oof phew aw tick jiffy almost nearly
    apologies moving zoom dear goes"""
)
# Words inside such a run.
_LINKS = word_set(
    """a an the i it its is was are am be me my your our you we he she they this that these those
    and but on in to for with from by as if do did does don didn can could would should will ll s re
    m d t ve have has had need want back up down over out off away all how who when give take make
    made part thing things number numbers digit digits letter letters line page paper card screen
    phone writing handwriting print eyes pen tiny small smudged blurry hard little while too very
    really bear us him her them put pull bring bringing pulling open having trying try tell told ask
    some any more last other only get time times sake always never mix awful"""
)
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_NUMBERS = CARDINALS.keys() | REPEATS.keys() | PLURALS.keys()
_ITEMS = _NUMBERS | ORDINALS.keys() | ORDINAL_ENDINGS | _LETTERS | MONTHS.keys() | {"the", "of"}
HESITATIONS = _MARKS | _LINKS | {"of"}
_WORDS = HESITATIONS | {"one", "oh", "o"}
_SIGNS = frozenset([",", ".", "…", ";", "-", "—", "!", "?", "'", ":", "..."])
_MOST_TOKENS = 16
_EXAMPLES = frozenset(("like", "for", "as"))
_PERIODS = word_set("second sec seconds secs moment minute minutes bit")
_BEFORE_PERIOD = word_set("a one few just wait little quick on")
_AFTER_I = word_set(
    "think mean guess know believe suppose said have can could don will need forgot lost"
)
_AFTER_OH = word_set("sorry wait no right okay well yeah yes gosh")
_AFTER_IT = word_set("says said reads was is")
_PAUSES = frozenset((",", "…", "-", "—", ";"))
_NEXT = Regex(r"\s*([^\W\d_]+|\S)")
_GOES_ON = word_set("of the and at in to as for like")


def fluent_text(view: TextView, *, anywhere: bool) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without hesitations, and the ranges that were removed.

    Those that follow no number, letter or month are removed only with `anywhere`.
    """
    tokens = view.tokens
    if _MARKS.isdisjoint(tokens.word):
        return view.plain, []
    removed: list[tuple[int, int]] = []
    count = len(tokens)
    stop = 0
    for index in tokens.places(_WORDS):
        if index < stop or not (anywhere or _follows_item(tokens, index)):
            continue
        stop = _hesitation_stop(tokens, index)
        if stop > index:
            until = tokens.start[stop] if stop < count else len(view.plain)
            start = tokens.start[index]
            if index > 1 and tokens.word[index - 1] in _PAUSES and tokens.touches(index - 1):
                start = tokens.start[index - 1]
                until -= view.plain[until - 1] == " "
            removed.append((start, until))
    if not removed:
        return view.plain, []
    kept, position = [], 0
    for start, end in removed:
        kept.append(view.plain[position:start])
        position = end
    return "".join((*kept, view.plain[position:])), removed


def interrupts(
    fluent: str, removed: Sequence[tuple[int, int]], hints: Container[str], *, anywhere: bool
) -> bool:
    """Return whether one of the hesitations may interrupt a value: a quick test.

    A value goes on with a word that finders look for, one of the `hints` of the text; `anywhere`
    with any word, such as the name of a street.
    """
    for cut in _cuts(removed):
        after = _NEXT.match(fluent, cut) if cut else None
        if after is not None:
            word = after[1].lower()
            plain = word.isalpha() and word.isascii() and word not in hints
            if anywhere or not plain or word in _GOES_ON:
                return True
    return False


def original_spans(
    fluent: str, spans: Sequence[Span], removed: Sequence[tuple[int, int]]
) -> list[Span]:
    """Return the spans of the fluent text that a hesitation interrupts, in the whole text."""
    lengths = list(accumulate((end - start for start, end in removed), initial=0))
    cuts = _cuts(removed)
    interrupted = []
    for span in spans:
        before, inside = bisect_right(cuts, span.start), bisect_right(cuts, span.end - 1)
        if inside > before and span.score > FAINT and not _begins_alone(fluent, span, cuts):
            start, end = span.start + lengths[before], span.end + lengths[inside]
            interrupted.append(span._replace(start=start, end=end))
    return interrupted


def _cuts(removed: Sequence[tuple[int, int]]) -> list[int]:
    """Return where in the fluent text the removed ranges were."""
    lengths = accumulate((end - start for start, end in removed), initial=0)
    return [start - length for (start, _), length in zip(removed, lengths, strict=False)]


def _begins_alone(fluent: str, span: Span, cuts: list[int]) -> bool:
    """Return whether one of the words "a" and "i" precedes the first hesitation in a span."""
    cut = cuts[bisect_right(cuts, span.start)]
    return fluent[span.start : cut].strip(" ,.-").lower() in ("a", "i", "o")


def _follows_item(tokens: Tokens, index: int) -> bool:
    """Return whether a number, a letter or a month is before a token, perhaps with a pause."""
    words = tokens.word
    last = index - 2 if index > 0 and words[index - 1] in _PAUSES else index - 1
    if last < 0:
        return False
    return words[last] in _ITEMS or (last > 0 and words[last - 1] in ("in", "for", "like"))


def _hesitation_stop(tokens: Tokens, first: int) -> int:
    """Return where the hesitation that starts at token `first` stops, else `first`."""
    words = tokens.word
    marked, stop = False, first
    index = first
    limit = min(len(words), first + _MOST_TOKENS)
    while index < limit:
        word = words[index]
        if word in _SIGNS:
            index += 1
            continue
        if word not in _WORDS or not _hesitates(tokens, index):
            break
        marked = marked or word in _MARKS
        index += 1
        stop = index
    while stop > first and _begins_value(tokens, stop - 1):
        stop -= 1
    return _after_comma(tokens, stop) if marked and stop > first else first


def _hesitates(tokens: Tokens, index: int) -> bool:
    """Return whether the word at `index` may be part of a hesitation."""
    word = tokens.word[index]
    before = tokens.at(index - 1)
    if word in _PERIODS:
        return before in _BEFORE_PERIOD
    if word == "one":
        return tokens.at(index + 1) in _PERIODS
    if word in _EXAMPLES and before in _LETTERS:
        sample = tokens.at(index + 2 if tokens.at(index + 1) == "in" else index + 1)
        return not sample.startswith(before)  # "b like boy"
    after = tokens.at(index + 1)
    if before == "dot" and word in _LINKS and word in SPOKEN and after not in _AFTER_IT:
        return False  # "dot us"
    if word in ("a", "i"):
        return after in (_AFTER_I if word == "i" else _PERIODS) or (
            word == "a" and after == "little"
        )
    if word == "of":
        return before in ("kind", "sort", "out", "because")
    if word in ("oh", "o"):
        return after in _AFTER_OH and before not in _NUMBERS
    if word in _LETTERS:
        return before == "'" and tokens.touches(index)
    return word in _MARKS or word in _LINKS


def _begins_value(tokens: Tokens, index: int) -> bool:
    """Return whether the last word of a hesitation belongs to what follows."""
    word = tokens.word[index]
    if word == "the":
        return tokens.at(index + 1) in ORDINALS or tokens.at(index + 1).isdigit()
    return word in _LETTERS and tokens.at(index - 1) != "'"


def _after_comma(tokens: Tokens, stop: int) -> int:
    """Return the token after the signs that end a hesitation."""
    while tokens.at(stop) in _SIGNS:
        stop += 1
    return stop
