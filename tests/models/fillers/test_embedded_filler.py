"""The embedded filler: its files, its folder and its words."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from transformers import MambaConfig, MambaForCausalLM

from privtool.core.errors import UnavailableError
from privtool.core.model_options import Runtime
from privtool.interfaces.filling import Wanted
from privtool.models.catalog import EMBEDDED
from privtool.models.fillers.load import load_filler
from privtool.models.fillers.lora import with_new_adapter
from privtool.models.hub.causal import is_causal_folder
from privtool.models.hub.resolve import ResolvedModel
from tests.support.tiny_models import resolved

ANY = Wanted(None, ())


FILES = ["config.json", "int8.onnx", "model.safetensors", "tokenizer.json"]


@pytest.mark.parametrize("file", FILES)
def test_a_damaged_installation_is_reported(tmp_path, embedded, file):
    embedded("mini")
    folder = Path(shutil.copytree(EMBEDDED / "mini", tmp_path / "mini"))
    (folder / file).write_bytes(b"{}")
    with pytest.raises(UnavailableError, match="'mini' is damaged: install privtool again"):
        load_filler(ResolvedModel("mini", folder), Runtime("cpu"))


def test_an_architecture_in_a_path_does_not_make_a_model_causal(tmp_path, embedded):
    """transformers looks for names, such as opt, in the path of a model without a type."""
    folder = EMBEDDED / embedded("mini")
    copy = Path(shutil.copytree(folder, tmp_path / "opt" / "mini"))
    assert not is_causal_folder(copy)


def test_the_embedded_model_knows_enough_rare_words(embedded):
    """vocabThres masks words beyond the 10,000 most frequent: some must be left to fill with."""
    from privtool.text.word_lists import load_vocabulary

    filler = load_filler(resolved(embedded("mini")), Runtime("cpu"))
    common = load_vocabulary(None, 10_000, None)
    (ranking,) = filler.rank([filler.draft(["the ", "."])], [ANY], 100_000)
    rare = [c.word for c in ranking.best.all() if not common.keeps(c.word)]
    assert len(rare) > 5_000


def test_eight_bits_score_like_single_precision_whatever_else_is_in_a_batch(embedded):
    model = resolved(embedded("mini"))
    exact, fast = (load_filler(model, Runtime("cpu", dtype)) for dtype in ("fp32", "auto"))
    texts = [f"The {word} went home to see the old {word}." for word in ("man", "dog", "mayor")]
    slots = [slot for text in texts for slot in exact.tokens.one_slot_drafts(text)]
    drafts, tokens = zip(*slots, strict=True)
    assert len({fast.batch_key(draft) for draft in drafts}) == 1
    together = fast.losses(drafts, tokens)
    for size in (1, 5):
        parts = [slice(start, start + size) for start in range(0, len(slots), size)]
        alone = [fast.losses(drafts[part], tokens[part]) for part in parts]
        assert np.array_equal(together, np.concatenate(alone))
    assert abs(together - exact.losses(drafts, tokens)).max() < 0.5
    assert abs(together - exact.losses(drafts, tokens)).mean() < 0.1


def test_a_model_that_peft_refuses_is_reported():
    model = MambaForCausalLM(MambaConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1))
    with pytest.raises(UnavailableError, match="does not support LoRA adapters for mamba"):
        with_new_adapter(model, 4, True, 1)
