"""Names that no list knows, by their letters, kinship, occupation and questions."""

from __future__ import annotations

import pytest

from privtool.text.detection.names.kinds import likeness
from privtool.text.detection.names.tagger import NameTagger


def found(text: str) -> list[str]:
    """Return what the tagger finds."""
    return [text[span.start : span.end] for span in NameTagger().tag([text])[0]]


@pytest.mark.parametrize(
    ("name", "word"), [("efosa", "windscreen"), ("yusra", "dehydrator"), ("wicho", "unzipped")]
)
def test_letters_tell_names_from_words(name: str, word: str):
    assert likeness(name) > likeness(word)
