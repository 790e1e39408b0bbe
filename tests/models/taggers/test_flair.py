import itertools
import random
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from huggingface_hub import constants
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.taggers import flair as flair_files
from privtool.models.taggers.flair import FlairTagger, load_flair_tagger, marginals, tokens, visible
from privtool.models.taggers.gliner import GlinerTagger, load_gliner_tagger
from privtool.models.taggers.labels import read_label_map
from privtool.models.taggers.load import resolve_taggers
from privtool.text.labels import Label
from privtool.workflows.config.taggers import load_tagger
from tests.support.tiny_flair import importorskip_flair, tiny_flair
from tests.support.tiny_gliner import tiny_gliner
from tests.support.tiny_models import SENTENCES, resolved, tiny_bert

CPU = torch.device("cpu")
LONG = " ".join(SENTENCES)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("tiny")
    bert = tiny_bert(base / "bert")
    return {
        "crf": tiny_flair(base / "crf"),
        "softmax": tiny_flair(base / "softmax", crf=False),
        "bert": tiny_flair(base / "on-bert", crf=False, bert=bert),
    }


@pytest.fixture(params=["crf", "softmax", "bert"])
def folder(folders: dict[str, Path], request: pytest.FixtureRequest) -> Path:
    return folders[request.param]


def tagger_of(path: Path, threshold: float = 0.5) -> FlairTagger:
    return load_flair_tagger(ResolvedModel("tiny", path, ModelSource(offline=True)), CPU, threshold)


def test_spans_are_what_flair_itself_finds_where_it_tells_probabilities(folders):
    """A threshold that only lets pass what is more likely than all else is flair's own choice."""
    from flair.data import Sentence

    tagger = tagger_of(folders["softmax"], 0.5)
    found = 0
    for text in SENTENCES:
        sentence = Sentence(text)
        tagger._model.predict(sentence, return_probabilities_for_all_classes=True)
        expected: list[tuple[int, int]] = []
        for token in sentence:
            outside = next(p.score for p in token.tags_proba_dist["ner"] if p.value == "O")
            if 1 - outside >= 0.5:
                expected.append((token.start_position, token.end_position))
        covered = {
            place
            for span in tagger.tag([text])[0]
            for place in tokens(text)
            if span.start <= place[0] < span.end
        }
        assert covered == set(expected)
        found += len(covered)
    assert 0 < found < len(LONG.split())


def test_marginals_are_sums_over_all_tag_sequences():
    generator = torch.Generator().manual_seed(3)
    tags, length, start, stop = 5, 4, 3, 4
    emissions = torch.randn(length, tags, generator=generator)
    transitions = torch.randn(tags, tags, generator=generator)
    transitions[start, :] = transitions[:, stop] = -10000.0
    expected = torch.zeros(length, tags)
    for sequence in itertools.product(range(tags), repeat=length):
        score, before = torch.tensor(0.0), start
        for place, tag in enumerate(sequence):
            score = score + emissions[place, tag] + transitions[tag, before]
            before = tag
        weight = (score + transitions[stop, before]).exp()
        for place, tag in enumerate(sequence):
            expected[place, tag] += weight
    expected /= expected.sum(1, keepdim=True)
    found = marginals(emissions.unsqueeze(-1) + transitions, transitions, start, stop)
    assert torch.allclose(found.float(), expected, atol=1e-5)


def test_order_and_company_make_no_difference(folder):
    texts = [*SENTENCES[:12], LONG, ""]
    tagger = tagger_of(folder)
    expected = dict(zip(texts, tagger.tag(texts), strict=True))
    assert any(expected.values())
    shuffled = random.Random(1).sample(texts, len(texts)) + texts[:2]
    assert tagger.tag(shuffled) == [expected[text] for text in shuffled]
    assert [tagger.tag([text])[0] for text in texts] == [expected[text] for text in texts]


def test_with_threshold_zero_every_word_of_a_long_text_is_private(folder):
    text = f"{LONG} {'x' * 700} {LONG}"
    (spans,) = tagger_of(folder, threshold=0.0).tag([text])
    covered = "".join(text[span.start : span.end] for span in spans)
    assert covered.replace(" ", "") == text.replace(" ", "")


def test_blank_texts_have_no_spans_and_need_no_model(folders):
    tagger = tagger_of(folders["crf"], 0.0)
    tagger._model = None
    assert tagger.tag([]) == []
    assert tagger.tag(["", " \n\u200b"]) == [[], []]


