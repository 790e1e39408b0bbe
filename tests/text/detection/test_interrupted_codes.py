"""Letters and digits of a dictated code are found whatever is said between them."""

from __future__ import annotations

import pytest

from privtool.text.detection.tagger import PatternTagger

_TAGGER = PatternTagger()


def _masked(text: str) -> str:
    """Return the text with "#" for each character inside a span."""
    signs = list(text)
    for span in _TAGGER.tag([text])[0]:
        signs[span.start : span.end] = "#" * (span.end - span.start)
    return "".join(signs)


@pytest.mark.parametrize(
    "marked",
    [
        "it's ticket «j» «49» «f x» «79» cheers",
        "the label reads «94» good grief «c p» let's see here «654» all done",
        "my reservation code is «z for zebra» «ninety» well «p c» all done",
        "the license reads «eighty» «z v z», what else, «sixty six» do you have that",
        "booking code's «eight hundred fifty eight» «j d» the cat sat on it «eight seven» goodbye",
        "reference is «x k» so far so good «five o», got it?",
    ],
)
def test_parts_of_a_code_are_found(marked):
    masked = _masked(marked.replace("«", "").replace("»", ""))
    private = [part.partition("»")[0] for part in marked.split("«")[1:]]
    plain = marked.replace("«", "").replace("»", "")
    place = 0
    for part in private:
        place = plain.index(part, place)
        inside = masked[place : place + len(part)]
        assert set(inside) <= {"#", " "}, part
        place += len(part)


@pytest.mark.parametrize(
    "text",
    [
        "the ticket is in plan B or plan C",
        "that's one of the codes I know",
        "case closed, there's no plan b and no second one",
        "the model is sold in the U.S. and two other countries",
        "it's c or d, pick one",
        "the label says do not bend",
    ],
)
def test_talk_about_codes_stays(text):
    assert _masked(text) == text
