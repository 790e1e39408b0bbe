"""Loading fillers: what is refused and how it is said, adapters, number formats."""

import contextlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from peft import LoraConfig, PromptTuningConfig, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import (
    CONFIG_MAPPING,
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    BertForMaskedLM,
    DebertaV2Config,
    ElectraForPreTraining,
    FNetConfig,
    MambaConfig,
    MambaForCausalLM,
    MobileBertConfig,
)

from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.interfaces.filling import Wanted
from privtool.models.catalog import EMBEDDED, LSTM_LM
from privtool.models.fillers.load import load_filler, with_new_adapter
from privtool.models.hub.resolve import ResolvedModel, resolve
from privtool.text.word_lists import load_vocabulary
from tests.support.tiny_causal_lms import tiny_llama
from tests.support.tiny_masked_lms import ARCHITECTURES, tiny_masked_lm
from tests.support.tiny_models import resolved, seeded, tiny_bert, tiny_roberta

ANY = Wanted(None, ())


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return tiny_bert(tmp_path_factory.mktemp("fillers") / "bert")


@pytest.fixture
def copy(bert, tmp_path):
    """A copy of the model, to be damaged."""
    return Path(shutil.copytree(bert, tmp_path / "copy"))


@pytest.fixture(scope="module")
def adapter(bert, tmp_path_factory):
    """A LoRA adapter for the model, with weights that change what it proposes."""
    folder = tmp_path_factory.mktemp("adapter")
    config = LoraConfig(r=2, target_modules=["query", "value", "dense"], lora_alpha=64)
    with seeded():
        adapted = get_peft_model(AutoModelForMaskedLM.from_pretrained(bert), config)
        for name, parameter in adapted.named_parameters():
            if "lora_B" in name:
                torch.nn.init.normal_(parameter)
        adapted.save_pretrained(folder)
    return folder


def load(folder, adapter=None, dtype="fp32", trust_pickle=False):
    return load_filler(resolved(folder, trust_pickle), Runtime("cpu", dtype), adapter=adapter)


def best(filler, k=5):
    (ranking,) = filler.rank([filler.draft(["i called the ", " this morning"])], [ANY], k)
    return ranking.best.all()


def failure(*args, **options) -> str:
    with pytest.raises(PrivtoolError) as caught:
        load(*args, **options)
    message = str(caught.value)
    assert "\n" not in message
    return f"{caught.value.status}: {message}"


def test_an_adapter_changes_the_weights_as_it_would_while_running(bert, adapter):
    from peft import PeftModel

    fast = load(bert, adapter)
    running = PeftModel.from_pretrained(AutoModelForMaskedLM.from_pretrained(bert), adapter).eval()
    ids = torch.arange(5, 25)[None]
    with torch.no_grad():
        expected = running(ids).logits
        assert torch.allclose(fast._model.model(ids).logits, expected, atol=1e-4)
    assert best(fast) != best(load(bert))


def test_adapters_that_do_not_fit_are_refused(bert, adapter, tmp_path):
    assert "69: `adapter`" in failure(tiny_roberta(tmp_path / "roberta"), adapter)
    assert "2: `adapter`" in failure(bert, tmp_path)
    assert "no adapter_config.json" in failure(bert, bert)
    with pytest.raises(UsageError, match="holds no model but an adapter"):
        resolve(str(adapter), ModelSource())
    assert "no adapter_config.json" in failure(bert, tmp_path / "nowhere")


def test_a_pickled_adapter_must_be_trusted(bert, adapter, tmp_path):
    folder = Path(shutil.copytree(adapter, tmp_path / "pickled"))
    weights = folder / "adapter_model.safetensors"
    torch.save(load_file(weights), folder / "adapter_model.bin")
    weights.unlink()
    assert "`trust_pickle`" in failure(bert, folder)
    assert best(load(bert, folder, trust_pickle=True)) == best(load(bert, adapter))


@contextlib.contextmanager
def changed_weights(folder):
    """The weights of a model by name, to be changed."""
    weights = load_file(folder / "model.safetensors")
    yield weights
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def test_a_model_without_all_weights_is_refused(copy):
    with changed_weights(copy) as weights:
        del weights["cls.predictions.transform.dense.weight"]
    assert "lacks trained weights" in failure(copy)


@pytest.mark.parametrize("file", ["config.json", "model.safetensors", "tokenizer.json"])
def test_damaged_files_are_reported_in_one_line(copy, file):
    (copy / file).write_bytes(b"{canary")
    message = failure(copy)
    assert message.startswith("69: ")
    assert "cannot be loaded as a masked language model" in message
    assert "canary" not in message


@pytest.mark.parametrize(
    ("make", "weight"),
    [(tiny_bert, "bert.encoder.layer.0.output.dense.weight"), (tiny_llama, "model.norm.weight")],
)
def test_weights_that_are_not_finite_are_reported(tmp_path, make, weight):
    folder = make(tmp_path / "model")
    with changed_weights(folder) as weights:
        weights[weight][3] = float("nan")
    assert failure(folder).startswith("69: ")
    assert "has weights that are not finite" in failure(folder)


