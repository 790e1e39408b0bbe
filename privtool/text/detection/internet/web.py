"""Web addresses: with a scheme, with www, and bare domains."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, FAINT, POSSIBLE, SURE, VALIDATED
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.top_level_domains import KNOWN, WORDS

URL = Label.URL.value

_SCHEME = Regex(r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}://[^\s<>\"\0]+")
_DOTTED = Regex(r"(?<![\w.-])[\w-]*(?:\.+[\w-]+)+")
_INNER_DOT = Regex(r"\.[\w-]")
_REST = Regex(r"(?::\d{2,5}(?!\d))?(?:[/?#][^\s<>\"\0]*)?")

_BRACKETS = ((")", "("), ("]", "["), ("}", "{"))


def find_schemes(view: TextView) -> list[Span]:
    """Find addresses with a scheme: "https://..."."""
    text = view.lower
    return [_span(text, m.start(), m.end(), VALIDATED) for m in _SCHEME.finditer(text)]


def find(view: TextView) -> list[Span]:
    """Find dotted names that end in a known top-level domain, with their path."""
    text = view.lower
    domains: list[Span] = []
    if _INNER_DOT.search(text) is None:
        return domains
    done = 0
    for match in _DOTTED.finditer(text):
        start, end = match.span()
        if start < done:
            continue
        has_path = text[end : end + 1] == "/" and text[end + 1 : end + 2].strip() != ""
        score = _domain_score(match.group(), has_path, view.plain[end - 1])
        if score >= DOUBTFUL:  # only now read the path: no text is read twice
            rest = _REST.match(text, end)
            done = rest.end() if rest is not None else end
            domains.append(_span(text, start, done, score))
    return domains


def find_dotted(view: TextView) -> list[Span]:
    """Find any other dotted word: a host of an unknown domain, or a missing space."""
    spans: list[Span] = []
    if _INNER_DOT.search(view.lower) is None:
        return spans
    for match in _DOTTED.finditer(view.lower):
        ending = match.group().rpartition(".")[2]
        if len(ending) > 1 and not ending.isdigit():
            spans.append(Span(*match.span(), URL, FAINT).doubted())
    return spans


def _domain_score(name: str, has_path: bool, last: str) -> float:
    """Score the dotted `name` as a host; `last` is its last character as written."""
    head, _, ending = name.rpartition(".")
    labels = head.split(".")
    if not all(labels) or not ending.isalpha():
        return 0.0
    if labels[0].startswith("www"):
        return VALIDATED
    if ending not in KNOWN:
        return POSSIBLE if has_path and len(ending) > 1 and len(head) > 1 else 0.0
    if not (ending == "com" or any(map(str.isalpha, head))):
        return 0.0  # "3.am"
    if len(labels) > 1 and all(len(label) == 1 for label in labels):
        return 0.0  # initials: "J.R.R.To"
    if ending in WORDS or last.isupper():
        return SURE if has_path else FAINT
    return SURE


def _span(text: str, start: int, end: int, score: float) -> Span:
    """Return the span without the punctuation of the sentence around the address."""
    surplus = {
        closer: text.count(closer, start, end) - text.count(opener, start, end)
        for closer, opener in _BRACKETS
    }
    while end > start:
        last = text[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in ".,;:!?'*_~|":
            break
        end -= 1
    return Span(start, end, URL, score)
