"""Joined methods mask what the tagger doubts, but collect no names of a conversation by that."""

import pytest

from privtool.stages.languages import RecordLanguage
from privtool.text.detection.names.inner_capitals import InnerCapitals
from privtool.workflows.config import taggers
from privtool.workflows.config.masking import Tagging
from privtool.workflows.mask import MaskConfig


@pytest.mark.parametrize(
    ("method", "masks_doubts"), [("entityTagger", False), ("allowList+entityTagger", True)]
)
def test_doubtful_words_are_masked_and_not_collected(monkeypatch, method, masks_doubts):
    careful = []

    def loaded(*_, **options):
        careful.append(options["careful"])
        return InnerCapitals()

    monkeypatch.setattr(taggers, "load_tagger", loaded)
    config = MaskConfig(method=method, tagging=Tagging(tagger="mini-ner"), context="dialogue")
    collector = config._collector("dialogue", (), None, RecordLanguage())
    collector._tagger.tag(["Ann"], ["en"])
    config._tagger((), None, "en")
    assert careful == [False, masks_doubts]
