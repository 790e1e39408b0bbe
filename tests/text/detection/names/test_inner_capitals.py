"""Capitals inside sentences, which joined methods mask whatever they mean."""

from __future__ import annotations

import pytest

from privtool.core.model_options import ModelSource, Runtime
from privtool.models.taggers.load import load_tagger, resolve_taggers
from privtool.text.detection.names.inner_capitals import InnerCapitals


def _found(text: str) -> list[str]:
    (spans,) = InnerCapitals().tag([text])
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Parcel for Love, 27 Tannery St, gutter done", ["Love", "Tannery", "St"]),
        ("she lives at The Old Forge, near the pub", ["The", "Old", "Forge"]),
        ("Present: A. Lindgren, M. Obuya", ["A", "M"]),
        ("it's GYM 40-2281 or 5512 GB, they told me", ["GYM", "GB"]),
        ("I asked if Will came", ["Will"]),
    ],
)
def test_common_words_with_a_capital_are_found(text, found):
    assert _found(text) == found


@pytest.mark.parametrize(
    "text",
    [
        'The old forge. Love is all, he said: Yes. "Stop!" Then I\'m off',
        "love, 27 tannery street",
        "EVERYTHING IS IN CAPITALS HERE, A LOT OF IT",
        "we met on Friday in March, and the Doctor and Mum came, OK?",
        "the BBC in the UK, and NATO",
    ],
)
def test_openings_titles_and_acronyms_stay(text):
    assert not _found(text)


@pytest.mark.parametrize(("careful", "found"), [(False, []), (True, ["Forge"])])
def test_only_careful_taggers_look_for_them(careful, found):
    text = "we went to see the Forge again"
    tagger = load_tagger(
        resolve_taggers("patterns+names", ModelSource()), Runtime("cpu"), careful=careful
    )
    assert [text[span.start : span.end] for span in tagger.tag([text])[0]] == found
