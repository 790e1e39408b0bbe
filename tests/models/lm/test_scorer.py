import json
import math
import shutil
import stat

import pytest
import torch
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    BloomConfig,
    CTRLConfig,
    CTRLLMHeadModel,
    CTRLTokenizer,
    Gemma3Config,
    GPT2Config,
    GPT2LMHeadModel,
    RobertaConfig,
    RobertaForCausalLM,
)

from privtool.core.device import Runtime
from privtool.core.errors import UnavailableError, UsageError
from privtool.models.lm import tokenizers as lm_tokenizers
from privtool.models.lm.checkpoint import (
    VOCABULARY_DIGEST,
    load_lm,
    piece_tokens,
    save_lm,
    with_all_markers,
    word_tokens,
)
from privtool.models.lm.presets import new_model, shape_of
from privtool.models.lm.scorer import LmScorer, load_scorer
from privtool.models.lm.words import SPECIAL
from privtool.text.markers import MARKERS
from tests.support.tiny_causal_lms import tiny_gpt2, tiny_llama
from tests.support.tiny_models import SENTENCES, resolved, seeded, tiny_bert, tiny_lm, tiny_roberta

LONG = " ".join(SENTENCES)  # more words than the model sees at a time


def scorer(folder, batch_size=None):
    return load_scorer(resolved(folder), Runtime("cpu", "fp32", batch_size))


