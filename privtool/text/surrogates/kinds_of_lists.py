"""Organizations whose kind a noun or a table tells: "Ovara, Belmi and other magazines"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from privtool.text.lexicon import rows

_BY_NOUN = {noun: kind for noun, kind, *_ in rows("kind_nouns")}
_NOUNS = "|".join(_BY_NOUN)
_OTHERS = regex.compile(
    rf",?\s(?:and|or|plus)\s(?:\p{{Ll}}+\s){{0,3}}other\s(?:\p{{Ll}}+\s)?(?P<noun>{_NOUNS})\b"
)
_NOUN = regex.compile(
    rf"\b(?P<noun>{_NOUNS})(?:\s|,?\s(?:such\sas|like|including)\s(?:[Tt]he\s)?)\Z"
)
_ASIDE = regex.compile(r"\s*\([^()]{0,40}\)")
_ROW = regex.compile(r"(?:[ \t]+[+-]?\d+(?:[.:-]\d+)?){3}")
_START_OF_ROW = regex.compile(r"(?:\A|[\n\d,;:.)])[ \t]*\Z")
_LONGEST_LIST = 64  # characters that are looked at


def kind_after_noun(before: str) -> set[str]:
    """Return the kind that a noun before an organization tells: "magazines such as"."""
    found = _NOUN.search(before) if before[-1:] == " " else None
    return {_BY_NOUN[found["noun"]]} if found else set()


def is_row_of_table(text: str, start: int, after: str) -> bool:
    """Return whether a name starts a line of numbers: standings or results."""
    return _ROW.match(after) is not None and bool(_START_OF_ROW.search(text, 0, start))


def kind_of_others(after: str) -> str | None:
    """Return the kind that the words after a list tell: "and many other magazines"."""
    found = _OTHERS.match(after[:_LONGEST_LIST])
    return _BY_NOUN[found["noun"]] if found else None


def members_of_list(
    text: str, spans: Sequence[tuple[int, int]], labels: Sequence[str], last: int
) -> Iterator[int]:
    """Yield the numbers of the phrases of a list by the last of them, from the end.

    What stands in parentheses after one of them is left out.
    """
    yield last
    start = spans[last][0]
    for number in reversed(range(last)):
        first, end = spans[number]
        if labels[number] == labels[last]:
            between = _ASIDE.sub("", text[end:start])
            if between.strip() not in (",", ";", "and", ", and", "or", ", or", "&"):
                return
            yield number
            start = first
        elif not (text[first - 1 : first] == "(" and text[end : end + 1] == ")"):
            return
