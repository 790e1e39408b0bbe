"""Invisible text is masked by any method and any tagger."""

import pytest

from privtool.core.record import Record
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagging_steps import whole_names
from privtool.text.detection.names.tagger import NameTagger
from privtool.text.detection.tagger import PatternTagger
from privtool.text.word_lists import load_allow_list, load_vocabulary
from tests.support.processing import processed

STAGES = {
    "allowList": MaskStage(MaskSettings({"allowList": load_allow_list()})),
    "vocabThres": MaskStage(MaskSettings({"vocabThres": load_vocabulary(None, 1000, None)})),
    "patterns": MaskStage(MaskSettings({}), whole_names(PatternTagger(), other_scripts=False)),
    "names": MaskStage(MaskSettings({}), whole_names(NameTagger(), other_scripts=False)),
}
HIDDEN = [
    "\U000e0061\U000e006e",  # tag characters: a copy of ASCII
    "\U000e0101",  # one of the selectors that can encode a byte
    "\u200b\u200c\u200b\u200b\u200c",  # five bits
    "\ufeff" * 4,
    "\ufe00\ufe01\ufe00\ufe0f",
]


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@pytest.mark.parametrize("hidden", HIDDEN, ids=ascii)
def test_words_with_invisible_text_are_masked(stage, hidden):
    texts = [f"the hou{hidden}se is", f"the house{hidden} is", f"the {hidden} is"]
    new = processed(stage, [Record(id=1, text=text) for text in texts])
    assert [record.text for record in new] == ["the [MASK] is"] * 3


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
def test_a_few_invisible_characters_have_their_place(stage):
    (record,) = processed(stage, [Record(id=1, text="the hou\u00adse is\u2060")])
    assert record.text == "the hou\u00adse is\u2060"
