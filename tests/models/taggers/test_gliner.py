"""GLiNER2 taggers: nothing is truncated, and no error counts as nothing found."""

from pathlib import Path

import pytest
import torch

from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.core.model_options import ModelSource, Runtime
from privtool.models.taggers.gliner import GlinerTagger, load_gliner_tagger
from privtool.models.taggers.load import resolve_taggers
from privtool.text.labels import Label
from privtool.workflows.config.taggers import load_tagger
from tests.support.tiny_gliner import tiny_gliner
from tests.support.tiny_models import SENTENCES, resolved

CPU = torch.device("cpu")
LABELS = {"NICK": Label.PERSON, "SITE": Label.URL}
LONG = " ".join(SENTENCES)  # far more than the 64 pieces that the encoder takes in


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tiny_gliner(tmp_path_factory.mktemp("tiny"))


def tagger_of(folder: Path, threshold: float = 0.0) -> GlinerTagger:
    return load_gliner_tagger(resolved(folder), CPU, threshold, LABELS)


def test_every_word_of_a_long_text_is_seen_and_labels_are_ours(folder):
    texts = [LONG, "x" * 1000, "Zoë's dog\n\n(barks)", "", " \n"]
    found = tagger_of(folder).tag(texts)
    for text, spans in zip(texts, found, strict=True):
        assert {span.label for span in spans} == ({"PERSON", "URL"} if text.strip() else set())
        assert all(0 <= span.start < span.end <= len(text) for span in spans)
        covered = {place for span in spans for place in range(span.start, span.end)}
        assert {n for n, c in enumerate(text) if not c.isspace()} <= covered
        assert [-span.score for span in spans] == sorted(-span.score for span in spans)


def test_spans_do_not_depend_on_other_texts_and_the_threshold_is_kept(folder):
    texts = [*SENTENCES[:4], LONG]
    tagger = tagger_of(folder, 0.5)
    together = tagger.tag(texts)
    assert together == [tagger.tag([text])[0] for text in texts]
    scores = [span.score for spans in together for span in spans]
    assert scores
    assert min(scores) >= 0.5


@pytest.mark.parametrize("stage", ["transform_record", "batch_extract"])
def test_an_error_inside_the_library_stops_the_run(folder, monkeypatch, stage):
    tagger = tagger_of(folder)

    def fail(*_, **__):
        raise KeyError("secret")

    where = tagger._model.processor if stage == "transform_record" else tagger._model
    monkeypatch.setattr(where, stage, fail)
    with pytest.raises(KeyError):
        tagger.tag(["a"])


def test_a_window_that_would_not_fit_stops_the_run(folder, monkeypatch):
    tagger = tagger_of(folder)
    monkeypatch.setattr(tagger, "_size", 1000)
    with pytest.raises(PrivtoolError, match="too long"):
        tagger.tag([LONG])


def test_labels_come_from_the_label_map(folder):
    source = ModelSource(offline=True)
    (found,) = resolve_taggers(f"gliner2:{folder}", source, label_map=LABELS)
    tagger = load_tagger([found], Runtime(device="cpu"), threshold=0.0)
    assert {span.label for span in tagger.tag(["ask anna"])[0]} <= {"PERSON", "URL", "WORD"}
    for label_map, message in (
        (None, "name some"),
        (dict.fromkeys(map(str, range(99)), Label.MISC), "too many"),
    ):
        with pytest.raises(UsageError, match=message):
            load_tagger([found._replace(label_map=label_map)], Runtime(device="cpu"))
    (folder / "encoder_config" / "config.json").rename(folder / "moved")
    with pytest.raises(UnavailableError, match="tagger"):
        tagger_of(folder)
