"""One position of each row out of the shortened encoder against the whole one."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from transformers import (
    AlbertConfig,
    AutoModel,
    BertConfig,
    CamembertConfig,
    DebertaV2Config,
    DistilBertConfig,
    ElectraConfig,
    ModernBertConfig,
    MPNetConfig,
    RobertaConfig,
)

from privtool.models.fillers.masked.inputs import BUCKET, TokenDraft
from privtool.models.fillers.masked.slot_model import slot_encoder, with_submodule

SMALL = {"vocab_size": 50, "hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 48}
CONFIGS = {
    "bert": BertConfig(**SMALL, num_hidden_layers=3),
    "bert of one layer": BertConfig(**SMALL, num_hidden_layers=1),
    "bert with relative positions": BertConfig(
        **SMALL, num_hidden_layers=2, position_embedding_type="relative_key"
    ),
    "camembert": CamembertConfig(**SMALL, num_hidden_layers=2),
    "distilbert": DistilBertConfig(vocab_size=50, dim=32, n_heads=4, hidden_dim=48, n_layers=2),
    "roberta": RobertaConfig(**SMALL, num_hidden_layers=2),
}
OTHERS = {
    "albert": AlbertConfig(**SMALL, num_hidden_layers=2, embedding_size=16),
    "bert with relative positions": CONFIGS["bert with relative positions"],
    "deberta-v2": DebertaV2Config(**SMALL, num_hidden_layers=2, relative_attention=True),
    "electra": ElectraConfig(**SMALL, num_hidden_layers=2, embedding_size=16),
    "modernbert": ModernBertConfig(
        **SMALL,
        num_hidden_layers=2,
        local_attention=4,
        pad_token_id=0,
        global_attn_every_n_layers=2,
    ),
    "mpnet": MPNetConfig(**SMALL, num_hidden_layers=2),
}
CONFIGS |= OTHERS
RUN_WHOLE = OTHERS.keys() | {"distilbert"}


def encoder(name):
    torch.manual_seed(1)
    return AutoModel.from_config(CONFIGS[name]).eval()


def padded_rows():
    ids = torch.randint(5, 50, (19, 12), generator=torch.Generator().manual_seed(2))
    attention = torch.ones_like(ids)
    for row in range(len(ids)):
        attention[row, 12 - row % 7 :] = 0
    at = torch.arange(len(ids)) % 5
    return torch.where(attention.bool(), ids, 1), attention, at


@pytest.mark.parametrize("name", sorted(CONFIGS))
@torch.inference_mode()
def test_it_is_what_the_whole_encoder_gives(name):
    body = encoder(name)
    ids, attention, at = padded_rows()
    whole = body(input_ids=ids, attention_mask=attention).last_hidden_state
    expected = whole[torch.arange(len(ids)), at]
    torch.testing.assert_close(slot_encoder(body)(ids, attention, at), expected)
    after = body(input_ids=ids, attention_mask=attention).last_hidden_state
    assert torch.equal(after, whole)  # the encoder itself stays as it was


@pytest.mark.parametrize("name", sorted(CONFIGS.keys() - RUN_WHOLE))
@torch.inference_mode()
def test_the_last_layer_works_at_the_slots_only(name):
    body = encoder(name)
    seen = []
    body.encoder.layer[-1].intermediate.register_forward_hook(
        lambda _, given, __: seen.append(given[0].shape)
    )
    slot_encoder(body)(*padded_rows())
    assert set(seen) == {(16, 32)}


@torch.inference_mode()
def test_a_row_alone_has_the_bits_that_it_has_among_others():
    """Widths at which products of one short row are cut up in another way than those of two."""
    torch.manual_seed(1)
    sizes = {"hidden_size": 256, "num_attention_heads": 4, "intermediate_size": 512}
    config = ElectraConfig(**sizes, embedding_size=128, num_hidden_layers=1, vocab_size=50)
    encode = slot_encoder(AutoModel.from_config(config).eval())
    for length in (4, 8, 12, 32):
        ids = torch.randint(5, 50, (40, length))
        attention, at = torch.ones_like(ids), torch.arange(40) % length
        attention[:, -1] = 0
        together = encode(ids, attention, at)
        for rows in (1, 2, 7):
            part = encode(ids[:rows], attention[:rows], at[:rows])
            assert torch.equal(part, together[:rows])


MASK = 4


def draft(length, slots, context_length):
    ids = [MASK if n in slots else 100 + n for n in range(length)]
    return TokenDraft(ids, sorted(slots), [True] * len(slots), context_length)


@given(st.data(), st.integers(1, 60), st.integers(2, 40))
def test_the_window_holds_the_next_slot_and_as_much_around_it_as_fits(data, length, context_length):
    slots = data.draw(st.sets(st.integers(0, length - 1), min_size=1, max_size=6))
    text = draft(length, slots, context_length)
    padded = text.padded_length
    for number, slot in enumerate(sorted(slots)):
        window, position = text.window()
        assert window[position] == MASK
        assert len(window) == min(length, context_length)
        # on both sides there is half of the context, or the text ends
        assert (
            position >= min(slot, context_length // 2) or slot + (len(window) - position) == length
        )
        assert text.padded_length == padded
        text.put(1000 + number)
    assert text.ids.count(MASK) == 0
    assert [token for token in text.ids if token >= 1000] == list(range(1000, 1000 + len(slots)))


@pytest.mark.parametrize("length", range(1, 80))
def test_there_is_always_padding_and_never_more_than_the_model_takes(length):
    text = draft(length, {0}, context_length=50)
    taken = min(length, 50) + 2
    assert taken < text.padded_length <= min(taken + BUCKET, 53)


def test_each_slot_knows_whether_a_space_is_before_it():
    text = TokenDraft([MASK, MASK], [0, 1], [True, False], 10)
    assert text.next_spaced
    text.put(7)
    assert not text.next_spaced


# Copies of models with other parts.
class Doubling(nn.Module):
    def forward(self, numbers):
        return 2 * numbers


def test_a_part_is_replaced_in_the_copy_alone():
    inner = nn.Sequential(Doubling(), Doubling())
    model = nn.Sequential(inner, Doubling())
    copied = with_submodule(model, "0.1", nn.Identity())
    one = torch.ones(1)
    assert model(one).item() == 8
    assert copied(one).item() == 4
    assert copied[1] is model[1]
