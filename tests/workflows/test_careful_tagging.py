"""Joined methods mask what the tagger doubts, but collect no names of a conversation by that."""

from __future__ import annotations

import pytest

from privtool.stages.tagging_steps import JoinedTagger
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
        return JoinedTagger(())

    monkeypatch.setattr(taggers, "load_tagger", loaded)
    config = MaskConfig(method=method, tagging=Tagging(tagger="mini-ner"), context="dialogue")
    config._collector("dialogue", (), None)
    config._tagger((), None)
    assert careful == [False, masks_doubts]
