"""Which models are taggers, and how their weights are loaded."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from privtool.core.errors import UnavailableError
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.precision import multiplies_bfloat16
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.torch_labeler import load_token_tagger
from tests.support.tiny_models import SENTENCES, resolved, tiny_bert

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_bert(tmp_path_factory.mktemp("tiny") / "bert", "tagger")


def tagger_of(folder: Path) -> TokenTagger:
    return load_token_tagger(ResolvedModel("tiny", folder), CPU, 8, 0.9)


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


def test_pickles_are_not_opened_without_trust(folder, tmp_path):
    for file in folder.iterdir():
        if file.name != "model.safetensors":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    torch.save(load_file(folder / "model.safetensors"), tmp_path / "pytorch_model.bin")
    with pytest.raises(UnavailableError):
        tagger_of(tmp_path)
    trusted = load_token_tagger(resolved(tmp_path, trust_pickle=True), CPU, 8, 0.9)
    assert trusted.tag(SENTENCES) == tagger_of(folder).tag(SENTENCES)


def test_half_precision_is_for_processors_that_have_it(monkeypatch, folder):
    assert not multiplies_bfloat16(torch.device("cuda"))
    for can in (False, True):
        monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda can=can: can)
        monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
        model = tagger_of(folder)._model._model
        assert model.classifier.weight.dtype is (torch.bfloat16 if can else torch.float32)
        assert model.bert.embeddings.word_embeddings.weight.dtype is torch.float32
