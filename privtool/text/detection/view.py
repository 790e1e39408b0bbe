"""The finders' view of a text: plain characters, lower case, tokens, single spaces.

Values that a cue word announces are expected, so that a bare number gets the right label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property

from privtool.core.spans import Span, merge_overlapping, replace_ranges
from privtool.text.english.numbers import CARDINALS, REPEATS
from privtool.text.labels import LIKELY, SURE, Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import sections, words
from privtool.text.rules.rule import package_rules
from privtool.text.tokens import HIDDEN, Tokens
from privtool.text.unicode import fold_to_ascii, lower_same_length

_WIDE = Regex(r"[^\S\r\n]{2,}|\t")
ID, NUMBER = Label.ID.value, Label.NUMBER.value
PHONE, SSN = Label.PHONE.value, Label.SSN.value


class TextView:
    """One text under examination. Stages read it and hide their spans from later stages.

    `plain` and `lower` have the length of the text; `original` is `lower` with nothing hidden.
    `expected` maps an offset to the label that a cue word before it announces ("account number is
    ..."), and the score of the cue. `off` are the ids of rules that are to find nothing. If they
    are known, `phrases` has the numbers of the patterns over words that may match, whatever is
    hidden, by the `id` of their group.
    """

    def __init__(self, text: str, off: frozenset[str] = frozenset()) -> None:
        self.off = off
        self.plain = fold_to_ascii(text)
        self.lower = self.original = lower_same_length(self.plain)
        self.expected: dict[int, tuple[str, float]] = {}
        self.phrases: dict[int, list[int]] = {}
        self.tokens = Tokens(self.lower)

    @cached_property
    def original_tokens(self) -> Tokens:
        """The tokens of the text with nothing hidden."""
        return self.tokens.copy()

    def hide(self, spans: Sequence[Span]) -> None:
        """Replace the sorted, disjoint `spans` by characters that no finder matches."""
        if not spans:
            return
        _ = self.original_tokens  # copied before any is hidden
        hidden = [(span.start, span.end, HIDDEN * (span.end - span.start)) for span in spans]
        self.plain = replace_ranges(self.plain, hidden)
        self.lower = replace_ranges(self.lower, hidden)
        for span in spans:
            self.tokens.hide(span.start, span.end)


def spans_at_any_width(
    texts: Sequence[str], find: Callable[[Sequence[str]], list[list[Span]]]
) -> list[list[Span]]:
    """Return what is found in each text as it is, and with single spaces for tabs and wide gaps.

    Forms and exports have these; finders expect one space.
    """
    gaps = {
        number: [match.span() for match in _WIDE.finditer(text)]
        for number, text in enumerate(texts)
        # The first is nearly always so, and costs little.
        if ("  " in text or not text.isprintable()) and _WIDE.search(text) is not None
    }
    narrow = (
        replace_ranges(texts[number], ((start, end, " ") for start, end in wide))
        for number, wide in gaps.items()
    )
    found = find([*texts, *narrow])
    for (number, wide), spans in zip(gaps.items(), found[len(texts) :], strict=True):
        offsets = offsets_without(texts[number], ((start + 1, end) for start, end in wide))
        again = [in_whole_text(span, offsets) for span in spans]
        found[number] = merge_overlapping([*found[number], *again], label_of_longer=True)
    return found[: len(texts)]


def offsets_without(text: str, removed: Iterable[tuple[int, int]]) -> list[int]:
    """Return the offsets of the characters of a text that are in none of some sorted ranges."""
    kept: list[int] = []
    done = 0
    for start, end in removed:
        kept += range(done, start)
        done = end
    return [*kept, *range(done, len(text))]


def in_whole_text(span: Span, offsets: Sequence[int]) -> Span:
    """Return the span of the whole text for that of the characters with some `offsets`."""
    return span._replace(start=offsets[span.start], end=offsets[span.end - 1] + 1)


@cache
def cues_without(off: frozenset[str]) -> dict[str, str]:
    """Return all cue words with their labels, but not those of rules that are off."""
    rules = (rule for rule in package_rules("ids") if rule.id not in off)
    return {
        **{
            word: name.upper()
            for name in sections("value_cues")
            if name.upper() in Label.__members__
            for word in words(f"value_cues.{name}")
        },
        **{word: rule.label for rule in rules for word in rule.cues},
    }


CUES = cues_without(frozenset())
PLATES = words("value_cues.plates")
FILLERS = words("value_cues.fillers")
MOST_FILLERS = 8

_MARKERS = words("value_cues.markers")


def mark_expected(view: TextView, cues: Mapping[str, str] | None = None) -> None:
    """Fill `view.expected` from the cue words of the text, which announce a label each."""
    tokens, cues = view.tokens, cues_without(view.off) if cues is None else cues
    for index in tokens.places(cues.keys()):
        value, label, marked = _value_after(view, index, cues[tokens.word[index]])
        if value < len(tokens):
            start = tokens.start[value]
            known, sure = view.expected.get(start, (ID, LIKELY))
            if known == ID:
                view.expected[start] = (label, SURE if marked else sure)


def _value_after(view: TextView, index: int, label: str) -> tuple[int, str, bool]:
    """Return the first token of the value (or the end), its label, and whether it is marked."""
    tokens = view.tokens
    marked = False
    following = index + 1
    for following in range(index + 1, min(index + 2 + MOST_FILLERS, len(tokens))):
        word = tokens.word[following]
        if _is_value(view, following):
            near = marked or following - index <= 2 or label in (PHONE, SSN)
            return following if near else len(tokens), label, marked
        marked = marked or word in _MARKERS
        cue = CUES.get(word)
        if cue is not None:
            label = cue if label in (ID, NUMBER) else label
        elif word not in FILLERS:
            break
    return len(tokens), label, marked


def _is_value(view: TextView, index: int) -> bool:
    """Return whether token `index` starts a value with digits or number words."""
    tokens = view.tokens
    word = tokens.word[index]
    if word.isdigit() or word in REPEATS:
        return True
    if word in CARDINALS:
        return tokens.at(index - 1) != "last"  # "the last four of"
    if word in ("+", "("):
        return tokens.at(index + 1).isdigit()
    if not word.isalpha() or len(word) > 6:
        return False
    if len(word) == 1 and word not in ("a", "i") and tokens.at(index + 1).isdigit():
        return True  # "the code is t 55476"
    joint = index + 2 if tokens.at(index + 1) in ("-", "/", ".") else index + 1
    joined = all(tokens.touches(k) for k in range(index + 1, joint + 1))
    return joined and tokens.at(joint).isdigit()
