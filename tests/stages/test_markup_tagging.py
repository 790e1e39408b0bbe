"""Words that markup cuts are masked whole, and tags stay."""

import re

from privtool.core.blocks import Counts
from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.markup_tagging import MarkupTagger
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.text.word_lists import make_word_list

LIST = make_word_list("l", ["dear", "am", "sin", "hi", "b"])


class Names:
    """Finds two names."""

    def tag(self, texts):
        return [
            [Span(*match.span(), "PERSON") for match in re.finditer("Tamsin|Okonjo", text)]
            for text in texts
        ]


def masked(text, tagger, lists):
    settings = MaskSettings({each.name: each for each in lists})
    stage = MaskStage(settings, MarkupTagger(tagger, lists))
    ((record,),) = stage.process([Record(id=1, text=text)], Counts())
    return record.text


def test_a_tagger_reads_through_markup():
    text = '<p>Dear <b>Tam</b>sin, <a title="Okonjo">hi</a></p>'
    assert masked(text, Names(), []) == (
        '<p>Dear <b>[MASK]</b>[MASK], <a title="[MASK]">hi</a></p>'
    )


class Shy:
    """Finds no name next to code."""

    def tag(self, texts):
        found = Names().tag(texts)
        return [[] if "<@" in text else spans for text, spans in zip(texts, found, strict=True)]


def test_a_mention_of_slack_hides_no_name():
    assert masked("<@U02ABCDEF> ask #proj-Okonjo", Shy(), []) == "<@U02ABCDEF> ask #proj-[MASK]"


def test_a_list_reads_words_whole():
    assert masked("<p>Dear T<sup>am</sup>sin</p>", None, [LIST]) == (
        "<p>Dear [MASK]<sup>[MASK]</sup>[MASK]</p>"
    )
    assert masked("hi, sin", None, [LIST]) == "hi, sin"


def test_what_is_found_with_markup_stays_private():
    """Such as letters between stars."""
    assert masked("<i>Okonjo</i> Tam*sin", Names(), []) == "<i>[MASK]</i> [MASK]*[MASK]"
