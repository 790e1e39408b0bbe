"""The token scorer of each kind of model, and the words that it has."""

import pytest
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

from privtool.core.errors import UsageError
from privtool.core.model_options import Runtime
from privtool.models.fillers.masked.pseudo_likelihood import PseudoLikelihoodScorer
from privtool.models.lm.scorer import LmScorer, load_scorer
from privtool.models.token_scorer import load_token_scorer, words_of_model
from tests.support.tiny_causal_lms import tiny_gpt2
from tests.support.tiny_models import resolved, seeded, tiny_bert, tiny_lm

CPU = Runtime("cpu", "fp32")
TEXT = "the doctor called my sister in the morning"
KINDS = {"masked": (tiny_bert, AutoModelForMaskedLM), "causal": (tiny_gpt2, AutoModelForCausalLM)}


def adapter_of(folder, kind, into):
    """Save a random adapter of a model, and the model with the adapter merged into it."""
    model = KINDS[kind][1].from_pretrained(folder)
    targets = ["query", "value"] if kind == "masked" else ["c_attn"]
    with seeded(1):
        adapted = get_peft_model(model, LoraConfig(r=2, target_modules=targets))
        for name, part in adapted.named_parameters():
            if "lora_B" in name:
                torch.nn.init.normal_(part, std=2.0)
    adapted.save_pretrained(into / "adapter")
    adapted.merge_and_unload().save_pretrained(into / "merged")
    for path in folder.iterdir():
        if not (into / "merged" / path.name).exists():
            (into / "merged" / path.name).write_bytes(path.read_bytes())
    return into / "adapter", into / "merged"


@pytest.mark.parametrize("kind", KINDS)
def test_an_adapter_changes_the_losses_as_if_it_were_merged(kind, tmp_path):
    folder = KINDS[kind][0](tmp_path / "model")
    adapter, merged = adapter_of(folder, kind, tmp_path)
    plain, adapted, same = (
        load_token_scorer(resolved(path), CPU, given).token_losses([TEXT])[0]
        for path, given in ((folder, None), (folder, adapter), (merged, None))
    )
    assert adapted == pytest.approx(same, abs=1e-4)
    assert abs(adapted - plain).max() > 1e-3


def test_kinds_of_models(tmp_path):
    masked = load_token_scorer(resolved(tiny_bert(tmp_path / "bert")), CPU)
    causal = load_token_scorer(resolved(tiny_gpt2(tmp_path / "gpt2")), CPU)
    folder = tiny_lm(tmp_path / "lm")
    ours = load_token_scorer(resolved(folder), CPU)
    assert isinstance(masked, PseudoLikelihoodScorer)
    assert isinstance(causal, LmScorer)
    expected = load_scorer(resolved(folder), CPU).token_losses([TEXT])[0]
    assert ours.token_losses([TEXT])[0].tolist() == expected.tolist()


def test_a_folder_without_an_adapter_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no adapter_config"):
        load_token_scorer(resolved(tiny_gpt2(tmp_path / "m")), CPU, tmp_path / "empty")


def test_words_of_a_masked_model_are_its_whole_words(tmp_path):
    words, spells = words_of_model(resolved(tiny_bert(tmp_path / "bert")))
    assert spells
    assert {"doctor", "sister", "morning"} <= set(words)
    assert not {"ing", "ness"} & set(words)