@pytest.mark.parametrize("make", [tiny_bert, tiny_llama])
def test_a_tokenizer_with_pieces_without_weights_is_refused(tmp_path, make):
    folder = make(tmp_path / "model")
    config = AutoConfig.from_pretrained(folder)
    kind = AutoModelForCausalLM if make is tiny_llama else AutoModelForMaskedLM
    model = kind.from_pretrained(folder)
    model.resize_token_embeddings(config.vocab_size - 50)
    model.save_pretrained(folder)
    assert "has a tokenizer that does not fit its weights" in failure(folder)


SMALL = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}


@pytest.mark.parametrize(
    "config",
    [
        MobileBertConfig(vocab_size=600, embedding_size=8, intra_bottleneck_size=8, **SMALL),
        FNetConfig(vocab_size=600, **SMALL),
    ],
    ids=lambda config: config.model_type,
)
def test_an_unknown_architecture_is_refused(bert, tmp_path, config):
    """Its output layer is made of two parts, or its encoder has no attention mask."""
    with seeded():
        AutoModelForMaskedLM.from_config(config).save_pretrained(tmp_path)
    for file in bert.iterdir():
        if not (tmp_path / file.name).exists():
            shutil.copy(file, tmp_path)
    message = failure(tmp_path)
    assert message.startswith("69: the architecture ")
    assert "is not supported by fill" in message


def test_a_model_that_caps_its_scores_is_refused(bert, monkeypatch):
    forward = BertForMaskedLM.forward

    def capped(*args, **options):
        output = forward(*args, **options)
        output.logits = output.logits.tanh()
        return output

    monkeypatch.setattr(BertForMaskedLM, "forward", capped)
    assert "is not supported by fill" in failure(bert)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_an_encoder_without_a_trained_head_is_refused(tmp_path, architecture):
    """transformers makes the head up, and shares the embeddings with its output layer."""
    folder = tiny_masked_lm(tmp_path / "model", architecture)
    model = AutoModelForMaskedLM.from_pretrained(folder)
    model.base_model.save_pretrained(folder)
    assert "lacks trained weights" in failure(folder)


def test_a_weight_that_was_not_saved_as_if_shared_is_refused(tmp_path):
    folder = tiny_masked_lm(tmp_path / "model", "deberta-v2")
    config = DebertaV2Config.from_pretrained(folder, legacy=False)
    AutoModelForMaskedLM.from_config(config).save_pretrained(folder)
    message = failure(folder)  # transformers 5 knows that nothing is missing
    assert "lacks trained weights" in message or "is not supported by fill" in message


def test_a_discriminator_is_refused(tmp_path):
    """Of ELECTRA and DeBERTa-v3, which learn which words are replaced and predict none."""
    folder = tiny_masked_lm(tmp_path / "model", "electra")
    ElectraForPreTraining(AutoConfig.from_pretrained(folder)).save_pretrained(folder)
    assert "lacks trained weights" in failure(folder)


def test_an_architecture_that_transformers_lacks_is_refused(copy):
    config = json.loads((copy / "config.json").read_text())
    (copy / "config.json").write_text(json.dumps(config | {"model_type": "zqxwary"}))
    message = failure(copy)
    assert "has an architecture that transformers" in message
    assert "zqxwary" not in message


def test_an_lstm_of_lm_train_is_refused_by_its_name(copy, monkeypatch):
    monkeypatch.delitem(CONFIG_MAPPING._extra_content, LSTM_LM, raising=False)  # by other tests
    config = json.loads((copy / "config.json").read_text())
    (copy / "config.json").write_text(json.dumps(config | {"model_type": LSTM_LM}))
    assert "is an LSTM of lm-train" in failure(copy)


def test_an_adapter_of_prompts_is_refused(tmp_path):
    folder = tiny_llama(tmp_path / "llama")
    config = PromptTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=2)
    with seeded():
        adapted = get_peft_model(AutoModelForCausalLM.from_pretrained(folder), config)
    adapted.save_pretrained(tmp_path / "adapter")
    assert "use a LoRA adapter" in failure(folder, tmp_path / "adapter")


# The embedded filler: its files, its folder and its words.
FILES = ["config.json", "int8.onnx", "model.safetensors", "tokenizer.json"]


@pytest.mark.parametrize("file", FILES)
def test_a_damaged_installation_is_reported(tmp_path, embedded, file):
    embedded("mini")
    folder = Path(shutil.copytree(EMBEDDED / "mini", tmp_path / "mini"))
    (folder / file).write_bytes(b"{}")
    with pytest.raises(UnavailableError, match="'mini' is damaged: install privtool again"):
        load_filler(ResolvedModel("mini", folder), Runtime("cpu"))


def test_the_embedded_model_knows_enough_rare_words(embedded):
    """vocabThres masks words beyond the 10,000 most frequent: some must be left to fill with."""
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
        with_new_adapter(model, True, 1)
