import gc
import json

import pytest

from privtool.stages.languages import RecordLanguage
from privtool.text.detection.names.inner_capitals import InnerCapitals
from privtool.workflows.config import taggers
from privtool.workflows.config.masking import FetchedTaggers, Tagging
from privtool.workflows.mask import MaskConfig
from privtool.workflows.mix_plot import MixtureRun, load_runs, plot_runs
from privtool.workflows.surrogate import SurrogateConfig
from tests.support.jsonl import jsonl


def line(epoch, loss, **weights):
    return {"epoch": epoch, "valid_loss": loss, "weights": weights}


def saved(folder, method, lines):
    folder.mkdir()
    (folder / "privtool.json").write_text(json.dumps({"options": {"method": method}}))
    (folder / "curve.jsonl").write_bytes(jsonl(*lines))


def test_only_runs_of_a_folder_are_loaded(tmp_path):
    lines = [line(1.0, 5.0, a=0.5, b=0.5), line(2.0, None, a=0.25, b=0.75)]
    saved(tmp_path / "two", "adaptive", lines)
    saved(tmp_path / "one", "uniform", lines[:1])
    (tmp_path / "lm").mkdir()
    (tmp_path / "lm" / "privtool.json").write_text('{"options": {}}')
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "privtool.json").write_text("{")
    saved(tmp_path / "other", "adaptive", [{"epoch": 1.0}])
    assert load_runs(tmp_path) == [MixtureRun("uniform", lines[:1]), MixtureRun("adaptive", lines)]


@pytest.mark.parametrize(("format", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_plot_of_methods_with_seeds_and_of_runs_without_a_target(format, start):
    runs = [
        MixtureRun("uniform", [line(1.0, None, a=1.0)]),
        MixtureRun("adaptive", [line(1.0, 5.0, a=0.5, b=0.5), line(2.0, 4.0, a=0.1, b=0.9)]),
        MixtureRun("adaptive", [line(1.0, 6.0, a=0.5, b=0.5)]),
    ]
    assert plot_runs(runs, format).startswith(start)


def test_names_are_not_parsed_as_math():
    assert plot_runs([MixtureRun("uniform", [line(1.0, None, **{"a$x^$": 1.0})])], "svg")


@pytest.mark.parametrize("format", ["png", "svg", "pdf"])
def test_a_name_that_cannot_be_drawn_causes_neither_error_nor_warning(recwarn, format):
    names = {"\udcff": 0.25, "a\x07b": 0.25, "\u65e5\u672c": 0.5}
    assert plot_runs([MixtureRun("uniform", [line(1.0, None, **names)])], format)
    assert not recwarn.list


def test_a_plot_names_methods_and_corpora():
    runs = [MixtureRun("adaptive", [line(1.0, 5.0, swda=0.5, wiki=0.5)])]
    import matplotlib

    with matplotlib.rc_context({"svg.fonttype": "none"}):
        text = plot_runs(runs, "svg").decode()
    for name in ("adaptive", "swda", "wiki", "validation loss"):
        assert name in text


# Joined methods mask what the tagger doubts, but collect no names of a conversation by that.
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
    fetched = FetchedTaggers(config.tagging, config.source, config.runtime, "en")
    collector = config._collector("dialogue", fetched, RecordLanguage())
    collector._tagger.tag(["Ann"], ["en"])
    config._tagger(fetched, "en")
    assert careful == [False, masks_doubts]


# How filters are run.
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
