"""Rows with cached prefixes, against the same rows read as a whole."""

from typing import Any

import pytest
import torch
import transformers

from privtool.core.errors import UnavailableError
from privtool.models.fillers.causal import kv_cache
from privtool.models.fillers.causal.kv_cache import Continuation, PrefixScorer

SMALL = {
    "vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
    "max_position_embeddings": 64,
}  # fmt: skip
LLAMA = {**SMALL, "intermediate_size": 24, "num_key_value_heads": 1, "head_dim": 8}
FAMILIES: dict[str, dict[str, Any]] = {
    "GPT2": {"vocab_size": 50, "n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 64},
    "Llama": LLAMA,
    "Mistral": {**LLAMA, "sliding_window": 8},
    "Qwen2": LLAMA,
    "Gemma2": {**LLAMA, "final_logit_softcapping": 2.0, "sliding_window": 8},
    "Cohere": {**LLAMA, "logit_scale": 0.1},  # scales its logits
    "OPT": {**SMALL, "ffn_dim": 24, "word_embed_proj_dim": 16},
    "GPTNeoX": {**SMALL, "intermediate_size": 24},
    "Bloom": {"vocab_size": 50, "hidden_size": 16, "n_layer": 2, "n_head": 2},  # no position ids
    "Falcon": {**SMALL, "alibi": False},
}
PREFIXES = [[1, 7, 3, 9, 11, 2, 30], [5], [8, 4, 4]]
ROWS = [
    Continuation(2, [6, 7], 1),
    Continuation(0, [9], 0),
    Continuation(2, [6, 8, 1, 2], 0),
    Continuation(1, [3, 3, 3], 2),
]


def tiny(family: str) -> Any:
    config = getattr(transformers, f"{family}Config")(
        **FAMILIES[family], bos_token_id=0, eos_token_id=0, pad_token_id=0
    )
    torch.manual_seed(5)
    model = transformers.AutoModelForCausalLM.from_config(config).eval()
    with torch.no_grad():
        for weights in model.parameters():  # so that what is predicted depends on the tokens
            weights.mul_(4)
    return model


@torch.inference_mode()
def whole(model: Any, row: list[int]) -> torch.Tensor:
    return model(input_ids=torch.tensor([row])).logits[0].float().log_softmax(-1)


def check(model: Any, scorer: PrefixScorer) -> None:
    prefixes = scorer.read(PREFIXES, 12)
    for ids, logprobs in zip(PREFIXES, prefixes.logprobs, strict=True):
        assert torch.allclose(logprobs, whole(model, ids)[-1], atol=1e-3)
    for _ in range(2):  # the cache stays unchanged
        scored = [logs for some in scorer.score(prefixes, ROWS, 5) for logs in some.by_row()]
        for row, logprobs in zip(ROWS, scored, strict=True):
            prefix = PREFIXES[row.prefix]
            logs = whole(model, [*prefix, *row.ids])[len(prefix) + row.first :]
            expected = logs if len(logs) == 1 else logs[:-1]
            assert logprobs.shape == expected.shape
            assert torch.allclose(logprobs, expected, atol=1e-3)


@pytest.mark.parametrize("family", FAMILIES)
def test_cached_prefixes_change_nothing(family: str) -> None:
    model = tiny(family)
    check(model, PrefixScorer(model))


def test_rows_that_do_not_fit_together_come_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    model = tiny("Llama")
    for sizes in (kv_cache._SCORE_BYTES, kv_cache._CACHE_BYTES):
        monkeypatch.setitem(sizes, "cpu", 1)
        check(model, PrefixScorer(model))


def test_rows_may_be_padded_to_lengths_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PrefixScorer, "_padded_length", lambda self, row, width: len(row.ids))
    check(tiny("Llama"), PrefixScorer(tiny("Llama")))


@pytest.mark.parametrize("broken", ["no cache", "another answer"])
def test_a_model_without_a_usable_cache_is_refused(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tiny("Llama")
    body = model.base_model
    read = type(body).forward

    def forward(self: Any, *args: Any, **given: Any) -> Any:
        given_cache = given.get("past_key_values")
        made = read(self, *args, **given)
        if broken == "no cache":
            made.past_key_values = None
        elif given_cache is not None and given_cache.get_seq_length() > made[0].shape[1]:
            made.last_hidden_state = made[0] + 1
        return made

    monkeypatch.setattr(type(body), "forward", forward)
    with pytest.raises(UnavailableError, match="LlamaForCausalLM is not supported by fill"):
        PrefixScorer(model)


def test_scores_that_are_not_finite_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    model = tiny("GPT2")
    with torch.no_grad():
        model.transformer.wte.weight.fill_(torch.nan)
    with pytest.raises(UnavailableError, match="not finite"):
        PrefixScorer(model).read(PREFIXES, 12)
