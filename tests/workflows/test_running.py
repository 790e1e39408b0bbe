import gc

import pytest

from privtool.stages.languages import RecordLanguage
from privtool.text.word_lists import load_allow_list
from privtool.workflows.config import taggers
from privtool.workflows.config.masking import FetchedTaggers, Tagging
from privtool.workflows.mask import MaskConfig
from privtool.workflows.surrogate import SurrogateConfig
from tests.support.fake_taggers import FakeTagger


# Joined methods mask what the tagger doubts, but collect no names of a conversation by that.
@pytest.mark.parametrize(
    ("method", "masks_doubts"), [("entityTagger", False), ("allowList+entityTagger", True)]
)
def test_doubtful_words_are_masked_and_not_collected(monkeypatch, method, masks_doubts):
    careful = []

    def loaded(*_, **options):
        careful.append(options["careful"])
        return FakeTagger({})

    monkeypatch.setattr(taggers, "load_tagger", loaded)
    config = MaskConfig(method=method, tagging=Tagging(tagger="mini-ner"), context="dialogue")
    resolved = config.tagging.resolve(config.source, "en", progress=False)
    fetched = FetchedTaggers(config.tagging, config.source, config.runtime, "en", resolved)
    collector = config._collector("dialogue", fetched, RecordLanguage())
    collector._tagger.tag(["Ann"], ["en"])
    lists = {"allowList": load_allow_list()} if masks_doubts else {}
    config.build(lists, fetched)
    assert careful == [False, masks_doubts]


def test_little_garbage_is_looked_for_while_records_are_read_first(call, tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    path.write_text('{"id": 1, "text": "Anna", "entities": []}\n', encoding="utf-8")
    seen = []
    read = SurrogateConfig._scopes

    def noted(self, stream):
        seen.append(gc.get_threshold()[0])
        return read(self, stream)

    monkeypatch.setattr(SurrogateConfig, "_scopes", noted)
    gc.set_threshold(700)
    call("surrogate", "-q", str(path))
    assert seen == [500_000]
