import json
import shutil
import stat

import pytest
import torch
from transformers import AutoTokenizer

from privtool.core.errors import UnavailableError, UsageError
from privtool.models.lm import word_tokenizer
from privtool.models.lm.checkpoint import (
    VOCABULARY_DIGEST,
    load_lm,
    piece_tokens,
    save_lm,
    with_all_markers,
    word_tokens,
)
from privtool.models.lm.presets import new_model, shape_of
from privtool.text.lm_words import SPECIAL
from privtool.text.markers import MARKERS
from tests.support.tiny_models import tiny_lm


@pytest.mark.parametrize("arch", ["transformer", "lstm"])
def test_a_saved_model_is_loaded_unchanged(tmp_path, arch):
    one = load_lm(tiny_lm(tmp_path / "lm", arch))
    save_lm(tmp_path / "again", False, one.model, one.tokens, one.card)
    other = load_lm(tmp_path / "again")
    for (name, weight), same in zip(
        one.model.named_parameters(), other.model.parameters(), strict=True
    ):
        assert torch.equal(weight, same), name
    assert one.tokens.ids == other.tokens.ids
    assert not other.model.training
    assert other.model.lm_head.weight is other.model.get_input_embeddings().weight


def test_files_can_be_read_by_whom_others_can(tmp_path):
    folder = tiny_lm(tmp_path / "lm")
    modes = {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert len(modes) == 1


@pytest.mark.parametrize("arch", ["transformer", "lstm"])
def test_markers_that_an_old_vocabulary_lacks_are_added_at_its_end(tmp_path, arch, monkeypatch):
    short = tuple(entry for entry in SPECIAL if entry not in MARKERS[3:])
    monkeypatch.setattr(word_tokenizer, "SPECIAL", short)
    monkeypatch.setattr(word_tokenizer, "MARKERS", MARKERS[:3])
    old = [*short, "so", "it"]
    tokens = word_tokens(old)
    model = new_model(shape_of(arch, "tiny", None, None, None), len(tokens.ids), 1, 2, 0.1, 1)
    kept = model.lm_head.weight[: len(old)].detach().clone()
    save_lm(tmp_path / "lm", False, model, tokens, {"options": {"tokens": "words"}})
    monkeypatch.undo()
    assert len(load_lm(tmp_path / "lm").tokens.ids) == len(old)
    new = with_all_markers(load_lm(tmp_path / "lm"))
    assert set(MARKERS) <= set(new.tokens.ids)
    assert [new.tokens.ids[word] for word in old] == [tokens.ids[word] for word in old]
    assert torch.equal(new.model.lm_head.weight[: len(old)], kept)
    assert new.model.lm_head.weight.shape[0] == len(new.tokens.ids)
    assert with_all_markers(new) is new


def test_the_readme_describes_the_tokens(tmp_path):
    folder = tiny_lm(tmp_path / "lm")
    assert "AutoTokenizer assigns the same ids" in (folder / "README.md").read_text()
    assert json.loads((folder / "privtool.json").read_text())["options"]["tokens"] == "words"
    assert AutoTokenizer.from_pretrained(folder).bos_token == "</s>"


def test_weights_of_another_architecture_are_refused(tmp_path):
    folder = tiny_lm(tmp_path / "lm")
    other = tiny_lm(tmp_path / "other", "lstm")
    shutil.copy(other / "model.safetensors", folder)
    with pytest.raises(UnavailableError, match="lacks trained weights"):
        load_lm(folder)


@pytest.mark.parametrize("arch", ["transformer", "lstm"])
def test_a_tokenizer_of_another_vocabulary_of_the_same_size_is_refused(tmp_path, arch):
    one, other = (word_tokens([*SPECIAL, *words]) for words in (("so", "it"), ("it", "so")))
    model = new_model(shape_of(arch, "tiny", None, None, None), len(one.ids), 1, 2, 0.1, 1)
    card = {"options": {"tokens": "words"}, VOCABULARY_DIGEST: one.vocabulary_digest}
    save_lm(tmp_path / "lm", False, model, one, card)
    assert load_lm(tmp_path / "lm").tokens.ids == one.ids
    other.tokenizer.save_pretrained(tmp_path / "lm")
    with pytest.raises(UnavailableError, match="a tokenizer of another model"):
        load_lm(tmp_path / "lm")


def test_other_folders_and_tokenizers_are_refused(tmp_path):
    with pytest.raises(UnavailableError, match="not a folder that privtool lm-train wrote"):
        load_lm(tmp_path)
    (tmp_path / "t.json").write_text("{}")
    with pytest.raises(UsageError, match="not a tokenizer file"):
        piece_tokens(tmp_path / "t.json")