def test_a_model_whose_scores_are_not_finite_stops(folder):
    tagger = tagger_of(folder)
    with torch.no_grad():
        tagger._model.linear.bias.fill_(torch.nan)
    with pytest.raises(UnavailableError, match="not finite"):
        tagger.tag(["Anna"])


def test_models_see_at_most_what_they_can_take_in(folders):
    tagger = tagger_of(folders["crf"], 0.0)
    seen: list[list[str]] = []
    masses = tagger._masses
    tagger._masses = lambda token_texts: seen.append(token_texts) or masses(token_texts)  # type: ignore[func-returns-value]
    text = " ".join(["word", "名前" * 50, "!" * 40, "x" * 300] * 20)
    tagger.tag([text])
    assert len(seen) > 1
    for window in seen:
        assert sum(len(token.encode()) + 1 for token in window) <= 500


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_tokens_are_in_order_and_leave_out_nothing_but_blanks(text):
    end = 0
    for start, stop in tokens(text):
        assert end <= start < stop
        assert not any(c.isalnum() or c in "!$'" for c in text[end:start])
        assert len(text[start:stop].encode("utf-8", "surrogatepass")) <= 100
        end = stop
    assert not any(c.isalnum() for c in text[end:])


def test_enclitics_and_punctuation_are_tokens_of_their_own():
    text = "Anna's friend didn't e-mail a@b.org, so..."
    assert [text[a:b] for a, b in tokens(text)] == [
        *("Anna", "'s", "friend", "did", "n't", "e-mail", "a@b.org", ",", "so", ".", ".", ".")
    ]


def test_invisible_characters_do_not_hide_a_name():
    assert visible("An\u200bna") == "Anna"
    assert visible("Anna") == "Anna"
    assert visible("\u200b") == "\u200b"


def test_loading_prints_nothing_and_uses_no_network(folder, no_network, capfd):
    tagger_of(folder).tag(["hello there"])
    assert capfd.readouterr() == ("", "")


def test_the_file_is_found_in_its_folder(folders, tmp_path):
    data = (folders["crf"] / "pytorch_model.bin").read_bytes()
    for name in ("best-model.pt", "final-model.pt"):
        (tmp_path / name).write_bytes(data)
    expected = tagger_of(folders["crf"]).tag(SENTENCES)
    assert tagger_of(tmp_path).tag(SENTENCES) == expected
    assert tagger_of(tmp_path / "final-model.pt").tag(SENTENCES) == expected
    for name in ("best-model.pt", "final-model.pt"):
        (tmp_path / name).rename(tmp_path / f"my-{name}")
    with pytest.raises(UsageError, match="2 flair models; name the file"):
        tagger_of(tmp_path)


def test_a_flair_that_does_not_work_with_a_newer_transformers_is_reported(tmp_path, monkeypatch):
    torch.save({"state_dict": {}}, tmp_path / "pytorch_model.bin")
    monkeypatch.setitem(sys.modules, "flair", None)  # importing it fails
    monkeypatch.setattr("transformers.__version__", "5.1.0")
    with pytest.raises(UnavailableError, match=r"does not work with transformers 5\.1\.0"):
        tagger_of(tmp_path)
    monkeypatch.setattr("transformers.__version__", "4.57.6")
    with pytest.raises(ImportError):
        tagger_of(tmp_path)


def test_a_file_that_is_no_flair_model_is_told_in_one_line(tmp_path):
    importorskip_flair()
    torch.save({"state_dict": {}}, tmp_path / "pytorch_model.bin")
    with pytest.raises(UnavailableError, match="tiny: its file cannot be loaded") as caught:
        tagger_of(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("offline", "answers", "tries"), [(True, True, 1), (False, False, 1), (False, True, 2)]
)
def test_parts_on_the_hub_are_only_fetched_when_it_is_allowed_and_there(
    folders, monkeypatch, offline, answers, tries
):
    from flair.models import SequenceTagger

    shut: list[bool] = []

    def load(_: str) -> Any:
        shut.append(constants.HF_HUB_OFFLINE)
        raise OSError("needs a tokenizer from the hub")

    monkeypatch.setattr(SequenceTagger, "load", load)
    monkeypatch.setattr(flair_files, "is_reachable", lambda: answers)
    with pytest.raises(UnavailableError):
        load_flair_tagger(ResolvedModel("old", folders["crf"], ModelSource(offline)), CPU)
    assert shut == [True, False][:tries]
    assert constants.HF_HUB_OFFLINE is False