@pytest.fixture(scope="module", params=["transformer", "lstm", "other"])
def model(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("models") / request.param
    if request.param != "other":
        return tiny_lm(folder, request.param)
    tiny_roberta(folder)
    with seeded():
        made = GPT2LMHeadModel(
            GPT2Config(
                vocab_size=2000, n_positions=64, n_embd=16, n_layer=2, n_head=2,
                initializer_range=0.4, bos_token_id=0, eos_token_id=2,
            )
        )  # fmt: skip
    made.save_pretrained(folder)
    return folder


def test_scores_do_not_depend_on_the_batch(model):
    texts = [*SENTENCES, LONG, "", "so"]
    alone = [scorer(model, 1).score([text])[0] for text in texts[:12] + texts[-3:]]
    together = scorer(model).score(texts)
    assert together[:12] + together[-3:] == alone
    assert scorer(model, 3).score(texts[::-1])[::-1] == together


def test_scores_of_larger_models_do_not_depend_on_the_batch():
    """Their products are cut up by the number of rows, on a CPU."""
    with seeded():
        config = GPT2Config(vocab_size=200, n_positions=64, n_embd=256, n_layer=1, n_head=4)
        made = GPT2LMHeadModel(config).eval()

    def scores(batch_size, texts):
        judge = LmScorer(made, lambda text: ([1, *map(ord, text)], 1), batch_size)
        return judge.score(texts)

    texts = SENTENCES[:12]
    together = scores(None, texts)
    assert [scores(None, [text])[0] for text in texts] == together
    for batch_size in (1, 3):
        assert scores(batch_size, texts) == together


def test_scores_are_those_of_transformers(model):
    tokenizer = AutoTokenizer.from_pretrained(model)
    plain = AutoModelForCausalLM.from_pretrained(model).eval()
    for text, score in zip(SENTENCES, scorer(model).score(SENTENCES), strict=True):
        ids = tokenizer(text, return_tensors="pt")["input_ids"]
        if tokenizer.cls_token:  # as RoBERTa's tokenizer has it: the end is no token to score
            ids = ids[:, :-1]
        with torch.no_grad():
            logs = plain(ids).logits[0, :-1].log_softmax(-1)
        wanted = logs.gather(1, ids[0, 1:, None]).sum().item()
        assert score.tokens == ids.shape[1] - 1
        assert math.isclose(score.logprob, wanted, rel_tol=1e-4)


def test_every_token_of_a_long_text_is_scored(model):
    (score,) = scorer(model).score([LONG])
    parts = scorer(model).score(SENTENCES)
    assert score.tokens > 64
    assert math.isfinite(score.logprob)
    assert score.logprob / score.tokens == pytest.approx(
        sum(p.logprob for p in parts) / sum(p.tokens for p in parts), rel=0.5
    )


def test_a_long_text_is_judged_as_far_as_the_model_sees(tmp_path):
    folder = tiny_llama(tmp_path, positions=1024)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    plain = AutoModelForCausalLM.from_pretrained(folder).eval()
    text = " ".join(["what they said then was not what they do now"] * 60)
    ids = torch.tensor([[tokenizer.bos_token_id, *tokenizer(text)["input_ids"]]])
    assert 512 < ids.shape[1] < 1024
    with torch.no_grad():
        logs = plain(ids).logits[0, :-1].log_softmax(-1)
    (score,) = scorer(folder).score([text])
    assert score.tokens == ids.shape[1] - 1
    assert math.isclose(score.logprob, logs.gather(1, ids[0, 1:, None]).sum().item(), rel_tol=1e-5)


def test_a_padding_token_without_a_row_in_the_model(tmp_path):
    folder = tiny_gpt2(tmp_path)
    wanted = scorer(folder).score(SENTENCES)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    tokenizer.save_pretrained(folder)
    assert scorer(folder).score(SENTENCES) == wanted


def test_positions_that_are_counted_from_the_padding_on(tmp_path):
    """A RoBERTa of 34 positions sees 32 tokens."""
    folder = tiny_gpt2(tmp_path)
    with seeded():
        config = RobertaConfig(
            vocab_size=len(AutoTokenizer.from_pretrained(folder)), max_position_embeddings=34,
            hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
            is_decoder=True, pad_token_id=1, bos_token_id=0,
        )  # fmt: skip
        RobertaForCausalLM(config).save_pretrained(folder)
    (score,) = scorer(folder).score([LONG])
    assert score.tokens > 64
    assert math.isfinite(score.logprob)


@pytest.mark.parametrize(
    ("config", "room"),
    [
        (GPT2Config(vocab_size=9, n_positions=48, n_embd=8, n_layer=1, n_head=2), 48),
        (BloomConfig(vocab_size=9, hidden_size=8, n_layer=1, n_head=2, seq_length=700), 700),
        (BloomConfig(vocab_size=9, hidden_size=8, n_layer=1, n_head=2), 512),
        (
            Gemma3Config(
                text_config={
                    "vocab_size": 9, "hidden_size": 8, "num_hidden_layers": 1, "head_dim": 4,
                    "num_attention_heads": 2, "num_key_value_heads": 1, "intermediate_size": 8,
                    "max_position_embeddings": 800, "pad_token_id": 0,
                },
                vision_config={
                    "hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1,
                    "num_attention_heads": 2, "image_size": 28, "patch_size": 14,
                },
            ),
            800,
        ),
    ],
)  # fmt: skip
def test_the_context_length_follows_the_configuration(config, room):
    seen = []
    made = AutoModelForCausalLM.from_config(config).eval()
    made.get_input_embeddings().register_forward_hook(
        lambda _, __, found: seen.append(found.shape[1])
    )
    LmScorer(made, lambda text: ([1] * len(text), 1), None).score(["x" * 2000])
    assert max(seen) == room


def test_a_slow_tokenizer_is_refused(tmp_path):
    (tmp_path / "vocab.json").write_text(json.dumps({"hi": 0, "how": 1, "<unk>": 2}))
    (tmp_path / "merges.txt").write_text("#version: 0.2\nh i</w>\n")
    CTRLTokenizer(tmp_path / "vocab.json", tmp_path / "merges.txt").save_pretrained(tmp_path)
    sizes = {"n_positions": 64, "n_embd": 16, "dff": 16, "n_layer": 1, "n_head": 2}
    CTRLLMHeadModel(CTRLConfig(vocab_size=3, **sizes)).save_pretrained(tmp_path)
    with pytest.raises(UnavailableError, match="has no fast tokenizer"):
        scorer(tmp_path)


def test_a_model_of_another_kind_is_refused(tmp_path):
    with pytest.raises(UnavailableError, match="causal language model"):
        scorer(tiny_bert(tmp_path / "tagger", "tagger"))


def test_weights_that_are_not_finite_are_reported(tmp_path):
    folder = tiny_lm(tmp_path / "lm")
    made = AutoModelForCausalLM.from_pretrained(folder)
    torch.nn.init.constant_(made.transformer.ln_f.weight, math.nan)
    made.save_pretrained(folder)
    with pytest.raises(UnavailableError, match="not finite"):
        scorer(folder).score(["so"])


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
    monkeypatch.setattr(lm_tokenizers, "SPECIAL", short)
    monkeypatch.setattr(lm_tokenizers, "MARKERS", MARKERS[:3])
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
    assert "AutoTokenizer expects them with spaces" in (folder / "README.md").read_text()
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
