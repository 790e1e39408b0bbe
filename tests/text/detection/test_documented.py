"""The examples of docs/commands/mask.md: what `patterns` finds and what it leaves."""

import re
from pathlib import Path

import pytest

from privtool.core.record import Record
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagging_steps import whole_names
from privtool.text.detection.tagger import PatternTagger
from tests.support.processing import processed

PAGE = Path(__file__).resolve().parents[3] / "docs/commands/mask.md"
ROW = re.compile(r"^\| [^|`]+ \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_the_page_has_the_examples():
    assert len(ROWS) >= 20


@pytest.mark.parametrize(("text", "masked"), ROWS)
def test_the_example_is_true(text, masked):
    tagger = whole_names(PatternTagger(all_dates="Tuesday" in text))
    stage = MaskStage(MaskSettings({}, by_class=True, merge=True), tagger)
    (record,) = processed(stage, [Record(id=1, text=text)])
    assert record.text == masked