# GLiNER2 taggers: nothing is truncated, and no error counts as nothing found.
LABELS = {"NICK": Label.PERSON, "SITE": Label.URL}


@pytest.fixture(scope="module")
def gliner_folder(tmp_path_factory) -> Path:
    return tiny_gliner(tmp_path_factory.mktemp("tiny"))


def gliner_of(gliner_folder: Path, threshold: float = 0.0) -> GlinerTagger:
    return load_gliner_tagger(resolved(gliner_folder), CPU, threshold, LABELS)


def test_every_word_of_a_long_text_is_seen_and_labels_are_ours(gliner_folder):
    texts = [LONG, "x" * 1000, "Zoë's dog\n\n(barks)", "", " \n"]
    found = gliner_of(gliner_folder).tag(texts)
    for text, spans in zip(texts, found, strict=True):
        assert {span.label for span in spans} == ({"PERSON", "URL"} if text.strip() else set())
        assert all(0 <= span.start < span.end <= len(text) for span in spans)
        covered = {place for span in spans for place in range(span.start, span.end)}
        assert {n for n, c in enumerate(text) if not c.isspace()} <= covered
        assert [-span.score for span in spans] == sorted(-span.score for span in spans)


def test_spans_do_not_depend_on_other_texts_and_the_threshold_is_kept(gliner_folder):
    texts = [*SENTENCES[:4], LONG]
    tagger = gliner_of(gliner_folder, 0.5)
    together = tagger.tag(texts)
    assert together == [tagger.tag([text])[0] for text in texts]
    scores = [span.score for spans in together for span in spans]
    assert scores
    assert min(scores) >= 0.5


@pytest.mark.parametrize("stage", ["transform_record", "batch_extract"])
def test_an_error_inside_the_library_stops_the_run(gliner_folder, monkeypatch, stage):
    tagger = gliner_of(gliner_folder)

    def fail(*_, **__):
        raise KeyError("secret")

    where = tagger._model.processor if stage == "transform_record" else tagger._model
    monkeypatch.setattr(where, stage, fail)
    with pytest.raises(KeyError):
        tagger.tag(["a"])


@pytest.mark.parametrize("part", ["encoder", "span_rep"])
def test_scores_that_are_no_numbers_stop_the_run(gliner_folder, part):
    tagger = gliner_of(gliner_folder)
    torch.nn.init.constant_(next(getattr(tagger._model, part).parameters()), float("nan"))
    with pytest.raises(UnavailableError, match="not finite"):
        tagger.tag(["ask anna"])


def test_a_window_that_would_not_fit_stops_the_run(gliner_folder, monkeypatch):
    tagger = gliner_of(gliner_folder)
    monkeypatch.setattr(tagger, "_size", 1000)
    with pytest.raises(PrivtoolError, match="too long"):
        tagger.tag([LONG])


def test_it_looks_for_names_as_they_are_given(gliner_folder, tmp_path):
    (tmp_path / "map.toml").write_text('"E-mail" = "EMAIL"\n"street address" = "ADDRESS"\n')
    label_map = read_label_map(tmp_path / "map.toml")
    tagger = load_gliner_tagger(resolved(gliner_folder), CPU, 0.0, label_map)
    assert tagger._labels == {"e-mail": "EMAIL", "street address": "ADDRESS"}


def test_labels_come_from_the_label_map(gliner_folder):
    source = ModelSource(offline=True)
    (found,) = resolve_taggers(f"gliner2:{gliner_folder}", source, label_map=LABELS)
    tagger = load_tagger([found], Runtime(device="cpu"), threshold=0.0)
    assert {span.label for span in tagger.tag(["ask anna"])[0]} <= {"PERSON", "URL", "WORD"}
    for label_map, message in (
        (None, "name some"),
        (dict.fromkeys(map(str, range(99)), Label.MISC), "too many"),
    ):
        with pytest.raises(UsageError, match=message):
            load_tagger([found._replace(label_map=label_map)], Runtime(device="cpu"))
    (gliner_folder / "encoder_config" / "config.json").rename(gliner_folder / "moved")
    with pytest.raises(UnavailableError, match="tagger"):
        gliner_of(gliner_folder)
