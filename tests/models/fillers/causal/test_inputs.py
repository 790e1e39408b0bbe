"""How texts are cut into the tokens of causal models, beside what filling shows of it."""

from types import SimpleNamespace

import pytest
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from privtool.models.fillers.causal.inputs import CausalTokens


@pytest.mark.parametrize("pattern", ["Ġ", r"\s*[\r\n]+|\s+(?!\S)|\s+| ?\p{L}+|[^\s\p{L}]+"])
def test_a_line_end_after_a_slot_is_no_part_of_what_is_cut_off(pattern):
    """Also where the tokenizer has a token of several line ends, as that of Llama 3."""
    tokenizer = Tokenizer(models.BPE())
    split = pre_tokenizers.ByteLevel(add_prefix_space=False)
    if pattern != "Ġ":
        split = pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ])  # fmt: skip
    tokenizer.pre_tokenizer, tokenizer.decoder = split, decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400, show_progress=False, special_tokens=["<s>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )  # fmt: skip
    tokenizer.train_from_iterator(["a\n\nb is c\n\n\nd\n\n"] * 50, trainer)
    whole = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="<s>")
    tokens = CausalTokens(whole, SimpleNamespace(n_positions=512), 400, False)
    for text in ("\nb is c", "\n", "\n\nb", " b\n", "b", "  b", ""):
        output = tokens.output(text)
        assert tokenizer.decode(output.ids) == text
        assert "".join(text[start:end] for start, end in output.offsets) == text
