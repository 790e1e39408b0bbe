"""Capitals inside sentences, which joined methods mask whatever they mean."""

from __future__ import annotations

import pytest

from privtool.core.model_options import ModelSource, Runtime
from privtool.models.taggers.load import load_tagger, resolve_taggers
from privtool.text.detection.names.inner_capitals import InnerCapitals


def _found(text: str) -> list[str]:
    (spans,) = InnerCapitals().tag([text])
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(("careful", "found"), [(False, []), (True, ["Forge"])])
def test_only_careful_taggers_look_for_them(careful, found):
    text = "we went to see the Forge again"
    tagger = load_tagger(
        resolve_taggers("patterns+names", ModelSource()), Runtime("cpu"), careful=careful
    )
    assert [text[span.start : span.end] for span in tagger.tag([text])[0]] == found
