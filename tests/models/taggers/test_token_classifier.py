import json
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import AutoConfig, AutoModelForTokenClassification, AutoTokenizer, XLNetConfig

from privtool.core.errors import UnavailableError
from privtool.core.spans import Span
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.numerics import autocasting, multiplies_bfloat16
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.torch_labeler import TorchLabeler, load_token_tagger
from privtool.models.taggers.windowing import PieceTokenizer
from privtool.text.labels import Label
from tests.support.tiny_models import LABELS, SENTENCES, WORDS, resolved, tiny_bert, tiny_roberta

CPU = torch.device("cpu")
LONG = " ".join(SENTENCES * 3)  # hundreds of words for models that take in 64 pieces


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("tiny")
    return {
        "bert": tiny_bert(base / "bert", "tagger"),
        "roberta": tiny_roberta(base / "roberta", "tagger"),
    }


@pytest.fixture(params=["bert", "roberta"])
def folder(folders: dict[str, Path], request: pytest.FixtureRequest) -> Path:
    return folders[request.param]


def tagger_of(folder: Path, threshold: float = 0.9, batch_size: int = 8) -> TokenTagger:
    return load_token_tagger(ResolvedModel("tiny", folder), CPU, batch_size, threshold)


# --- against an obvious way to do it


def expected_spans(tagger: TokenTagger, folder: Path, text: str, threshold: float) -> list[Span]:
    """The spans of a text that fits the model, word by word."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    coded = tokenizer(text, return_offsets_mapping=True)
    length = len(coded["input_ids"])
    pad = (length // 4 + 1) * 4 - length
    ids = torch.tensor([coded["input_ids"] + [tokenizer.pad_token_id] * pad])
    mask = torch.tensor([[1] * length + [0] * pad])
    with torch.inference_mode(), autocasting(tagger._model._model):
        logits = tagger._model._model(input_ids=ids, attention_mask=mask).logits
    probabilities = logits.float().softmax(-1)[0]
    words: dict[int, list[int]] = {}
    for piece, word in enumerate(coded.word_ids()):
        if word is not None:
            words.setdefault(word, []).append(piece)
    spans: list[Span] = []
    likelihoods: list[list[float]] = []
    for pieces in words.values():
        score = max(float(1 - probabilities[piece, 0]) for piece in pieces)
        by_label = {"PERSON": (1, 2), "LOCATION": (3, 4), "ORGANIZATION": (5, 6)}
        masses = {
            label: sum(float(probabilities[piece, n]) for piece in pieces for n in numbers)
            for label, numbers in by_label.items()
        }
        if score < threshold:
            continue
        label = max(masses, key=lambda name: masses[name])
        start, end = coded["offset_mapping"][pieces[0]][0], coded["offset_mapping"][pieces[-1]][1]
        start += len(text[start:end]) - len(text[start:end].lstrip())
        doubtful = ((start, end),) if masses[label] / len(pieces) < 0.5 else ()
        likelihood = masses[label] / len(pieces)
        if spans and spans[-1].label == label and not text[spans[-1].end : start].strip():
            score, doubtful = min(spans[-1].score, score), spans[-1].doubtful + doubtful
            spans[-1] = Span(spans[-1].start, end, label, score, doubtful)
            likelihoods[-1].append(likelihood)
        else:
            spans.append(Span(start, end, label, score, doubtful))
            likelihoods.append([likelihood])
    return [
        span.doubted() if len(each) == 1 and each[0] < 0.7 else span
        for span, each in zip(spans, likelihoods, strict=True)
    ]


def test_spans_are_those_of_an_obvious_implementation(folder):
    threshold = 0.9
    tagger = tagger_of(folder, threshold)
    texts = [f"{sentence}!" for sentence in SENTENCES] + ["Anna's cats, running (upstairs)."]
    for text, spans in zip(texts, tagger.tag(texts), strict=True):
        expected = expected_spans(tagger, folder, text, threshold)
        assert [span[:3] for span in spans] == [span[:3] for span in expected]
        scores = [span.score for span in spans]
        assert scores == pytest.approx([span.score for span in expected], abs=1e-5)
        assert [span.doubtful for span in spans] == [span.doubtful for span in expected]
    found = [span for spans in tagger.tag(texts) for span in spans]
    assert len(found) > 5  # else this would show nothing
    assert any(span.doubtful for span in found)


# --- windows


def test_positions_are_those_of_the_architecture_whatever_else_is_stated(folder, tmp_path):
    """`n_positions` and `seq_length` are names of other architectures."""
    copy = shutil.copytree(folder, tmp_path / "copy")
    config = json.loads((copy / "config.json").read_text())
    stray = {"n_positions": 4096, "seq_length": 4096}
    (copy / "config.json").write_text(json.dumps(config | stray))
    assert tagger_of(copy).tag([LONG]) == tagger_of(folder).tag([LONG])


@pytest.mark.parametrize("kind", ["ibert", "nystromformer", "mpnet", "deberta-v2", "gpt2"])
def test_a_model_accepts_its_longest_input(kind):
    sizes = {"num_attention_heads": 2, "num_hidden_layers": 1, "hidden_size": 16, "vocab_size": 20}
    config = AutoConfig.for_model(kind, max_position_embeddings=40, pad_token_id=1, **sizes)
    labeler = TorchLabeler(AutoModelForTokenClassification.from_config(config).eval())
    assert labeler.longest_input == (38 if kind in ("ibert", "mpnet") else 40)
    ids = np.full((1, labeler.longest_input), 5)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    assert labeler.probabilities(inputs).shape[:2] == ids.shape


def test_a_tokenizer_of_another_model_is_refused(folders, tmp_path):
    copy = Path(shutil.copytree(folders["bert"], tmp_path / "copy"))
    for file in folders["roberta"].glob("*token*"):
        shutil.copyfile(file, copy / file.name)
    with pytest.raises(UnavailableError, match="a tokenizer that does not fit its weights"):
        tagger_of(copy)


def test_a_model_without_a_limit_reads_windows():
    sizes = {"d_model": 16, "n_layer": 1, "n_head": 2, "d_inner": 16, "vocab_size": 20}
    model = AutoModelForTokenClassification.from_config(XLNetConfig(**sizes))
    assert TorchLabeler(model).longest_input == 512


class Reads:
    """A model that is less sure of a piece near the edges of what it reads."""

    pads, pad, longest_input, blur = False, 0, 4096, 8

    def probabilities(self, inputs):
        ids = inputs["input_ids"]
        self.longest = max(getattr(self, "longest", 0), ids.shape[1])
        places = np.arange(ids.shape[1])
        known = np.minimum(places, places[::-1]) / self.blur
        private = (0.1 + 0.8 * (ids % 7 == 0)) * np.clip(known, 0, 1)
        return np.stack([1 - private, private], axis=-1).astype(np.float32)


def test_a_long_text_has_the_same_spans_wherever_its_windows_begin(folders):
    # Tolerance: spans in the middle are equal, their scores within 0.01.
    tokenizer = Tokenizer.from_file(str(folders["bert"] / "tokenizer.json"))
    model = Reads()
    tagger = TokenTagger(model, tokenizer, {0: "O", 1: "PER"}, 0.5)
    text = " ".join(SENTENCES * 40)
    found = []
    for cut in range(0, 2000, 333):
        spans = tagger.tag([text[text.index(" ", cut) :]])[0]
        base = text.index(" ", cut)
        found.append(
            {(s.start + base, s.end + base): s.score for s in spans if s.start + base > 2500}
        )
    assert 900 < model.longest <= 1024
    assert len(found[0]) > 100
    for each in found:
        assert each.keys() == found[0].keys()
        assert each == pytest.approx(found[0], abs=0.01)


# --- what does not matter


def test_batch_size_order_and_company_make_no_difference(folder):
    texts = [*SENTENCES, LONG, "", "a"]
    expected = dict(zip(texts, tagger_of(folder).tag(texts), strict=True))
    order = random.Random(1)
    for batch_size in (1, 2, 64):
        tagger = tagger_of(folder, batch_size=batch_size)
        shuffled = order.sample(texts, len(texts)) + texts[:3]
        assert tagger.tag(shuffled) == [expected[text] for text in shuffled]
    alone = tagger_of(folder)
    assert [alone.tag([text])[0] for text in texts] == [expected[text] for text in texts]


def test_a_batch_without_any_padding_would_be_no_exception(folders):
    # A row of just the padded length, alone and beside a shorter one.
    tagger = tagger_of(folders["bert"])
    texts = [" ".join(["the"] * count) for count in range(1, 20)]
    together = tagger.tag(texts)
    assert [tagger.tag([text])[0] for text in texts] == together


# --- nothing is left out


def test_with_threshold_zero_every_word_of_a_long_text_is_private(folder):
    (spans,) = tagger_of(folder, threshold=0.0).tag([LONG])
    covered = "".join(LONG[span.start : span.end] for span in spans)
    assert covered.replace(" ", "") == LONG.replace(" ", "")


def test_a_tokenizer_that_truncates_and_pads_is_stopped_from_it(folders, tmp_path):
    tokenizer = Tokenizer.from_file(str(folders["bert"] / "tokenizer.json"))
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    assert len(PieceTokenizer(tokenizer).pieces(["the " * 100]).ids) == 100


def test_emoji_and_fonts_hide_no_word(folder):
    tagger = tagger_of(folder, 0.0)
    odd, plain = tagger.tag(["the 𝓬𝓪𝓽 👋runs❤️ ｈｏｍｅ", "the cat  runs   home"])
    assert [span[:2] for span in odd] == [(0, 7), (9, 13), (16, 20)]
    assert min(span.score for span in odd) == min(span.score for span in plain)


def test_special_tokens_in_a_text_are_text(folders):
    for name, specials in (("bert", ["[SEP]", "[MASK]"]), ("roberta", ["</s>", "<mask>"])):
        tokenizer = AutoTokenizer.from_pretrained(folders[name])
        pieces = PieceTokenizer(tokenizer.backend_tokenizer).pieces([" ".join(specials)])
        assert not set(pieces.ids.tolist()) & set(tokenizer.all_special_ids)
        assert pieces.word_to[-1] == len(" ".join(specials))


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.one_of(
            st.text(st.characters(codec="utf-8"), max_size=60),
            st.lists(st.sampled_from(WORDS), max_size=100).map(" ".join),
        ),
        max_size=4,
    )
)
def test_spans_of_any_text_are_sound(folder, texts):
    for text, spans in zip(texts, tagger_of_any(folder).tag(texts), strict=True):
        end = 0
        for span in spans:
            assert end <= span.start < span.end <= len(text)
            assert text[span.start : span.end].strip() == text[span.start : span.end]
            assert 0.5 <= span.score <= 1
            end = span.end


_taggers: dict[Path, TokenTagger] = {}


def tagger_of_any(folder: Path) -> TokenTagger:
    return _taggers.setdefault(folder, tagger_of(folder, 0.5))


# --- labels and thresholds


def test_nothing_is_fetched_and_nothing_printed(folder, no_network, capfd):
    tagger_of(folder).tag(["hello"])
    assert capfd.readouterr() == ("", "")


def test_only_our_own_labels_come_out(folder):
    labels = {span.label for spans in tagger_of(folder, 0.0).tag(SENTENCES) for span in spans}
    assert len(labels) > 1
    assert labels <= {"PERSON", "LOCATION", "ORGANIZATION"} <= {label.value for label in Label}
    assert len(LABELS) == 7


# Which models are taggers, and how their weights are loaded.
def test_words_have_the_scores_that_decide(folder):
    tagger, texts = tagger_of(folder), [*SENTENCES[:8], ""]
    words = list(tagger.words(texts))
    assert len(words) == len(texts)
    for threshold in (0.3, 0.6, 0.9):
        for text, scored, spans in zip(
            texts, words, tagger_of(folder, threshold).tag(texts), strict=True
        ):
            private = {at for span in spans for at in range(span.start, span.end)}
            for word in scored:
                letters = [at for at in range(word.start, word.end) if not text[at].isspace()]
                assert all((at in private) is (word.score >= threshold) for at in letters)


class Needs:
    """A score that words need by their labels, which it remembers."""

    def __init__(self, scores: dict[str, float]) -> None:
        self.scores, self.labels = scores, set[str]()

    def of(self, text: str, places: Any, labels: Any) -> list[float]:
        self.labels |= set(labels)
        return [self.scores.get(label, 1.1) for label in labels]


def test_a_word_needs_the_score_of_its_label(folder):
    tagger = tagger_of(folder)
    words = [word for scored in tagger.words(SENTENCES) for word in scored]
    tagger._needed = Needs({"PERSON": 0.0})
    found = [span for spans in tagger.tag(SENTENCES) for span in spans]
    assert {span.label for span in found} == {"PERSON"}
    assert tagger._needed.labels == {word.label for word in words} > {"PERSON"}


def test_a_model_without_a_trained_head_is_no_tagger(tmp_path):
    with pytest.raises(UnavailableError, match="is not a tagger"):
        tagger_of(tiny_bert(tmp_path / "masked-lm"))


def test_files_that_cannot_be_loaded_are_told_in_one_line(tmp_path):
    (tmp_path / "config.json").write_text('{"model_type": "secret-thing"}')
    (tmp_path / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(
        UnavailableError, match="'tiny' has an architecture that transformers .* lacks"
    ) as caught:
        tagger_of(tmp_path)
    assert "\n" not in str(caught.value)


def test_pickles_are_not_opened_without_trust(folders, tmp_path):
    for file in folders["bert"].iterdir():
        if file.name != "model.safetensors":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    torch.save(
        load_file(folders["bert"] / "model.safetensors"),
        tmp_path / "pytorch_model.bin",
    )
    with pytest.raises(UnavailableError):
        tagger_of(tmp_path)
    trusted = load_token_tagger(resolved(tmp_path, trust_pickle=True), CPU, 8, 0.9)
    assert trusted.tag(SENTENCES) == tagger_of(folders["bert"]).tag(SENTENCES)


def test_half_precision_is_for_processors_that_have_it(monkeypatch, folders):
    assert not multiplies_bfloat16(torch.device("cuda"))
    for can in (False, True):
        monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda can=can: can)
        monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
        model = tagger_of(folders["bert"])._model._model
        assert model.classifier.weight.dtype is (torch.bfloat16 if can else torch.float32)
        assert model.bert.embeddings.word_embeddings.weight.dtype is torch.float32
